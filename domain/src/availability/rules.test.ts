import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, perDay, WEEKDAYS } from '../calendar.ts';
import { type PlanToCome, visitsToCome } from './planned.ts';
import {
  checkHours,
  checkNeeds,
  checkPreference,
  checkSkillName,
  checkTimeOff,
  type DaySpan,
  decisionFault,
  isAwayDuring,
  isWithinHours,
  mayDecide,
  minutesOfWindows,
  sayTimeOff,
  tidyNames,
  timeOffMeets,
} from './rules.ts';
import type { HoursWindow, TimeOffSpan, WeekWindows } from './schema.ts';

const week = (given: Partial<Record<(typeof WEEKDAYS)[number], readonly string[]>>): WeekWindows =>
  perDay((day) =>
    (given[day] ?? []).map((text): HoursWindow => {
      const [from = '', to = ''] = text.split('-');
      return { from, to };
    }),
  );
// A Monday.
const MONDAY = '2026-11-23';
const onDay = (n: number, start: string, end: string): DaySpan => ({
  day: addDays(MONDAY, n),
  start,
  end,
});

describe('a visit within weekly hours', () => {
  const days = week({ Mon: ['08:00-12:00', '12:00-16:00'], Tue: ['22:00-06:00'], Sun: ['20:00-02:00'] });
  test.each<[string, DaySpan, boolean]>([
    ['inside', onDay(0, '09:00', '11:00'), true],
    ['across two adjacent windows', onDay(0, '08:00', '16:00'), true],
    ['a minute too early', onDay(0, '07:59', '09:00'), false],
    ['a minute too late', onDay(0, '15:00', '16:01'), false],
    ['on a day without hours', onDay(2, '09:00', '10:00'), false],
    ['over midnight', onDay(1, '23:00', '05:00'), true],
    ['after midnight in the window of the day before', onDay(2, '01:00', '06:00'), true],
    ['past the end of that window', onDay(2, '05:00', '07:00'), false],
    ['on Monday in the window of Sunday night', onDay(7, '00:30', '02:00'), true],
    ['across Sunday midnight', onDay(6, '23:00', '01:00'), true],
    ['lasting the whole day', onDay(0, '08:00', '08:00'), false],
  ])('%s', (_, visit, fits) => expect(isWithinHours(days, visit)).toBe(fits));

  it('fits at any time if the caregiver has no limits', () =>
    expect(isWithinHours(null, onDay(3, '02:00', '05:00'))).toBe(true));
  it('fits at any time in a week of whole days', () => {
    const always = perDay(() => [{ from: '00:00', to: '00:00' }]);
    expect(isWithinHours(always, onDay(6, '22:00', '07:00'))).toBe(true);
    expect(minutesOfWindows(always)).toBe(7 * 1440);
  });
});

const quarter = fc.integer({ min: 0, max: 95 });
const clock = (n: number) =>
  `${String(Math.floor(n / 4) % 24).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`;
const anyWeek = fc.array(fc.array(fc.tuple(quarter, quarter), { maxLength: 2 }), {
  minLength: 7,
  maxLength: 7,
});
const asWeek = (days: readonly (readonly (readonly [number, number])[])[]): WeekWindows =>
  perDay((day) =>
    (days[WEEKDAYS.indexOf(day)] ?? []).map(([from, to]) => ({ from: clock(from), to: clock(to) })),
  );

test('a visit fits if each of its quarter hours is in some window', () => {
  fc.assert(
    fc.property(
      anyWeek,
      fc.integer({ min: 0, max: 6 }),
      quarter,
      fc.integer({ min: 1, max: 95 }),
      (days, day, start, length) => {
        const open = new Set(
          days.flatMap((windows, at) =>
            windows.flatMap(([from, to]) =>
              Array.from({ length: (to - from + 96) % 96 || 96 }, (_, n) => (at * 96 + from + n) % 672),
            ),
          ),
        );
        const wanted = Array.from({ length }, (_, n) => (day * 96 + start + n) % 672);
        const visit = onDay(day, clock(start), clock((start + length) % 96));
        expect(isWithinHours(asWeek(days), visit)).toBe(wanted.every((one) => open.has(one)));
        expect(minutesOfWindows(asWeek(days))).toBe(open.size * 15);
      },
    ),
  );
});

test('hours are accepted exactly if no quarter hour is in two windows', () => {
  fc.assert(
    fc.property(anyWeek, (days) => {
      const quarters = days.flatMap((windows, at) =>
        windows.flatMap(([from, to]) =>
          Array.from({ length: (to - from + 96) % 96 || 96 }, (_, n) => (at * 96 + from + n) % 672),
        ),
      );
      const hours = { windows: asWeek(days), wishedMinutes: null, mostMinutes: null, farthestMiles: null };
      const isFine = quarters.length > 0 && new Set(quarters).size === quarters.length;
      expect(checkHours(hours).length === 0).toBe(isFine);
    }),
  );
});

describe('hours are refused', () => {
  const said = (more: Partial<Parameters<typeof checkHours>[0]>) =>
    checkHours({ windows: null, wishedMinutes: null, mostMinutes: null, farthestMiles: null, ...more });
  it('if two windows of a day overlap, at that day', () =>
    expect(said({ windows: week({ Mon: ['08:00-12:00', '11:00-15:00'] }) })).toEqual([
      {
        field: 'windows.Mon',
        message: 'Monday 8:00 AM to 12:00 PM and Monday 11:00 AM to 3:00 PM overlap. Change one of them.',
      },
    ]));
  it('if a night window overlaps the next morning', () =>
    expect(said({ windows: week({ Sun: ['22:00-06:00'], Mon: ['05:00-09:00'] }) })).toHaveLength(1));
  it('if there are none', () =>
    expect(said({ windows: week({}) })).toEqual([
      { field: 'windows', message: 'Add hours to at least one day, or choose Any time.' },
    ]));
  it('if the wished hours exceed the most', () =>
    expect(said({ wishedMinutes: 2_400, mostMinutes: 1_800 })).toEqual([
      { field: 'wishedMinutes', message: 'Enter at most 30, the most hours a week.' },
    ]));
  it('but not if the two are equal', () =>
    expect(said({ wishedMinutes: 1_800, mostMinutes: 1_800 })).toEqual([]));
});

const off = (from: string, through = from, times: readonly [string, string] | null = null): TimeOffSpan => ({
  from,
  through,
  fromTime: times?.[0] ?? null,
  throughTime: times?.[1] ?? null,
});

describe('time off', () => {
  test.each<[string, TimeOffSpan, DaySpan, boolean]>([
    ['affects a visit on its day', off(MONDAY), onDay(0, '09:00', '10:00'), true],
    ['does not affect the day after', off(MONDAY), onDay(1, '00:00', '10:00'), false],
    ['affects the night before that continues into it', off(MONDAY), onDay(-1, '22:00', '06:00'), true],
    [
      'does not concern a visit that ends at midnight before it',
      off(MONDAY),
      onDay(-1, '20:00', '00:00'),
      false,
    ],
    ['affects the night of its last day', off(MONDAY), onDay(0, '23:00', '05:00'), true],
    [
      'of an afternoon leaves the morning',
      off(MONDAY, MONDAY, ['13:00', '17:00']),
      onDay(0, '09:00', '13:00'),
      false,
    ],
    [
      'of an afternoon concerns a visit that reaches into it',
      off(MONDAY, MONDAY, ['13:00', '17:00']),
      onDay(0, '12:00', '13:15'),
      true,
    ],
  ])('%s', (_, away, visit, concerns) => expect(isAwayDuring(away, visit)).toBe(concerns));

  it('overlaps other time off in either order, but never the day after', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(5), fc.nat(20), fc.nat(5), (a, aDays, b, bDays) => {
        const day = (n: number) => addDays(MONDAY, n);
        const one = off(day(a), day(a + aDays));
        const two = off(day(b), day(b + bDays));
        expect(timeOffMeets(one, two)).toBe(a <= b + bDays && b <= a + aDays);
        expect(timeOffMeets(two, one)).toBe(timeOffMeets(one, two));
      }),
    );
  });

  test.each([
    [off(MONDAY), 'Nov 23'],
    [off(MONDAY, '2026-11-27'), 'Nov 23 to Nov 27'],
    [off(MONDAY, MONDAY, ['13:00', '17:00']), 'Nov 23, 1:00 PM to 5:00 PM'],
  ])('%o is written as %s', (span, words) => expect(sayTimeOff(span)).toBe(words));

  const facts = { others: [], today: Temporal.PlainDate.from('2026-11-20'), isOwn: true };
  const said = (span: TimeOffSpan, more: Partial<Parameters<typeof checkTimeOff>[1]> = {}) =>
    checkTimeOff({ ...span, reason: null }, { ...facts, ...more });
  test.each<[string, TimeOffSpan, string]>([
    ['with the last day before the first', off(MONDAY, '2026-11-22'), 'through'],
    ['with times but several days', off(MONDAY, '2026-11-24', ['08:00', '12:00']), 'fromTime'],
    ['without its end time', { ...off(MONDAY), fromTime: '08:00' }, 'throughTime'],
    ['without its start time', { ...off(MONDAY), throughTime: '08:00' }, 'fromTime'],
    ['that ends when it begins', off(MONDAY, MONDAY, ['08:00', '08:00']), 'throughTime'],
    ['on a past day', off('2026-11-19'), 'from'],
    ['longer than a year', off(MONDAY, '2027-11-30'), 'through'],
  ])('%s is refused at that field', (_, span, field) =>
    expect(said(span).map((fault) => fault.field)).toEqual([field]),
  );
  it('on a past day can be entered by the office', () =>
    expect(said(off('2026-11-19'), { isOwn: false })).toEqual([]));
  it('that overlaps a request is refused, but not if that was declined', () => {
    const other = { ...off('2026-11-20', MONDAY), decidedBy: null };
    expect(said(off(MONDAY), { others: [{ ...other, status: 'Requested' }] })).toEqual([
      { field: 'from', message: 'There is time off already: Nov 20 to Nov 23 (requested).' },
    ]);
    expect(said(off(MONDAY), { others: [{ ...other, status: 'Declined' }] })).toEqual([]);
  });
});

describe('a decision about time off', () => {
  const entry = { ...off(MONDAY), status: 'Requested' as const, decidedBy: null };
  it('can be made only once', () => {
    expect(decisionFault(entry, 'Approved', [])).toBeUndefined();
    expect(decisionFault({ ...entry, status: 'Approved', decidedBy: 'KM' }, 'Declined', [])).toBe(
      'Nov 23 is already approved (KM).',
    );
  });
  it('cannot approve what overlaps approved time off', () =>
    expect(decisionFault(entry, 'Approved', [{ ...off('2026-11-22', MONDAY), status: 'Approved' }])).toBe(
      'Nov 23 overlaps Nov 22 to Nov 23, which is approved.',
    ));
  it('can decline what overlaps', () =>
    expect(decisionFault(entry, 'Declined', [{ ...off(MONDAY), status: 'Approved' }])).toBeUndefined());
  it('can be undone, unless other time off has taken its place', () => {
    const declined = { ...entry, status: 'Declined' as const, decidedBy: 'KM' };
    expect(decisionFault(declined, 'Requested', [])).toBeUndefined();
    expect(decisionFault(declined, 'Requested', [{ ...off(MONDAY), status: 'Requested' }])).toContain(
      'overlaps',
    );
  });
  test.each([
    ['Requested', 'Approved', true],
    ['Requested', 'Declined', true],
    ['Requested', 'Requested', false],
    ['Approved', 'Requested', true],
    ['Approved', 'Declined', false],
    ['Declined', 'Requested', true],
    ['Declined', 'Approved', false],
  ] as const)('%s → %s: %s', (from, to, allowed) => expect(mayDecide(from, to)).toBe(allowed));
});

describe('the visits that a caregiver is planned to make', () => {
  const plan: PlanToCome = {
    id: 7,
    StartDate: '2026-11-01',
    EndDate: null,
    Status: 'Active',
    coversPlanId: null,
    week: {
      time: [
        { Name: 'Time In', ...perDay(() => '08:00') },
        { Name: 'Time Out', ...perDay(() => '10:00') },
        { Name: 'Travel Time', ...perDay(() => 0) },
      ],
      personalCareItems: [],
      homeMakingItems: [],
    },
    weeks: [],
  };
  const days = { from: MONDAY, through: '2026-11-25' };
  it('are all planned days that no cover takes over', () => {
    const cover = {
      coversPlanId: 7,
      StartDate: '2026-11-24',
      EndDate: '2026-11-24',
      Status: 'Archive' as const,
    };
    expect(visitsToCome([plan], [cover], [], days).map(({ day }) => day)).toEqual([MONDAY, '2026-11-25']);
  });
  it('are at their new time if moved, and not repeated once done', () => {
    const moved = {
      planId: 7,
      plannedDay: MONDAY,
      day: '2026-11-26',
      start: '12:00',
      end: '14:00',
      isPlanned: true,
    };
    const done = {
      planId: 7,
      plannedDay: '2026-11-24',
      day: '2026-11-24',
      start: '08:00',
      end: '10:00',
      isPlanned: false,
    };
    expect(visitsToCome([plan], [], [moved, done], days)).toEqual([
      { day: '2026-11-26', start: '12:00', end: '14:00' },
      { day: '2026-11-25', start: '08:00', end: '10:00' },
    ]);
  });
});

describe('names', () => {
  it('are stored once, without surrounding blanks', () =>
    expect(tidyNames([' Hoyer  lift ', 'hoyer lift', '', 'Dementia'])).toEqual(['Hoyer lift', 'Dementia']));
  test.each([
    ['', 'Enter a name.'],
    ['x'.repeat(41), 'Use at most 40 characters.'],
    ['HOYER LIFT', 'Hoyer lift is on the list already.'],
    ['a\u0007', 'Use letters, digits and signs only.'],
  ])('%o is refused as a skill', (name, message) =>
    expect(checkSkillName(name, ['Hoyer lift']).map((fault) => fault.message)).toEqual([message]),
  );
  it('of languages are either required or wished', () =>
    expect(checkNeeds({ skills: [], languages: ['Spanish'], wishedLanguages: ['spanish'] })).toEqual([
      { field: 'wishedLanguages', message: 'spanish is required already. Take it off here.' },
    ]));
});

describe('a preference', () => {
  const pair = { providerId: 1, clientId: 2, side: 'client' as const, kind: 'never' as const, reason: null };
  it('needs both people', () =>
    expect(checkPreference({ ...pair, providerId: null }, [])).toEqual([
      { field: 'providerId', message: 'Choose a caregiver.' },
    ]));
  it('can be stated once by each side', () => {
    expect(checkPreference(pair, [pair]).map(({ field }) => field)).toEqual(['side']);
    expect(checkPreference(pair, [{ ...pair, side: 'caregiver' }])).toEqual([]);
  });
  it('has a short reason', () =>
    expect(checkPreference({ ...pair, reason: 'x'.repeat(501) }, []).map(({ field }) => field)).toEqual([
      'reason',
    ]));
});
