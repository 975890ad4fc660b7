import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekdayOf } from '../calendar.ts';
import type { WeekRows } from '../care-plans/schema.ts';
import { type ActiveMove, activeSpans, flowOf, isActiveOn } from './active.ts';
import { hoursOfUnits, marksOf } from './compared-hours.ts';
import { birthdayIn, excludedState, planExpiration, savingOn, shotOf } from './due.ts';
import { isCovered, isOver, keyOf, plannedHalves } from './halves.ts';
import { keptParameters } from './parameters.ts';
import { hours, sumBy, tableOf, text } from './table.ts';
import { closedReasons, countVisits, ELEMENTS, elementMarks, missingElements } from './visit-marks.ts';
import { unitsLeft, yearOfUnits } from './yearly-units.ts';

/** The worked examples of docs/rules/reports.md, rules 11 to 21, and what is true for any data. */

const person = (
  start: string | null,
  archiveDate: string | null = null,
  returnDate: string | null = null,
) => ({
  start,
  created: '2024-05-05',
  isActive: archiveDate === null || returnDate !== null,
  archiveDate,
  returnDate,
});
const archived = (on: string): ActiveMove => ({ on, cur: 'n', archiveDate: on, returnDate: null });
const back = (on: string): ActiveMove => ({ on, cur: 'y', archiveDate: null, returnDate: on });

describe('Statistic Report', () => {
  test('November: A comes on the 3rd, B leaves on the 20th, C stays, D left on 10-31', () => {
    const a = activeSpans(person('2026-11-03'), []);
    const b = activeSpans(person('2020-01-01', '2026-11-20'), [archived('2026-11-20')]);
    const c = activeSpans(person('2020-01-01'), []);
    const d = activeSpans(person('2020-01-01', '2026-10-31'), []);
    expect(flowOf([a, b, c, d], '2026-11-01', '2026-11-30')).toEqual({
      opening: 2,
      started: 1,
      returned: 0,
      left: 1,
      closing: 2,
    });
  });
  test('somebody who left and came back counts as both', () => {
    const spans = activeSpans(person('2026-01-05'), [archived('2026-03-10'), back('2026-06-01')]);
    expect(spans).toEqual([
      { from: '2026-01-05', until: '2026-03-10' },
      { from: '2026-06-01', until: null },
    ]);
    expect([isActiveOn(spans, '2026-03-09'), isActiveOn(spans, '2026-03-10')]).toEqual([true, false]);
    expect(flowOf([spans], '2026-06-01', '2026-06-30')).toMatchObject({
      opening: 0,
      returned: 1,
      closing: 1,
    });
  });
  test('the corrected archive date counts, and without a start date the day of the record', () => {
    const moves = [
      archived('2026-03-10'),
      { on: '2026-03-12', cur: null, archiveDate: '2026-02-28', returnDate: null },
    ];
    expect(activeSpans(person(null, '2026-02-28'), moves)).toEqual([
      { from: '2024-05-05', until: '2026-02-28' },
    ]);
  });

  const days = fc
    .integer({ min: 0, max: 800 })
    .map((n) => Temporal.PlainDate.from('2025-01-01').add({ days: n }));
  const lives = fc.array(
    fc.uniqueArray(days, { minLength: 1, maxLength: 6, selector: String }).map((some) => {
      const [start = '', ...turns] = some.map(String).toSorted();
      const moves = turns.map((on, n) => (n % 2 === 0 ? archived(on) : back(on)));
      const isGone = moves.length % 2 === 1;
      return activeSpans(
        { ...person(start), isActive: !isGone, archiveDate: isGone ? (turns.at(-1) ?? null) : null },
        moves,
      );
    }),
    { maxLength: 8 },
  );
  test('opening + new + returned − left = closing, and closing is the next opening', () => {
    fc.assert(
      fc.property(lives, fc.integer({ min: 0, max: 23 }), (people, n) => {
        const month = Temporal.PlainYearMonth.from('2025-01').add({ months: n });
        const range = (of: Temporal.PlainYearMonth) =>
          [`${of}-01`, of.toPlainDate({ day: of.daysInMonth }).toString()] as const;
        const flow = flowOf(people, ...range(month));
        expect(flow.opening + flow.started + flow.returned - flow.left).toBe(flow.closing);
        expect(flowOf(people, ...range(month.add({ months: 1 }))).opening).toBe(flow.closing);
      }),
    );
  });
});

test.each([
  ['2025-12-15', '2026-12-15', 'Soon'],
  ['2025-11-30', '2026-11-30', 'Expired'],
  ['2026-01-02', undefined, undefined],
  ['2024-02-29', '2025-02-28', 'Expired'],
])('Care Plan Expiration in November 2026: a plan starting %s is due %s, %s', (start, due, state) => {
  expect(planExpiration(start, '2026-11')).toEqual(due && { due, state });
});

test.each([
  ['2026-10-31', null],
  ['2026-11-01', 'Soon'],
  ['2026-11-20', 'Soon'],
  ['2026-11-30', 'Soon'],
  ['2026-12-01', 'Ended'],
])('Excluded By Day: an exemption since 12-01-2025 is on %s: %s', (on, state) => {
  expect(excludedState('2025-12-01', on)).toBe(state);
});

describe('Secure Saving on 11-30-2026', () => {
  const saver = (startDate: string, more: { dob?: string; returnDate?: string } = {}) =>
    savingOn({ dob: '1980-01-01', returnDate: null, startDate, ...more }, '2026-11');
  test('180 days are included, 179 are not', () => {
    expect(saver('2026-06-03')).toEqual({ days: 180, isNew: true });
    expect(saver('2026-06-04')).toBeUndefined();
  });
  test('returning starts the count again, and anyone under 18 has to wait', () => {
    expect(saver('2020-01-01', { returnDate: '2026-06-04' })).toBeUndefined();
    expect(saver('2020-01-01', { dob: '2008-11-30' })).toMatchObject({ isNew: true });
    expect(saver('2020-01-01', { dob: '2008-12-01' })).toBeUndefined();
    expect(saver('2020-01-01')?.isNew).toBe(false);
  });
});

test('Flu Shot: 2026-02 counts for the season of 2025 but not of 2026, and earlier values count too', () => {
  expect([shotOf(['2026-02'], 2025), shotOf(['2026-02'], 2026)]).toEqual(['2026-02', null]);
  expect(shotOf(['2026-10', '2025-11', null], 2025)).toBe('2025-11');
});

test('Birthdays: February 29 becomes February 28 in other years', () => {
  expect(birthdayIn('2000-02-29', '2026-02')).toEqual({ date: '2026-02-28', turns: 26 });
  expect(birthdayIn('2000-02-29', '2028-02')).toEqual({ date: '2028-02-29', turns: 28 });
  expect(birthdayIn('2000-02-29', '2028-03')).toBeUndefined();
});

describe('Missing TS, No Billed TS and Non existing billing on 12-05 for 2026-11', () => {
  const row = <T>(v: T) => ({ Mon: v, Tue: v, Wed: v, Thu: v, Fri: v, Sat: v, Sun: v });
  const time: WeekRows = [
    { Name: 'Time In', ...row('08:00') },
    { Name: 'Time Out', ...row('10:00') },
    { Name: 'Travel Time', ...row(0) },
  ];
  const plan = (id: number, StartDate = '2026-01-01') => ({
    id,
    StartDate,
    EndDate: null,
    coversPlanId: null,
    Status: 'Active' as const,
    week: { time },
    limits: { archived: [], temporary: [] },
  });
  const plans = [plan(1), plan(2), plan(3), plan(4), plan(5, '2026-11-20'), plan(6)];
  const scans = new Set([
    '1 2026-11 0',
    '1 2026-11 1',
    '2 2026-11 0',
    '3 2026-11 0',
    '3 2026-11 1',
    '6 2026-11 0',
    '6 2026-11 1',
  ]);
  const card = (planId: number, endPeriod: string) => ({ planId, startPeriod: '2026-11-01', endPeriod });
  const cards = [card(1, '2026-11-30'), card(2, '2026-11-15'), card(6, '2026-11-15')];
  const halves = plannedHalves(plans, '2026-11-01', '2026-11-30');
  const said = (of: typeof halves) => of.map(({ plan: { id }, half: { period } }) => `P${id} ${period + 1}`);

  test('equal the table in the document', () => {
    const over = halves.filter((half) => isOver(half, '2026-12-05'));
    expect(said(over.filter((half) => !scans.has(keyOf(half))))).toEqual(['P2 2', 'P4 1', 'P4 2', 'P5 2']);
    expect(said(over.filter((half) => scans.has(keyOf(half)) && !isCovered(half, cards)))).toEqual([
      'P3 1',
      'P3 2',
      'P6 2',
    ]);
    expect(plans.filter(({ id }) => !cards.some(({ planId }) => planId === id)).map(({ id }) => id)).toEqual([
      3, 4, 5,
    ]);
  });
  test('leave out a half that is not over', () => {
    expect(said(halves.filter((half) => isOver(half, '2026-11-30')))).toEqual([
      'P1 1',
      'P2 1',
      'P3 1',
      'P4 1',
      'P6 1',
    ]);
    expect(weekdayOf(Temporal.PlainDate.from('2026-11-20'))).toBe('Fri');
  });
});

test('Visits By Month on 11-20: 22 visits, 17 Complete, 1 Active, 2 missed, 2 ahead; 3 closed ones are separate', () => {
  const visits = [
    ...Array.from({ length: 17 }, () => ({ date: '2026-11-05', status: 'Complete' as const, closed: null })),
    { date: '2026-11-19', status: 'Active' as const, closed: null },
    ...['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-25'].map((date) => ({
      date,
      status: 'Planned' as const,
      closed: null,
    })),
    ...(['hospital', 'absent', 'hospital'] as const).map((closed) => ({
      date: '2026-11-12',
      status: 'Planned' as const,
      closed,
    })),
  ];
  expect(closedReasons(visits)).toBe('Client in hospital 2, Caregiver absent 1');
  expect(countVisits(visits, '2026-11-20')).toEqual({
    planned: 22,
    complete: 17,
    active: 1,
    missed: 2,
    ahead: 2,
    closed: 3,
  });
});

describe('EVV Elements', () => {
  const whole = {
    aggregatorCode: 'T1019',
    clientMedicaid: 'A1',
    clientIsPrivate: false,
    startPlaced: true,
    endPlaced: true,
    changeCode: null,
    providerName: 'Okafor, Pat',
    providerHasSsn: true,
    startAt: '2026-11-20T15:00:00Z',
    endAt: '2026-11-20T17:00:00Z',
  };
  test.each([
    [{}, []],
    [{ aggregatorCode: null }, ['type of service']],
    [{ clientMedicaid: null }, ['individual receiving']],
    [{ clientMedicaid: null, clientIsPrivate: true }, []],
    [{ endPlaced: false }, ['location']],
    [{ endPlaced: false, changeCode: 10 }, []],
    [{ endPlaced: false, changeCode: 3 }, ['location']],
    [{ providerHasSsn: false }, ['individual providing']],
    [{ endAt: null }, ['start and end']],
    [{ endAt: '2026-11-20T15:00:00Z' }, ['start and end']],
  ])('%o lacks %o', (change, missing) => {
    expect(missingElements(elementMarks({ ...whole, ...change }))).toEqual(missing);
    expect(elementMarks(whole)).toHaveLength(ELEMENTS.length);
  });
});

test.each([
  [3970, 4000, 4000, ['billed above verified']],
  [3980, 4000, 4000, []],
  [4000, 0, 4000, ['paid not billed', 'worked not billed']],
  [null, 4000, 0, []],
])('worked %s, billed %s, paid %s: %o', (worked, billed, paid, marks) => {
  expect(marksOf({ worked, billed, paid })).toEqual(marks);
  expect(hoursOfUnits(13)).toBe(325);
});

test('Billed Yearly Units: of 1,776 authorised until 03-31-2027, 950 are used, so 826 are left, 53.5 % used', () => {
  const range = yearOfUnits('2027-03-31', 2026);
  expect(unitsLeft(1776, 950, range, '2026-11-20')).toMatchObject({
    from: '2026-04-01',
    through: '2027-03-31',
    left: 826,
    usedPercent: 535,
    gonePercent: 641,
    isAhead: false,
  });
  expect(unitsLeft(1000, 742, range, '2026-11-20').isAhead).toBe(true);
  expect(unitsLeft(1000, 741, range, '2026-11-20').isAhead).toBe(false);
  expect(yearOfUnits(null, 2025)).toEqual({ from: '2025-01-01', through: '2025-12-31', calendar: true });
});

test('totals of a report are over the printed rows, everything else over all rows', () => {
  const rows = [
    { name: 'Żak', isMissing: true, hours: 100 },
    { name: 'Baca', isMissing: false, hours: 250 },
    { name: 'Ågren', isMissing: true, hours: 25 },
  ];
  const table = tableOf<(typeof rows)[number]>(
    {
      noun: ['visit', 'visits'],
      order: ({ name }) => [name],
      prints: ({ isMissing }) => isMissing,
      columns: [text('Name', 10, ({ name }) => name), hours('Hours', (row) => row.hours)],
      summaries: (all) => [
        sumBy('All', 'Lacks', all, ({ isMissing }) => (isMissing ? 'yes' : 'no'), [
          ['Hours', 'hours', (row) => row.hours],
        ]),
      ],
    },
    rows,
    true,
  );
  expect(table.rows).toEqual([
    ['Ågren', 25],
    ['Żak', 100],
  ]);
  expect(table.totals).toEqual(['2 visits', 125]);
  expect(table.summaries[0]?.rows).toEqual([
    ['no', 250],
    ['yes', 125],
  ]);
});

test('only the chosen parameters that the report uses are kept, and never whom it is about', () => {
  const chosen = { month: '2026-11', type: 'all', id: '7', who: 'x' };
  expect(keptParameters({ inputs: ['month', 'type', 'client'] }, chosen)).toEqual({
    month: '2026-11',
    type: 'all',
  });
});
