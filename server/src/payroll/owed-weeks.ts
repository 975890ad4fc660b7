import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/payroll/week-contract.ts';
import type { OwedWeek } from '@homecare/domain/payroll/week-contract.ts';
import { ordered } from '@homecare/domain/reports/table.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listProviders } from './queries.ts';
import { findFullName, lockLastNumber } from './run-queries.ts';
import { nameOf, nightsOfMonths } from './service.ts';
import {
  type ConfirmedWeek,
  insertConfirmedWeeks,
  listConfirmedWeeks,
  listLateMonths,
  listNightWorkers,
  listWholeHalves,
} from './week-queries.ts';

/** Exported weeks that counted a night across their border whole: what is owed, and its confirmation by an admin. */

/** The record log's name. */
const WEEK_ENTITY = 'payrollWeek';

const monthBefore = (month: string) => Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString();

/**
 * The providers who work nights, and the months of calculation with something of a week exported with its nights whole: the week's
 * own months, and those of late cards. The months in between are left out, because one may be far ahead.
 */
export const findWholeNights = async (
  db: Db,
): Promise<{ readonly providers: readonly number[]; readonly months: readonly string[] }> => {
  const halves = await listWholeHalves(db);
  const [first] = halves;
  if (!first) return { providers: [], months: [] };
  const providers = await listNightWorkers(db, monthBefore(first.month));
  const late = await listLateMonths(db, { providers, from: first.month });
  const months = new Set([...halves.map(({ month }) => month), ...late]);
  return { providers, months: [...months].toSorted() };
};

/** What is not confirmed yet. A week that late cards also paid is one row. */
const openWeeks = async (scope: Scope, db: Db): Promise<OwedWeek[]> => {
  const { providers, months } = await findWholeNights(db);
  const owed = await nightsOfMonths(scope, { months, providers, group: 'all' }, db);
  const weeks = new Map<string, OwedWeek>();
  for (const { provider, name, nights } of owed)
    for (const { week, hours, premium } of nights) {
      const key = `${provider.id} ${week.through}`;
      const known = weeks.get(key);
      weeks.set(key, {
        ID: provider.id,
        Provider: name,
        from: week.from,
        through: week.through,
        hours: hours + (known?.hours ?? 0),
        premium: premium + (known?.premium ?? 0),
        who: null,
        at: null,
      });
    }
  return [...weeks.values()].filter(({ hours, premium }) => hours !== 0 || premium !== 0);
};

const shown = (confirmed: readonly ConfirmedWeek[], names: ReadonlyMap<number, string>): OwedWeek[] =>
  confirmed.map(({ providerId, ...week }) => ({
    ID: providerId,
    Provider: names.get(providerId) ?? '',
    ...week,
  }));

export const listOwedWeeks = async (scope: Scope): Promise<Result<OwedWeek[]>> => {
  const { db } = scope.site;
  const confirmed = await listConfirmedWeeks(db);
  const providers = await listProviders(
    db,
    confirmed.map(({ providerId }) => providerId),
  );
  const names = new Map(providers.map((provider) => [provider.id, nameOf(provider)]));
  return done(
    ordered(
      [...(await openWeeks(scope, db)), ...shown(confirmed, names)],
      ({ who, Provider, ID, through }) => [who === null ? 0 : 1, Provider, ID, through],
    ),
  );
};

const CHANGED = 'The amounts have changed since you opened the list. Review them, then confirm again.';

/** Runs and confirmations take turns, so that a week is confirmed once, with the amount that was shown. */
export const confirmOwedWeeks: UseCase<typeof calls.confirmOwedWeeks> = async (scope, { weeks: wanted }) => {
  const who = (await findFullName(scope.site.db, scope.user.id)) ?? scope.user.initials;
  return mutate(scope, 'payroll.confirmOwedWeeks', async (tx, record) => {
    await lockLastNumber(tx);
    const open = new Map((await openWeeks(scope, tx)).map((week) => [`${week.ID} ${week.through}`, week]));
    const weeks = new Map(
      wanted.flatMap(({ ID, through, hours, premium }) => {
        const week = open.get(`${ID} ${through}`);
        return week?.hours === hours && week.premium === premium ? [[`${ID} ${through}`, week]] : [];
      }),
    );
    if (weeks.size !== wanted.length) return refuse('stale', CHANGED);
    await insertConfirmedWeeks(
      tx,
      [...weeks.values()].map(({ ID, ...week }) => ({ ...week, providerId: ID })),
      { who, at: scope.now().toString() },
    );
    for (const { ID, through, hours, premium } of weeks.values())
      record({
        entity: WEEK_ENTITY,
        id: ID,
        action: 'update',
        changes: { [`overtime of the week to ${through}`]: [null, { hours, premium }] },
      });
    return done({ confirmed: wanted.length });
  });
};
