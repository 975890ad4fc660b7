import { savePar } from '@homecare/domain/authorizations/contract.ts';
import { insertWork } from '@homecare/domain/billing/contract.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import type { Statements } from '../src/platform/db/connections.ts';
import { addClient, addProvider, weekOf } from './care.ts';
import type { Caller } from './server.ts';

/** Months of 2026 that can be claimed, for tests about claims. */

let serial = 0;
/** A to Z, ZA to ZZ, ZZA …: unique names in alphabetical order, ignoring case. */
const letters = (n: number) =>
  'Z'.repeat(Math.floor((n - 1) / 26)) + String.fromCharCode(65 + ((n - 1) % 26));

/** A client with everything a claim needs. */
export const addClaimable = (pool: Statements, columns: Record<string, unknown> = {}) => {
  serial += 1;
  return addClient(pool, `Client ${letters(serial)}`, {
    medicaid: `Q${100_000 + serial * 10}`,
    dob: '1950-02-03',
    gender: 'Female',
    icd10: 'I10',
    ...columns,
  });
};

export const authorise = async (admin: Caller, clientId: number, number = '1234567890', type = 'PCP') => {
  const units = { from: '2026-01-01', through: '2026-12-31', units: 4_000 };
  const made = await admin.call(savePar, { id: null, clientId, type, number, ...units, rev: null });
  if (!made.insertId) throw new Error(made.text);
  return made.insertId;
};

/** A plan with a new provider. */
export const addPlan = async (pool: Statements, admin: Caller, ClientID: number, Type = 'PCP') => {
  serial += 1;
  const provider = await addProvider(pool, `Provider ${serial}`);
  const start = String(serial % 24).padStart(2, '0');
  const made = await admin.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID,
      Type,
      StartDate: '2026-01-01',
      createReason: 'New',
      // A client's plans never overlap.
      week: weekOf({ Sun: [`${start}:00`, `${start}:30`] }),
    },
  });
  if (!made.insertId) throw new Error(made.text);
  return { provider, plan: made.insertId };
};

/** Two hours on each of the days, which is $40.00 at $5.00 a unit. */
export const saveCard = async (
  admin: Caller,
  planId: number,
  month: string,
  days: readonly string[],
  more: Partial<InputOf<typeof insertWork>['data']> = {},
) => {
  const made = await admin.call(insertWork, {
    data: {
      planId,
      date: month,
      startPeriod: `${month}-01`,
      endPeriod: `${month}-28`,
      payRate: 5,
      days: days.map((day) => served(`${month}-${day}`, '08:00', '10:00')),
      ...more,
    },
  });
  if (!made.insertId) throw new Error(made.text);
  return made.insertId;
};
