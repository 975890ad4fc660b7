import type { CalculationFacts } from '@homecare/domain/calculator/calculation.ts';
import { weekOfResult } from '@homecare/domain/calculator/calculation.ts';
import type { ExistingPlan } from '@homecare/domain/calculator/existing-plans.ts';
import type { CapKind, StoredRequest } from '@homecare/domain/calculator/schema.ts';
import { minuteOfDay, perDay, toClock, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { type ComparedPlan, findConflicts, gapWarnings, runsOn } from '@homecare/domain/care-plans/rules.ts';

/** For tests: what a calculation must take from the records, computed minute by minute and day by day. */

/** The care plan form would accept a visit: no conflict, and no question about travel between two clients. */
export const canVisit = (
  { client, startDate }: StoredRequest,
  { clientPlans, providers, services }: CalculationFacts,
  provider: number,
  day: Weekday,
  [start, end]: readonly [number, number],
): boolean => {
  const plan: ComparedPlan = {
    id: null,
    ProviderID: provider,
    Provider: '',
    ClientID: client,
    Client: '',
    StartDate: startDate,
    EndDate: null,
    Status: 'Active',
    coversPlanId: null,
    week: { time: weekOfResult([{ day, in: toClock(start), out: toClock(end), tasks: [] }]) },
  };
  const plans = [...clientPlans, ...providers.flatMap((one) => one.plans)];
  const elsewhere = plans.filter(({ ClientID }) => ClientID !== client);
  return findConflicts(plan, plans, services).length === 0 && gapWarnings(plan, elsewhere).length === 0;
};

const WEEKS = 110;

/** The last week that has begun, found by trying each. */
const weekOf = ({ week, weeks = [] }: ExistingPlan, date: Temporal.PlainDate) => {
  let found = week;
  for (const week of weeks) if (Temporal.PlainDate.compare(week.from, date) <= 0) found = week.week;
  return found;
};

const minutesOn = (plan: ExistingPlan, date: Temporal.PlainDate) => {
  const [day, { time }] = [nameOf(date), weekOf(plan, date)];
  const [from, to] = [time[0][day], time[1][day]];
  return from === null || to === null ? 0 : (minuteOfDay(to) - minuteOfDay(from) + 1440) % 1440;
};

const daysFrom = (startDate: string, count: number) => {
  const first = Temporal.PlainDate.from(startDate);
  return Array.from({ length: count }, (_, at) => first.add({ days: at }));
};
const nameOf = (date: Temporal.PlainDate) => WEEKDAYS[date.dayOfWeek - 1] ?? 'Mon';

const capOf = ({ caps }: CalculationFacts, kind: CapKind, startDate: string) => {
  const known = caps.filter((cap) => cap.kind === kind && cap.validFrom <= startDate);
  const [newest] = known.toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1));
  return newest?.minutes ?? Number.POSITIVE_INFINITY;
};

/** Minutes the caps leave a provider, next to the fullest day and week of two years of their plans. */
export const leftFor = (facts: CalculationFacts, { startDate }: StoredRequest, provider: number) => {
  const plans = facts.providers.find(({ id }) => id === provider)?.plans ?? [];
  const ofDay = perDay(() => 0);
  const weeks = new Map<string, { all: number; family: number }>();
  for (const date of daysFrom(startDate, WEEKS * 7)) {
    const running = plans.filter((plan) => runsOn(plan, date.toString()));
    const minutes = (some: readonly ExistingPlan[]) =>
      some.reduce((sum, plan) => sum + minutesOn(plan, date), 0);
    const { yearOfWeek, weekOfYear } = date;
    const key = `${yearOfWeek} ${weekOfYear}`;
    const week = weeks.get(key) ?? { all: 0, family: 0 };
    weeks.set(key, {
      all: week.all + minutes(running),
      family: week.family + minutes(running.filter(({ relative }) => relative)),
    });
    ofDay[nameOf(date)] = Math.max(ofDay[nameOf(date)], minutes(running));
  }
  const fullest = (pick: (week: { all: number; family: number }) => number) =>
    Math.max(...[...weeks.values()].map(pick));
  const left = (kind: CapKind, taken: number, most = Number.POSITIVE_INFINITY) =>
    Math.max(0, Math.min(most, capOf(facts, kind, startDate)) - taken);
  return {
    day: perDay((day) => left('providerDay', ofDay[day], 1439)),
    week: left(
      'providerWeek',
      fullest(({ all }) => all),
    ),
    relativeWeek: left(
      'relativeWeek',
      fullest(({ family }) => family),
    ),
  };
};

/** Minutes a week that remain in a year of personal care, health maintenance, or protective oversight (task 214). */
export const leftOfYear = (
  facts: CalculationFacts,
  { startDate }: StoredRequest,
  kind: 'personalYear' | 'healthYear' | 'oversightYear',
) => {
  const category = kind === 'healthYear' ? 'HealthMaintenance' : 'PCP/RPCP';
  const taken = daysFrom(startDate, 365).reduce((sum, date) => {
    const running = facts.clientPlans.filter(
      (plan) => plan.category === category && runsOn(plan, date.toString()),
    );
    const minutes = running.map((plan) =>
      kind === 'oversightYear'
        ? weekOf(plan, date).personalCareItems.reduce(
            (all, row) => all + (row.Name === 'task 214' ? row[nameOf(date)] : 0),
            0,
          )
        : minutesOn(plan, date),
    );
    return sum + minutes.reduce((all, one) => all + one, 0);
  }, 0);
  return Math.floor(Math.max(0, capOf(facts, kind, startDate) - taken) * (7 / 365) + 1e-9);
};
