import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctedClaims } from './corrected-claims.ts';
import type { DayLine } from './day-lines.ts';
import { claimsToSend, type SentClaim } from './sent-claim.ts';

const line = (day: string, units = 4, more: Partial<DayLine> = {}): DayLine => ({
  clientId: 10,
  day,
  type: 'PCP',
  place: '12',
  par: '123',
  procedureCode: 'T1019',
  modifiers: ['U1'],
  units,
  charge: units * 608,
  shares: [{ cardId: 1, units, amount: units * 608 }],
  ...more,
});
const answered = (claims: readonly SentClaim[]) =>
  claims.map((claim) => ({ claim, icn: `icn of ${claim.id}` }));
const shown = (claims: readonly SentClaim[]) =>
  claims.map(({ id, frequency, original, lines }) => [
    id,
    frequency,
    original,
    lines.map(({ day, units }) => `${day} ${units}`),
  ]);

describe('after a correction', () => {
  const before = [line('2026-11-02'), line('2026-11-03')];
  const earlier = answered(claimsToSend(before, 12));

  test.each<[string, readonly DayLine[], ReturnType<typeof shown>]>([
    ['nothing changed: nothing goes out', before, []],
    [
      'other units: the claim is replaced',
      [line('2026-11-02', 8), line('2026-11-03')],
      [['13-1', '7', 'icn of 12-1', ['2026-11-02 8', '2026-11-03 4']]],
    ],
    [
      'a day more: the claim is replaced by a longer one',
      [...before, line('2026-11-01')],
      [['13-1', '7', 'icn of 12-1', ['2026-11-01 4', '2026-11-02 4', '2026-11-03 4']]],
    ],
    [
      'a day less: the claim is replaced by a shorter one',
      [line('2026-11-03')],
      [['13-1', '7', 'icn of 12-1', ['2026-11-03 4']]],
    ],
    [
      'no day is left: the claim is taken back',
      [],
      [['13-1', '8', 'icn of 12-1', ['2026-11-02 4', '2026-11-03 4']]],
    ],
    [
      'another PAR: the claim is taken back and a new one sent',
      [line('2026-11-02', 4, { par: '777' })],
      [
        ['13-1', '8', 'icn of 12-1', ['2026-11-02 4', '2026-11-03 4']],
        ['13-2', '1', null, ['2026-11-02 4']],
      ],
    ],
  ])('%s', (_, now, expected) => {
    expect(shown(correctedClaims(earlier, now, 13))).toEqual(expected);
  });
});

test('the payer ends up with the present lines, each once, on claims of at most 50', () => {
  const day = fc
    .integer({ min: 0, max: 89 })
    .map((days) => Temporal.PlainDate.from('2026-09-01').add({ days }).toString());
  const lines = fc
    .uniqueArray(
      fc.record({
        day,
        units: fc.integer({ min: 1, max: 40 }),
        place: fc.constantFrom('12', '12', '12', '99'),
        code: fc.constantFrom('T1019', 'S5130'),
      }),
      { selector: ({ day, place, code }) => `${day} ${place} ${code}`, maxLength: 130 },
    )
    .map((list) =>
      list.map(({ day, units, place, code }) => line(day, units, { place, procedureCode: code })),
    );
  const keyOf = (of: Pick<DayLine, 'day' | 'procedureCode' | 'units'>, place: string) =>
    `${of.day} ${of.procedureCode} ${place} ${of.units}`;
  fc.assert(
    fc.property(lines, lines, (before, now) => {
      const first = claimsToSend(before, 12);
      const next = correctedClaims(answered(first), now, 13);
      const replaced = new Set(next.map(({ original }) => original));
      const standing = [
        ...first.filter(({ id }) => !replaced.has(`icn of ${id}`)),
        ...next.filter(({ frequency }) => frequency !== '8'),
      ];
      expect(
        standing.flatMap(({ lines, place }) => lines.map((one) => keyOf(one, place))).toSorted(),
      ).toEqual(now.map((one) => keyOf(one, one.place)).toSorted());
      for (const claim of standing) {
        expect(claim.lines.length).toBeLessThanOrEqual(50);
        expect(claim.charge).toBe(claim.lines.reduce((sum, { charge }) => sum + charge, 0));
      }
      expect(new Set(next.map(({ id }) => id)).size).toBe(next.length);
    }),
  );
});
