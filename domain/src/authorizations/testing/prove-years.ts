import { addDays } from '../../calendar.ts';
import { FIRST_PACK } from '../../states/registry.ts';
import { sum } from '../../sum.ts';
import { daysBehind, LEDGER_PARTS, ledgersOf } from '../ledger.ts';
import { planMonths } from '../plan-months.ts';
import { naiveLedger } from './naive-ledger.ts';
import { type GeneratedYear, generateYear, YEAR, ZONE } from './test-year.ts';

/** What must hold for any generated year; `npm run prove` asks it of many more than `npm test`. */

const COUNTED = ['worked', 'onCards', 'claimed', 'paid', 'denied', 'planned'] as const;

/** Every line is what an independent count says, its months add up to it, and all lines together are the total. */
export const yearFaults = (seed: number): string[] => {
  const year = generateYear(seed);
  const ledgers = ledgersOf(year.facts, year.today, ZONE);
  const naive = naiveLedger(year);
  const faults: string[] = [];
  const expectSame = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) faults.push(`year ${seed}: ${what} is ${found}, not ${wanted}`);
  };
  expectSame('lines', ledgers.length, naive.size);
  for (const one of ledgers) {
    const name = one.par ? `par ${one.par.id}` : `none ${one.type}`;
    const wanted = naive.get(name);
    for (const field of COUNTED) {
      expectSame(`${name} ${field}`, one[field], wanted?.[field]);
      expectSame(`${name} months ${field}`, sum(one.months.map((month) => month[field])), one[field]);
    }
    const uncoded = one.days.filter(({ hasCode }) => !hasCode);
    expectSame(`${name} uncoded`, sum(uncoded.map(({ units }) => units)), wanted?.uncoded);
    const sums = { ...one, open: one.worked - one.paid };
    for (const part of LEDGER_PARTS)
      expectSame(`${name} days ${part}`, sum(daysBehind(one, part).map(({ units }) => units)), sums[part]);
    expectSame(`${name} runs out`, one.runsOut, wanted?.runsOut);
    if (one.authorized === null) continue;
    expectSame(`${name} left`, one.left, one.authorized - one.worked);
    expectSame(`${name} short`, one.short - one.unused, one.worked + one.planned - one.authorized);
    expectSame(`${name} short cents`, one.shortCents, one.short * 692);
    expectSame(`${name} unused cents`, one.unusedCents, one.days.length > 0 ? one.unused * 692 : 0);
    expectSame(`${name} runs out when short`, one.runsOut !== null, one.short > 0);
  }
  expectSame(
    'all claimed',
    sum(ledgers.map(({ claimed }) => claimed)),
    sum(year.claims.map(({ units }) => units)),
  );
  return faults;
};

const daysBetween = (a: string, b: string) =>
  Math.abs(Temporal.PlainDate.from(a).until(b, { largestUnit: 'days' }).days);

/** The same year seen earlier: what comes later is still the plan. */
const seenOn = (seed: number, today: string, missed: number): GeneratedYear =>
  generateYear(seed, { today, missed, moved: 0, carded: 0, plans: 1, changes: false });

/** One authorization of the year that is used up some time in its second half, by what really took place. */
const usedUpOn = (seed: number, missed: number) => {
  const year = seenOn(seed, '2027-01-01', missed);
  const [par] = year.facts.pars;
  if (!par) return undefined;
  const own = { ...par, from: '2026-01-01', through: '2026-12-31' };
  const [all] = ledgersOf({ ...year.facts, pars: [{ ...own, units: null }] }, '2027-01-01', ZONE);
  const units = Math.floor(((all?.worked ?? 0) * 3) / 4);
  const whole = { ...own, units };
  const [ledger] = ledgersOf({ ...year.facts, pars: [whole] }, '2027-01-01', ZONE);
  return ledger?.runsOut ? { par: whole, day: ledger.runsOut, year } : undefined;
};

/** Days by which the run-out day that is forecast `before` days ahead differs from the one that came. */
export const missedBy = (
  seed: number,
  {
    missed,
    before,
    by,
  }: { readonly missed: number; readonly before: number; readonly by: 'runsOut' | 'runsOutAtPace' },
): number | undefined => {
  const truth = usedUpOn(seed, missed);
  if (!truth) return undefined;
  const today = addDays(truth.day, -before);
  // Visits before that day are those of the whole year; later ones have no record yet.
  const plans = truth.year.plans.map((plan) => ({
    ...plan,
    visits: plan.visits.filter(({ date }) => date < today),
  }));
  const visits = plans.flatMap((plan) => planMonths(plan, YEAR, { today, zone: ZONE, pack: FIRST_PACK }));
  const [ledger] = ledgersOf({ pars: [truth.par], cards: [], claims: [], visits }, today, ZONE);
  const known = ledger?.[by];
  return known ? daysBetween(known, truth.day) : Number.POSITIVE_INFINITY;
};
