import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plannedDays } from '../billing/counting.ts';
import { addDays } from '../calendar.ts';
import type { WeekRows } from '../care-plans/schema.ts';
import {
  type BulkPlan,
  bulkOrder,
  changeSince,
  daysOfHalf,
  healthCheckDays,
  isHealthDay,
  isPrinted,
  linkState,
  orderMonth,
  readYear,
  sayHalf,
  sheetDays,
} from './rules.ts';

const row = <T>(v: T) => ({ Mon: v, Tue: v, Wed: v, Thu: v, Fri: v, Sat: v, Sun: v });
const time: WeekRows = [
  { Name: 'Time In', ...row<string | null>(null), Mon: '08:00', Wed: '22:00' },
  { Name: 'Time Out', ...row<string | null>(null), Mon: '10:05', Wed: '06:00' },
  { Name: 'Travel Time', ...row(0), Mon: 10 },
];
const plan = (more: Record<string, unknown> = {}) => ({
  StartDate: '2025-06-01',
  EndDate: null,
  Status: 'Active' as const,
  coversPlanId: null,
  week: { time },
  ...more,
});
const NONE = { archived: [], temporary: [] };

describe('halves', () => {
  test.each([
    ['2026-11', 0, '2026-11-01', '2026-11-15', '1st half (1-15)'],
    ['2026-11', 1, '2026-11-16', '2026-11-30', '2nd half (16-30)'],
    ['2026-02', 1, '2026-02-16', '2026-02-28', '2nd half (16-28)'],
    ['2028-02', 1, '2028-02-16', '2028-02-29', '2nd half (16-29)'],
    ['2026-12', 1, '2026-12-16', '2026-12-31', '2nd half (16-31)'],
  ] as const)('%s, %i', (month, half, from, through, words) => {
    expect(daysOfHalf(month, half)).toEqual({ from, through });
    expect(sayHalf(month, half)).toBe(words);
  });
});

const states = (days: ReturnType<typeof sheetDays>) =>
  days.map(({ state }) => ({ closed: '/', free: '-', planned: 'x' })[state]).join('');

describe('columns of November 2026, first half (the 1st is a Sunday)', () => {
  const half = daysOfHalf('2026-11', 0);
  test.each([
    ['a plan that runs', plan(), NONE, '-x-x----x-x----'],
    ['begins on the 9th', plan({ StartDate: '2026-11-09' }), NONE, '////////x-x----'],
    [
      'ends on the 9th: that day is without service',
      plan({ EndDate: '2026-11-09', Status: 'Archive' }),
      NONE,
      '-x-x----///////',
    ],
    [
      'a temporary plan includes its end',
      plan({ StartDate: '2026-11-04', EndDate: '2026-11-09', coversPlanId: 7, Status: 'Archive' }),
      NONE,
      '///x----x//////',
    ],
    [
      'the client is archived on the 4th',
      plan(),
      { ...NONE, archived: ['2026-11-04', null] },
      '-x-////////////',
    ],
    [
      'a temporary plan has taken days over',
      plan(),
      {
        ...NONE,
        temporary: [
          { StartDate: '2026-11-02', EndDate: '2026-11-05', coversPlanId: 1, Status: 'Archive' as const },
        ],
      },
      '-////---x-x----',
    ],
  ])('%s', (_, of, limits, expected) => {
    const days = sheetDays(of, half, limits);
    expect(states(days)).toBe(expected);
    expect(isPrinted(days)).toBe(true);
  });

  test('a half that is over before the plan begins is not printed', () => {
    expect(isPrinted(sheetDays(plan({ StartDate: '2026-11-16' }), half, NONE))).toBe(false);
  });

  test('planned columns are the planned days that billing counts by, whatever the dates', () => {
    const date = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-10-15', days));
    fc.assert(
      fc.property(
        date,
        fc.option(date),
        fc.option(date),
        fc.constantFrom(0, 1),
        (from, end, archived, period) => {
          if (end !== null && end < from) return;
          const of = plan({ StartDate: from, EndDate: end });
          const limits = { ...NONE, archived: [archived] };
          const range = daysOfHalf('2026-11', period === 0 ? 0 : 1);
          const planned = sheetDays(of, range, limits).filter(({ state }) => state === 'planned');
          expect(planned.map((day) => day.date)).toEqual(
            plannedDays(of, range, limits).map((day) => day.date),
          );
        },
      ),
    );
  });
});

test('the health check is asked for on the days of covidStatus', () => {
  const days = healthCheckDays('2026-11-10|2026-11-12');
  expect(
    ['2026-11-09', '2026-11-10', '2026-11-12', '2026-11-13'].map((day) => isHealthDay(days, day)),
  ).toEqual([false, true, true, false]);
  expect(isHealthDay(healthCheckDays('2026-11-10|'), '2027-01-01')).toBe(true);
  for (const none of [null, '', '|']) expect(healthCheckDays(none)).toBeUndefined();
});

describe('a service order', () => {
  test('counts planned days, minutes and travel, and rounds units once', () => {
    // 5 Mondays of 125 + 10 minutes, 4 Wednesdays of 8 hours.
    expect(orderMonth(plan(), '2026-11', NONE, 'up')).toMatchObject({
      minutes: 5 * 125 + 4 * 480,
      travel: 50,
      units: Math.ceil((5 * 135 + 4 * 480) / 15),
    });
    // Each visit by itself, without the way: 125 minutes are 8 units.
    expect(orderMonth(plan(), '2026-11', NONE, 'nearestVisit').units).toBe(5 * 8 + 4 * 32);
    expect(orderMonth(plan(), '2026-11', NONE, null).units).toBeNull();
  });

  test.each([
    ['new', { StartDate: '2026-11-05', rev: 4 }],
    ['unchanged', { modifiedAt: '2026-09-30T12:00:00Z' }],
    ['unchanged', { rev: 0, modifiedAt: '2026-11-02T12:00:00Z' }],
    ['changed 10-01-2026', { modifiedAt: '2026-10-01T12:00:00Z' }],
    ['ends 11-20-2026', { EndDate: '2026-11-20', modifiedAt: '2026-09-01T12:00:00Z' }],
    ['new, ends 11-20-2026', { StartDate: '2026-11-05', EndDate: '2026-11-20' }],
    // Still September in Denver.
    ['unchanged', { modifiedAt: '2026-10-01T02:00:00Z' }],
  ])('%s', (words, more) => {
    const of = {
      StartDate: '2025-06-01',
      EndDate: null,
      modifiedAt: '2026-11-01T12:00:00Z',
      rev: 1,
      ...more,
    };
    expect(changeSince(of, '2026-11', 'America/Denver')).toBe(words);
  });
});

test('a bulk file goes by provider, client, start; accents and case do not count', () => {
  const one = (id: number, provider: string, client: string, more: Partial<BulkPlan> = {}): BulkPlan => ({
    id,
    StartDate: '2025-01-01',
    coversPlanId: null,
    providerId: provider.length,
    providerLast: provider,
    providerFirst: 'A',
    clientId: client.length,
    clientLast: client,
    clientFirst: 'B',
    ...more,
  });
  const plans = [
    one(1, 'Zuniga', 'Baca'),
    one(2, 'Ångström', 'ortiz', { StartDate: '2026-02-01' }),
    one(3, 'Ångström', 'Ortiz'),
    one(4, 'angel', 'Vigil'),
    one(5, 'Ångström', 'Ortiz', { coversPlanId: 3, StartDate: '2024-01-01' }),
    one(6, 'Ångström', 'Ōba'),
  ];
  expect(bulkOrder(plans).map(({ id }) => id)).toEqual([4, 6, 3, 2, 5, 1]);
});

describe('a send link', () => {
  const now = Temporal.Instant.from('2026-11-20T17:00:00Z');
  const fresh = { expires: '2026-12-20T17:00:00Z', tries: 0, revoked: null, ended: null };
  test.each([
    ['open', {}],
    ['open', { tries: 4 }],
    ['locked', { tries: 5 }],
    ['expired', { expires: '2026-11-20T17:00:00Z' }],
    ['revoked', { revoked: '2026-11-19T00:00:00Z', tries: 5 }],
    ['ended', { ended: '2026-11-19T00:00:00Z' }],
  ])('%s', (state, more) => expect(linkState({ ...fresh, ...more }, now)).toBe(state));

  test.each([
    [' 1985 ', 1985],
    ['85', undefined],
    ['1985-07', undefined],
    ['', undefined],
  ])('year %j', (typed, year) => expect(readYear(typed)).toBe(year));
});
