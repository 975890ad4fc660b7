import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DueForm } from '../agency-forms/schema.ts';
import type { TimeOffRow } from '../availability/schema.ts';
import type { Role } from '../call.ts';
import type { OpenRequest } from '../care-plans/open-request.ts';
import type { IncidentRow, NextStep } from '../incidents/schema.ts';
import type { Notice } from '../notices/schema.ts';
import type { StepOfSetUp } from '../set-up/steps.ts';
import type { OpenVisit } from '../staffing/schema.ts';
import { type Around, type DayVisit, NO_FACTS, type TodayFacts } from './facts.ts';
import { coverOf, type KeptMark } from './marks.ts';
import { piecesOf } from './named.ts';
import { outToday } from './out.ts';
import { coveredNow, todayRows } from './rows.ts';

const around: Around = {
  // Tuesday 17 November 2026, 10:42 in Denver.
  now: Temporal.Instant.from('2026-11-17T17:42:00Z'),
  zone: 'America/Denver',
  today: '2026-11-17',
  switches: {
    premium: true,
    smsEnabled: true,
    emailEnabled: true,
    sandataEnabled: true,
    eligibility: true,
    billing: true,
    version: 2,
  },
};

const visit = (id: number, start: string, over: Partial<DayVisit> = {}): DayVisit => ({
  id,
  Date: '2026-11-17',
  PlanStartTime: start,
  PlanEndTime: '12:00',
  Status: 'Planned',
  ClosedCode: null,
  Attempts: [],
  planId: id,
  day: '2026-11-17',
  ClientID: 8,
  ClientName: 'Nguyen, Bao',
  ProviderID: 7,
  ProviderName: 'Okafor, Chidi',
  ProviderPhone: '(303) 555-0101',
  startedAt: null,
  isToBill: true,
  ...over,
});
const open = (id: number, over: Partial<OpenVisit> = {}): OpenVisit => ({
  planId: id,
  day: '2026-11-17',
  date: over.day ?? '2026-11-17',
  visitId: id,
  isExempt: false,
  ClientID: 1,
  Client: 'Stavropoulos, Helen',
  town: 'Littleton',
  ProviderID: 2,
  Provider: 'Martinez, Dolores',
  Type: 'PCP',
  start: '13:00',
  end: '15:30',
  minutes: 150,
  reason: 'calledOut',
  since: null,
  note: null,
  ...over,
});
const notice = (id: number, over: Partial<Notice> = {}): Notice => ({
  menu: 'warning',
  group: null,
  rule: 'idExpiration',
  tone: 'danger',
  at: 'person',
  id,
  name: 'Yoder, Caleb',
  text: 'DL/ID expired',
  field: 'ID Expiration',
  day: '2026-11-16',
  month: null,
  ...over,
});

const attempt = (move: 'Check-In' | 'Check-Out', at: string) => ({
  ...{ id: 1, move, at, late: false, locationError: false },
  ...{ latitude: null, longitude: null, distance: null },
});
const shown = (
  facts: Partial<TodayFacts>,
  role: Role = 'admin',
  marks: Record<string, KeptMark> = {},
  there: Partial<Around> = {},
) => todayRows({ ...NO_FACTS, ...facts }, { ...around, ...there }, { role, markOf: (key) => marks[key] });
const told = (facts: Partial<TodayFacts>, role?: Role, there?: Partial<Around>) =>
  shown(facts, role, {}, there).rows;

test('the visit of today of an open request is as urgent as an open one, until it has begun', () => {
  const noTimes = { Mon: null, Tue: null, Wed: null, Thu: null, Fri: null, Sat: null, Sun: null };
  const noTravel = { Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0, Sun: 0 };
  const requestOf = (id: number, StartDate: string, from: string): OpenRequest => ({
    ...{ id, ClientID: 4, Client: 'Vigil, Rosa', town: 'Denver', Type: 'PCP', StartDate, Remarks: null },
    ...{
      createReason: 'New client',
      status: 'Open',
      carePlanId: null,
      at: around.now.toString(),
      by: 'A.D.',
      rev: 1,
    },
    week: {
      personalCareItems: [],
      homeMakingItems: [],
      time: [
        { Name: 'Time In', ...noTimes, Tue: from },
        { Name: 'Time Out', ...noTimes, Tue: '15:30' },
        { Name: 'Travel Time', ...noTravel },
      ],
    },
  });
  const requests = [
    requestOf(1, '2026-11-17', '13:00'),
    requestOf(2, '2026-11-10', '12:00'),
    // Begun, and not yet.
    requestOf(3, '2026-11-17', '10:00'),
    requestOf(4, '2026-11-18', '13:00'),
  ];
  expect(told({ requests, open: [open(9, { start: '12:30' })] })).toMatchObject([
    { key: 'request:2', part: 'now', tone: 'danger', title: '12:00 PM visit needs a caregiver' },
    { key: 'request:1', figure: { main: 'in 2 h 18 min' }, place: { list: 'requests' }, placeCount: 4 },
    { key: 'open:9:2026-11-17' },
  ]);
  expect(told({ requests }, 'evv')).toEqual([]);
});

test('an open visit counts on the date on which it is, and a night that is not over is one of now', () => {
  const night = { day: '2026-11-16', start: '22:00', end: '12:00' };
  const rows = told({
    open: [
      open(1, night),
      open(2, { day: '2026-11-10', date: '2026-11-17' }),
      open(3, { day: '2026-11-17', date: '2026-11-19' }),
    ],
  });
  expect(rows).toMatchObject([
    {
      key: 'open:1:2026-11-16',
      figure: { main: 'started 12 h 42 min ago', note: '' },
      place: { list: 'visits', date: '2026-11-16', state: 'open' },
      placeCount: 1,
    },
    { key: 'open:2:2026-11-10', figure: { main: 'in 2 h 18 min' } },
    { kind: 'openSoon', count: 1, place: { from: '2026-11-19', through: '2026-11-19' } },
  ]);
});

describe('who is late', () => {
  const late = { visits: [visit(7, '09:30')], open: [open(7, { reason: 'late', start: '09:30' })] };

  test('is named first, with the number to call and how late', () => {
    expect(told(late)).toMatchObject([
      {
        key: 'late:7',
        part: 'now',
        title: 'Chidi Okafor has not checked in',
        text: 'Bao Nguyen, planned 9:30 AM',
        figure: { main: '1 h 12 min late' },
        visit: { planId: 7 },
        button: 'Call',
        mend: { by: 'call', phone: '(303) 555-0101', name: 'Chidi Okafor' },
        place: { list: 'visits', state: 'late', hour: null },
        placeCount: 1,
      },
    ]);
  });

  test('can be covered as well once staffing has the visit as open, and without a number alone', () => {
    expect(told(late)).toMatchObject([{ mend: { by: 'call', visit: { planId: 7 } } }]);
    expect(told({ visits: late.visits })).toMatchObject([{ mend: { by: 'call', visit: null } }]);
    const visits = [visit(7, '09:30', { ProviderPhone: null })];
    expect(told({ ...late, visits })).toMatchObject([{ button: 'Cover', mend: { by: 'cover' } }]);
    expect(told({ visits })).toMatchObject([{ button: 'Review', mend: { by: 'list' } }]);
  });

  test('is not late whose arrival waits for acceptance', () => {
    const Attempts = [attempt('Check-In', '2026-11-17T16:45:00Z')];
    const visits = [visit(7, '09:30', { Attempts })];
    expect(told({ ...late, visits }).map(({ kind }) => kind)).toEqual(['recorded']);
    const open7 = [open(7, { reason: 'calledOut', start: '09:30' })];
    expect(told({ visits, open: open7 }).map(({ kind }) => kind)).toEqual(['recorded']);
  });

  test('comes three at a time, and the third says how many more there are', () => {
    const ids = [1, 2, 3, 4, 5];
    const rows = told({
      visits: ids.map((id) => visit(id, `09:0${id}`)),
      open: ids.map((id) => open(id, { reason: 'late' })),
    });
    expect(rows.map(({ key, figure }) => [key, figure.note])).toEqual([
      ['late:1', ''],
      ['late:2', ''],
      ['late:3', '2 more are late'],
    ]);
    expect(rows.every(({ placeCount }) => placeCount === 5)).toBe(true);
  });
});

test('a visit of today without a caregiver says when it starts and what was answered', () => {
  const answers = [{ planId: 4, day: '2026-11-17', asked: 4, declined: 2 }];
  expect(told({ open: [open(4)], answers })).toMatchObject([
    {
      part: 'now',
      title: '1:00 PM visit needs a caregiver',
      text: 'Helen Stavropoulos, Littleton. PCP, 2.5 h. 4 asked, 2 said no',
      figure: { main: 'in 2 h 18 min', note: 'to start' },
      mend: { by: 'cover', visit: { planId: 4, day: '2026-11-17' } },
    },
  ]);
});

test('who is at a wrong door or may not come leads to the schedule of the day, with their rows alone', () => {
  const place = (day: string, ...people: number[]) => ({ place: { list: 'schedule', day, people } });
  const arrival = {
    planId: 4,
    day: '2026-11-16',
    ClientID: 8,
    Client: 'Nguyen, Bao',
    at: '2026-11-17T17:00:00Z',
  };
  const came = { ...arrival, ProviderID: 2, Provider: 'Martinez, Dolores' };
  const cover = { ProviderID: 3, Provider: 'Archuleta, Ana', hasStarted: false };
  const arrivals = [
    { ...came, id: 1, cover },
    { ...came, id: 2, cover: null },
  ];
  expect(told({ arrivals })).toMatchObject([place('2026-11-16', 2, 3), place('2026-11-16', 2)]);
  const others = [{ ProviderID: 6, Provider: 'Yoder, Ruth' }];
  const text = { id: 1, ProviderID: 5, Provider: 'Yoder, Caleb', others, at: arrival.at, words: 'sick' };
  expect(told({ proposals: [text] })).toMatchObject([{ ...place('2026-11-17', 5, 6), placeCount: 2 }]);
});

test('those of later days are one row with their hours and reasons', () => {
  const later = [
    open(1, { day: '2026-11-18' }),
    open(2, { day: '2026-11-18' }),
    open(3, { day: '2026-11-20', Provider: 'Yoder, Caleb', reason: 'timeOff' }),
  ];
  expect(told({ open: later })).toMatchObject([
    {
      part: 'today',
      title: '3 visits need a caregiver by Nov 20',
      text: 'Dolores Martinez called out 2, Caleb Yoder is off 1',
      figure: { main: '7.5 h', note: 'from tomorrow' },
      button: 'Plan 3',
      place: { list: 'plan', from: '2026-11-18', through: '2026-11-20' },
    },
  ]);
});

test('an expired paper of one person opens its field, of several the latest one', () => {
  expect(told({ notices: [notice(5)] })).toMatchObject([
    {
      title: 'Caleb Yoder: DL/ID expired',
      figure: { main: 'Nov 16', note: 'expired' },
      mend: { by: 'record', id: 5, field: 'ID Expiration' },
    },
  ]);
  const two = [notice(5), notice(6, { day: '2026-11-10' })];
  expect(told({ notices: two })).toMatchObject([
    {
      title: 'Papers of 2 people have expired',
      figure: { main: 'Nov 16', note: 'the latest' },
      mend: { by: 'record', id: 5 },
      place: { list: 'people', ids: [5, 6] },
      placeCount: 2,
    },
  ]);
});

test('who missed several visits is named once', () => {
  const missed = [1, 2, 3].map((id) => visit(id, '07:00', { PlanEndTime: '08:00' }));
  expect(told({ visits: missed, open: [] })).toMatchObject([
    {
      title: '3 visits were missed',
      text: 'Chidi Okafor: enter the times, or close the visits with a reason',
    },
  ]);
});

describe('after midnight', () => {
  // 12:10 AM on the 17th in Denver.
  const there = { now: Temporal.Instant.from('2026-11-17T07:10:00Z') };
  const lastNight = { Date: '2026-11-16', day: '2026-11-16', PlanEndTime: '06:00' };
  const ofYesterday = { list: 'visits', date: '2026-11-16' };

  test('who is late is late still, and has one row', () => {
    const facts = {
      visits: [visit(7, '23:30', lastNight), visit(8, '23:50', lastNight), visit(9, '23:58', lastNight)],
      open: [open(7, { ...lastNight, date: '2026-11-16', start: '23:30', end: '06:00', reason: 'late' })],
    };
    expect(told(facts, 'admin', there)).toMatchObject([
      { key: 'late:7', place: { ...ofYesterday, state: 'late' }, placeCount: 2, mend: { by: 'call' } },
      { key: 'late:8', figure: { main: '20 min late' } },
    ]);
    const Attempts = [attempt('Check-In', '2026-11-17T06:50:00Z')];
    const arrived = { ...facts, visits: [visit(7, '23:30', { ...lastNight, Attempts })] };
    expect(told(arrived, 'admin', there)).toMatchObject([{ key: 'recorded' }]);
  });

  test('who did not check out of the night is named in the morning, and not on the day after', () => {
    const Status = 'Active' as const;
    const visits = [visit(7, '22:00', { ...lastNight, Status, startedAt: '2026-11-17T05:00:00Z' })];
    expect(told({ visits })).toMatchObject([
      { key: 'notOut:7', figure: { main: '4 h 42 min late' }, place: { ...ofYesterday, state: 'notOut' } },
    ]);
    const now = Temporal.Instant.from('2026-11-18T17:42:00Z');
    expect(told({ visits }, 'admin', { now, today: '2026-11-18' })).toEqual([]);
  });

  test('what was missed stays for two weeks, in the list of exceptions', () => {
    const visits = [
      visit(5, '08:00', { Date: '2026-11-13', isToBill: false }),
      visit(6, '08:00', { Date: '2026-11-13' }),
      visit(7, '20:00', { Date: '2026-11-16', PlanEndTime: '21:00' }),
      visit(8, '09:00', { Status: 'Complete', isToBill: false }),
    ];
    expect(told({ visits, open: [] })).toMatchObject([
      {
        key: 'missed',
        title: '2 visits were missed',
        figure: { main: '2 visits', note: 'since Nov 13' },
        place: { list: 'exceptions', kind: 'missed', from: '2026-11-04', to: '2026-11-17' },
        placeCount: 2,
      },
    ]);
  });
});

test('recorded times that wait for acceptance are one row, and nobody is called about them', () => {
  const left = {
    Status: 'Active' as const,
    startedAt: '2026-11-17T15:00:00Z',
    PlanEndTime: '10:00',
    Attempts: [attempt('Check-Out', '2026-11-17T17:20:00Z')],
  };
  const visits = [
    visit(7, '08:00', left),
    visit(8, '10:00', { Attempts: [attempt('Check-In', '2026-11-17T17:30:00Z')] }),
    visit(9, '08:00', { ...left, isToBill: false }),
  ];
  expect(told({ visits })).toMatchObject([
    {
      kind: 'recorded',
      part: 'today',
      title: '2 visits wait for acceptance',
      text: 'Chidi Okafor: Check-Out 10:20 AM, 20 min after plan. 1 more visit',
      place: { list: 'exceptions', kind: 'attempt', from: '2026-11-04', to: '2026-11-17' },
      placeCount: 2,
    },
  ]);
});

test('a site without EVV Admin has the schedule of who was to come, as has what EVV Admin does not know', () => {
  const facts = {
    visits: [visit(7, '09:30', { ProviderPhone: null })],
    open: [open(4), open(5, { visitId: null, isExempt: true, ProviderID: 3 })],
  };
  const placesOf = (there?: Partial<Around>) =>
    told(facts, 'admin', there).map(({ key, place, placeCount }) => [key.split(':')[0], place, placeCount]);
  const board = (person: number) => ({ list: 'schedule', day: '2026-11-17', people: [person] });
  const list = { list: 'visits', date: '2026-11-17', hour: null };
  expect(placesOf()).toEqual([
    ['late', { ...list, state: 'late' }, 1],
    ['open', { ...list, state: 'open' }, 1],
    ['open', board(3), 1],
  ]);
  expect(placesOf({ switches: { ...around.switches, premium: false } })).toEqual([
    ['late', board(7), 1],
    ['open', board(2), 1],
    ['open', board(3), 1],
  ]);
});

describe('what the answer says of rows that it does not have', () => {
  test('is how many there are of each part, and their dollars', () => {
    const ids = [1, 2, 3, 4, 5, 6, 7];
    const neverClaimed = [
      { month: '2026-01', count: 2, cents: 90_000, claimBy: '2026-12-20' },
      { month: '2026-02', count: 5, cents: 800_000, claimBy: '2027-01-20' },
    ];
    const { rows, parts, unsolved } = shown({
      visits: ids.map((id) => visit(id, `09:0${id}`)),
      neverClaimed,
    });
    expect(rows).toHaveLength(4);
    expect(parts).toEqual([
      { part: 'now', count: 7, cents: 0 },
      { part: 'money', count: 2, cents: 890_000 },
    ]);
    expect(unsolved).toEqual(['late:4', 'late:5', 'late:6', 'late:7', 'neverClaimed:2026-02']);
  });

  test('is that nobody solved what became too late', () => {
    const missed = visit(7, '09:30', { PlanEndTime: '10:30' });
    expect(shown({ visits: [missed] }).unsolved).toEqual(['late:7', 'open:7:2026-11-17']);
    expect(shown({ visits: [visit(7, '09:30')], open: [open(7)] }).unsolved).toEqual(['late:7']);
    const begun = { Status: 'Active' as const, startedAt: '2026-11-17T16:30:00Z' };
    expect(shown({ visits: [visit(7, '09:30', begun)] }).unsolved).toEqual([]);
  });
});

test('a month that the payer takes no more does not hide one that it takes', () => {
  const neverClaimed = [
    { month: '2025-10', count: 1, cents: 4_000, claimBy: '2026-10-03' },
    { month: '2025-12', count: 9, cents: 800_000, claimBy: '2026-11-29' },
  ];
  expect(told({ neverClaimed })).toMatchObject([
    { key: 'neverClaimed:2025-12', figure: { main: '$8,000.00', note: '12 days left' } },
  ]);
  expect(told({ neverClaimed: neverClaimed.slice(0, 1) })).toEqual([]);
});

test('papers that expire in more than a week are no work of today', () => {
  const soon = { tone: 'warn' as const, menu: 'notifications' as const };
  expect(told({ notices: [notice(5, { ...soon, day: '2026-11-25' })] })).toEqual([]);
  expect(told({ notices: [notice(5, { ...soon, day: '2026-11-24' })] })).toHaveLength(1);
});

describe('what a role can fix', () => {
  const everything: Partial<TodayFacts> = {
    open: [open(4)],
    notices: [notice(5)],
    unaccepted: {
      visits: [71, 72, 73, 74],
      failed: 3,
      unsent: 1,
      reasons: [{ words: 'Member ID not found', count: 3 }],
      from: '2026-11-04',
      to: '2026-11-17',
    },
    stakes: [
      {
        id: 9,
        clientId: 12,
        client: 'Jaramillo, James',
        typeName: 'Personal Care',
        kind: 'runningOut',
        day: '2026-12-23',
        until: '2026-12-31',
        units: 38,
        cents: 26_296,
      },
    ],
    ready: { month: '2026-10', count: 287, cents: 18_740_211 },
    denied: {
      claims: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      cents: 241_062,
      reason: 'Program modifier missing',
    },
    texts: [
      { number: '+13035550188', people: [4], name: 'Ana Archuleta', count: 2, last: '2026-11-17T17:32:00Z' },
      { number: '+13035550199', people: [], name: null, count: 1, last: '2026-11-17T16:42:00Z' },
    ],
    overdue: { count: 2, invoices: [31, 32], cents: 81_500, since: '2026-10-31' },
    books: { ended: '2026-11-17T09:04:00Z', broken: 3 },
  };

  test('is all of it for an admin, with its dollars', () => {
    expect(told(everything).map(({ kind, cents }) => [kind, cents])).toEqual([
      ['open', null],
      ['texts', null],
      ['unaccepted', null],
      ['authorizations', 26_296],
      ['expired', null],
      ['ready', 18_740_211],
      ['denied', 241_062],
      ['overdue', 81_500],
      ['books', null],
    ]);
  });

  test('says who wrote, who owes, and what does not add up', () => {
    const said = (kind: string) => {
      const row = told(everything).find((one) => one.kind === kind);
      return row && [row.title, row.text, row.figure.main, row.placeCount];
    };
    expect(said('texts')).toEqual(['3 texts are unread', 'Ana Archuleta, (303) 555-0199', '1 h ago', 2]);
    expect(said('overdue')).toEqual([
      '2 clients have overdue invoices',
      'The oldest was due Oct 31',
      '$815.00',
      2,
    ]);
    expect(said('books')).toEqual(['3 entries of the books do not add up', 'Checked Nov 17', '3 entries', 3]);
    expect(told({ books: { ended: '2026-11-17T09:04:00Z', broken: 0 }, texts: [] })).toEqual([]);
  });

  test('says why visits were rejected, each reason with its count where there are several', () => {
    const textOf = (reasons: NonNullable<TodayFacts['unaccepted']>['reasons']) =>
      told(
        {
          unaccepted: {
            visits: [71, 72, 73, 74, 75],
            failed: 4,
            unsent: 1,
            reasons,
            from: '2026-11-04',
            to: '2026-11-17',
          },
        },
        'admin',
      )[0]?.text;
    expect(textOf([{ words: 'Member ID not found.', count: 4 }])).toBe(
      'Member ID not found. 1 more is not sent',
    );
    const two = [
      { words: 'Member ID not found', count: 3 },
      { words: 'no location', count: 1 },
    ];
    expect(textOf(two)).toBe('Member ID not found 3, no location 1. 1 more is not sent');
  });

  test('says each name as the row does, so that it leads to its person', () => {
    const rows = told({
      ...everything,
      visits: [visit(7, '09:30')],
      open: [open(4), open(5, { day: '2026-11-19' }), open(6, { day: '2026-11-20', ProviderID: 3 })],
    });
    const linked = rows.map(({ title, text, named }) => [
      named.map(({ id }) => id),
      piecesOf([title, text], named).flatMap((pieces) => pieces.flatMap(({ id }) => id ?? [])),
    ]);
    for (const [named, shown] of linked) expect(shown).toEqual(named);
    expect(rows.flatMap(({ kind, named }) => named.map(({ name }) => `${kind} ${name}`))).toEqual([
      'late Chidi Okafor',
      'late Bao Nguyen',
      'open Helen Stavropoulos',
      'openSoon Dolores Martinez',
      'openSoon Dolores Martinez',
      'texts Ana Archuleta',
      'authorizations James Jaramillo',
      'expired Caleb Yoder',
    ]);
  });

  test('is no money and no record for a manager', () => {
    const rows = told(everything, 'user');
    expect(rows.map(({ kind }) => kind)).toEqual(['open', 'texts', 'unaccepted', 'authorizations']);
    expect(JSON.stringify(rows)).not.toContain('$');
    expect(rows.every(({ cents }) => cents === null)).toBe(true);
  });

  test('is nothing for providers and caregivers', () => {
    expect(told(everything, 'provider')).toEqual([]);
    expect(told(everything, 'evv')).toEqual([]);
  });

  test('never grows by the role: a manager sees no row that an admin does not', () => {
    const keys = (role: Role) => new Set(told(everything, role).map(({ key }) => key));
    expect([...keys('user')].every((key) => keys('admin').has(key))).toBe(true);
  });
});

test('papers that expire soon say how many visits would have nobody', () => {
  const soon = (id: number) => notice(id, { tone: 'warn', day: '2026-11-20', text: 'DL/ID expires 11-20' });
  const stopped = (id: number) => open(id, { ProviderID: 4, reason: 'mayNotWork', day: '2026-11-23' });
  const textOf = (facts: Partial<TodayFacts>) => told(facts).find(({ kind }) => kind === 'expiring')?.text;
  // Out of the third nobody is kept by a paper, and the fourth is another caregiver's.
  const visits = [stopped(1), stopped(2), open(3, { ProviderID: 4 }), open(5, { reason: 'mayNotWork' })];
  expect(textOf({ notices: [soon(4)], open: visits })).toBe(
    '2 visits of the next two weeks would have nobody',
  );
  expect(textOf({ notices: [soon(4)], open: [stopped(1)] })).toBe(
    '1 visit of the next two weeks would have nobody',
  );
  expect(textOf({ notices: [soon(4)] })).toBe('');
  expect(textOf({ notices: [soon(4), soon(6)], open: [stopped(1)] })).toMatch(
    /^Caleb Yoder: .+\. 1 more person\. 1 visit of/,
  );
});

describe('a row that is put off', () => {
  const until = (stamp: string, covered: KeptMark['covered'] = null): KeptMark => ({
    snoozed: { until: stamp, by: 'M.R.' },
    assigned: null,
    covered,
  });

  test('is apart until its time, and comes back by itself', () => {
    const key = 'open:4:2026-11-17';
    const { rows, snoozed } = shown({ open: [open(4)] }, 'admin', { [key]: until('2026-11-17T18:00:00Z') });
    expect([rows, snoozed.map((row) => row.key)]).toEqual([[], [key]]);
    const later = shown({ open: [open(4)] }, 'admin', { [key]: until('2026-11-17T17:42:00Z') });
    expect(later.rows).toHaveLength(1);
  });

  test('makes room for the next of its kind', () => {
    const ids = [1, 2, 3, 4];
    const marks = { 'open:1:2026-11-17': until('2026-11-18T18:00:00Z') };
    const { rows } = shown({ open: ids.map((id) => open(id)) }, 'admin', marks);
    expect(rows.map(({ key }) => key)).toEqual([
      'open:2:2026-11-17',
      'open:3:2026-11-17',
      'open:4:2026-11-17',
    ]);
  });

  const TOMORROW = '2026-11-18T18:00:00Z';
  const missedOn = (date: string) =>
    visit(Number(date.slice(-2)), '08:00', { Date: date, PlanEndTime: '09:00' });
  /** Of a day that is looked at, and of the first one that is not yet. */
  const soon = (day: number) => open(day, { day: `2026-11-${day}` });
  const ahead = open(31, { day: '2026-12-01' });
  /** Keys of the rows that are there when this was put off, and that has come in the meantime. */
  const after = (before: Partial<TodayFacts>, later: Partial<TodayFacts>) => {
    const covered = coveredNow('admin', { ...NO_FACTS, ...before }, around);
    const marks = Object.fromEntries([...covered].map(([key, of]) => [key, until(TOMORROW, of)]));
    return shown(later, 'admin', marks).rows;
  };

  test('comes back with what came later, and with nothing else', () => {
    const people = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(people, people, (before, later) => {
        const papers = (ids: readonly number[]) => ({ notices: ids.map((id) => notice(id)) });
        const isNew = later.some((id) => !before.includes(id));
        expect(after(papers(before), papers(later)).map(({ key, snoozed }) => [key, snoozed])).toEqual(
          isNew ? [['expired', null]] : [],
        );
      }),
    );
  });

  test.each<[string, Partial<TodayFacts>, Partial<TodayFacts>, string[]]>([
    [
      'another text of the same phone',
      {
        texts: [
          {
            number: '+13035550188',
            people: [4],
            name: 'Ana Archuleta',
            count: 1,
            last: '2026-11-17T17:32:00Z',
          },
        ],
      },
      {
        texts: [
          {
            number: '+13035550188',
            people: [4],
            name: 'Ana Archuleta',
            count: 2,
            last: '2026-11-17T17:40:00Z',
          },
        ],
      },
      ['texts'],
    ],
    [
      'a visit that Sandata rejected as the same number were mended',
      {
        unaccepted: {
          visits: [1, 2],
          failed: 2,
          unsent: 0,
          reasons: [],
          from: '2026-11-04',
          to: '2026-11-17',
        },
      },
      {
        unaccepted: {
          visits: [2, 3],
          failed: 2,
          unsent: 0,
          reasons: [],
          from: '2026-11-04',
          to: '2026-11-17',
        },
      },
      ['unaccepted'],
    ],
    [
      'an invoice of who owed already',
      { overdue: { count: 1, invoices: [5], cents: 1, since: '2026-10-31' } },
      { overdue: { count: 1, invoices: [5, 6], cents: 2, since: '2026-10-31' } },
      ['overdue'],
    ],
    [
      'one more client who is ready',
      { ready: { month: '2026-10', count: 2, cents: 1 } },
      { ready: { month: '2026-10', count: 3, cents: 1 } },
      ['ready:2026-10'],
    ],
    [
      'one client less who is ready',
      { ready: { month: '2026-10', count: 2, cents: 1 } },
      { ready: { month: '2026-10', count: 1, cents: 1 } },
      [],
    ],
    [
      'the same denials',
      { denied: { claims: ['8', '9'], cents: 2, reason: null } },
      { denied: { claims: ['9'], cents: 1, reason: null } },
      [],
    ],
    [
      'the last of those that were missed is mended',
      { visits: [missedOn('2026-11-13'), missedOn('2026-11-16')] },
      { visits: [missedOn('2026-11-13')] },
      [],
    ],
    [
      'another one was missed',
      { visits: [missedOn('2026-11-13')] },
      { visits: [missedOn('2026-11-13'), missedOn('2026-11-16')] },
      ['missed'],
    ],
    ['midnight brings a day ahead', { open: [soon(20)] }, { open: [soon(20), ahead] }, []],
    [
      'somebody calls out of a visit of a day ahead',
      { open: [soon(20)] },
      { open: [soon(20), { ...ahead, since: '2026-11-17T18:00:00Z' }] },
      ['openSoon'],
    ],
    [
      'midnight brings a visit out of which somebody had called before',
      { open: [soon(20)] },
      { open: [soon(20), { ...ahead, since: '2026-11-17T17:00:00Z' }] },
      [],
    ],
    ['the day ahead is all that is left', { open: [soon(20)] }, { open: [ahead] }, ['openSoon']],
    [
      'another one opened on a day that was looked at',
      { open: [soon(20)] },
      { open: [soon(20), soon(30)] },
      ['openSoon'],
    ],
  ])('and then %s', (_, before, later, keys) =>
    expect(after(before, later).map(({ key }) => key)).toEqual(keys),
  );

  test('stands for what was seen while nothing is counted yet, and is not put off unseen', () => {
    const row = { count: 3, of: ['1', '2', '3'] };
    expect(coverOf({ row, seen: 2, isCounting: true })).toEqual(row);
    expect(coverOf({ row: undefined, seen: 2, isCounting: true })).toEqual({ count: 2 });
    expect(coverOf({ row: undefined, seen: undefined, isCounting: true })).toBeUndefined();
    // Mended since it was seen: what comes under its key is new.
    expect(coverOf({ row: undefined, seen: 2, isCounting: false })).toEqual({ count: 0, of: [] });
    const put = { expired: until(TOMORROW, { count: 2 }) };
    const papers = (...ids: readonly number[]) => ({ notices: ids.map((id) => notice(id)) });
    expect(shown(papers(1, 2), 'admin', put).rows).toEqual([]);
    expect(shown(papers(1, 2, 3), 'admin', put).rows).toHaveLength(1);
  });
});

test('every key of a row is unique, whatever there is', () => {
  const id = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(
      fc.uniqueArray(id, { maxLength: 12 }),
      fc.uniqueArray(id, { maxLength: 12 }),
      (opens, papers) => {
        const rows = told({
          open: opens.map((one) => open(one, { day: one % 2 ? '2026-11-17' : '2026-11-19' })),
          visits: opens.map((one) => visit(one, '09:00')),
          notices: papers.map((one) => notice(one)),
        });
        return new Set(rows.map(({ key }) => key)).size === rows.length;
      },
    ),
  );
});

test('who is out today called out, or is on approved time off', () => {
  const off = (id: number, over: Partial<TimeOffRow>): TimeOffRow => ({
    id,
    providerId: id,
    Provider: 'Boateng, Kofi',
    from: '2026-11-16',
    through: '2026-11-20',
    fromTime: null,
    throughTime: null,
    status: 'Approved',
    reason: null,
    requested: '2026-11-01T12:00:00Z',
    requestedBy: 'M.R.',
    decided: null,
    decidedBy: null,
    rev: 0,
    ...over,
  });
  const ofHours = (fromTime: string, throughTime: string) => ({
    from: '2026-11-17',
    through: '2026-11-17',
    fromTime,
    throughTime,
  });
  const called = (ProviderID: number, from: string, until: string) => ({
    ProviderID,
    Provider: 'Martinez, Dolores',
    from,
    until,
  });
  const out = outToday(
    {
      ...NO_FACTS,
      // Moved to today, and from today to tomorrow.
      open: [open(1, { day: '2026-11-16', date: '2026-11-17' }), open(2, { date: '2026-11-18' })],
      // Until midnight in Denver; over before the day begins; and one who is on time off too.
      callOuts: [
        called(2, '2026-11-17T12:00:00Z', '2026-11-18T07:00:00Z'),
        called(5, '2026-11-16T12:00:00Z', '2026-11-17T07:00:00Z'),
      ],
      timeOff: [off(2, {}), off(3, {}), off(4, { status: 'Requested' }), off(6, { through: '2026-11-16' })]
        // 10:42 AM: these hours are over, and those are to come.
        .concat(off(7, ofHours('08:00', '10:00')), off(8, ofHours('13:00', '14:00'))),
    },
    around,
  );
  expect(out).toEqual([
    { id: 2, name: 'Martinez, Dolores', why: 'calledOut', through: '2026-11-17', hours: null, open: 1 },
    { id: 3, name: 'Boateng, Kofi', why: 'timeOff', through: '2026-11-20', hours: null, open: 0 },
    {
      ...{ id: 8, name: 'Boateng, Kofi', why: 'timeOff', through: '2026-11-17', open: 0 },
      hours: { from: '13:00', to: '14:00' },
    },
  ]);
});

describe('incidents', () => {
  const tell = (over: Partial<NextStep> = {}): NextStep => ({
    ...{ kind: 'tell', words: 'Tell the case manager', due: '2026-11-21T07:00:00Z', day: '2026-11-20' },
    ...over,
  });
  const mat = (day: string): NextStep => ({
    ...{ kind: 'followUp', words: 'Put down a mat', due: `${day}T23:00:00Z`, day },
  });
  const incident = (...steps: readonly NextStep[]): IncidentRow => ({
    ...{ id: 5, clientId: 8, client: 'Nguyen, Bao', providerId: null, provider: null, via: 'phone' },
    ...{ isClosed: false, kind: 'fall', critical: 'no', harm: 'none', date: '2026-11-16', time: null },
    steps: [...steps],
  });

  test('name everything that is due, and no follow-up of a day to come', () => {
    expect(told({ incidents: [incident(tell(), mat('2026-11-18'))] })).toMatchObject([
      { title: 'Bao Nguyen: Tell the case manager', text: 'Fall on Nov 16', tone: 'warn' },
    ]);
    expect(told({ incidents: [incident(mat('2026-11-17'), tell())] })).toMatchObject([
      {
        title: 'Bao Nguyen: Put down a mat',
        text: 'Fall on Nov 16; also: Tell the case manager by the end of Nov 20',
      },
    ]);
    expect(told({ incidents: [incident(mat('2026-11-18'))] })).toEqual([]);
  });

  test('are there from the first moment on where no deadline is known', () => {
    const unknown = tell({ due: null, day: null });
    expect(told({ incidents: [incident(unknown)] })).toMatchObject([
      {
        title: 'Bao Nguyen: Tell the case manager',
        ...{ part: 'now', tone: 'warn', figure: { main: 'unknown', note: 'the deadline' } },
        at: '2026-11-16T07:00:00Z',
      },
    ]);
  });
});

describe('forms of the agency', () => {
  const form = (personId: number, person: string, due: string): DueForm => ({
    ...{ formId: 3, versionId: 4, title: 'Fall check', by: 'either', about: 'client' },
    ...{ personId, person, due },
  });
  const tomorrow = form(8, 'Nguyen, Bao', '2026-11-18');

  test('are one row once they are overdue, with the oldest', () => {
    const forms = [form(1, 'Baca, Guadalupe', '2026-11-12'), form(8, 'Nguyen, Bao', '2026-11-16'), tomorrow];
    expect(told({ forms })).toMatchObject([
      {
        ...{ key: 'forms', part: 'today', tone: 'danger', count: 2, placeCount: 2 },
        title: '2 forms are overdue',
        text: 'Guadalupe Baca: Fall check. 1 more form',
        figure: { main: 'Nov 12', note: 'the oldest' },
        place: { list: 'forms' },
      },
    ]);
    expect(told({ forms: [form(8, 'Nguyen, Bao', '2026-11-16')] })).toMatchObject([
      { title: 'Bao Nguyen: Fall check is overdue', text: '' },
    ]);
  });

  test('are none while their last day is to come, or today', () => {
    expect(told({ forms: [tomorrow, form(8, 'Nguyen, Bao', '2026-11-17')] })).toEqual([]);
  });
});

describe('the set-up of an agency', () => {
  const step = (over: Partial<StepOfSetUp>): StepOfSetUp => ({
    step: 'visit',
    state: 'open',
    minutes: 9,
    summary: '',
    missing: ['Make the first care plan.'],
    ...over,
  });

  test('is one row until the first check-in, which leads to the next step', () => {
    const setUp = [step({ step: 'agency', state: 'done' }), step({ step: 'payer', minutes: 4 }), step({})];
    expect(told({ setUp })).toMatchObject([
      {
        key: 'setUp',
        title: 'Set up your agency: 2 steps left',
        text: 'Next: Time zone and payer',
        figure: { main: '13 min', note: 'left' },
        place: { list: 'setUp', step: null },
      },
    ]);
    expect(told({ setUp: [...setUp.slice(0, 2), step({ state: 'done' })] })).toEqual([]);
  });

  test('has a row for each skipped step, the first three of them shown, for admins alone', () => {
    const names = ['agency', 'payer', 'types', 'connections'] as const;
    const setUp = names.map((name) => step({ step: name, state: 'skipped' }));
    const rows = told({ setUp });
    expect(rows.map(({ key }) => key)).toEqual(['setUp:agency', 'setUp:connections', 'setUp:payer']);
    expect(rows[0]).toMatchObject({
      title: 'Skipped in the set-up: Your agency',
      text: 'Make the first care plan.',
      place: { list: 'setUp', step: 'agency' },
    });
    expect(rows[2]?.figure.note).toBe('1 more step');
    expect(told({ setUp }, 'user')).toEqual([]);
  });
});
