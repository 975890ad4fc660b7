import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WeekRows } from '../care-plans/schema.ts';
import { serviceDays } from './counting.ts';
import {
  adjustSecondHalf,
  type CardPlan,
  mayAdjust,
  openGaps,
  openRows,
  plannedRows,
  possiblePeriod,
  SECOND_HALF_MINUTES,
  secondHalfMinutes,
  TO_COME,
  visitTimesOf,
  withoutDaysToCome,
  withPreviousData,
  withVisitData,
} from './opening.ts';
import type { CardDay, EvvVisit } from './schema.ts';
import { served as day } from './testing/served.ts';

const ZONE = 'America/Denver';
const row = <T>(v: T) => ({ Mon: v, Tue: v, Wed: v, Thu: v, Fri: v, Sat: v, Sun: v });
const time: WeekRows = [
  { Name: 'Time In', ...row(null), Mon: '08:00', Fri: '22:00' },
  { Name: 'Time Out', ...row(null), Mon: '10:30', Fri: '06:00' },
  { Name: 'Travel Time', ...row(0), Fri: 15 },
];
const plan = {
  StartDate: '2026-11-06',
  EndDate: null,
  coversPlanId: null,
  Status: 'Active' as const,
  excluded: null,
  evvNeeded: true,
  week: { time },
};
const nothing = { archived: [], temporary: [] };
const november = () => plannedRows(plan, '2026-11', nothing);
const visit = (date: string, more: Partial<EvvVisit> = {}): EvvVisit => ({
  date: date,
  plannedDay: date,
  Status: 'Planned',
  startedAt: null,
  endedAt: null,
  ClosedCode: null,
  ClosedMemo: null,
  ...more,
});
const complete = (date: string, from: string, to: string, more: Partial<EvvVisit> = {}) =>
  visit(date, { Status: 'Complete', startedAt: from, endedAt: to, ...more });

describe('a new card', () => {
  test("has the plan's week throughout the month, from the plan's first day on", () => {
    expect(november().map(({ date, start, end, travel }) => [date, start, end, travel])).toEqual([
      ['2026-11-06', '22:00', '06:00', 15],
      ['2026-11-09', '08:00', '10:30', 0],
      ['2026-11-13', '22:00', '06:00', 15],
      ['2026-11-16', '08:00', '10:30', 0],
      ['2026-11-20', '22:00', '06:00', 15],
      ['2026-11-23', '08:00', '10:30', 0],
      ['2026-11-27', '22:00', '06:00', 15],
      ['2026-11-30', '08:00', '10:30', 0],
    ]);
  });

  const visits = [
    visit('2026-11-06'),
    complete('2026-11-09', '2026-11-09T15:00:00Z', '2026-11-09T17:30:00Z'),
    visit('2026-11-13', { Status: 'Active', startedAt: '2026-11-14T05:00:00Z' }),
    complete('2026-11-17', '2026-11-17T15:00:00Z', '2026-11-17T17:30:00Z', { plannedDay: '2026-11-16' }),
    visit('2026-11-23'),
  ];
  test('says for each day why no visit proves it', () => {
    expect([...openGaps(november(), plan, visits, '2026-11-21')]).toEqual([
      ['2026-11-06', 'The visit was missed'],
      ['2026-11-13', 'The visit was not checked out'],
      ['2026-11-16', 'The visit was moved to 11-17-2026'],
      ['2026-11-20', 'There is no visit'],
      ['2026-11-23', 'The visit has not taken place yet'],
      ['2026-11-27', 'The visit has not taken place yet'],
      ['2026-11-30', 'The visit has not taken place yet'],
    ]);
  });
  const possible = { from: '2026-11-06', through: '2026-11-30' };
  const open = (
    more: Partial<Pick<CardPlan, 'evvNeeded' | 'excluded'>> = {},
    seen = visits,
    today = '2026-11-21',
  ) => openRows(november(), { plan: { ...plan, ...more }, visits: seen, possible, today, zone: ZONE });
  const checked = (rows: readonly CardDay[], box: 'billing' | 'payroll') =>
    rows.filter((one) => one[box]).map(({ date }) => date);

  test('bills and pays only days with Complete visits, so a missed visit is not paid', () => {
    const rows = open();
    expect(checked(rows, 'billing')).toEqual(['2026-11-09', '2026-11-17']);
    expect(checked(rows, 'payroll')).toEqual(['2026-11-09', '2026-11-17']);
  });
  test('shows a day whose visit was closed with the reason but no times, because it is no longer planned', () => {
    const closed = visit('2026-11-09', { ClosedCode: 'hospital', ClosedMemo: 'since Monday' });
    const limits = { ...nothing, closed: [closed] };
    const left = plannedRows(plan, '2026-11', limits);
    expect(left.map(({ date }) => date)).not.toContain('2026-11-09');
    for (const evvNeeded of [true, false]) {
      const facts = {
        plan: { ...plan, evvNeeded },
        visits: [closed],
        possible,
        today: '2026-11-21',
        zone: ZONE,
      };
      const rows = openRows(left, facts);
      const row = { start: null, end: null, travel: 0, billing: false, payroll: false };
      expect(rows.find(({ date }) => date === '2026-11-09')).toEqual({ date: '2026-11-09', ...row });
      expect(openGaps(rows, facts.plan, [closed], '2026-11-21').get('2026-11-09')).toBe(
        'Closed: client in hospital (since Monday)',
      );
      const before = november().filter(({ date }) => date === '2026-11-16');
      const filled = withPreviousData(
        rows,
        { date: '2026-10', days: before },
        { ...facts, month: '2026-11' },
      );
      expect(filled.find(({ date }) => date === '2026-11-09')).toEqual({ date: '2026-11-09', ...row });
    }
  });
  test('has a row for a Complete visit that was moved, so that the work is paid', () =>
    expect(open().find(({ date }) => date === '2026-11-17')).toEqual(day('2026-11-17', '08:00', '10:30')));
  test('has no rows for visits outside its possible days', () => {
    const late = complete('2026-12-01', '2026-12-01T15:00:00Z', '2026-12-01T17:00:00Z');
    const early = complete('2026-11-05', '2026-11-05T15:00:00Z', '2026-11-05T17:00:00Z');
    expect(open({}, [early, late]).map(({ date }) => date)).toEqual(november().map(({ date }) => date));
  });
  test.each([
    ['of a type without EVV', { evvNeeded: false }],
    ['of an EVV-exempt pair', { excluded: '2026-01-01' }],
  ])('%s bills and pays every planned day up to today', (_, more) => {
    const past = ['2026-11-06', '2026-11-09', '2026-11-13', '2026-11-16', '2026-11-20'];
    const rows = open(more, []);
    expect(checked(rows, 'billing')).toEqual(past);
    expect(checked(rows, 'payroll')).toEqual(past);
    expect(open(more, [], '2026-11-06').filter(({ payroll }) => payroll)).toHaveLength(1);
    expect(openGaps(november(), { ...plan, ...more }, [], '2026-11-21').get('2026-11-23')).toBe(TO_COME);
  });
  test('never pays a future day or a day without a Complete visit, whatever the month looks like', () => {
    const visitOf = fc.record({
      n: fc.integer({ min: 1, max: 30 }),
      Status: fc.constantFrom('Planned' as const, 'Active' as const, 'Complete' as const),
    });
    const seen = fc.uniqueArray(visitOf, { selector: ({ n }) => n, maxLength: 30 });
    const dateOf = (n: number) => `2026-11-${String(n).padStart(2, '0')}`;
    fc.assert(
      fc.property(seen, fc.integer({ min: 1, max: 30 }), (list, n) => {
        const own = list.map((one) =>
          complete(dateOf(one.n), `${dateOf(one.n)}T15:00:00Z`, `${dateOf(one.n)}T16:00:00Z`, {
            Status: one.n <= n ? one.Status : 'Planned',
          }),
        );
        const worked = list
          .filter((one) => one.Status === 'Complete' && one.n <= n && one.n >= 6)
          .map((one) => dateOf(one.n))
          .toSorted();
        expect(checked(open({}, own, dateOf(n)), 'payroll')).toEqual(worked);
      }),
    );
  });
});

test('unchecks future days and changes nothing else', () =>
  expect(
    withoutDaysToCome(
      [day('2026-11-20', '08:00', '09:00'), day('2026-11-21', '08:00', '09:00')],
      '2026-11-20',
    ),
  ).toEqual([
    day('2026-11-20', '08:00', '09:00'),
    day('2026-11-21', '08:00', '09:00', { billing: false, payroll: false }),
  ]));

test.each([
  ['the whole month', '2026-01-01', null, [], '2026-11-01', '2026-11-30'],
  ['from its first day', '2026-11-20', null, [null], '2026-11-20', '2026-11-30'],
  ['through its end date, which a card may hold', '2026-01-01', '2026-11-12', [], '2026-11-01', '2026-11-12'],
  [
    'through the archive date of a person',
    '2026-01-01',
    '2026-11-12',
    ['2026-11-08'],
    '2026-11-01',
    '2026-11-08',
  ],
] as const)('a card may hold %s', (_, StartDate, EndDate, archived, from, through) =>
  expect(possiblePeriod({ StartDate, EndDate }, archived, '2026-11')).toEqual({ from, through }),
);
test.each([
  ['2026-12-01', null],
  ['2026-01-01', '2026-10-31'],
])('a plan from %s to %s has no card in November', (StartDate, EndDate) =>
  expect(possiblePeriod({ StartDate, EndDate }, [], '2026-11')).toBeUndefined(),
);

describe('Visit EVV Data', () => {
  const off = { billing: false, payroll: false };
  const rows = [day('2026-11-02', '08:00', '10:00', off), day('2026-11-03', '08:00', '10:00')];
  const take = (...visits: EvvVisit[]) => withVisitData(rows, visits, { month: '2026-11', zone: ZONE });
  test('uses the actual times to the minute, and bills and pays the day', () => {
    expect(take(complete('2026-11-02', '2026-11-02T15:02:59Z', '2026-11-02T17:01:10Z'))).toEqual([
      day('2026-11-02', '08:02', '10:01'),
      day('2026-11-03', '08:00', '10:00'),
    ]);
  });
  test('adds a row for a visit on a day that was not planned', () => {
    const taken = take(complete('2026-11-05', '2026-11-06T05:00:00Z', '2026-11-06T13:00:00Z'));
    expect(taken.at(-1)).toEqual(day('2026-11-05', '22:00', '06:00'));
  });
  test('uses the longer of two visits on a day', () => {
    const two = [
      complete('2026-11-02', '2026-11-02T15:00:00Z', '2026-11-02T15:30:00Z'),
      complete('2026-11-02', '2026-11-02T18:00:00Z', '2026-11-02T20:00:00Z', { plannedDay: '2026-11-04' }),
    ];
    expect(take(...two)[0]).toEqual(day('2026-11-02', '11:00', '13:00'));
    expect(visitTimesOf(two, ZONE).get('2026-11-02')?.others).toBe(1);
  });
  test('on any day of a year, those of the clocks that change too, has the times that mean its moments', () => {
    const moments = (row: CardDay) =>
      [row.start, row.end].map((clock, at) => {
        const isNext = at === 1 && String(row.end) < String(row.start);
        const date = Temporal.PlainDate.from(row.date).add({ days: isNext ? 1 : 0 });
        return date.toZonedDateTime({ timeZone: ZONE, plainTime: String(clock) }).epochMilliseconds;
      });
    const without: string[] = [];
    for (let date = Temporal.PlainDate.from('2026-01-01'); date.year === 2026; date = date.add({ days: 1 }))
      for (const begin of [0, 61, 95, 130, 700, 1_380])
        for (const minutes of [1, 45, 180, 1_439]) {
          const midnight = date.toZonedDateTime(ZONE).epochMilliseconds;
          const at = [begin, begin + minutes].map((minute) => midnight + minute * 60_000);
          const [from = '', to = ''] = at.map((ms) => Temporal.Instant.fromEpochMilliseconds(ms).toString());
          const worked = complete(String(date), from, to);
          const [row] = withVisitData([], [worked], { month: String(date).slice(0, 7), zone: ZONE });
          if (row) expect(moments(row), `${from} to ${to}`).toEqual(at);
          else without.push(`${date} ${begin} ${minutes}`);
        }
    const changing = without.map((one) => one.slice(0, 10));
    expect(new Set(changing)).toEqual(new Set(['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01']));
  });
  test.each([
    ['is not Complete', visit('2026-11-02')],
    ['lasted a day', complete('2026-11-02', '2026-11-02T15:00:00Z', '2026-11-03T15:00:00Z')],
    ['lasted no minute', complete('2026-11-02', '2026-11-02T15:00:01Z', '2026-11-02T15:00:40Z')],
  ])('leaves the row of a visit that %s', (_, one) => expect(take(one)).toEqual(rows));
});

describe('Previous Data', () => {
  const of = { month: '2026-11', today: '2026-11-30', visits: [] };
  test('from the same month bills and pays no future day', () => {
    const days = [day('2026-11-09', '09:00', '10:00')];
    const [row] = withPreviousData(
      november(),
      { date: '2026-11', days: days },
      { ...of, today: '2026-11-08' },
    );
    expect(row).toEqual(day('2026-11-09', '09:00', '10:00', { billing: false, payroll: false }));
  });
  test('from the same month is the deleted record', () => {
    const days = [day('2026-11-09', '09:00', '10:00'), day('2026-11-02', '08:00', '09:00')];
    expect(withPreviousData(november(), { date: '2026-11', days: days }, of).map(({ date }) => date)).toEqual(
      ['2026-11-02', '2026-11-09'],
    );
  });
  test('from the month before is copied weekday by weekday', () => {
    const days = [
      day('2026-10-05', '07:00', '09:00', { travel: 5 }),
      day('2026-10-12', '07:30', '09:00', { billing: false }),
    ];
    const mondays = withPreviousData(november(), { date: '2026-10', days: days }, of).filter(
      ({ date }) => Temporal.PlainDate.from(date).dayOfWeek === 1,
    );
    expect(mondays.map(({ start, end, travel, billing }) => [start, end, travel, billing])).toEqual([
      ['07:00', '09:00', 5, true],
      ['07:30', '09:00', 0, true],
      ['07:30', '09:00', 0, true],
      ['07:30', '09:00', 0, true],
    ]);
  });
});

describe('Adjust Second Half', () => {
  const days = fc.uniqueArray(
    fc.record({
      n: fc.integer({ min: 1, max: 30 }),
      start: fc.integer({ min: 0, max: 1439 }),
      length: fc.integer({ min: 1, max: 700 }),
      billing: fc.boolean(),
    }),
    { selector: ({ n }) => n, maxLength: 30 },
  );
  const clock = (m: number) =>
    `${String(Math.floor((m % 1440) / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`;
  const cardOf = (list: readonly { n: number; start: number; length: number; billing: boolean }[]) => ({
    startPeriod: '2026-11-01',
    endPeriod: '2026-11-30',
    days: list.map(({ n, start, length, billing }) =>
      day(`2026-11-${String(n).padStart(2, '0')}`, clock(start), clock(start + length), { billing }),
    ),
  });

  test('takes off 15 minutes or nothing per click, only above 18.25 h, and never a whole day', () => {
    fc.assert(
      fc.property(days, (list) => {
        const card = cardOf(list);
        const before = secondHalfMinutes(card, ZONE);
        const days = adjustSecondHalf(card, ZONE);
        const after = secondHalfMinutes({ ...card, days: days }, ZONE);
        expect([0, 15]).toContain(before - after);
        if (!mayAdjust(card, ZONE)) expect(after).toBe(before);
        const served = (rows: readonly CardDay[]) => serviceDays({ ...card, days: [...rows] }, ZONE).length;
        expect(served(days)).toBe(served(card.days));
        expect(days.filter((one, index) => one.end !== card.days[index]?.end).length).toBeLessThanOrEqual(1);
      }),
    );
  });
  test('ends after enough clicks at 18.25 h or less, by less than one click', () => {
    fc.assert(
      fc.property(days, (list) => {
        let card: Omit<ReturnType<typeof cardOf>, 'days'> & { days: readonly CardDay[] } = cardOf(list);
        for (let n = 0; n < 600 && mayAdjust(card, ZONE); n += 1)
          card = { ...card, days: adjustSecondHalf(card, ZONE) };
        const left = secondHalfMinutes(card, ZONE);
        expect(left).toBeLessThanOrEqual(SECOND_HALF_MINUTES);
        if (left < secondHalfMinutes(cardOf(list), ZONE))
          expect(left).toBeGreaterThan(SECOND_HALF_MINUTES - 15);
      }),
      { numRuns: 30 },
    );
  });
});
