import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  businessDaysAfter,
  dutiesOf,
  isPast,
  type OpenIncident,
  sayDue,
  sayStep,
  stepsOf,
} from './deadlines.ts';
import { loggedIncident } from './logged.ts';
import {
  checkFacts,
  checkFollowUp,
  checkKnownAt,
  checkNotice,
  checkPhoneReport,
  dayAtVisit,
  whyNotClosed,
} from './rules.ts';
import type { FollowUp, IncidentFacts, IncidentNotice } from './schema.ts';

const zone = 'America/Denver';
const colorado = { state: 'CO', zone };
const now = Temporal.Instant.from('2026-11-20T20:00:00Z');

const facts = (over: Partial<IncidentFacts> = {}): IncidentFacts => ({
  ...{ kind: 'fall', critical: 'yes', date: '2026-11-20', time: '09:30', minutes: null, place: 'Kitchen' },
  ...{ what: 'Slipped', harm: 'firstAid', measures: 'Helped up', others: '', witnessed: 'observed' },
  ...{ reporter: 'Ana', knownAt: '2026-11-20T17:00:00Z' },
  ...over,
});
const notice = (over: Partial<IncidentNotice> = {}): IncidentNotice => ({
  ...{ no: 1, whom: 'caseManager', outcome: 'told', name: 'Maria', at: '2026-11-20T18:00:00Z', memo: '' },
  ...{ isMistake: false, by: 'A.B.' },
  ...over,
});
const followUp = (over: Partial<FollowUp> = {}): FollowUp => ({
  ...{ no: 1, what: 'Put down a mat', who: 'Ana', until: '2026-11-24', result: null },
  ...over,
});
const incident = (over: Partial<OpenIncident> = {}): OpenIncident => ({
  ...{ facts: facts(), notices: [], followUps: [], isClosed: false },
  ...over,
});

describe('whom to tell by when in Colorado', () => {
  test.each([
    // 24 hours from when the agency learned of it, also over a weekend and over the change of the clock.
    ['critical', '2026-11-20T17:00:00Z', '2026-11-21T17:00:00Z', null, 'by Nov 21, 10:00 AM'],
    [
      'critical on the night of the change of the clock',
      '2026-10-31T23:00:00Z',
      '2026-11-01T23:00:00Z',
      null,
      'by Nov 1, 4:00 PM',
    ],
  ])('%s', (_, knownAt, due, day, said) => {
    const [duty] = dutiesOf(incident({ facts: facts({ knownAt }) }), colorado);
    expect(duty).toMatchObject({ whom: 'caseManager', due, day, state: 'open' });
    expect(sayDue({ due: duty?.due ?? '', day }, zone)).toBe(said);
  });

  test.each([
    ['Monday', '2026-11-16T17:00:00Z', '2026-11-18'],
    ['Thursday', '2026-11-19T17:00:00Z', '2026-11-23'],
    ['Friday', '2026-11-20T17:00:00Z', '2026-11-24'],
    ['Saturday', '2026-11-21T17:00:00Z', '2026-11-24'],
    ['Sunday', '2026-11-22T17:00:00Z', '2026-11-24'],
    // It is still Friday in Denver.
    ['late on Friday', '2026-11-21T05:00:00Z', '2026-11-24'],
    ['at the end of the year', '2026-12-31T17:00:00Z', '2027-01-04'],
  ])('two business days from %s', (_, knownAt, day) => {
    const [duty] = dutiesOf(incident({ facts: facts({ critical: 'no', knownAt }) }), colorado);
    expect(duty?.day).toBe(day);
    // Until the day is over in Denver.
    expect(
      Temporal.Instant.from(duty?.due ?? '')
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString(),
    ).toBe(`${Temporal.PlainDate.from(day).add({ days: 1 })}T00:00:00`);
  });

  it('counts as critical until somebody has decided', () => {
    const [duty] = dutiesOf(incident({ facts: facts({ critical: 'undecided' }) }), colorado);
    expect(duty?.due).toBe('2026-11-21T17:00:00Z');
  });

  it('names the police for abuse, and says that the health department’s deadline is unknown', () => {
    const duties = dutiesOf(incident({ facts: facts({ kind: 'abuse', critical: 'no' }) }), colorado);
    expect(duties.map(({ whom, due }) => [whom, due])).toEqual([
      ['caseManager', '2026-11-25T07:00:00Z'],
      ['police', '2026-11-21T17:00:00Z'],
      ['healthDepartment', null],
    ]);
    for (const { quote, source } of duties)
      expect([quote, source].map(({ length }) => length > 10)).toEqual([true, true]);
  });

  test.each([
    ['another state', 'NE', '2026-11-20T17:00:00Z', /No reporting rule of NE is known/],
    ['no state', null, '2026-11-20T17:00:00Z', /has no state/],
    ['before the rule at hand', 'CO', '2023-11-20T17:00:00Z', /begins on 2024-12-25/],
  ])('%s: the deadline is unknown and that is said', (_, state, knownAt, source) => {
    const [duty] = dutiesOf(incident({ facts: facts({ knownAt }) }), { state, zone });
    expect(duty).toMatchObject({ due: null, day: null, state: 'open' });
    expect(duty?.source).toMatch(source);
  });

  test('business days are Monday to Friday, as many as were asked for', () => {
    const days = fc
      .integer({ min: 0, max: 4000 })
      .map((n) => Temporal.PlainDate.from('2024-01-01').add({ days: n }));
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 15 }), (day, count) => {
        const found = businessDaysAfter(day, count);
        // Counted one by one.
        let left = 0;
        for (
          let at = day.add({ days: 1 });
          Temporal.PlainDate.compare(at, found) <= 0;
          at = at.add({ days: 1 })
        )
          if (at.dayOfWeek <= 5) left += 1;
        return found.dayOfWeek <= 5 && left === count;
      }),
    );
  });
});

describe('what is open', () => {
  test.each([
    ['told in time', [notice()], 'told'],
    ['told too late', [notice({ at: '2026-11-22T17:00:00Z' })], 'toldLate'],
    [
      'told late after having been told in time',
      [notice({ at: '2026-11-22T17:00:00Z' }), notice({ no: 2 })],
      'told',
    ],
    ['not needed', [notice({ outcome: 'notNeeded', name: '', memo: 'Pays privately' })], 'notNeeded'],
    ['entered by mistake', [notice({ isMistake: true })], 'open'],
    ['somebody else was told', [notice({ whom: 'family' })], 'open'],
  ] as const)('%s', (_, notices, state) => {
    expect(dutiesOf(incident({ notices }), colorado)[0]?.state).toBe(state);
  });

  test.each([
    // Known on Friday, not critical: the case manager until Tuesday, Nov 24.
    [
      'a follow-up of a day to come is behind the notice',
      [followUp({ until: '2026-11-23' })],
      '2026-11-20',
      ['tell', 'followUp'],
    ],
    [
      'on its last day it comes by its deadline, before the notice',
      [followUp({ until: '2026-11-23' })],
      '2026-11-23',
      ['followUp', 'tell'],
    ],
    ['what is done is no step', [followUp({ until: '2026-11-18', result: 'Done' })], '2026-11-20', ['tell']],
  ] as const)('%s', (_, followUps, today, kinds) => {
    const one = incident({ facts: facts({ critical: 'no' }), followUps });
    expect(stepsOf(one, colorado, today).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('has no steps once everybody was told, or once it is closed', () => {
    expect(stepsOf(incident(), colorado, '2026-11-20')).toMatchObject([{ words: 'Tell the case manager' }]);
    expect(stepsOf(incident({ notices: [notice()] }), colorado, '2026-11-20')).toEqual([]);
    expect(stepsOf(incident({ isClosed: true }), colorado, '2026-11-20')).toEqual([]);
  });

  it('has somebody to tell also where no deadline is known, after those who have one', () => {
    const said = (over: Partial<IncidentFacts>, state: string | null) =>
      stepsOf(incident({ facts: facts(over) }), { state, zone }, '2026-11-20').map((step) =>
        sayStep(step, zone),
      );
    expect(said({}, null)).toEqual(['Tell the case manager, deadline unknown']);
    expect(said({ kind: 'death' }, 'NE')).toEqual(['Tell the case manager, deadline unknown']);
    expect(said({ kind: 'death' }, 'CO')).toEqual([
      'Tell the case manager by Nov 21, 10:00 AM',
      'Tell the health department, deadline unknown',
    ]);
  });

  it('is overdue from the moment of the deadline on', () => {
    expect(isPast({ due: now.toString() }, now)).toBe(true);
    expect(isPast({ due: now.add({ seconds: 1 }).toString() }, now)).toBe(false);
    expect(isPast({ due: null }, now)).toBe(false);
  });
});

describe('what it must say', () => {
  const around = { now, zone };
  test.each([
    ['what happened', { what: ' ' }, 'what'],
    ['what was done', { measures: '' }, 'measures'],
    ['who reported it', { reporter: '' }, 'reporter'],
    ['no day to come', { date: '2026-11-21', knownAt: '2026-11-20T20:00:00Z' }, 'date'],
    ['no time to come', { time: '23:00' }, 'date'],
    ['nothing known before it happened', { knownAt: '2026-11-19T17:00:00Z' }, 'knownAt'],
    ['nothing known in the future', { knownAt: '2026-11-20T21:00:00Z' }, 'knownAt'],
  ] as const)('%s', (_, over, field) => {
    expect(checkFacts(facts(over), around).map((fault) => fault.field)).toContain(field);
  });
  it('is right as it is', () => {
    expect(checkFacts(facts(), around)).toEqual([]);
    expect(checkPhoneReport(facts({ reporter: '' }), around)).toEqual([]);
    expect(checkNotice(notice(), facts(), around)).toEqual([]);
    expect(checkFollowUp(followUp())).toEqual([]);
  });
  test.each([
    [{ name: '' }, 'name'],
    [{ outcome: 'notNeeded', memo: '' }, 'memo'],
    [{ isMistake: true, memo: ' ' }, 'memo'],
    [{ at: '2026-11-21T20:00:00Z' }, 'at'],
    [{ at: '2026-11-19T18:00:00Z' }, 'at'],
    [{ at: '2026-11-20T16:59:00Z' }, 'at'],
  ] as const)('a notice with %o names %s', (over, field) => {
    expect(checkNotice(notice(over), facts(), around).map((fault) => fault.field)).toEqual([field]);
  });
  it('lets nobody whom a rule names be told before the agency knew of it', () => {
    const early = notice({ at: '2026-11-20T17:30:00Z' });
    const known = (knownAt: string, notices: readonly IncidentNotice[]) =>
      checkKnownAt(facts({ knownAt }), notices, zone).map(({ field }) => field);
    // A phone reports to the second; the minute of it is what the office types.
    expect(known('2026-11-20T17:30:42Z', [early])).toEqual([]);
    expect(known('2026-11-20T17:31:00Z', [early])).toEqual(['knownAt']);
    expect(known('2026-11-20T17:31:00Z', [{ ...early, isMistake: true }])).toEqual([]);
    expect(known('2026-11-20T17:31:00Z', [{ ...early, whom: 'family' }])).toEqual([]);
  });
  test.each([
    [{ what: '' }, 'what'],
    [{ who: '' }, 'who'],
    [{ result: ' ' }, 'result'],
  ] as const)('a follow-up with %o names %s', (over, field) => {
    expect(checkFollowUp(followUp(over)).map((fault) => fault.field)).toEqual([field]);
  });
});

describe('what a caregiver reports of a visit', () => {
  const night = { date: '2026-11-20', start: '22:00', end: '06:00' };
  test.each([
    ['in the night', night, '02:30', '2026-11-21'],
    ['before midnight', night, '23:10', '2026-11-20'],
    ['at midnight', night, '00:00', '2026-11-21'],
    ['by one who came early', night, '21:50', '2026-11-20'],
    ['by one who stayed on', night, '06:20', '2026-11-21'],
    ['at a time that nobody knows', night, null, '2026-11-20'],
    ['after a visit until midnight', { ...night, end: '00:00' }, '00:10', '2026-11-21'],
    ['at a visit of the day', { date: '2026-11-20', start: '08:00', end: '10:00' }, '02:30', '2026-11-20'],
    ['on the last day of a year', { ...night, date: '2026-12-31' }, '01:00', '2027-01-01'],
  ] as const)('%s is of the right day', (_, visit, time, day) => {
    expect(dayAtVisit(visit, time)).toBe(day);
  });

  test.each([
    // It is 1:00 PM; the clock of a phone may be a little ahead.
    ['13:05', []],
    ['13:06', ['time']],
    [null, []],
  ] as const)('a time still to come is refused: %s', (time, fields) => {
    expect(checkPhoneReport(facts({ time }), { now, zone }).map(({ field }) => field)).toEqual(fields);
  });
});

test('an incident is closed once everybody was told, nothing is left to do and its harm is known', () => {
  const said = (over: Partial<OpenIncident>) => {
    const one = incident(over);
    return whyNotClosed({ ...one, followUps: [...one.followUps], duties: dutiesOf(one, colorado) }).map(
      ({ message }) => message,
    );
  };
  expect(said({})).toEqual(['First record that you told the case manager, or why that is not needed.']);
  expect(said({ notices: [notice()], followUps: [followUp()] })).toEqual([
    'First finish the open follow-ups.',
  ]);
  expect(said({ notices: [notice()], facts: facts({ critical: 'undecided', harm: 'unknown' }) })).toEqual([
    'First decide whether it is critical.',
    'First enter what harm was done.',
  ]);
  expect(said({ notices: [notice()] })).toEqual([]);
});

test('the record log has what changed, in words', () => {
  const before = {
    clientId: 3,
    providerId: null,
    facts: facts(),
    notices: [],
    followUps: [],
    resolution: null,
  };
  const after = { ...before, facts: facts({ harm: 'doctor' }), notices: [notice()] };
  expect(loggedIncident(before, after, zone)).toEqual({
    Harm: ['First aid', 'Needed a doctor'],
    'Notice 1: whom': [null, 'Case Manager'],
    'Notice 1: outcome': [null, 'Told'],
    'Notice 1: name': [null, 'Maria'],
    'Notice 1: when': [null, '11-20-2026 11:00 AM'],
  });
});

test.each([
  [
    'the time of one who need not be told',
    notice({ outcome: 'notNeeded', name: '', memo: 'Pays privately' }),
    { at: '2026-11-20T18:05:00Z' },
    { 'Notice 1: when': ['11-20-2026 11:00 AM', '11-20-2026 11:05 AM'] },
  ],
  [
    'words that move from one field to the next',
    notice({ name: 'Maria, by phone', memo: 'She asks' }),
    { name: 'Maria', memo: 'by phone, She asks' },
    {
      'Notice 1: name': ['Maria, by phone', 'Maria'],
      'Notice 1: memo': ['She asks', 'by phone, She asks'],
    },
  ],
] as const)('the record log has each part of a notice: %s', (_, stored, over, logged) => {
  const before = { clientId: 3, providerId: null, facts: facts(), followUps: [], resolution: null };
  expect(
    loggedIncident({ ...before, notices: [stored] }, { ...before, notices: [{ ...stored, ...over }] }, zone),
  ).toEqual(logged);
});

test('and each part of a follow-up', () => {
  const before = { clientId: 3, providerId: null, facts: facts(), notices: [], resolution: null };
  const was = followUp({ what: 'A mat, a rail', who: 'Ana' });
  const is = { ...was, what: 'A mat', who: 'a rail, Ana' };
  expect(loggedIncident({ ...before, followUps: [was] }, { ...before, followUps: [is] }, zone)).toEqual({
    'Follow-up 1: what': [was.what, is.what],
    'Follow-up 1: who': [was.who, is.who],
  });
});
