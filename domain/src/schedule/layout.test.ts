import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpenVisit } from '../staffing/schema.ts';
import {
  filledWords,
  filterOpen,
  filterRows,
  hourNames,
  hoursShown,
  keyOf,
  laneDay,
  lanesOf,
  linePlaces,
  NO_FILTER,
  rowsOf,
  spanOf,
  waysOf,
} from './layout.ts';
import type { Board, BoardVisit } from './schema.ts';

const ZONE = 'America/Denver';
const NOW = Temporal.Instant.from('2026-11-17T17:42:00Z');
const HOURS = { worked: 0, planned: 600, overtime: 0 };
const visitOf = (changes: Partial<BoardVisit>): BoardVisit => ({
  planId: 1,
  byPlanId: 1,
  day: '2026-11-17',
  visitId: 1,
  ClientID: 21,
  ProviderID: 11,
  Type: 'PC',
  program: 'Medicaid',
  date: '2026-11-17',
  start: '14:00',
  end: '16:00',
  Status: 'Planned',
  startedAt: null,
  endedAt: null,
  isCover: false,
  isExempt: false,
  closed: null,
  ...changes,
});
const place = { latitude: 39.7, longitude: -104.8 };
const board: Board = {
  away: [],
  week: { from: '2026-11-15', through: '2026-11-21' },
  caregivers: [
    { id: 11, name: 'Anderson, Kjersti', town: 'Littleton', language: 'English', hours: HOURS, wished: null },
    {
      id: 12,
      name: 'Le, Thị Hương',
      town: 'Centennial',
      language: 'Vietnamese',
      hours: { ...HOURS, overtime: 90 },
      wished: null,
    },
    { id: 13, name: 'Yoder, Caleb', town: null, language: null, hours: HOURS, wished: null },
  ],
  clients: [
    { id: 21, name: 'Vigil, Rosa', town: 'Aurora', language: 'Spanish', ...place },
    { id: 22, name: 'Ortiz, Ben', town: 'Denver', language: 'English', ...place },
  ],
  visits: [
    visitOf({}),
    visitOf({
      planId: 2,
      byPlanId: 2,
      ClientID: 22,
      day: '2026-11-18',
      date: '2026-11-18',
      Type: 'IHSS',
      program: 'IHSS',
    }),
    visitOf({ planId: 3, byPlanId: 3, ProviderID: 12, start: '09:00', end: '11:30' }),
  ],
};
const facts = { board, days: ['2026-11-17', '2026-11-18'], lifted: new Set<string>(), now: NOW, zone: ZONE };
const shown = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ name, cells }) => [
    name,
    ...cells.map((cell) => cell.map(({ other, state }) => `${other} ${state}`)),
  ]);

describe('rows of a board', () => {
  test('by caregiver contain everybody, with the clients of each day', () => {
    expect(shown(rowsOf('caregiver', facts))).toEqual([
      ['Anderson, Kjersti', ['Vigil, Rosa planned'], ['Ortiz, Ben planned']],
      ['Le, Thị Hương', ['Vigil, Rosa late'], []],
      ['Yoder, Caleb', [], []],
    ]);
  });

  test('by client contain the caregivers of each day', () => {
    expect(shown(rowsOf('client', facts))).toEqual([
      ['Vigil, Rosa', ['Anderson, Kjersti planned', 'Le, Thị Hương late'], []],
      ['Ortiz, Ben', [], ['Anderson, Kjersti planned']],
    ]);
  });

  test('lose the visits that moved to the open lane on top', () => {
    const lifted = new Set([keyOf({ planId: 1, day: '2026-11-17' })]);
    expect(shown(rowsOf('caregiver', { ...facts, lifted }))[0]).toEqual([
      'Anderson, Kjersti',
      [],
      ['Ortiz, Ben planned'],
    ]);
  });
});

describe('a filter', () => {
  const rows = rowsOf('caregiver', facts);
  const left = (filter: Partial<typeof NO_FILTER>) =>
    filterRows(rows, { ...NO_FILTER, ...filter }).map(({ id }) => id);
  test.each<[string, Partial<typeof NO_FILTER>, number[]]>([
    ['that asks for nothing keeps all', {}, [11, 12, 13]],
    ['by people', { people: [13, 11] }, [11, 13]],
    ['by town', { towns: ['Littleton'] }, [11]],
    ['by two towns', { towns: ['Littleton', 'Centennial'] }, [11, 12]],
    ['by language', { languages: ['Vietnamese'] }, [12]],
    ['by type keeps those with such a visit', { types: ['IHSS'] }, [11]],
    ['by program', { programs: ['Medicaid'] }, [11, 12]],
    ['by problems keeps those with late visits or overtime', { problems: true }, [12]],
    ['by a name without its accents', { search: 'thi huong' }, [12]],
    ['by a client', { search: 'ortiz' }, [11]],
    ['by words, one of which occurs nowhere', { search: 'ortiz parker' }, []],
  ])('%s', (_, filter, ids) => {
    expect(left(filter)).toEqual(ids);
  });

  const openOf = (planId: number, changes: Partial<OpenVisit>): OpenVisit => ({
    planId,
    day: '2026-11-17',
    date: changes.day ?? '2026-11-17',
    visitId: planId,
    isExempt: false,
    ClientID: 21,
    Client: 'Vigil, Rosa',
    town: 'Aurora',
    ProviderID: 11,
    Provider: 'Anderson, Kjersti',
    Type: 'PC',
    start: '14:00',
    end: '16:00',
    minutes: 120,
    reason: 'calledOut',
    since: null,
    note: null,
    ...changes,
  });
  const ortiz = { ClientID: 22, Client: 'Ortiz, Ben', town: 'Denver', Type: 'IHSS', day: '2026-11-18' };
  const open = [openOf(1, {}), openOf(2, ortiz)];
  test.each<[string, Partial<typeof NO_FILTER>, number[]]>([
    ['that asks for nothing', {}, [1, 2]],
    ['by people keeps those they were due to make', { people: [12] }, []],
    ['by town keeps those of clients there', { towns: ['Denver', 'Littleton'] }, [2]],
    ['by language keeps those of clients who speak it', { languages: ['Spanish'] }, [1]],
    ['by type', { types: ['IHSS'] }, [2]],
    ['by program', { programs: ['Medicaid'] }, [1]],
    ['by problems keeps all', { problems: true }, [1, 2]],
    ['by a client', { search: 'vigil' }, [1]],
    ['by caregiver and town', { search: 'kjersti denver' }, [2]],
    ['by a word that occurs nowhere', { search: 'parker' }, []],
  ])('%s, of the open visits', (_, filter, ids) => {
    const shownOpen = filterOpen(open, { ...NO_FILTER, ...filter }, board);
    expect(shownOpen.map(({ planId }) => planId)).toEqual(ids);
  });
});

const clock = (minute: number) =>
  `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

describe('the board of a day', () => {
  test('never puts two overlapping visits into a lane, and opens no unnecessary lane', () => {
    const visit = fc.record({
      from: fc.integer({ min: 0, max: 1400 }),
      length: fc.integer({ min: 15, max: 600 }),
    });
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 12 }), (some) => {
        const visits = some
          .toSorted((a, b) => a.from - b.from)
          .map(({ from, length }) => ({ start: clock(from), end: clock(from + length) }));
        const lanes = lanesOf(visits);
        const spans = visits.map(spanOf);
        for (const [n, one] of spans.entries())
          for (const [m, other] of spans.entries())
            if (n < m && lanes[n] === lanes[m]) expect(one.to).toBeLessThanOrEqual(other.from);
        const atOnce = spans.map(
          ({ from }) => spans.filter((one) => one.from <= from && from < one.to).length,
        );
        expect(Math.max(0, ...lanes.map((lane) => lane + 1))).toBe(Math.max(0, ...atOnce));
      }),
    );
  });

  const far = { latitude: 39.9, longitude: -104.8 };
  const places = new Map<number, { latitude: number | null; longitude: number | null }>([
    [1, place],
    [2, far],
    [3, { latitude: null, longitude: null }],
  ]);
  const at = (start: string, end: string, ClientID: number) => ({ start, end, ClientID });
  test.each([
    // 13.8 miles take 48 minutes.
    [
      'fits where there is time',
      at('09:00', '10:00', 1),
      at('12:00', '13:00', 2),
      [{ from: 600, to: 720, minutes: 48, fits: 'yes' }],
    ],
    [
      'is tight where little is left',
      at('09:00', '10:00', 1),
      at('11:00', '13:00', 2),
      [{ from: 600, to: 660, minutes: 48, fits: 'tight' }],
    ],
    [
      'does not fit',
      at('09:00', '10:00', 1),
      at('10:30', '13:00', 2),
      [{ from: 600, to: 630, minutes: 48, fits: 'no' }],
    ],
    ['is not shown within one home', at('09:00', '10:00', 1), at('10:30', '13:00', 1), []],
    ['is not shown to an unknown location', at('09:00', '10:00', 1), at('10:30', '13:00', 3), []],
  ])('the drive to the next visit %s', (_, one, next, ways) => {
    expect(waysOf([one, next], places)).toEqual(ways);
  });

  test('shows 6 AM to 8 PM, and more if a visit is earlier or later', () => {
    expect(hoursShown([])).toEqual({ first: 6, last: 22 });
    expect(
      hoursShown([
        { start: '04:30', end: '06:00' },
        { start: '22:00', end: '06:00' },
      ]),
    ).toEqual({ first: 4, last: 30 });
  });
});

test.each([
  [{ first: 6, last: 22 }, '6 AM 7 8 9 10 11 12 PM 1 2 3 4 5 6 7 8 9'],
  [{ first: 5, last: 24 }, '6 AM 8 10 12 PM 2 4 6 8 10'],
  [{ first: 0, last: 30 }, '12 AM 2 4 6 8 10 12 PM 2 4 6 8 10 12 AM 2 4'],
])('spaces the names of its hours: %j', (hours, names) => {
  expect(
    hourNames(hours)
      .map(({ name }) => name)
      .join(' '),
  ).toBe(names);
});

describe('open visits on the timeline of a day', () => {
  const quarter = fc.integer({ min: 0, max: 95 }).map((n) => n * 15);

  test('are inside it, wide enough to read, and do not overlap', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(quarter, fc.integer({ min: 1, max: 40 })), { maxLength: 12 }),
        (drawn) => {
          const visits = drawn
            .toSorted(([a], [b]) => a - b)
            .map(([from, quarters]) => ({
              start: clock(from),
              end: clock(from + quarters * 15),
            }));
          const hours = hoursShown(visits);
          const places = linePlaces(visits, '2026-11-17', hours);
          for (const [at, { from, to, lane }] of places.entries()) {
            expect(from).toBeGreaterThanOrEqual(hours.first * 60);
            expect(to).toBeLessThanOrEqual(hours.last * 60);
            expect(to - from).toBeGreaterThanOrEqual(180);
            for (const other of places.slice(at + 1))
              if (other.lane === lane) expect(other.from).toBeGreaterThanOrEqual(to);
          }
        },
      ),
    );
  });
});

test("start at the beginning of the day for a night visit that began before it, on the lane's first day", () => {
  const night = { date: '2026-11-17', start: '22:00', end: '06:00' };
  const [place] = linePlaces([night], '2026-11-18', { first: 0, last: 22 });
  expect(place).toEqual({ from: 0, to: 360, lane: 0 });
  expect(linePlaces([night], '2026-11-17', { first: 6, last: 30 })).toEqual([
    { from: 1320, to: 1800, lane: 0 },
  ]);
  expect(laneDay(night, ['2026-11-18', '2026-11-19'])).toBe('2026-11-18');
  expect(laneDay(night, ['2026-11-15', '2026-11-16', '2026-11-17'])).toBe('2026-11-17');
});

describe('the head of the board', () => {
  const OVER = { start: '06:00', end: '08:00' };
  test.each<[string, Partial<BoardVisit>[], string]>([
    ['counts future visits that have a caregiver', [{}, {}], '100.0% filled · 2 visits'],
    ['does not count an open visit', [{}, { planId: 7 }], '50.0% filled · 2 visits'],
    ['does not count a visit that nobody began', [{}, OVER], '50.0% filled · 2 visits'],
    ['counts a visit that took place', [{ ...OVER, Status: 'Complete' }], '100.0% filled · 1 visit'],
    [
      'does not count one that the caregiver missed',
      [{}, { ...OVER, closed: 'absent' }],
      '50.0% filled · 2 visits',
    ],
    ['leaves out what the client cancelled', [{}, { closed: 'refused' }], '100.0% filled · 1 visit'],
    ['leaves out exempt pairs', [{}, { ...OVER, isExempt: true }], '100.0% filled · 1 visit'],
    ['says if there is nothing to staff', [{ closed: 'hospital' }], 'No visits to staff'],
  ])('%s', (_, visits, words) => {
    const open = new Set([keyOf({ planId: 7, day: '2026-11-17' })]);
    expect(filledWords({ visits: visits.map(visitOf) }, open, NOW, ZONE)).toBe(words);
  });
});
