import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceDays } from '../billing/counting.ts';
import { addDays, visitInstants } from '../calendar.ts';
import { PAY_CATEGORIES, type PayCategory } from '../people/dictionary.ts';
import { COLORADO_PAY_RULES } from '../states/testing/colorado.ts';
import { overtimeOfMonth, sumOvertime } from './overtime.ts';
import type { OvertimeRule } from './pay-rules.ts';
import { payOfWeeks, type Shift, type WeekPay } from './week-pay.ts';
import { workweeks } from './workweeks.ts';

const ZONE = 'America/Denver';
const [COLORADO] = COLORADO_PAY_RULES.overtime;
if (!COLORADO) throw new Error('no rule');
const weekOf = workweeks([COLORADO]);

interface More {
  readonly rate?: number | null;
  readonly travel?: number;
  readonly category?: PayCategory | null;
  readonly calculation?: string;
}
interface Row extends Shift {
  readonly end: string;
}
/** A paid row, with its length counted by the same module that cards use. */
const shift = (date: string, start: string, end: string, more: More = {}): Row => {
  const { rate = 1800, travel = 0, category = 'PCP/RPCP', calculation = date.slice(0, 7) } = more;
  const row = { date, start, end, travel, billing: true, payroll: true };
  const [day] = serviceDays({ startPeriod: date, endPeriod: date, days: [row] }, ZONE);
  if (!day) throw new Error('no service');
  return { ...day, rate, category, card: { calculation } };
};
/** The same times on several days. */
const days = (dates: readonly string[], start: string, end: string, more: More = {}) =>
  dates.map((date) => shift(date, start, end, more));

const only = (shifts: readonly Shift[], rules: readonly OvertimeRule[] = [COLORADO]): WeekPay => {
  const [week] = payOfWeeks(shifts, workweeks(rules), ZONE).values();
  if (!week) throw new Error('no week');
  return week;
};
const WEEK = [
  '2026-11-08',
  '2026-11-09',
  '2026-11-10',
  '2026-11-11',
  '2026-11-12',
  '2026-11-13',
  '2026-11-14',
];

describe('a workweek', () => {
  test('30.00 h at 18.00 and 14.00 h at 17.00 pay 778.00 and a premium of 35.36', () => {
    const week = only([
      ...days(WEEK.slice(1, 6), '08:00', '14:00'),
      shift('2026-11-08', '08:00', '15:00', { rate: 1700 }),
      shift('2026-11-14', '08:00', '15:00', { rate: 1700 }),
    ]);
    expect(week.value / 60).toBe(77_800);
    expect([week.overtime, week.premium]).toEqual([240, 3536]);
    expect((week.value / 60 + week.premium) / 100).toBe(813.36);
  });

  test.each<
    [string, Shift[], [overWeek: number, overDay: number, overConsecutive: number, overtime: number]]
  >([
    ['40 hours', days(WEEK.slice(0, 5), '08:00', '16:00'), [0, 0, 0, 0]],
    [
      'a minute more',
      [...days(WEEK.slice(0, 5), '08:00', '16:00'), shift('2026-11-14', '08:00', '08:01')],
      [1, 0, 0, 1],
    ],
    ['travel is worked', days(WEEK.slice(0, 5), '08:00', '16:00', { travel: 6 }), [30, 0, 0, 30]],
    ['12 hours a day', days(['2026-11-09'], '08:00', '20:00'), [0, 0, 0, 0]],
    ['13 hours at once', days(['2026-11-09'], '07:00', '20:00'), [0, 60, 60, 60]],
    [
      '14 hours a day with a pause are not consecutive',
      [shift('2026-11-09', '06:00', '13:00'), shift('2026-11-09', '14:00', '21:00')],
      [0, 120, 0, 120],
    ],
    [
      'two clients without a pause between them are one stretch',
      [shift('2026-11-09', '06:00', '13:00'), shift('2026-11-09', '13:00', '20:00')],
      [0, 120, 120, 120],
    ],
    [
      '16 hours over midnight: 8 on each day, 4 beyond the twelfth in a row',
      [shift('2026-11-09', '16:00', '08:00')],
      [0, 0, 240, 240],
    ],
    [
      'an evening and the night before it: 6 h of the night and 7 h by day are 13 h of the Tuesday',
      [shift('2026-11-09', '22:00', '06:00'), shift('2026-11-10', '10:00', '17:00')],
      [0, 60, 0, 60],
    ],
    [
      'the greatest alone counts: 45 h, one day of 13 h',
      [shift('2026-11-08', '07:00', '20:00'), ...days(WEEK.slice(1, 5), '08:00', '16:00')],
      [300, 60, 60, 300],
    ],
    [
      'days add up beyond the week',
      days(['2026-11-09', '2026-11-11', '2026-11-13'], '06:00', '19:30'),
      [30, 270, 270, 270],
    ],
  ])('%s', (_, shifts, [overWeek, overDay, overConsecutive, overtime]) => {
    expect(only(shifts)).toMatchObject({ overWeek, overDay, overConsecutive, overtime });
  });

  test('consecutive visits may be as far apart as the rule allows', () => {
    const shifts = [shift('2026-11-09', '06:00', '13:00'), shift('2026-11-09', '13:15', '20:00')];
    expect(only(shifts).overConsecutive).toBe(0);
    expect(only(shifts, [{ ...COLORADO, gap: 14 }]).overConsecutive).toBe(0);
    expect(only(shifts, [{ ...COLORADO, gap: 15 }]).overConsecutive).toBe(105);
  });

  test('a stretch continues across weeks, and each week counts its own minutes', () => {
    const shifts = [shift('2026-11-14', '18:00', '07:00'), shift('2026-11-15', '07:00', '09:00')];
    const weeks = [...payOfWeeks(shifts, weekOf, ZONE).values()];
    expect(weeks.map(({ minutes, overConsecutive }) => [minutes, overConsecutive])).toEqual([
      [360, 0],
      [540, 180],
    ]);
  });

  test('a night into a new week adds its hours after midnight to that week: 6 h and 38 h are 4 h of overtime', () => {
    const shifts = [
      shift('2026-11-07', '22:00', '06:00', { rate: 1901, travel: 30 }),
      ...days(WEEK.slice(1, 5), '08:00', '16:00', { rate: 1901 }),
      shift('2026-11-13', '08:00', '14:00', { rate: 1901 }),
    ];
    const weeks = [...payOfWeeks(shifts, weekOf, ZONE).values()];
    expect(
      weeks.map(({ week, minutes, overtime, premium }) => [week.from, minutes, overtime, premium]),
    ).toEqual([
      // Travel counts on the day on which its row starts.
      ['2026-11-01', 150, 0, 0],
      ['2026-11-08', 2640, 240, 3802],
    ]);
  });

  test('in the night the clocks go back, work and breaks across the change are an hour longer', () => {
    const night = shift('2026-10-31', '20:00', '08:00');
    expect(only([night], [{ ...COLORADO, weekStart: 'Mon' }])).toMatchObject({
      minutes: 780,
      overDay: 0,
      overConsecutive: 60,
    });
    expect(payOfWeeks([night], weekOf, ZONE).get('2026-11-01')).toMatchObject({
      minutes: 540,
      overConsecutive: 60,
    });
    const pause = [shift('2026-10-31', '18:00', '00:30'), shift('2026-11-01', '02:30', '09:00')];
    const rule = { ...COLORADO, gap: 120 };
    expect(payOfWeeks(pause, workweeks([rule]), ZONE).get('2026-11-01')).toMatchObject({
      overConsecutive: 0,
    });
    expect(payOfWeeks(pause, workweeks([{ ...rule, gap: 180 }]), ZONE).get('2026-11-01')).toMatchObject({
      overConsecutive: 60,
    });
  });

  test('hours without a rate count as hours and so lower the premium', () => {
    expect(
      only([...days(WEEK, '08:00', '14:00'), shift('2026-11-08', '15:00', '17:00', { rate: null })]),
    ).toMatchObject({
      minutes: 2640,
      overtime: 240,
      premium: Math.round((42 * 1800 * 4) / 44 / 2),
    });
  });

  test('overtime hours belong to the categories worked last', () => {
    const week = only([
      ...days(WEEK.slice(0, 6), '08:00', '15:00'),
      shift('2026-11-14', '08:00', '09:00', { category: 'Homemaker' }),
    ]);
    expect(week.overtime).toBe(180);
    expect(week.lastWorked).toEqual([
      { category: 'Homemaker', value: 60 },
      { category: 'PCP/RPCP', value: 120 },
    ]);
  });
});

describe('dated rules', () => {
  const monday: OvertimeRule = { ...COLORADO, validFrom: '2026-11-11', weekStart: 'Mon', weekLimit: 35 * 60 };
  const both = workweeks([monday, COLORADO]);

  test('a new rule applies from its first week, and the week before it is cut short', () => {
    const shown = ['2026-11-07', '2026-11-14', '2026-11-15', '2026-11-16', '2026-11-22'].map((date) => {
      const { from, through, rule } = both(date);
      return [from, through, rule.weekLimit];
    });
    expect(shown).toEqual([
      ['2026-11-01', '2026-11-07', 2400],
      ['2026-11-08', '2026-11-14', 2400],
      ['2026-11-15', '2026-11-15', 2400],
      ['2026-11-16', '2026-11-22', 2100],
      ['2026-11-16', '2026-11-22', 2100],
    ]);
  });

  test('the oldest rule applies to all days before it', () => {
    expect(both('2001-01-02')).toMatchObject({ from: '2000-12-31', through: '2001-01-06', rule: COLORADO });
  });

  test('a limit that is not set adds no overtime', () => {
    const none = { ...COLORADO, weekLimit: null, dayLimit: null, consecutiveLimit: null };
    expect(only(days(WEEK, '00:00', '23:00'), [none])).toMatchObject({ overtime: 0, premium: 0 });
  });

  test('every day is in exactly one week', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 40 }), (offset) => {
        const day = Temporal.PlainDate.from('2026-11-11').add({ days: offset });
        const { from, through } = both(day.toString());
        expect(from <= day.toString() && day.toString() <= through).toBe(true);
        expect(both(day.add({ days: 1 }).toString()).from).toBe(
          day.toString() === through ? day.add({ days: 1 }).toString() : from,
        );
      }),
    );
  });
});

describe('a calculation month', () => {
  const part = (shifts: readonly Shift[], month: string) =>
    overtimeOfMonth(shifts, month, weekOf, ZONE).map(({ half, week, hours, premium, isLate }) => [
      half,
      week.through,
      hours,
      premium,
      isLate,
    ]);

  test('pays a week with the half in which it ends, whether or not its last day was worked', () => {
    const shifts = days(['2026-11-15', '2026-11-16', '2026-11-17'], '06:00', '20:00');
    expect(part(shifts, '2026-11')).toEqual([[1, '2026-11-21', 600, 5400, false]]);
    const border = days(['2026-11-29', '2026-11-30'], '06:00', '20:00');
    expect(part(border, '2026-11')).toEqual([]);
    expect(part(border, '2026-12')).toEqual([[0, '2026-12-05', 400, 3600, false]]);
  });

  test('pays for a late card only the difference to what its week was paid before', () => {
    const october = days(['2026-10-18', '2026-10-19', '2026-10-20', '2026-10-21'], '08:00', '18:30');
    const late = shift('2026-10-22', '08:00', '10:00', { rate: 1700, calculation: '2026-11' });
    expect(part(october, '2026-10')).toEqual([[1, '2026-10-24', 200, 1800, false]]);
    expect(part([...october, late], '2026-10')).toEqual([[1, '2026-10-24', 200, 1800, false]]);
    const whole = only([...october, late]);
    expect(whole.overtime).toBe(240);
    expect(part([...october, late], '2026-11')).toEqual([[1, '2026-10-24', 200, whole.premium - 1800, true]]);
  });

  test('and all others add up to the weeks, whenever cards came in', () => {
    const months = ['2026-09', '2026-10', '2026-11', '2026-12'];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(someShift, fc.constantFrom(0, 0, 0, 1, 2)), { maxLength: 25 }),
        (made) => {
          const shifts = made.map(([one, later]) => ({
            ...one,
            card: {
              ...one.card,
              calculation: months[months.indexOf(one.date.slice(0, 7)) + later] ?? '2026-12',
            },
          }));
          const weeks = [...payOfWeeks(shifts, weekOf, ZONE).values()];
          const parts = months.flatMap((month) => overtimeOfMonth(shifts, month, weekOf, ZONE));
          expect(sumOvertime(parts)).toEqual({
            hours: weeks.reduce((sum, { overtime }) => sum + Math.round((overtime * 100) / 60), 0),
            premium: weeks.reduce((sum, { premium }) => sum + premium, 0),
          });
          for (const one of parts)
            expect(one.byCategory.reduce((sum, { value }) => sum + value, 0)).toBe(one.hours);
          const halves = [sumOvertime(parts, 0), sumOvertime(parts, 1)];
          expect(halves.reduce((sum, { premium }) => sum + premium, 0)).toBe(sumOvertime(parts).premium);
        },
      ),
    );
  });
});

// --- Against a count by quarters of an hour

const QUARTER = 15;
const clock = (quarter: number) =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * QUARTER).padStart(2, '0')}`;
/** Around the night when the clocks go back (11-01), and across months. */
const someShift: fc.Arbitrary<Row> = fc
  .record({
    day: fc.integer({ min: 0, max: 34 }),
    start: fc.integer({ min: 0, max: 95 }),
    length: fc.integer({ min: 1, max: 90 }),
    rate: fc.constantFrom(1700, 1800, 2250, null),
    travel: fc.constantFrom(0, 0, 15, 30),
    category: fc.constantFrom<PayCategory | null>(...PAY_CATEGORIES, null),
  })
  .map(({ day, start, length, ...more }) =>
    shift(addDays('2026-10-14', day), clock(start), clock((start + length) % 96), more),
  );

const minutesOf = (instant: Temporal.Instant) => Math.round(instant.epochMilliseconds / 60_000);

/** Sorted by start, without rows that overlap. */
const apart = (shifts: readonly Row[]) => {
  let last = 0;
  return shifts
    .map((one) => {
      const { start, end } = visitInstants(one.date, one.start, one.end, ZONE);
      return { one, start: minutesOf(start), end: minutesOf(end) };
    })
    .toSorted((a, b) => a.start - b.start)
    .filter(({ one, start, end }) => {
      const fits = start >= last && end - start === one.work && end > start;
      if (fits) last = end;
      return fits;
    });
};

const localDay = (minute: number) =>
  Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
    .toZonedDateTimeISO(ZONE)
    .toPlainDate()
    .toString();

/** The largest of the three measures, counted quarter hour by quarter hour in real time. */
const countedOvertime = (shifts: readonly Row[], from: string, gap: number): number => {
  const end = addDays(from, 6);
  const earliest = addDays(from, -7);
  const inWeek = (date: string) => from <= date && date <= end;
  const rows = apart(shifts);
  const spent = new Map<string, number>();
  let [week, stretch, beyond, last] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    if (inWeek(row.one.date)) week += row.one.travel;
    spent.set(row.one.date, (spent.get(row.one.date) ?? 0) + row.one.travel);
    for (let minute = row.start; minute < row.end; minute += QUARTER) {
      const date = localDay(minute);
      spent.set(date, (spent.get(date) ?? 0) + QUARTER);
      if (inWeek(date)) week += QUARTER;
      if (date < earliest || date > end) continue;
      if (minute - last > gap) stretch = 0;
      last = minute + QUARTER;
      stretch += QUARTER;
      if (stretch > 720 && inWeek(date)) beyond += QUARTER;
    }
  }
  const overDay = [...spent]
    .filter(([date]) => inWeek(date))
    .reduce((sum, [, minutes]) => sum + Math.max(0, minutes - 720), 0);
  return Math.min(week, Math.max(0, week - 2400, overDay, beyond));
};

test('overtime equals a count in real time, even across clock changes', () => {
  fc.assert(
    fc.property(
      fc.array(someShift, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(0, 15, 60),
      (made, gap) => {
        const shifts = apart(made).map(({ one }) => one);
        const weeks = payOfWeeks(shifts, workweeks([{ ...COLORADO, gap }]), ZONE);
        for (const [from, { overtime, minutes, value, premium }] of weeks) {
          expect(overtime).toBe(countedOvertime(shifts, from, gap));
          const exact = (value / 60 / (minutes / 60)) * (overtime / 60) * 0.5;
          expect(Math.abs(premium - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('the order of rows does not matter', () => {
  fc.assert(
    fc.property(fc.array(someShift, { maxLength: 20 }), (made) => {
      const shifts = apart(made).map(({ one }) => one);
      expect([...payOfWeeks(shifts.toReversed(), weekOf, ZONE)].toSorted()).toEqual(
        [...payOfWeeks(shifts, weekOf, ZONE)].toSorted(),
      );
    }),
  );
});
