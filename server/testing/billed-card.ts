import { insertWork } from '@homecare/domain/billing/contract.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import type { Statements } from '../src/platform/db/connections.ts';
import { addClient, weekOf } from './care.ts';
import type { Caller } from './server.ts';

export interface BilledCard {
  readonly id: number;
  readonly plan: number;
}
export type CardMore = Partial<InputOf<typeof insertWork>['data']> & { readonly Type?: string };

let serial = 0;
/** A provider's plans never overlap. */
const nextTime = (): [string, string] => {
  serial = (serial + 1) % 20;
  const hour = String(serial).padStart(2, '0');
  return [`${hour}:00`, `${hour}:30`];
};

/** A plan with a new client and its card, made over HTTP. The site is below version 2, so no scans are needed. */
export const billCard = async (
  pool: Statements,
  admin: Caller,
  provider: number,
  json: readonly CardDay[],
  more: CardMore = {},
): Promise<BilledCard> => {
  const { Type = 'PCP', ...data } = more;
  const plan = await admin.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: await addClient(pool, 'Client'),
      Type,
      StartDate: '2026-01-05',
      createReason: 'New',
      week: weekOf({ Sun: nextTime() }),
    },
  });
  const month = json[0]?.date.slice(0, 7) ?? '';
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  const saved = await admin.call(insertWork, {
    data: {
      planId: plan.insertId ?? 0,
      date: month,
      startPeriod: `${month}-01`,
      endPeriod: `${month}-${daysInMonth}`,
      payRate: 5.17,
      days: [...json],
      ...data,
    },
  });
  if (!saved.insertId) throw new Error(saved.text);
  return { id: saved.insertId, plan: plan.insertId ?? 0 };
};
