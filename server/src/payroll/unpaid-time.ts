import { type DayRange, daysOfMonth, hoursOfCard } from '@homecare/domain/billing/counting.ts';
import {
  billsMore,
  isRecorded,
  type RecordedDay,
  recordedDays,
} from '@homecare/domain/billing/recorded-time.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { categoryOn } from '@homecare/domain/payroll/categories.ts';
import { straightPay } from '@homecare/domain/payroll/lines.ts';
import { termOn } from '@homecare/domain/payroll/rates.ts';
import { daysOfRun } from '@homecare/domain/payroll/runs.ts';
import type * as calls from '@homecare/domain/payroll/unpaid-contract.ts';
import type { UnbilledMonth, UnpaidDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { ordered } from '@homecare/domain/reports/table.ts';
import { sum } from '@homecare/domain/sum.ts';
import { listAsked } from '../billing/claiming.ts';
import { listPayCategories } from '../care-plans/types.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listProviders } from './queries.ts';
import { listRates } from './rate-queries.ts';
import { findWanted } from './runs.ts';
import { nameOf } from './service.ts';
import { listRecordedVisits, listRecordsOf, type StoredVisit } from './unpaid-queries.ts';

/** Recorded work compared with what payroll has of it (docs/rules/payroll.md, rules 30 to 33). */

interface Days {
  readonly from: string;
  readonly through: string;
  /** Null means everyone. */
  readonly providerId: number | null;
}

interface Found
  extends RecordedDay,
    Pick<StoredVisit, 'planId' | 'typeId' | 'providerId' | 'clientId' | 'client'> {
  /** The billing record that will bill more once the day is paid as recorded. */
  readonly billsMoreOf: number | null;
}

const findRecordedDays = async (scope: Scope, db: Db, days: Days): Promise<Found[]> => {
  const zone = scope.settings.timeZone;
  const visits = (await listRecordedVisits(db, days)).filter((one) => isRecorded(one, scope.now(), zone));
  const plans = [...new Set(visits.map(({ planId }) => planId))];
  const records = new Map(
    (await listRecordsOf(db, plans, days)).map((record) => [`${record.planId} ${record.month}`, record]),
  );
  const byMonth = Map.groupBy(visits, ({ planId, date }) => `${planId} ${date.slice(0, 7)}`);
  return [...byMonth].flatMap(([key, own]) => {
    const [first] = own;
    if (!first) return [];
    const { planId, typeId, providerId, clientId, client } = first;
    const record = records.get(key) ?? null;
    return recordedDays(own, record, zone).map((day) => ({
      ...{ ...day, planId, typeId, providerId, clientId, client },
      billsMoreOf: record && billsMore(record.days, day, zone) ? record.id : null,
    }));
  });
};

/** The days of a run or, without one, of the month; or why the request is not possible. */
const daysAsked = async (
  db: Db,
  { date: month, half, period }: InputOf<typeof calls.listUnpaidTime>,
): Promise<DayRange | string> => {
  if (half === undefined && period === undefined) return daysOfMonth(month);
  const wanted = await findWanted(db, { month, half: half ?? 'both', period });
  return typeof wanted === 'string' ? wanted : daysOfRun(wanted);
};

/** What is left to the month close, which lists it client by client. */
const unbilledMonths = (found: readonly Found[]): UnbilledMonth[] =>
  [
    ...Map.groupBy(
      found.filter(({ why }) => why === 'noRecord'),
      ({ date }) => date.slice(0, 7),
    ),
  ]
    .map(([month, own]) => ({
      month,
      days: own.length,
      clients: new Set(own.map(({ clientId }) => clientId)).size,
      minutes: sum(own.map(({ worked, paid }) => worked - paid)),
    }))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1));

export const listUnpaidTime: UseCase<typeof calls.listUnpaidTime> = async (scope, asked) => {
  const { db } = scope.site;
  const days = await daysAsked(db, asked);
  if (typeof days === 'string') return refuse('badInput', days);
  const all = await findRecordedDays(scope, db, { ...days, providerId: null });
  const found = all.filter(({ why }) => why !== 'noRecord');
  const claimed = await listAsked(
    db,
    scope,
    found.flatMap(({ billsMoreOf, why }) => (why !== null && billsMoreOf !== null ? [billsMoreOf] : [])),
  );
  const ids = [...new Set(found.map(({ providerId }) => providerId))];
  const names = new Map((await listProviders(db, ids)).map((one) => [one.id, nameOf(one)]));
  const rates = await listRates(db, ids);
  const categories = await listPayCategories(db);
  const rows = found.flatMap((day): UnpaidDay[] => {
    const { planId, date, typeId, providerId, clientId, client, worked, planned, paid, why } = day;
    if (why === null) return [];
    const category = categoryOn(categories.get(typeId) ?? [], date);
    const term = category === null ? undefined : termOn(rates.get(providerId) ?? [], category, date);
    const hours = hoursOfCard({ work: worked - paid, travel: 0 });
    return [
      {
        ...{ planId, date, worked, planned, paid, why },
        ID: providerId,
        Provider: names.get(providerId) ?? '',
        ClientID: clientId,
        Client: client,
        cents: term ? straightPay(hours, term.rate) : null,
        claimed: day.billsMoreOf !== null && claimed.has(day.billsMoreOf),
      },
    ];
  });
  return done({
    days: ordered(rows, ({ cents, date, Provider, planId }) => [-(cents ?? 0), date, Provider, planId]),
    unbilled: unbilledMonths(all),
  });
};

/** How far back a caregiver sees: more than two pay periods. */
const WEEKS_SHOWN = 5;

export const listOwnTime: UseCase<typeof calls.listOwnTime> = async (scope) => {
  const { providerId } = scope.user;
  if (providerId === null) return refuse('notFound');
  const through = scope.today().toString();
  const from = addDays(through, -7 * WEEKS_SHOWN);
  const found = await findRecordedDays(scope, scope.site.db, { from, through, providerId });
  return done(
    found
      .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.planId - b.planId))
      .map(({ planId, date, client, worked, paid, why }) => ({
        planId,
        date,
        Client: client,
        worked,
        paid,
        why,
      })),
  );
};
