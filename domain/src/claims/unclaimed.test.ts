import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardUnits, serviceDays } from '../billing/counting.ts';
import type { CardDay } from '../billing/schema.ts';
import type { UnitRule } from '../unit-rules.ts';
import { dayLines, withoutLines } from './day-lines.ts';
import { cardToClaim } from './testing/example-month.ts';

/** A card claimed in several uploads: the uploads add up to the card, and what was sent never changes. */

const ZONE = 'America/Denver';
const dateOf = (n: number) => `2026-11-${String(n).padStart(2, '0')}`;
const row = (n: number, minutes: number): CardDay => ({
  date: dateOf(n),
  start: '08:00',
  end: `${String(8 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
  travel: 0,
  billing: true,
  payroll: true,
});

test('days that were left out go with the next upload, with the units that the card has left', () => {
  // 3 × 65 minutes are 13 units: 5, 4 and 4.
  const card = cardToClaim([row(2, 65), row(9, 65), row(23, 65)]);
  const first = withoutLines(dayLines([card], ZONE), (_, day) => day === dateOf(9));
  expect(first.remaining.map(({ day, units }) => [day, units])).toEqual([
    [dateOf(2), 5],
    [dateOf(23), 4],
  ]);
  const sent = new Map(first.remaining.map(({ day, units }) => [day, units]));
  const rest = dayLines([card], ZONE, () => sent);
  expect(rest.map(({ day, units }) => [day, units])).toEqual([[dateOf(9), 4]]);
  expect(dayLines([card], ZONE, () => new Map([...sent, [dateOf(9), 4]]))).toEqual([]);
});

test('a line is left out entirely if it contains an excluded day of any card', () => {
  const lines = dayLines([cardToClaim([row(2, 60)], { id: 1 }), cardToClaim([row(2, 30)], { id: 2 })], ZONE);
  expect(lines).toHaveLength(1);
  expect(withoutLines(lines, (cardId) => cardId === 2)).toEqual({ remaining: [], leftOut: lines });
});

test('all uploads of a card add up to it, whatever each of them left out', () => {
  const rows = fc
    .uniqueArray(
      fc.record({ n: fc.integer({ min: 1, max: 30 }), minutes: fc.integer({ min: 1, max: 400 }) }),
      {
        selector: ({ n }) => n,
        maxLength: 30,
      },
    )
    .map((list) => list.map(({ n, minutes }) => row(n, minutes)));
  const rounds = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 30 }), {
    maxLength: 5,
  });
  const rules = fc.constantFrom<UnitRule>('up', 'nearest', 'down');
  let uploads = 0;
  fc.assert(
    fc.property(rows, rounds, rules, (json, leftOut, unitRule) => {
      const card = cardToClaim(json, { unitRule, payRate: 517 });
      const sent = new Map<string, number>();
      let cents = 0;
      for (const days of [...leftOut, []]) {
        const out = new Set(days.map(dateOf));
        const { remaining } = withoutLines(
          dayLines([card], ZONE, () => new Map(sent)),
          (_, day) => out.has(day),
        );
        for (const { day, units, charge } of remaining) {
          expect(sent.has(day)).toBe(false);
          sent.set(day, units);
          cents += charge;
          uploads += 1;
        }
      }
      const units = [...sent.values()].reduce((a, b) => a + b, 0);
      const whole = cardUnits(serviceDays(card.card, ZONE), unitRule);
      expect([units, cents]).toEqual([whole, whole * 517]);
      expect(dayLines([card], ZONE, () => sent)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
  expect(uploads).toBeGreaterThan(0);
});

test('changing times between uploads never changes what was sent, and never bills a day beyond its minutes', () => {
  const minutes = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(minutes, minutes, fc.boolean()), { minLength: 1, maxLength: 30 }),
      fc.constantFrom<UnitRule>('up', 'nearest', 'down'),
      (days, unitRule) => {
        const before = cardToClaim(
          days.map(([length], n) => row(n + 1, length)),
          { unitRule },
        );
        const isFirst = (day: string) => days[Number(day.slice(8)) - 1]?.[2] ?? false;
        const { remaining } = withoutLines(dayLines([before], ZONE), (_, day) => !isFirst(day));
        const sent = new Map(remaining.map(({ day, units }) => [day, units]));
        const changed = days.map(([length, other], n) =>
          row(n + 1, sent.has(dateOf(n + 1)) ? length : other),
        );
        const after = cardToClaim(changed, { unitRule });
        const rest = dayLines([after], ZONE, () => sent);
        for (const { day, units } of rest) {
          expect(sent.has(day)).toBe(false);
          const own = serviceDays(after.card, ZONE).find(({ date }) => date === day)?.work ?? 0;
          expect(units).toBeLessThanOrEqual(Math.ceil(own / 15));
        }
        const all = [...sent.values(), ...rest.map(({ units }) => units)].reduce((a, b) => a + b, 0);
        const whole = cardUnits(serviceDays(after.card, ZONE), unitRule);
        const open = changed.filter(({ date }) => !sent.has(date)).length;
        // Rounding of sent days can be off by less than the other days can absorb.
        expect(Math.abs(all - whole)).toBeLessThanOrEqual(open === 0 ? 0 : days.length);
      },
    ),
  );
});
