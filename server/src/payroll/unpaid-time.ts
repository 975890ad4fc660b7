import { daysOfMonth, hoursOfCard } from '@homecare/domain/billing/counting.ts';
import { type RecordedDay, recordedDays } from '@homecare/domain/billing/recorded-time.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { categoryOn } from '@homecare/domain/payroll/categories.ts';
import { straightPay } from '@homecare/domain/payroll/lines.ts';
import { termOn } from '@homecare/domain/payroll/rates.ts';
import type * as calls from '@homecare/domain/payroll/unpaid-contract.ts';
import type { UnpaidDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { ordered } from '@homecare/domain/reports/table.ts';
import { listPayCategories } from '../care-plans/types.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listProviders } from './queries.ts';
import { listRates } from './rate-queries.ts';
import { nameOf } from './service.ts';
import { listRecordedVisits, listRecordsOf, type StoredVisit } from './unpaid-queries.ts';

/** Recorded work beside what payroll has of it (docs/rules/payroll.md, rules 30 to 33). */

interface Days {
  readonly from: string;
  readonly through: string;
  /** null: of everybody. */
  readonly providerId: number | null;
}

type Found = RecordedDay & Pick<StoredVisit, 'planId' | 'typeId' | 'providerId' | 'clientId' | 'client'>;

const findRecordedDays = async (scope: Scope, db: Db, days: Days): Promise<Found[]> => {
  const visits = await listRecordedVisits(db, { ...days, today: scope.today().toString() });
  const plans = [...new Set(visits.map(({ planId }) => planId))];
  const records = new Map(
    (await listRecordsOf(db, plans, days)).map((record) => [`${record.planId} ${record.month}`, record]),
  );
  const byMonth = Map.groupBy(visits, ({ planId, date }) => `${planId} ${date.slice(0, 7)}`);
  return [...byMonth].flatMap(([key, own]) => {
    const [first] = own;
    if (!first) return [];
    const { planId, typeId, providerId, clientId, client } = first;
    const found = recordedDays(own, records.get(key) ?? null, scope.settings.timeZone);
    return found.map((day) => ({ ...day, planId, typeId, providerId, clientId, client }));
  });
};

export const listUnpaidTime: UseCase<typeof calls.listUnpaidTime> = async (scope, { date: month }) => {
  const { db } = scope.site;
  const found = await findRecordedDays(scope, db, { ...daysOfMonth(month), providerId: null });
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
      },
    ];
  });
  return done(ordered(rows, ({ cents, date, Provider, planId }) => [-(cents ?? 0), date, Provider, planId]));
};

/** How far back a caregiver sees: two pay periods and more. */
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
