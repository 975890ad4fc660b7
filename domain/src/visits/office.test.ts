import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spanMinutes } from '../calendar.ts';
import { checkExceptionPeriod, EXCEPTIONS, type ExceptionFacts, exceptionsOf } from './exceptions.ts';
import {
  billFlagOf,
  type Correction,
  checkCallReport,
  checkCorrection,
  checkReschedule,
  correct,
  endDayOf,
  FUTURE_VISIT,
  isChanged,
  isOffered,
  movedTo,
  OFFICE_ACTIONS,
  officeBlocked,
  overlapOf,
  readInstant,
} from './office.ts';

const ZONE = 'America/Denver';
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE).toInstant();
const stamp = (local: string) => at(local).toString();
const NOW = at('2026-11-20T12:00');
const TODAY = '2026-11-20';
const FAR = { move: 'Check-In', kind: 'speed', value: 310 } as const;

describe('row actions', () => {
  const listed = {
    startedAt: null,
    Attempts: [],
    ClosedCode: null,
    ReviewHints: [],
    ReviewSeenBy: null,
  } as const;
  test.each([
    ['Planned', null, TODAY, ['Edit', 'Set Active', 'Reschedule Visit', 'Close visit']],
    ['Planned', null, '2026-11-21', ['Edit', 'Set Active', 'Reschedule Visit', 'Close visit']],
    ['Planned', null, '2026-11-19', ['Edit', 'Set Active', 'Close visit']],
    ['Active', null, TODAY, ['Edit', 'Set Complete', 'Give reason']],
    ['Complete', null, TODAY, ['Edit', 'Give reason', 'Show Log', 'Send to Sandata']],
    ['Complete', 'Pending', TODAY, ['Edit', 'Give reason', 'Show Log']],
    ['Complete', 'Success', TODAY, ['Edit', 'Give reason', 'Show Log']],
    ['Complete', 'Failed', TODAY, ['Edit', 'Give reason', 'Show Log']],
  ] as const)('%s, aggregator %s, on %s', (Status, aggregatorStatus, date, labels) => {
    const offered = OFFICE_ACTIONS.filter((one) =>
      isOffered(one, { ...listed, Status, aggregatorStatus, Date: date }, TODAY),
    );
    expect(offered.map(({ label }) => label)).toEqual(labels);
  });

  test('review hints can be marked as seen once', () => {
    const seen = OFFICE_ACTIONS.find(({ key }) => key === 'seen');
    const hinted = {
      ...listed,
      Status: 'Active',
      aggregatorStatus: null,
      Date: TODAY,
      ReviewHints: [FAR],
    } as const;
    expect(seen && isOffered(seen, hinted, TODAY)).toBe(true);
    expect(seen && isOffered(seen, { ...hinted, ReviewSeenBy: 'A.D.' }, TODAY)).toBe(false);
  });

  test('a visit of tomorrow cannot be set active yet', () => {
    const blocked = OFFICE_ACTIONS.filter((one) => officeBlocked(one, { Date: '2026-11-21' }, TODAY));
    expect(blocked.map(({ key }) => key)).toEqual(['setActive', 'setComplete']);
    const [setActive] = blocked;
    expect(setActive && officeBlocked(setActive, { Date: '2026-11-21' }, TODAY)).toBe(FUTURE_VISIT);
  });
});

describe('a correction', () => {
  const planned = {
    Date: TODAY,
    Status: 'Planned',
    startedAt: null,
    endedAt: null,
    Notes: null,
    IOBSE: null,
    ClosedCode: null,
  } as const;
  const done = {
    ...planned,
    Status: 'Complete',
    startedAt: stamp('2026-11-20T08:00'),
    endedAt: stamp('2026-11-20T10:00'),
    IOBSE: '11100',
  } as const;
  const faults = (
    visit: typeof planned | typeof done,
    wanted: Correction,
    code: number | null = 2,
    memo: string | null = null,
  ) =>
    checkCorrection(visit, correct(visit, wanted), { code, memo }, NOW, ZONE).map(({ message }) => message);

  test('sets the status by the times', () => {
    const start = stamp('2026-11-20T08:05');
    const end = stamp('2026-11-20T09:55');
    expect(correct(planned, { Notes: 'x' }).Status).toBe('Planned');
    expect(correct(planned, { startedAt: start }).Status).toBe('Active');
    expect(correct(planned, { startedAt: start, endedAt: end }).Status).toBe('Complete');
    expect(correct(done, { endedAt: end }).changed).toEqual({
      start: false,
      end: true,
      notes: false,
      bill: false,
    });
  });

  test('to the same values in another spelling changes nothing and needs no reason', () => {
    const same = {
      startedAt: '2026-11-20T15:00:00.000Z',
      endedAt: done.endedAt,
      Notes: ' ',
      billVisit: true,
    };
    expect(isChanged(correct(done, same))).toBe(false);
    expect(faults(done, same, null)).toEqual([]);
  });

  test.each([
    [
      'an end before the start',
      { endedAt: stamp('2026-11-20T07:59') },
      'The actual end must be after the actual start.',
    ],
    [
      'an end at the start',
      { endedAt: stamp('2026-11-20T08:00') },
      'The actual end must be after the actual start.',
    ],
    ['a second later', { endedAt: stamp('2026-11-20T08:00:01') }, undefined],
    ['now', { endedAt: stamp('2026-11-20T12:00') }, undefined],
    ['the next second', { endedAt: stamp('2026-11-20T12:00:01') }, 'The actual end is in the future.'],
    ['24 hours', { startedAt: stamp('2026-11-19T10:00') }, undefined],
    ['a second more', { startedAt: stamp('2026-11-19T09:59:59') }, 'A visit cannot be longer than 24 hours.'],
    [
      'two days before',
      { startedAt: stamp('2026-11-18T23:59') },
      'The actual start must be within a day of the visit’s date.',
    ],
    ['no start', { startedAt: null }, 'A visit that has begun keeps an actual start.'],
    ['no end', { endedAt: null }, 'A visit that is complete keeps an actual end.'],
  ] as const)('%s', (_, wanted, message) => {
    expect(faults(done, wanted)[0]).toBe(message);
  });

  test('with an end needs a start', () => {
    expect(faults(planned, { endedAt: stamp('2026-11-20T10:00') })).toEqual(['Enter the actual start too.']);
  });

  test.each([
    [null, null, 'Choose a reason for the change.'],
    [0, null, 'Choose a reason for the change.'],
    [17, null, 'Choose a reason for the change.'],
    [1, null, undefined],
    [13, null, undefined],
    [14, null, 'This reason needs a memo.'],
    [16, ' ', 'This reason needs a memo.'],
    [14, 'x', undefined],
    [14, 'x'.repeat(254), undefined],
    [14, 'x'.repeat(255), 'A memo can have at most 254 characters.'],
    [1, 'x'.repeat(255), 'A memo can have at most 254 characters.'],
  ])('reason %s with memo %s', (code, memo, message) => {
    expect(faults(done, { billVisit: false }, code, memo)[0]).toBe(message);
  });

  test('reads the bill flag from the third of five flags', () => {
    expect(['11100', '11011', '', null, undefined].map(billFlagOf)).toEqual([
      true,
      false,
      undefined,
      undefined,
      undefined,
    ]);
    expect(correct({ ...done, IOBSE: '11001' }, {}).billVisit).toBe(false);
  });

  test('refuses text that is not a timestamp', () => {
    expect(readInstant('2026-11-20T08:00:00.9Z')?.toString()).toBe('2026-11-20T08:00:00Z');
    expect(
      ['', '08:00', '2026-13-01T00:00:00Z', '2026-11-20', '1026-11-20T08:00:00Z'].map(readInstant),
    ).toEqual(Array(5).fill(undefined));
  });
});

describe('a new day or time', () => {
  const visit = { Date: TODAY, PlanStartTime: '13:00', PlanEndTime: '15:30' };
  const fault = (date: string, start: string) =>
    checkReschedule(visit, { date, start }, NOW, ZONE)[0]?.message;

  test.each([
    ['2026-11-19', '13:00', 'A visit can be moved to 11-20-2026 through 12-04-2026.'],
    ['2026-11-20', '13:30', undefined],
    ['2026-12-04', '13:00', undefined],
    ['2026-12-05', '13:00', 'A visit can be moved to 11-20-2026 through 12-04-2026.'],
    ['2026-11-31', '13:00', 'A visit can be moved to 11-20-2026 through 12-04-2026.'],
    ['2026-11-20', '13:00', 'The visit is already at this time.'],
    ['2026-11-20', '11:45', undefined],
    ['2026-11-20', '11:44', 'Nobody could check in by then. Choose a later start.'],
    ['2026-11-21', '', 'Enter the new start, such as 08:30.'],
    ['2026-11-21', '24:00', 'Enter the new start, such as 08:30.'],
  ])('%s %s', (date, start, message) => expect(fault(date, start)).toBe(message));

  test('keeps the length, also past midnight', () => {
    const clock = fc
      .integer({ min: 0, max: 1439 })
      .map((n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`);
    fc.assert(
      fc.property(clock, clock, clock, (from, to, start) => {
        fc.pre(from !== to);
        const moved = movedTo({ Date: TODAY, PlanStartTime: from, PlanEndTime: to }, '2026-11-22', start);
        expect(spanMinutes(moved.PlanStartTime, moved.PlanEndTime)).toBe(spanMinutes(from, to));
        expect(endDayOf(moved)).toBe(moved.PlanEndTime < start ? '2026-11-23' : '2026-11-22');
      }),
    );
  });

  test.each([
    ['ends when it starts', '2026-11-21', '11:00', '13:00', undefined],
    [
      'a minute into it',
      '2026-11-21',
      '11:00',
      '13:01',
      'The provider has another visit then: 11-21-2026, 11:00 AM – 1:01 PM.',
    ],
    ['starts when it ends', '2026-11-21', '15:30', '16:00', undefined],
    [
      'overnight from the day before',
      '2026-11-20',
      '22:00',
      '13:30',
      'The provider has another visit then: 11-20-2026, 10:00 PM – 1:30 PM.',
    ],
  ])('another visit %s', (_, date, PlanStartTime, PlanEndTime, sentence) => {
    const moved = movedTo(visit, '2026-11-21', '13:00');
    const other = { Date: date, PlanStartTime, PlanEndTime, ProviderID: 1, ClientID: 9 };
    expect(overlapOf(moved, { ProviderID: 1 }, [other], ZONE)).toBe(sentence);
    expect(overlapOf(moved, { ProviderID: 2 }, [other], ZONE)).toBe(sentence?.replace('provider', 'client'));
  });
});

describe('the filter of a call report', () => {
  const filter = { client: 1, provider: null, from: '2026-11-01', to: '2026-11-30' };
  test.each([
    [{}, undefined],
    [{ from: '' }, 'Error: Incorrect start/end period'],
    [{ to: '' }, 'Error: Incorrect start/end period'],
    [{ to: '2026-11-31' }, 'Error: Incorrect start/end period'],
    [{ from: '2026-12-01' }, 'Error: Incorrect start/end period'],
    [{ to: '2027-11-01' }, undefined],
    [{ to: '2027-11-02' }, 'Error: Time between from to date cannot be more that one year'],
    [{ from: '2024-02-29', to: '2025-02-28' }, undefined],
    [{ client: null }, 'Error: You must select provider, client or both'],
    [{ client: null, provider: 2 }, undefined],
  ])('%o', (over, message) => expect(checkCallReport({ ...filter, ...over })[0]?.message).toBe(message));
});

describe('the exceptions of a visit', () => {
  const fine: ExceptionFacts = {
    Date: TODAY,
    PlanStartTime: '08:00',
    PlanEndTime: '10:00',
    Status: 'Complete',
    aggregatorStatus: 'Success',
    StartLocationError: false,
    EndLocationError: false,
    StartEdited: false,
    EndEdited: false,
    IOBSE: '11100',
    aggregatorMessage: null,
    Attempts: [],
    ReviewHints: [],
    ReviewSeenBy: null,
    ClosedCode: null,
    startedAt: stamp('2026-11-20T08:00'),
    endedAt: stamp('2026-11-20T10:00'),
    explained: false,
    nearby: [],
    startReportedAfter: null,
    privatePay: false,
    endReportedAfter: null,
    changeCode: null,
    startDistance: 12,
    startCaller: null,
    endCaller: null,
    endDistance: 8,
    clientRejected: null,
    caregiverRejected: null,
  };
  const kinds = (over: Partial<ExceptionFacts>, now = '2026-11-20T12:00', sends = true) =>
    exceptionsOf({ ...fine, ...over }, at(now), ZONE, sends).map(({ kind, fix }) => `${kind} ${fix}`);
  const planned = {
    Status: 'Planned',
    aggregatorStatus: null,
    IOBSE: null,
    startedAt: null,
    endedAt: null,
  } as const;
  const active = { Status: 'Active', aggregatorStatus: null, endedAt: null } as const;
  const other = {
    isSameProvider: true,
    isSameClient: false,
    ClientName: 'Baca, Guadalupe',
    ProviderName: 'Bekele, Tigist',
    startedAt: stamp('2026-11-20T09:30'),
    endedAt: stamp('2026-11-20T11:00'),
  };

  test.each<[string, Partial<ExceptionFacts>, string, string[]]>([
    ['all is well', {}, '12:00', []],
    ['planned, still to come', planned, '08:15', []],
    ['nobody checked in', planned, '08:15:01', ['missingIn setActive']],
    ['nobody came', planned, '10:15:01', ['missed edit']],
    ['in progress', active, '10:15', []],
    ['nobody checked out', active, '10:15:01', ['missingOut setComplete']],
    ['away', { StartLocationError: true }, '12:00', ['locationError reason']],
    ['away, but staff vouch for the location', { StartLocationError: true, changeCode: 15 }, '12:00', []],
    ['away, another reason', { EndLocationError: true, changeCode: 2 }, '12:00', ['locationError reason']],
    ['edited', { EndEdited: true }, '12:00', ['noReason reason']],
    ['edited with a reason', { EndEdited: true, changeCode: 1 }, '12:00', []],
    ['not sent', { aggregatorStatus: null }, '12:00', ['notAccepted send']],
    ['under way', { aggregatorStatus: 'Pending' }, '12:00', []],
    ['refused', { aggregatorStatus: 'Failed' }, '12:00', ['notAccepted showLog']],
    ['to look at', { ReviewHints: [FAR] }, '12:00', ['review seen']],
    ['looked at', { ReviewHints: [FAR], ReviewSeenBy: 'A.D.' }, '12:00', []],
    ['missed and closed', { ...planned, ClosedCode: 'hospital' }, '12:00', []],
    ['half of the plan', { endedAt: stamp('2026-11-20T09:00') }, '12:00', []],
    ['under half', { endedAt: stamp('2026-11-20T08:59:59') }, '12:00', ['length edit']],
    ['five quarters', { endedAt: stamp('2026-11-20T10:30') }, '12:00', []],
    [
      'more than five quarters of the plan',
      { endedAt: stamp('2026-11-20T10:30:01') },
      '12:00',
      ['length edit'],
    ],
    ['at two places', { nearby: [other] }, '12:00', ['overlap edit']],
    ['one after the other', { nearby: [{ ...other, startedAt: stamp('2026-11-20T10:00') }] }, '12:00', []],
    ['reported in time', { startReportedAfter: 15 }, '12:00', []],
    ['told late', { endReportedAfter: 15.1 }, '12:00', ['late reason']],
    ['answered for', { nearby: [other], endReportedAfter: 43, explained: true }, '12:00', []],
    ['not to be billed', { aggregatorStatus: 'Failed', IOBSE: '11000' }, '12:00', []],
  ])('%s', (_, over, time, expected) => expect(kinds(over, `2026-11-20T${time}`)).toEqual(expected));

  test('do not include a missing answer on a site that sends nothing', () => {
    expect(kinds({ aggregatorStatus: null }, undefined, false)).toEqual([]);
  });

  test('say how far away it was and what was tried', () => {
    const details = (over: Partial<ExceptionFacts>) =>
      exceptionsOf({ ...fine, ...over }, NOW, ZONE, true).map(({ detail }) => detail);
    expect(
      details({ StartLocationError: true, startDistance: 1500, EndLocationError: true, endDistance: null }),
    ).toEqual(['Check-In 1,500 m away; Check-Out without an exact place']);
    const recorded = (id: number, move: 'Check-In' | 'Check-Out', local: string, late = false) => ({
      ...{ id, move, at: stamp(`2026-11-20T${local}`), late, latitude: null, longitude: null },
      ...{ distance: null, locationError: move === 'Check-Out' },
    });
    const arrival = recorded(1, 'Check-In', '07:12', true);
    const departure = recorded(2, 'Check-Out', '10:20');
    const words = [
      'Check-In 7:12 AM, 48 min before plan, sent later',
      'Check-Out 10:20 AM, 20 min after plan, location error',
    ];
    // The caregiver was there, so the visit does not also count as missed.
    expect(details({ ...planned, Attempts: [departure, arrival] })).toEqual([words.join('; ')]);
    // A departure alone cannot be accepted, but the row still shows it.
    expect(details({ ...planned, Attempts: [departure] })).toEqual([`Recorded: ${words[1]}`]);
  });

  test('say how long, with whom and how late', () => {
    const details = (over: Partial<ExceptionFacts>) =>
      exceptionsOf({ ...fine, ...over }, NOW, ZONE, true).map(({ detail }) => detail);
    expect(details({ endedAt: stamp('2026-11-21T03:21') })).toEqual(['19 h 21 min, 968% of the planned 2 h']);
    const colleague = { ...other, isSameProvider: false, isSameClient: true };
    expect(details({ nearby: [other, colleague] })).toEqual([
      'The caregiver was also with Baca, Guadalupe, 11-20-2026 09:30 AM – 11-20-2026 11:00 AM; ' +
        'Bekele, Tigist was there too, 11-20-2026 09:30 AM – 11-20-2026 11:00 AM',
    ]);
    expect(details({ startReportedAfter: 43.2, endReportedAfter: 70 })).toEqual([
      'Check-In arrived 43 min after the tap; Check-Out arrived 1 h 10 min after the tap',
    ]);
  });

  test('quote the aggregator and put the hints into words', () => {
    const aggregatorMessage = 'The version number is duplicated or older than current.';
    const refused = { aggregatorStatus: 'Failed', aggregatorMessage, ReviewHints: [FAR] } as const;
    expect(exceptionsOf({ ...fine, ...refused }, NOW, ZONE, true).map(({ detail }) => detail)).toEqual([
      aggregatorMessage,
      'Check-In: 193 mph (310 km/h) from one check to the next',
    ]);
  });

  test("each have a fix, either in the table or in a person's record", () => {
    const keys = new Set<string>([...OFFICE_ACTIONS.map(({ key }) => key), 'fixClient']);
    for (const { fix } of Object.values(EXCEPTIONS)) expect(keys).toContain(fix);
  });

  test('point to the person whom the aggregator rejected, the client first', () => {
    const waits = { aggregatorStatus: 'Pending', caregiverRejected: 'The last name is missing.' } as const;
    expect(kinds(waits)).toEqual(['personRejected fixCaregiver']);
    expect(kinds({ ...waits, clientRejected: 'The city is missing.' })).toEqual(['personRejected fixClient']);
    expect(kinds({ ...waits, privatePay: true })).toEqual([]);
    expect(kinds(waits, undefined, false)).toEqual([]);
    expect(kinds({ aggregatorStatus: 'Pending' })).toEqual([]);
  });

  test.each([
    ['2026-11-01', '2026-12-01', undefined],
    ['2026-11-01', '2026-12-02', 'The period can have at most 31 days.'],
    ['2026-11-02', '2026-11-01', 'The period ends before it starts.'],
  ])('the period %s to %s', (from, to, sentence) => expect(checkExceptionPeriod(from, to)).toBe(sentence));
});
