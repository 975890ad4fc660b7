import { describe, expect, test } from 'vitest';
import { VISIT_MOVES } from './rules.ts';
import { choicesOf, endsOf, lengthOf, presetOf, timesOfMove } from './status-times.ts';

const ZONE = 'America/Denver';
const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${ZONE}]`).toInstant();
const stamp = (text: string) => at(text).toString();

const moveOf = (name: 'Set Active' | 'Set Complete') => {
  const move = VISIT_MOVES.find((one) => one.name === name);
  if (!move) throw new Error(name);
  return move;
};
const [active, complete] = [moveOf('Set Active'), moveOf('Set Complete')];

const planned = {
  Date: '2026-11-20',
  PlanStartTime: '22:00',
  PlanEndTime: '06:00',
  Status: 'Planned',
  startedAt: null,
  endedAt: null,
  Notes: null,
  IOBSE: null,
  ClosedCode: null,
} as const;
const begun = { ...planned, Status: 'Active', startedAt: stamp('2026-11-20T22:03') } as const;

describe('the time of a click', () => {
  test('is used within 15 minutes of the plan, to the second', () => {
    const preset = (text: string) => presetOf('start', planned, at(text), ZONE);
    expect(preset('2026-11-20T21:44:59')).toBeUndefined();
    expect(preset('2026-11-20T21:45:00')).toBe(stamp('2026-11-20T21:45:00'));
    expect(preset('2026-11-20T22:15:00')).toBe(stamp('2026-11-20T22:15:00'));
    expect(preset('2026-11-20T22:15:01')).toBeUndefined();
  });

  test('is compared as an instant: the same clock time on another day does not match the plan', () => {
    expect(presetOf('start', planned, at('2026-11-21T22:00'), ZONE)).toBeUndefined();
    expect(presetOf('end', begun, at('2026-11-20T06:00'), ZONE)).toBeUndefined();
    expect(presetOf('end', begun, at('2026-11-21T06:00'), ZONE)).toBe(stamp('2026-11-21T06:00'));
  });

  test('agrees with counted minutes for every minute of three days around the clock change', () => {
    const visit = { ...planned, Date: '2026-10-31' };
    const start = at('2026-10-31T22:00').epochMilliseconds;
    for (let minute = -24 * 60; minute <= 48 * 60; minute += 1) {
      const now = Temporal.Instant.fromEpochMilliseconds(start + minute * 60_000);
      expect(presetOf('start', visit, now, ZONE) !== undefined).toBe(Math.abs(minute) <= 15);
      // The night has nine hours because the clocks go back.
      expect(presetOf('end', visit, now, ZONE) !== undefined).toBe(Math.abs(minute - 9 * 60) <= 15);
      expect(endsOf(active, visit, now, ZONE)).toEqual(minute > 9 * 60 + 15 ? ['start', 'end'] : ['start']);
    }
  });
});

describe('a move', () => {
  test("uses the chosen time instead of the click's", () => {
    const chosen = { startedAt: stamp('2026-11-20T21:50') };
    expect(timesOfMove(active, planned, chosen, at('2026-11-20T22:05'), ZONE)).toMatchObject({
      data: chosen,
    });
    expect(timesOfMove(active, planned, {}, at('2026-11-20T22:05'), ZONE)).toMatchObject({
      data: { startedAt: stamp('2026-11-20T22:05') },
    });
  });

  test('far from the plan asks for the time', () => {
    expect(timesOfMove(complete, begun, {}, at('2026-11-21T17:24'), ZONE)).toMatchObject({
      ok: false,
      errors: [{ field: 'endedAt' }],
    });
  });

  test('checks an end given with the start, even before the visit is over', () => {
    const both = { startedAt: stamp('2026-11-20T22:00'), endedAt: stamp('2026-11-21T01:00') };
    expect(timesOfMove(active, planned, both, at('2026-11-21T02:00'), ZONE)).toMatchObject({ data: both });
  });
});

describe('the dialog', () => {
  test('offers now, the plan and what the phone recorded, each with what speaks against it', () => {
    const tries = [
      { move: 'Check-In', at: stamp('2026-11-20T22:31') },
      { move: 'Check-Out', at: stamp('2026-11-21T06:40') },
    ] as const;
    const now = at('2026-11-20T23:00:30');
    expect(choicesOf('start', planned, tries, {}, now, ZONE)).toEqual([
      { source: 'now', at: stamp('2026-11-20T23:00:30'), fault: undefined },
      { source: 'planned', at: stamp('2026-11-20T22:00'), fault: undefined },
      { source: 'recorded', at: stamp('2026-11-20T22:31'), fault: undefined },
    ]);
    const ends = choicesOf('end', begun, tries, {}, at('2026-11-22T23:00'), ZONE);
    expect(ends.map(({ fault }) => fault)).toEqual([
      'A visit cannot be longer than 24 hours.',
      undefined,
      undefined,
    ]);
    expect(lengthOf(begun, { endedAt: ends[1]?.at })).toBe(477);
  });
});
