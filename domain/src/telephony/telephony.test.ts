import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isCallToReview, sayCallPlace, sayOutcome } from './calls.ts';
import {
  type CallableVisit,
  chooseArrival,
  chooseDeparture,
  readTasks,
  recordedAt,
  visitsOfCaller,
} from './choosing.ts';
import { greet, takeLanguage, takeNumber, takePin, turnXml } from './menu.ts';
import {
  callerDigits,
  checkNumber,
  checkPin,
  drawPin,
  drawSecret,
  isSecret,
  nobodyLimit,
  pinLimits,
  usualNumber,
} from './pins.ts';

const ZONE = 'America/Denver';
/** A moment on Friday, November 20, 2026, by Denver's clock. */
const at = (clock: string) =>
  Temporal.PlainDateTime.from(`2026-11-20T${clock}`).toZonedDateTime(ZONE).toInstant();

const visit = (id: number, start: string, end: string, over: Partial<CallableVisit> = {}): CallableVisit => ({
  id,
  ClientID: id,
  ClientName: `Client, Number${id}`,
  ClientPhone: `(720) 555-000${id}`,
  Date: '2026-11-20',
  PlanStartTime: start,
  PlanEndTime: end,
  Status: 'Planned',
  startedAt: null,
  endedAt: null,
  Attempts: [],
  Tasks: { WorkingTime: 120, TravelTime: 0, Care: { Bathing: 60 }, Home: { Laundry: 60 } },
  ...over,
});
const begun = (clock: string) => ({ Status: 'Active', startedAt: at(clock).toString() }) as const;
const over = (from: string, to: string) =>
  ({ Status: 'Complete', startedAt: at(from).toString(), endedAt: at(to).toString() }) as const;
const attempt = (move: 'Check-In' | 'Check-Out', clock: string): CallableVisit['Attempts'][number] => ({
  id: 1,
  move,
  at: at(clock).toString(),
  late: false,
  latitude: null,
  longitude: null,
  distance: null,
  locationError: false,
});

describe('the visit that somebody arrives at', () => {
  const choose = (visits: readonly CallableVisit[], clock: string) => chooseArrival(visits, at(clock), ZONE);

  it.each([
    ['is the one whose window is open', [visit(1, '08:00', '09:00'), visit(2, '10:00', '12:00')], '09:50', 2],
    [
      'the nearest, outside of every window',
      [visit(1, '08:00', '09:00'), visit(2, '10:00', '12:00')],
      '09:30',
      2,
    ],
    [
      'is the earlier of two at the same distance',
      [visit(1, '08:00', '09:00'), visit(2, '10:00', '12:00')],
      '09:00',
      1,
    ],
  ])('%s', (_, visits, clock, id) => {
    expect(choose(visits, clock)).toMatchObject({ kind: 'visit', visit: { id } });
  });
  it('is asked for if several windows are open', () => {
    const chosen = choose([visit(1, '10:00', '11:00'), visit(2, '10:10', '12:00')], '10:05');
    expect(chosen).toMatchObject({ kind: 'ask', visits: [{ id: 1 }, { id: 2 }], already: null });
  });
  it('is never another one on a second call unless the caller chooses it', () => {
    const visits = [visit(1, '10:00', '11:00', begun('10:00')), visit(2, '10:10', '12:00')];
    expect(choose(visits, '10:02')).toMatchObject({ kind: 'ask', visits: [{ id: 2 }], already: { id: 1 } });
    expect(
      choose([visits[0] ?? visit(1, '10:00', '11:00'), visit(2, '14:00', '15:00')], '10:20'),
    ).toMatchObject({
      kind: 'already',
      visit: { id: 1 },
    });
  });
  it('is already recorded if an arrival waits for the office', () => {
    const waiting = visit(1, '10:00', '11:00', { Attempts: [attempt('Check-In', '10:30')] });
    const chosen = choose([waiting], '10:32');
    expect(chosen).toMatchObject({ kind: 'already' });
    expect(recordedAt(waiting, 'Check-In')).toBe(at('10:30').toString());
  });
  it('is none if nothing is within twelve hours', () =>
    expect(choose([visit(1, '10:00', '11:00', { Date: '2026-11-22' })], '10:00')).toEqual({ kind: 'none' }));
});

describe('the visit that somebody leaves', () => {
  const choose = (visits: readonly CallableVisit[], clock: string) =>
    chooseDeparture(visits, at(clock), ZONE);

  it('is the one that was begun, whatever else is planned', () => {
    const visits = [visit(1, '08:00', '10:00', begun('08:00')), visit(2, '10:00', '12:00')];
    expect(choose(visits, '10:00')).toMatchObject({ kind: 'visit', visit: { id: 1 } });
  });
  it('is asked for if two were begun, listing first the one that ends next', () => {
    const visits = [visit(1, '08:00', '12:00', begun('08:00')), visit(2, '08:00', '10:00', begun('08:01'))];
    expect(choose(visits, '10:00')).toMatchObject({ kind: 'ask', visits: [{ id: 2 }, { id: 1 }] });
  });
  it('is never another one on a second call unless the caller chooses it', () => {
    const visits = [
      visit(1, '08:00', '10:00', over('08:00', '10:00')),
      visit(2, '09:45', '12:00', begun('09:50')),
    ];
    expect(choose(visits, '10:03')).toMatchObject({ kind: 'ask', visits: [{ id: 2 }], already: { id: 1 } });
    expect(choose([visits[0] ?? visit(1, '08:00', '10:00')], '10:03')).toMatchObject({ kind: 'already' });
  });
  it('is none for a caregiver who has not arrived', () =>
    expect(choose([visit(1, '08:00', '10:00')], '10:00')).toEqual({ kind: 'notCheckedIn' }));
  it('is not recorded again right after it was recorded outside of its window, but later is', () => {
    const early = visit(1, '08:00', '10:00', {
      ...begun('08:00'),
      Attempts: [attempt('Check-Out', '09:30')],
    });
    expect(choose([early], '09:34')).toMatchObject({ kind: 'already' });
    expect(choose([early], '09:36')).toMatchObject({ kind: 'visit' });
    const close = visit(1, '08:00', '10:00', {
      ...begun('08:00'),
      Attempts: [attempt('Check-Out', '09:44')],
    });
    expect(choose([close], '09:46')).toMatchObject({ kind: 'visit' });
  });
});

test('a second call never begins another visit, whenever it comes and whatever the visits', () => {
  const minute = fc.integer({ min: 0, max: 23 * 60 });
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  fc.assert(
    fc.property(
      fc.array(minute, { minLength: 1, maxLength: 5 }),
      minute,
      fc.integer({ min: 0, max: 5 }),
      (starts, when, after) => {
        const visits = starts.map((start, n) => visit(n + 1, clock(start), clock(start + 30)));
        const first = chooseArrival(visits, at(clock(when)), ZONE);
        if (first.kind !== 'visit') return;
        const moved = visits.map((one) =>
          one.id === first.visit.id ? { ...one, ...begun(clock(when)) } : one,
        );
        const again = chooseArrival(moved, at(clock(when)).add({ minutes: after }), ZONE);
        // Outside of every window, the first call only recorded an attempt.
        const { start } = { start: at(clock(starts[first.visit.id - 1] ?? 0)) };
        const isOpen = Math.abs(start.epochMilliseconds - at(clock(when)).epochMilliseconds) <= 15 * 60_000;
        if (isOpen && after <= 1) expect(again.kind).not.toBe('visit');
      },
    ),
  );
});

test('a phone is the client’s if its ten digits match', () => {
  const visits = [visit(1, '08:00', '09:00'), visit(2, '10:00', '11:00', { ClientPhone: null })];
  expect(visitsOfCaller(visits, '+17205550001').map(({ id }) => id)).toEqual([1]);
  expect(visitsOfCaller(visits, '7205550001')).toHaveLength(1);
  expect(visitsOfCaller(visits, 'hidden')).toEqual([]);
  expect(visitsOfCaller(visits, '+447205550001')).toEqual([]);
});

test('tasks are single keys, or separated by stars if there are more than nine', () => {
  expect(readTasks('21', ['Bathing', 'Dressing'])).toEqual(['Bathing', 'Dressing']);
  expect(readTasks('', ['Bathing'])).toEqual([]);
  expect(readTasks('3', ['Bathing', 'Dressing'])).toBeUndefined();
  const many = Array.from({ length: 11 }, (_, n) => `Task ${n + 1}`);
  expect(readTasks('11*2*2', many)).toEqual(['Task 2', 'Task 11']);
  expect(readTasks('12', many)).toBeUndefined();
});

test('numbers and PINs are checked and drawn by the rules', () => {
  expect(checkPin('704921')).toEqual([]);
  for (const pin of ['123', '123456789', '12a4', '0000', '12345', '98765'])
    expect(checkPin(pin), pin).toHaveLength(1);
  expect(checkNumber('12')).toHaveLength(1);
  expect([usualNumber(7), usualNumber(44_110)]).toEqual(['007', '44110']);
  let drawn = 0;
  // Equal digits first, so that a PIN that is too easy is drawn again.
  const draw = (below: number) => {
    drawn += 1;
    return drawn <= 6 ? 0 : (drawn * 7) % below;
  };
  expect(checkPin(drawPin(draw))).toEqual([]);
  expect(isSecret(drawSecret(draw))).toBe(true);
});

test('the menu asks for number and PIN three times, then ends the call', () => {
  let { state } = takeLanguage(greet('Agency').state, '2');
  expect(state).toMatchObject({ step: 'number', language: 'es' });
  for (let n = 1; n <= 3; n += 1) {
    const turn = takePin(takeNumber(state, '4411').state, { kind: 'wrong' });
    expect(turn.state.step).toBe(n < 3 ? 'number' : 'over');
    state = turn.state;
    if (n === 3) expect(turn).toMatchObject({ outcome: 'wrongPin', state: { number: null } });
  }
});

test('the markup is escaped, and ends the call if nothing is asked', () => {
  const say = [{ words: 'A & <B>', language: 'en' }] as const;
  expect(turnXml({ say }, 'https://x/?a=1&b=2')).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Response><Say language="en-US">A &amp; &lt;B&gt;</Say><Hangup/></Response>',
  );
  expect(turnXml({ say, ask: { keys: null } }, 'https://x/?a=1&b=2')).toContain(
    'finishOnKey="#" timeout="10" actionOnEmptyResult="true" method="POST" action="https://x/?a=1&amp;b=2"',
  );
});

test('the office sees each call in words', () => {
  expect(sayCallPlace({ caller: '+13035550200', place: 'phone' })).toBe(
    'From the client’s phone, (303) 555-0200',
  );
  expect(sayCallPlace({ caller: 'hidden', place: 'unknown' })).toBe(
    'From a hidden number, which is not the client’s phone',
  );
  expect(sayOutcome({ move: 'Check-In', outcome: 'moved' })).toBe('Check-In recorded');
  expect(sayOutcome({ move: null, outcome: null })).toBe('Hung up before the end');
  expect(isCallToReview({ outcome: 'moved', place: 'phone', seenBy: null })).toBe(false);
  expect(isCallToReview({ outcome: 'moved', place: 'unknown', seenBy: null })).toBe(true);
  expect(isCallToReview({ outcome: 'locked', place: null, seenBy: null })).toBe(true);
  expect(isCallToReview({ outcome: 'locked', place: null, seenBy: 'A.B.' })).toBe(false);
});

describe('what a wrong PIN counts against', () => {
  it('is the phone and the number, and for unknown phones all of them together', () => {
    const kindsOf = (isKnown: boolean) =>
      pinLimits({ number: '0123', caller: '+13035550100', isKnown }).map(({ kind, login, place, most }) => [
        kind,
        login,
        place,
        most,
      ]);
    expect(kindsOf(true)).toEqual([
      ['knownCaller', '', '+13035550100', 20],
      ['knownCallers', 'call 0123', '', 20],
    ]);
    expect(kindsOf(false)).toEqual([
      ['strangeCaller', '', '+13035550100', 5],
      ['strangePin', 'call 0123', '', 10],
      ['strangeCallers', '', '', 100],
    ]);
  });

  it('limits the length of what was typed as a number', () => {
    expect(nobodyLimit('9'.repeat(60)).login).toBe(`call ${'9'.repeat(9)}`);
    expect(nobodyLimit('12').most).toBe(4);
  });

  it.each([
    ['+13035550100', '3035550100'],
    ['13035550100', '3035550100'],
    ['hidden', undefined],
    ['+4930123456', undefined],
    ['555', undefined],
  ])('the phone %s is identified by %s', (caller, digits) => {
    expect(callerDigits(caller)).toBe(digits);
  });
});
