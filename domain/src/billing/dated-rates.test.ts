import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { dayLines } from '../claims/day-lines.ts';
import type { Term } from '../plan-types/schema.ts';
import { figuresOfWeek, weeksOf } from '../reports/weeks.ts';
import type { UnitRule } from '../unit-rules.ts';
import { serviceDays } from './counting.ts';
import { datedRates, firstRate, kindOfRate } from './rates.ts';
import { cardTotals } from './rules.ts';
import type { Card, CardDay } from './schema.ts';

/** Checks dated rates against a count that goes day by day without the product's running totals. */

const ZONE = 'America/Denver';
const MONTH = '2026-10';
const dayOf = (n: number) => `${MONTH}-${String(n).padStart(2, '0')}`;

const term = (validFrom: string, inside: number | null, outside: number | null, modifier: string): Term => ({
  validFrom,
  rateCents: inside,
  addrateCents: outside,
  procedureCode: 'T1019',
  modifiers: [modifier],
  unitRule: 'up',
  payCategory: null,
  source: 'test',
});

const cardOf = (json: readonly CardDay[], more: Partial<Card>): Card => ({
  id: 1,
  planId: 1,
  clientId: 1,
  providerId: 2,
  typeCode: 'PCP',
  planStatus: 'Active',
  date: MONTH,
  customDate: null,
  startPeriod: dayOf(1),
  endPeriod: dayOf(31),
  payRate: 517,
  rateKind: null,
  rates: [],
  unitRule: 'up',
  days: [...json],
  status: 'Billed',
  excluded: null,
  ...more,
});

const served = (n: number, minutes: number): CardDay => ({
  date: dayOf(n),
  start: '08:00',
  end: `${String(8 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
  travel: 0,
  billing: true,
  payroll: true,
});

const TERMS = [term('2020-01-01', 517, 600, 'U1'), term(dayOf(16), 530, 610, 'U2')];

describe('a rate that changes within a month', () => {
  test('each day has the amount, code and modifiers of the terms in force', () => {
    const rates = datedRates(TERMS, 'inside', MONTH);
    expect(rates).toEqual([
      { from: dayOf(1), cents: 517 },
      { from: dayOf(16), cents: 530 },
    ]);
    const card = cardOf([served(15, 120), served(16, 120)], { rateKind: 'inside', rates });
    expect(cardTotals(card, ZONE).amount).toBe(8 * 517 + 8 * 530);
    const lines = dayLines([{ card, terms: TERMS, pars: [] }], ZONE);
    expect(lines.map(({ day, modifiers, units, charge }) => [day, modifiers, units, charge])).toEqual([
      [dayOf(15), ['U1'], 8, 8 * 517],
      [dayOf(16), ['U2'], 8, 8 * 530],
    ]);
  });

  test('an Old or Custom rate applies to the whole card', () => {
    const card = cardOf([served(15, 120), served(16, 120)], { payRate: 500 });
    expect(cardTotals(card, ZONE).amount).toBe(16 * 500);
  });

  test('a line says if the rate of its day changed after the card was saved', () => {
    const card = cardOf([served(15, 120), served(16, 120)], {
      rateKind: 'inside',
      rates: [{ from: dayOf(1), cents: 517 }],
    });
    const lines = dayLines([{ card, terms: TERMS, pars: [] }], ZONE);
    expect(lines.map(({ isRateOutdated }) => isRateOutdated)).toEqual([false, true]);
  });

  test('the rate in the answer is that of the first billed day, with its kind', () => {
    const dated = {
      inside: datedRates(TERMS, 'inside', MONTH),
      outside: datedRates(TERMS, 'outside', MONTH),
    };
    const late = cardOf([{ ...served(2, 60), billing: false }, served(20, 60)], {});
    expect(firstRate(dated.inside, late)).toBe(530);
    expect(kindOfRate(530, dated, false, late)).toBe('inside');
    expect(kindOfRate(610, dated, false, late)).toBeNull();
    expect(kindOfRate(610, dated, true, late)).toBe('outside');
    expect(kindOfRate(517, dated, false, late)).toBeNull();
  });
});

// --- The oracle ----------------------------------------------------------------------------------------------------

/** The rules that round a card once. */
type RunningRule = Exclude<UnitRule, 'nearestVisit'>;
const ROUND: Record<RunningRule, (units: number) => number> = {
  up: Math.ceil,
  nearest: Math.round,
  down: Math.floor,
};

/** Units and cents of each day: minutes are counted from the first day on, and each full unit is billed on the day that completes it. */
const walk = (
  rows: readonly CardDay[],
  terms: readonly Term[],
  kind: 'inside' | 'outside',
  rule: RunningRule,
) => {
  const cents = (one: Term) => (kind === 'inside' ? one.rateCents : one.addrateCents);
  const before = terms.map(({ validFrom }) => validFrom).filter((day) => day <= dayOf(1));
  const inForce = before.reduce((last, day) => (day > last ? day : last), '');
  // Terms without a rate keep the previous rate within the month.
  const known = terms
    .filter((one) => cents(one) !== null && one.validFrom >= inForce && one.validFrom <= dayOf(31))
    .sort((a, b) => a.validFrom.localeCompare(b.validFrom));
  let minutes = 0;
  let billed = 0;
  return Array.from({ length: 31 }, (_, n) => {
    const date = dayOf(n + 1);
    const row = rows.find((one) => one.date === date);
    if (row?.billing && row.start !== null && row.end !== null) {
      const [from, to] = [row.start, row.end].map(
        (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)),
      );
      minutes += (to ?? 0) - (from ?? 0) + row.travel;
    }
    const units = ROUND[rule](minutes / 15) - billed;
    billed += units;
    let rate: number | null = known[0] ? cents(known[0]) : null;
    for (const one of known) if (one.validFrom <= date) rate = cents(one);
    let modifiers: readonly string[] = [];
    let latest = '';
    for (const one of terms)
      if (one.validFrom <= date && one.validFrom >= latest)
        [modifiers, latest] = [one.modifiers, one.validFrom];
    return { date, units, amount: units * (rate ?? 0), modifiers };
  });
};

test('page, claims and weeks agree with a day-by-day count, whatever changes when', () => {
  const rows = fc.uniqueArray(
    fc.record({
      date: fc.integer({ min: 1, max: 31 }).map(dayOf),
      start: fc.constantFrom('06:00', '08:10', '11:59'),
      end: fc.constantFrom('12:07', '13:00', '15:46'),
      travel: fc.integer({ min: 0, max: 40 }),
      billing: fc.boolean(),
      payroll: fc.boolean(),
    }),
    { selector: ({ date }) => date, maxLength: 31 },
  );
  const changes = fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: -20, max: 31 }),
      inside: fc.integer({ min: 1, max: 3_000 }),
      outside: fc.option(fc.integer({ min: 1, max: 3_000 })),
    }),
    { selector: ({ day }) => day, minLength: 1, maxLength: 5 },
  );
  let cents = 0;
  fc.assert(
    fc.property(
      rows,
      changes,
      fc.constantFrom<RunningRule>('up', 'nearest', 'down'),
      fc.constantFrom('inside' as const, 'outside' as const),
      (json, list, unitRule, kind) => {
        const terms = list.map(({ day, inside, outside }, n) =>
          term(addDays(`${MONTH}-01`, day - 1), inside, outside, `U${n}`),
        );
        const rates = datedRates(terms, kind, MONTH);
        fc.pre(rates.length > 0);
        const card = cardOf(json, { rateKind: kind, rates, unitRule });
        const walked = walk(json, terms, kind, unitRule);
        const amount = walked.reduce((sum, day) => sum + day.amount, 0);
        cents += amount;
        expect(cardTotals(card, ZONE).amount).toBe(amount);
        const lines = dayLines([{ card, terms, pars: [] }], ZONE);
        expect(lines.map(({ day, units, charge, modifiers }) => [day, units, charge, modifiers])).toEqual(
          walked
            .filter(({ units }) => units > 0)
            .map(({ date, units, amount: of, modifiers }) => [date, units, of, modifiers]),
        );
        const days = serviceDays(card, ZONE);
        const weeks = weeksOf(MONTH).map((week) =>
          figuresOfWeek([{ ...card, status: 'Billed', days }], week).amounts.get('Billed'),
        );
        expect(weeks.reduce<number>((sum, of) => sum + (of ?? 0), 0)).toBe(amount);
      },
    ),
    { numRuns: 1_000 },
  );
  expect(cents).toBeGreaterThan(0);
});
