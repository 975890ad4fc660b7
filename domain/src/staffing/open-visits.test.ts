import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asksToCall, checkCallOut, givenUp, nextVisits, type OpenFacts, openVisits } from './open-visits.ts';
import {
  placedVisits,
  type StaffedPlan,
  type StaffedVisit,
  staffedVisits,
  type VisitRecord,
} from './staffed-visits.ts';

const ZONE = 'America/Denver';
/** Tuesday, November 17, 2026, 10:42 AM in Denver. */
const now = Temporal.Instant.from('2026-11-17T17:42:00Z');
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18'];
const only = (day: string, value: string) =>
  ({ Mon: null, Tue: null, Wed: null, Thu: null, Fri: null, Sat: null, Sun: null, [day]: value }) as const;
const time = (day: string, from: string, to: string): StaffedPlan['week']['time'] => [
  { Name: 'Time In', ...only(day, from) },
  { Name: 'Time Out', ...only(day, to) },
  { Name: 'Travel Time', Mon: 0, Tue: 5, Wed: 0, Thu: 0, Fri: 0, Sat: 0, Sun: 0 },
];
const plan = (over: Partial<StaffedPlan> = {}): StaffedPlan => ({
  id: 1,
  ProviderID: 9,
  ClientID: 100,
  Type: 'PCP',
  Status: 'Active',
  StartDate: '2026-01-01',
  EndDate: null,
  coversPlanId: null,
  isExcluded: false,
  week: { time: time('Tue', '13:00', '15:30') },
  ...over,
});
const record = (over: Partial<VisitRecord> = {}): VisitRecord => ({
  id: 50,
  planId: 1,
  ProviderID: 9,
  plannedDay: '2026-11-17',
  date: '2026-11-17',
  start: '13:00',
  end: '15:30',
  status: 'Planned',
  closed: null,
  ...over,
});
const planned = (plans: StaffedPlan[], records: VisitRecord[] = [], archived = new Map<number, string>()) =>
  staffedVisits({ plans, records, archived }, DAYS);

describe('the visits of some days', () => {
  test('come from plans before they have a record, and from the record afterwards', () => {
    expect(planned([plan()])).toMatchObject([
      { planId: 1, day: '2026-11-17', visitId: null, minutes: 150, travel: 5 },
    ]);
    expect(planned([plan()], [record({ start: '14:00', end: '16:30' })])).toMatchObject([
      { planId: 1, visitId: 50, start: '14:00', status: 'Planned' },
    ]);
  });
  test('are shown where they were moved to', () => {
    expect(planned([plan()], [record({ date: '2026-11-18' })])).toMatchObject([
      { day: '2026-11-17', date: '2026-11-18' },
    ]);
    expect(planned([plan()], [record({ date: '2026-11-20' })])).toEqual([]);
  });
  test('on past days are only those that took place, or all of them for an exempt pair', () => {
    const over = (plans: StaffedPlan[], records: VisitRecord[] = []) =>
      placedVisits({ plans, records, archived: new Map() }, DAYS, '2026-11-18');
    expect(over([plan()])).toEqual([]);
    expect(over([plan()], [record({ closed: 'absent' })])).toMatchObject([{ visitId: 50, closed: 'absent' }]);
    expect(over([plan({ isExcluded: true })])).toMatchObject([{ visitId: null, isExempt: true }]);
  });
  test('leave out visits closed as missed', () => {
    expect(planned([plan()], [record({ closed: 'absent' })])).toEqual([]);
  });
  test('on a covered day belong to the cover and are named by the regular plan', () => {
    const cover = plan({
      id: 2,
      ProviderID: 3,
      coversPlanId: 1,
      Status: 'Archive',
      StartDate: '2026-11-17',
      EndDate: '2026-11-17',
    });
    expect(planned([plan(), cover])).toMatchObject([{ planId: 1, byPlanId: 2, ProviderID: 3 }]);
  });
  test('that the covered caregiver has begun are not planned again for the cover', () => {
    const cover = plan({
      id: 2,
      ProviderID: 3,
      coversPlanId: 1,
      Status: 'Archive',
      StartDate: '2026-11-17',
      EndDate: '2026-11-17',
    });
    expect(planned([plan(), cover], [record({ status: 'Active' })])).toMatchObject([
      { byPlanId: 1, ProviderID: 9 },
    ]);
  });
  test('name who came, whoever has the plan now', () => {
    expect(planned([plan()], [record({ status: 'Complete', ProviderID: 4 })])).toMatchObject([
      { ProviderID: 4 },
    ]);
  });
  test('end on the day on which the person is archived', () => {
    expect(planned([plan()], [], new Map([[9, '2026-11-17']]))).toEqual([]);
  });
});

const checks = {
  backgroundCheck: '2026-01-10',
  capsCheck: '2026-01-10',
  workAuthorization: null,
  archived: null,
};
const facts: OpenFacts = {
  now,
  zone: ZONE,
  lateMinutes: 60,
  callOuts: [],
  timeOff: [],
  checks: new Map([[9, checks]]),
};
const visit = (over: Partial<StaffedVisit> = {}): StaffedVisit => ({
  planId: 1,
  day: '2026-11-17',
  byPlanId: 1,
  ProviderID: 9,
  ClientID: 100,
  Type: 'PCP',
  date: '2026-11-17',
  start: '13:00',
  end: '15:30',
  minutes: 150,
  travel: 0,
  visitId: 50,
  status: 'Planned',
  isExempt: false,
  ...over,
});
const callOut = {
  id: 1,
  ProviderID: 9,
  from: '2026-11-17T12:00:00Z',
  until: '2026-11-18T07:00:00Z',
  note: 'flu',
  at: '2026-11-17T12:04:00Z',
};
const timeOff = {
  id: 1,
  providerId: 9,
  from: '2026-11-17',
  through: '2026-11-17',
  fromTime: '15:00',
  throughTime: '16:00',
  status: 'Approved' as const,
  reason: null,
};
const why = (one: Partial<StaffedVisit>, over: Partial<OpenFacts> = {}) =>
  openVisits([visit(one)], { ...facts, ...over })[0]?.reason;

describe('a visit is open', () => {
  test('but not while its caregiver is due to come', () => expect(why({})).toBeUndefined());
  test('when its caregiver called out, with what they wrote', () => {
    expect(openVisits([visit()], { ...facts, callOuts: [callOut] })).toMatchObject([
      { reason: 'calledOut', since: '2026-11-17T12:04:00Z', note: 'flu' },
    ]);
  });
  test('when it starts within the call-out, whose end is exclusive', () => {
    expect(
      why({ start: '00:00', end: '02:00', date: '2026-11-18' }, { callOuts: [callOut] }),
    ).toBeUndefined();
  });
  test('when time off overlaps it', () => expect(why({}, { timeOff: [timeOff] })).toBe('timeOff'));
  test('when a check of the caregiver is not valid on its day', () => {
    const lapsed = new Map([[9, { ...checks, workAuthorization: '2026-11-16' }]]);
    expect(why({}, { checks: lapsed })).toBe('mayNotWork');
    expect(
      why(
        { date: '2026-11-16', day: '2026-11-16', start: '23:00', end: '12:00', minutes: 780 },
        { checks: lapsed },
      ),
    ).toBe('late');
  });
  test("when nobody has come for longer than the agency's limit", () => {
    expect(why({ start: '09:42', end: '12:00', minutes: 138 })).toBeUndefined();
    expect(why({ start: '09:41', end: '12:00', minutes: 139 })).toBe('late');
  });
  test('but never for being late if nobody checks in', () => {
    const over = { start: '09:41', end: '12:00', minutes: 139, isExempt: true };
    expect(why(over)).toBeUndefined();
    expect(why(over, { callOuts: [callOut] })).toBe('calledOut');
  });
  test('but not once it has started or is over', () => {
    expect(why({ status: 'Active' }, { callOuts: [callOut] })).toBeUndefined();
    expect(why({ start: '08:00', end: '10:00', minutes: 120 }, { callOuts: [callOut] })).toBeUndefined();
  });
});

describe('a visit is given up', () => {
  const lost = (one: Partial<StaffedVisit>, over: Partial<OpenFacts> = {}) =>
    givenUp([visit(one)], { ...facts, ...over }).map(({ reason }) => reason);
  test('when its caregiver does not come, whether it is over or not', () => {
    expect(lost({}, { callOuts: [callOut] })).toEqual(['calledOut']);
    expect(lost({ start: '08:00', end: '10:00', minutes: 120 }, { callOuts: [callOut] })).toEqual([
      'calledOut',
    ]);
    expect(lost({}, { timeOff: [timeOff] })).toEqual(['timeOff']);
    expect(lost({}, { checks: new Map([[9, { ...checks, workAuthorization: '2026-11-16' }]]) })).toEqual([
      'mayNotWork',
    ]);
  });
  test('but not while they may still come, nor once they have begun', () => {
    expect(lost({ start: '09:41', end: '12:00', minutes: 139 })).toEqual([]);
    expect(lost({ status: 'Active' }, { callOuts: [callOut] })).toEqual([]);
  });
});

const arbitraryDay = fc.integer({ min: 10, max: 30 }).map((day) => `2026-11-${day}`);
const arbitraryVisits = fc.array(
  fc
    .record({
      date: arbitraryDay,
      hour: fc.integer({ min: 10, max: 22 }),
      ProviderID: fc.integer({ min: 9, max: 12 }),
    })
    .map(({ date, hour, ProviderID }) =>
      visit({ date, day: date, ProviderID, start: `${hour}:00`, end: `${hour + 1}:00`, minutes: 60 }),
    ),
);
const arbitraryChecks = fc.record({
  backgroundCheck: fc.constantFrom(null, '2023-12-19', '2026-11-20', '2026-01-01'),
  capsCheck: fc.constantFrom(null, '2026-11-18', '2026-01-01'),
  workAuthorization: fc.option(arbitraryDay),
  archived: fc.option(arbitraryDay),
});
test('whether a visit is open does not depend on which other visits are checked with it', () => {
  fc.assert(
    fc.property(arbitraryVisits, fc.array(arbitraryChecks, { minLength: 4, maxLength: 4 }), (visits, all) => {
      const known = {
        ...facts,
        checks: new Map(all.map((one, n) => [n + 9, one] as const)),
        callOuts: [callOut],
      };
      expect(openVisits(visits, known)).toEqual(visits.flatMap((one) => openVisits([one], known)));
    }),
  );
});

test("a caregiver's next visits are the overdue ones and those still ahead today, or else those of the first day that has any", () => {
  const next = (visits: Partial<StaffedVisit>[]) =>
    nextVisits(visits.map(visit), 9, now, ZONE).map(({ date, start }) => `${date} ${start}`);
  const tomorrow = { date: '2026-11-18', start: '07:00', end: '09:00' };
  const over = { start: '07:00', end: '10:30' };
  expect(next([tomorrow, { start: '15:00', end: '16:00' }, { start: '11:00', end: '12:00' }, over])).toEqual([
    '2026-11-17 11:00',
    '2026-11-17 15:00',
  ]);
  expect(next([tomorrow, over, { ProviderID: 8 }, { status: 'Active' }])).toEqual(['2026-11-18 07:00']);
  // The visit is overdue and nobody is there, so this is the one they mean.
  const due = { start: '10:00', end: '12:00' };
  expect(next([tomorrow, due, { start: '15:00', end: '16:00' }])).toEqual([
    '2026-11-17 10:00',
    '2026-11-17 15:00',
  ]);
  expect(next([tomorrow, due])).toEqual(['2026-11-17 10:00']);
  expect(next([tomorrow, { ...due, status: 'Active' }])).toEqual(['2026-11-18 07:00']);
  // A night visit that began yesterday is not over yet.
  expect(next([tomorrow, { date: '2026-11-16', start: '23:00', end: '11:00', minutes: 720 }])).toEqual([
    '2026-11-16 23:00',
  ]);
});

test.each([
  [240, '2026-11-17T21:42:00Z', true],
  [240, '2026-11-17T21:43:00Z', false],
  [60, '2026-11-17T21:42:00Z', false],
  [0, '2026-11-17T17:43:00Z', false],
])(
  'a call-out asks the caregiver to call too, within %i minutes, for a visit at %s: %s',
  (minutes, start, asks) => {
    expect(asksToCall(Temporal.Instant.from(start), now, minutes)).toBe(asks);
  },
);

test.each([
  ['2026-11-17T18:00:00Z', '2026-11-17T18:00:00Z', 'The end must be after the start.'],
  [
    '2026-11-16T18:00:00Z',
    '2026-11-17T17:00:00Z',
    'This ended 11-17-2026 10:00 AM. Enter an end that is still ahead.',
  ],
  ['2026-11-16T18:00:00Z', '2026-11-17T18:00:00Z', undefined],
])('a call-out from %s until %s: %s', (from, until, sentence) => {
  expect(checkCallOut({ from, until }, now, ZONE)).toBe(sentence);
});
