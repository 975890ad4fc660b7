import { describe, expect, test } from 'vitest';
import { addDays, minuteOfDay } from '../calendar.ts';
import { metresBetween } from '../geo.ts';
import {
  adminRow,
  attemptTime,
  CHANGE_REASONS,
  checkBlocked,
  checkChangeReason,
  checkWindow,
  elapsedMinutes,
  employeeWarnings,
  iobse,
  isBehind,
  locationCheck,
  moveTo,
  nextMove,
  plannedInstants,
  plannedMinutes,
  VISIT_MOVES,
  windowState,
} from './rules.ts';

const ZONE = 'America/Denver';
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE).toInstant();
const visit = {
  Attempts: [],
  Date: '2026-11-20',
  PlanStartTime: '08:00',
  PlanEndTime: '10:00',
  Status: 'Planned',
  Notes: null,
  aggregatorStatus: null,
  StartLocationError: false,
  EndLocationError: false,
  StartLate: false,
  EndLate: false,
} as const;

describe('check windows', () => {
  const start = at('2026-11-20T08:00');
  test.each([
    ['15:01 before', '2026-11-20T07:44:59', 'early'],
    ['half a second more than 15 minutes before', '2026-11-20T07:44:59.500', 'early'],
    ['15:00 before', '2026-11-20T07:45:00', 'open'],
    ['on time', '2026-11-20T08:00:00', 'open'],
    ['15:00 after', '2026-11-20T08:15:00', 'open'],
    ['within the second of 15:00 after', '2026-11-20T08:15:00.999', 'open'],
    ['15:01 after', '2026-11-20T08:15:01', 'past'],
  ])('%s', (_, now, expected) => expect(windowState(start, at(now))).toBe(expected));

  test('run from 15 minutes before to 15 minutes after the time', () => {
    const { from, through } = checkWindow(start);
    expect([from, through]).toEqual([at('2026-11-20T07:45'), at('2026-11-20T08:15')]);
  });

  test('follow an overnight visit to its end on the next day', () => {
    const night = { Date: '2026-11-20', PlanStartTime: '22:00', PlanEndTime: '06:00' };
    expect(plannedInstants(night, ZONE).end).toEqual(at('2026-11-21T06:00'));
    expect(plannedMinutes(night, ZONE)).toBe(480);
  });
});

describe('nights of the clock change in Denver', () => {
  test.each([
    ['spring forward 2026: 22:00-06:00 is 7 hours', '2026-03-07', '22:00', '06:00', 420],
    ['spring forward 2026: a visit over the gap', '2026-03-08', '01:30', '03:30', 60],
    ['fall back 2026: 22:00-06:00 is 9 hours', '2026-10-31', '22:00', '06:00', 540],
    ['fall back 2026: a visit over the double hour', '2026-11-01', '00:30', '02:30', 180],
    ['spring forward 2027', '2027-03-13', '22:00', '06:00', 420],
    ['fall back 2027', '2027-11-06', '22:00', '06:00', 540],
    ['an ordinary night', '2026-11-20', '22:00', '06:00', 480],
  ])('%s', (_, day, PlanStartTime, PlanEndTime, minutes) => {
    expect(plannedMinutes({ Date: day, PlanStartTime, PlanEndTime }, ZONE)).toBe(minutes);
  });

  test('all visits in the four weeks around both switches have the length on the clock, except across the switch itself', () => {
    for (const [switchDay, change] of [
      ['2026-03-08', -60],
      ['2026-11-01', 60],
      ['2027-03-14', -60],
      ['2027-11-07', 60],
    ] as const)
      for (let n = -14; n <= 14; n += 1) {
        const day = addDays(switchDay, n);
        const minutes = plannedMinutes({ Date: day, PlanStartTime: '20:00', PlanEndTime: '08:00' }, ZONE);
        expect([day, minutes]).toEqual([day, 720 + (n === -1 ? change : 0)]);
      }
  });

  test('a check-in window in the repeated hour is the first of the two', () => {
    const early = { ...visit, Date: '2026-11-01', PlanStartTime: '01:30', PlanEndTime: '03:00' };
    const { start } = plannedInstants(early, ZONE);
    expect(start.toString()).toBe('2026-11-01T07:30:00Z');
    expect(windowState(start, start.add({ minutes: 60 }))).toBe('past');
  });

  test.each([
    ['short', '2026-03-07', '2026-03-08T12:00:00Z'],
    ['long', '2026-10-31', '2026-11-01T13:00:00Z'],
  ])("the check-out window of the %s night follows the morning's clock", (_, day, morning) => {
    const { end } = plannedInstants({ Date: day, PlanStartTime: '22:00', PlanEndTime: '06:00' }, ZONE);
    expect(end.toString()).toBe(morning);
    const states = [-901, -900, 900, 901].map((seconds) => windowState(end, end.add({ seconds })));
    expect(states).toEqual(['early', 'open', 'open', 'past']);
  });

  test('lengths do not depend on the time zone of the machine', () => {
    expect(elapsedMinutes(at('2026-10-31T22:00'), at('2026-11-01T06:00'))).toBe(540);
    expect(minuteOfDay('06:00')).toBe(360);
  });
});

describe('location', () => {
  const client = { lat: 39.7047, lon: -104.8137, approximate: false };
  /** A point this many metres north. */
  const north = (metres: number) => ({
    lat: client.lat + (metres / 6_371_008.8) * (180 / Math.PI),
    lon: client.lon,
  });

  test.each([
    [0, false],
    [69.9, false],
    [70.1, true],
    [5000, true],
  ])('%s m', (metres, error) => {
    expect(metresBetween(client, north(metres))).toBeCloseTo(metres, 3);
    expect(locationCheck(client, north(metres)).error).toBe(error);
  });

  test('a distance exactly on the limit is fine', () => {
    let inside = north(70);
    while (metresBetween(client, inside) > 70) inside = { ...inside, lat: inside.lat - 1e-13 };
    expect(locationCheck(client, inside)).toMatchObject({ error: false, reason: null });
  });

  test('a missing position, an unknown address and an approximate address are errors, each with its reason', () => {
    expect(locationCheck(client, null)).toEqual({
      error: true,
      metres: null,
      reason: 'No position was sent.',
    });
    expect(locationCheck(null, north(0))).toMatchObject({ error: true, metres: null });
    expect(locationCheck({ ...client, approximate: true }, north(0))).toMatchObject({
      error: true,
      metres: 0,
    });
    expect(locationCheck(client, north(1500)).reason).toBe('1,500 m from the client’s address.');
  });
});

describe('moves', () => {
  test('lead a visit only forward, one step at a time', () => {
    expect(VISIT_MOVES.map((move) => `${move.from} → ${move.to}`)).toEqual([
      'Planned → Active',
      'Active → Complete',
      'Planned → Active',
      'Active → Complete',
    ]);
    expect(nextMove({ Status: 'Complete' }, 'admin')).toBeUndefined();
    expect(nextMove({ Status: 'Planned' }, 'provider')).toBeUndefined();
    expect(moveTo('Active', 'evv')?.name).toBe('Check-In');
    expect(moveTo('Complete', 'user')?.name).toBe('Set Complete');
    expect(moveTo('Planned', 'admin')).toBeUndefined();
  });

  test('recognize a replay', () => {
    const checkIn = moveTo('Active', 'evv');
    const checkOut = moveTo('Complete', 'evv');
    expect(checkIn && isBehind(checkIn, { Status: 'Planned' })).toBe(false);
    expect(checkIn && isBehind(checkIn, { Status: 'Active' })).toBe(true);
    expect(checkIn && isBehind(checkIn, { Status: 'Complete' })).toBe(true);
    expect(checkOut && isBehind(checkOut, { Status: 'Active' })).toBe(false);
  });

  test.each([
    ['Planned', 'Active', '2026-11-20T07:44:59', 'Check-In from 7:45 AM'],
    ['Planned', 'Active', '2026-11-20T07:45', undefined],
    ['Planned', 'Active', '2026-11-20T08:15', undefined],
    ['Planned', 'Active', '2026-11-20T08:15:01', 'Check-In was possible until 8:15 AM'],
    ['Active', 'Complete', '2026-11-20T09:44:59', 'Check-Out from 9:45 AM'],
    ['Active', 'Complete', '2026-11-20T10:15', undefined],
    ['Active', 'Complete', '2026-11-20T10:15:01', 'Check-Out was possible until 10:15 AM'],
    [
      'Planned',
      'Complete',
      '2026-11-20T10:00',
      'Check-Out needs a visit that is Active; this one is Planned.',
    ],
  ] as const)('%s to %s at %s', (Status, to, now, expected) => {
    const move = moveTo(to, 'evv');
    expect(move && checkBlocked(move, { ...visit, Status }, at(now), ZONE)).toBe(expected);
  });
});

describe('the time of an attempt', () => {
  const now = Temporal.Instant.from('2026-11-20T15:00:00Z');
  test.each([
    ['no device time', null, 'server', false],
    ['the device clock is exact', now, 'server', false],
    ['two seconds on the way', now.subtract({ seconds: 2 }), 'server', false],
    ['stored for a moment', now.subtract({ seconds: 3 }), 'device', false],
    ['two minutes behind', now.subtract({ seconds: 120 }), 'device', false],
    ['just more', now.subtract({ seconds: 121 }), 'device', true],
    ['72 hours', now.subtract({ hours: 72 }), 'device', true],
    ['a second more', now.subtract({ hours: 72, seconds: 1 }), 'server', false],
    ['in the future', now.add({ hours: 3 }), 'server', false],
  ])('%s', (_, device, counts, late) => {
    expect(attemptTime(now, device)).toEqual({ at: counts === 'device' ? device : now, late });
  });

  test('lets a check pressed inside the window count even if it arrives after it', () => {
    const checkIn = moveTo('Active', 'evv');
    const pressed = at('2026-11-20T08:14:40');
    const attempt = attemptTime(at('2026-11-20T08:15:20'), pressed);
    expect(attempt).toEqual({ at: pressed, late: false });
    expect(
      checkIn && checkBlocked(checkIn, { ...visit, Status: 'Planned' }, attempt.at, ZONE),
    ).toBeUndefined();
  });
});

describe('warnings to the caregiver', () => {
  test.each([
    ['Planned', '2026-11-20T08:15:00', []],
    ['Planned', '2026-11-20T08:15:01', ['Missing check-in']],
    ['Planned', '2026-11-20T10:15:00', ['Missing check-in']],
    ['Planned', '2026-11-20T10:15:01', ['Missing visit']],
    ['Active', '2026-11-20T10:15:00', []],
    ['Active', '2026-11-20T10:15:01', ['Missing Check-Out']],
    ['Complete', '2026-11-21T10:00:00', []],
  ] as const)('%s at %s', (Status, now, expected) => {
    expect(employeeWarnings({ ...visit, Status }, at(now), ZONE)).toEqual(expected);
  });

  test('do not call a visit missing while its arrival waits for acceptance, because the caregiver is there', () => {
    const attempt = { move: 'Check-In', at: at('2026-11-20T08:31:00').toString() } as const;
    const waiting = { ...visit, Status: 'Planned', Attempts: [attempt] } as const;
    expect(employeeWarnings(waiting, at('2026-11-20T09:00:00'), ZONE)).toEqual([]);
    expect(employeeWarnings(waiting, at('2026-11-20T10:15:01'), ZONE)).toEqual(['Missing Check-Out']);
    const left = { ...waiting, Attempts: [attempt, { ...attempt, move: 'Check-Out' as const }] };
    expect(employeeWarnings(left, at('2026-11-20T10:15:01'), ZONE)).toEqual([]);
  });

  test('keep location errors on the row', () => {
    const both = { ...visit, Status: 'Complete', StartLocationError: true, EndLocationError: true } as const;
    expect(employeeWarnings(both, at('2026-11-20T12:00'), ZONE)).toEqual([
      'Check-In Location Error',
      'Check-Out Location Error',
    ]);
  });
});

describe('rows for the admin', () => {
  const row = (over: object, now = '2026-11-20T07:00') =>
    adminRow(
      { ...visit, aggregatorMessage: null, Attempts: [], ClosedCode: null, ClosedMemo: null, ...over },
      at(now),
      ZONE,
    );
  const done = { Status: 'Complete' };

  test.each([
    ['planned, not due', {}, '2026-11-20T08:00', null, null],
    ['planned, a minute late', {}, '2026-11-20T08:01', 'danger', 'Not checked in, 1 min late'],
    ['planned, seconds late', {}, '2026-11-20T08:00:01', 'danger', 'Not checked in, 1 min late'],
    ['planned, 72 minutes late', {}, '2026-11-20T09:12', 'danger', 'Not checked in, 72 min late'],
    ['planned, missed', {}, '2026-11-20T10:15:01', 'danger', 'Missed: nobody checked in'],
    ['planned with a note is not amber', { Notes: 'Key in lockbox' }, '2026-11-20T07:00', null, null],
    ['active, in time', { Status: 'Active' }, '2026-11-20T10:00', null, null],
    [
      'active, 42 minutes late',
      { Status: 'Active' },
      '2026-11-20T10:42',
      'danger',
      'Not checked out, 42 min late',
    ],
    [
      'active since yesterday',
      { Status: 'Active' },
      '2026-11-21T10:30',
      'danger',
      'Not checked out, 24 h late',
    ],
    [
      'active with a note',
      { Status: 'Active', Notes: 'From pharmacy' },
      '2026-11-20T09:00',
      'warning',
      'From pharmacy',
    ],
    [
      'late wins over a note',
      { Status: 'Active', Notes: 'x' },
      '2026-11-20T10:42',
      'danger',
      'Not checked out, 42 min late',
    ],
    ['complete', done, '2026-11-20T12:00', null, null],
    ['accepted', { ...done, aggregatorStatus: 'Success' }, '2026-11-20T12:00', 'success', null],
    ['waiting', { ...done, aggregatorStatus: 'Pending' }, '2026-11-20T12:00', 'light', null],
    [
      'waiting with a note is amber',
      { ...done, aggregatorStatus: 'Pending', Notes: 'n' },
      '2026-11-20T12:00',
      'warning',
      'n',
    ],
    [
      'accepted with a note is amber',
      { ...done, aggregatorStatus: 'Success', Notes: 'n' },
      '2026-11-20T12:00',
      'warning',
      'n',
    ],
    [
      'refused wins over a note',
      { ...done, aggregatorStatus: 'Failed', Notes: 'n' },
      '2026-11-20T12:00',
      'danger',
      'Rejected by Sandata. Show Log has its answer.',
    ],
  ])('%s', (_, over, now, tone, reason) => expect(row(over, now)).toEqual({ tone, reason }));

  test('show the aggregator’s own words first', () => {
    const refused = { ...done, aggregatorStatus: 'Failed', aggregatorMessage: 'Member ID not found' };
    expect(row(refused).reason).toBe('Member ID not found');
  });
});

describe('change reasons', () => {
  test('there are 16 codes, and those from 14 on need a memo', () => {
    expect(CHANGE_REASONS.map((reason) => reason.code)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
    expect(checkChangeReason(null, null)).toHaveLength(1);
    expect(checkChangeReason(17, 'x')).toHaveLength(1);
    expect(checkChangeReason(13, null)).toEqual([]);
    expect(checkChangeReason(14, ' ')).toHaveLength(1);
    expect(checkChangeReason(14, 'x'.repeat(254))).toEqual([]);
    expect(checkChangeReason(14, 'x'.repeat(255))).toHaveLength(1);
  });

  test.each([
    [true, false, false, '11100'],
    [false, false, false, '11000'],
    [true, true, false, '11110'],
    [true, false, true, '11101'],
    [false, true, true, '11011'],
  ])('bill %s, start %s, end %s: %s', (billVisit, startEdited, endEdited, expected) => {
    expect(iobse({ billVisit, startEdited, endEdited })).toBe(expected);
  });
});
