import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attemptsToAccept, isRecordable, movesOnPhone, reasonOfAttempts } from './attempts.ts';
import { acceptBlocked, LONGEST_HOURS } from './office.ts';
import { checkChangeReason, MEMO_MAX } from './rules.ts';
import type { RecordedAttempt, VisitStatus } from './schema.ts';

const ZONE = 'America/Denver';
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE).toInstant();
const stamp = (local: string) => at(`2026-11-20T${local}`).toString();
let serial = 0;
const recorded = (
  move: RecordedAttempt['move'],
  local: string,
  over: Partial<RecordedAttempt> = {},
): RecordedAttempt => {
  serial += 1;
  const place = { latitude: null, longitude: null, distance: null, locationError: false };
  return { id: serial, move, at: stamp(local), late: false, ...place, ...over };
};
/** 10:00 AM to 12:00 PM on Friday, November 20, 2026. */
const visit = (over: {
  readonly Status?: VisitStatus;
  readonly startedAt?: string | null;
  readonly Attempts?: readonly RecordedAttempt[];
}) => ({
  Date: '2026-11-20',
  PlanStartTime: '10:00',
  PlanEndTime: '12:00',
  Status: 'Planned' as VisitStatus,
  startedAt: null,
  endedAt: null,
  Notes: null,
  IOBSE: null,
  ClosedCode: null,
  Attempts: [],
  ...over,
});
const clocks = (attempts: readonly RecordedAttempt[]) =>
  attempts.map(({ move, at: when }) => [
    move,
    Temporal.Instant.from(when).toZonedDateTimeISO(ZONE).toPlainTime().toString({ smallestUnit: 'minute' }),
  ]);

describe('what one click accepts', () => {
  test('is the first arrival and the last departure after it', () => {
    const Attempts = [
      recorded('Check-Out', '12:40'),
      recorded('Check-In', '10:31'),
      recorded('Check-Out', '09:00'),
      recorded('Check-In', '09:31'),
      recorded('Check-Out', '12:20'),
    ];
    expect(clocks(attemptsToAccept(visit({ Attempts })))).toEqual([
      ['Check-In', '09:31'],
      ['Check-Out', '12:40'],
    ]);
  });

  test('is the departure after the start, if the visit is active', () => {
    const Attempts = [recorded('Check-In', '09:31'), recorded('Check-Out', '11:30')];
    const active = visit({ Status: 'Active', startedAt: stamp('10:02'), Attempts });
    expect(clocks(attemptsToAccept(active))).toEqual([['Check-Out', '11:30']]);
    expect(attemptsToAccept({ ...active, startedAt: stamp('11:30') })).toEqual([]);
  });

  test('is nothing if a departure has no arrival or the visit is complete', () => {
    const Attempts = [recorded('Check-Out', '12:20')];
    expect(attemptsToAccept(visit({ Attempts }))).toEqual([]);
    const complete = visit({ Status: 'Complete', startedAt: stamp('10:00'), Attempts });
    expect(attemptsToAccept(complete)).toEqual([]);
  });
});

describe('accepting is blocked', () => {
  const blocked = (
    over: Parameters<typeof visit>[0],
    attempts: readonly RecordedAttempt[],
    now = at('2026-11-20T15:00'),
  ) => acceptBlocked(visit(over), attempts, now, ZONE);
  const arrival = recorded('Check-In', '10:20');
  const departure = recorded('Check-Out', '12:20');

  test('but not while the visit is still in the status that the move needs', () => {
    expect(blocked({}, [arrival])).toBeUndefined();
    expect(blocked({}, [arrival, departure])).toBeUndefined();
    expect(blocked({ Status: 'Active', startedAt: stamp('10:00') }, [departure])).toBeUndefined();
  });

  test.each([
    [
      'another status',
      { Status: 'Active', startedAt: stamp('10:00') },
      [arrival],
      /needs a visit that is Planned/,
    ],
    ['a departure first', {}, [departure], /needs a visit that is Active/],
    ['an end at the start', {}, [arrival, recorded('Check-Out', '10:20')], /must be after the actual start/],
    [
      'an end before the start',
      {},
      [arrival, recorded('Check-Out', '10:19')],
      /must be after the actual start/,
    ],
    ['a time to come', {}, [recorded('Check-In', '15:01')], /in the future/],
  ] as const)('%s', (_, over, attempts, sentence) => expect(blocked(over, attempts)).toMatch(sentence));

  test('in exactly the cases that counting minutes finds', () => {
    const minute = fc.integer({ min: -3_000, max: 3_000 });
    const plus = (minutes: number) => at('2026-11-20T00:00').add({ minutes });
    fc.assert(
      fc.property(minute, minute, minute, (start, end, now) => {
        const attempts = [
          recorded('Check-In', '00:00', { at: plus(start).toString() }),
          recorded('Check-Out', '00:00', { at: plus(end).toString() }),
        ];
        const isFine =
          start <= now &&
          end <= now &&
          end > start &&
          end - start <= LONGEST_HOURS * 60 &&
          start >= -1440 &&
          start < 2880;
        expect(blocked({}, attempts, plus(now)) === undefined).toBe(isFine);
      }),
    );
  });
});

describe('the reason of accepted times', () => {
  test('is no coverage if all of them were sent later', () => {
    const late = { late: true };
    const attempts = [recorded('Check-In', '10:20', late), recorded('Check-Out', '12:20', late)];
    expect(reasonOfAttempts(attempts, visit({}), ZONE)).toEqual({ code: 10, memo: null });
  });

  test('otherwise is what the phone recorded, in words that pass the rules for reasons', () => {
    const attempts = [recorded('Check-In', '09:31'), recorded('Check-Out', '12:00', { late: true })];
    const { code, memo } = reasonOfAttempts(attempts, visit({}), ZONE);
    expect(memo).toBe(
      'Recorded on the phone: Check-In 9:31 AM, 29 min before plan; Check-Out 12:00 PM, on time, sent later',
    );
    expect(checkChangeReason(code, memo)).toEqual([]);
    expect(memo?.length).toBeLessThanOrEqual(MEMO_MAX);
  });
});

describe('what the phone offers to record', () => {
  const offered = (over: Parameters<typeof visit>[0], local: string) =>
    movesOnPhone(visit(over), at(local), ZONE);
  const arrival = [recorded('Check-In', '09:31')];

  test.each([
    ['early', {}, '2026-11-20T08:00', ['Check-In']],
    ['in time', {}, '2026-11-20T10:00', ['Check-In']],
    ['late', {}, '2026-11-20T13:00', ['Check-In']],
    ['the day before', {}, '2026-11-19T10:00', []],
    ['the day after', {}, '2026-11-21T10:00', []],
    ['after a recorded arrival', { Attempts: arrival }, '2026-11-20T09:40', ['Check-Out']],
    [
      'after it, once the window is open',
      { Attempts: arrival },
      '2026-11-20T09:45',
      ['Check-In', 'Check-Out'],
    ],
    ['under way', { Status: 'Active', startedAt: stamp('10:00') }, '2026-11-20T10:10', ['Check-Out']],
    ['done', { Status: 'Complete', startedAt: stamp('10:00') }, '2026-11-20T12:10', []],
  ] as const)('%s', (_, over, local, moves) => expect(offered(over, local)).toEqual(moves));

  test('covers twelve hours before the start through twelve hours after the end', () => {
    const can = (local: string) => isRecordable(visit({}), at(local), ZONE);
    expect(['2026-11-19T22:00:00', '2026-11-21T00:00:00'].map(can)).toEqual([true, true]);
    expect(['2026-11-19T21:59:59', '2026-11-21T00:00:01'].map(can)).toEqual([false, false]);
  });
});
