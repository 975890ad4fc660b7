import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND_FACTS } from './kinds.ts';
import { compareRows, ROWS_SHOWN, shownAtOnce } from './order.ts';
import { KINDS, PARTS } from './schema.ts';

const row = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.option(
    fc
      .date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  ),
  cents: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  key: fc.string({ minLength: 1, maxLength: 8 }),
});
type Row = ReturnType<typeof ranked>[number];
const ranked = (
  rows: readonly { kind: (typeof KINDS)[number]; at: string | null; cents: number | null; key: string }[],
) => rows.toSorted(compareRows);

const placeOf = ({ kind }: Row) => PARTS.indexOf(KIND_FACTS[kind].part);
const harmOf = ({ kind }: Row) => KIND_FACTS[kind].harm;

/** Every two neighbors of a ranked list. */
const neighbors = (rows: readonly Row[]) =>
  rows.slice(1).map((after, at) => {
    const before = rows[at];
    if (!before) throw new Error('a list has neighbors');
    return [before, after] as const;
  });

const always = (holds: (before: Row, after: Row) => boolean) =>
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) =>
      neighbors(ranked(rows)).every(([before, after]) => holds(before, after)),
    ),
  );

test('parts come in their order: what cannot wait, what is for today, money', () => {
  always((before, after) => placeOf(before) <= placeOf(after));
});

test('within a part the worse harm comes first', () => {
  always((before, after) => placeOf(before) !== placeOf(after) || harmOf(before) <= harmOf(after));
});

const isAlike = (a: Row, b: Row) => placeOf(a) === placeOf(b) && harmOf(a) === harmOf(b);

test('of the same harm the earlier comes first, and what has no time last', () => {
  always(
    (before, after) =>
      !isAlike(before, after) ||
      after.at === null ||
      (before.at !== null && Date.parse(before.at) <= Date.parse(after.at)),
  );
});

test('at the same time more dollars come first', () => {
  always(
    (before, after) =>
      !isAlike(before, after) || before.at !== after.at || (before.cents ?? 0) >= (after.cents ?? 0),
  );
});

test('the order does not depend on the one in which rows came', () => {
  fc.assert(
    fc.property(fc.uniqueArray(row, { maxLength: 20, selector: ({ key }) => key }), (rows) => {
      expect(ranked(rows.toReversed())).toEqual(ranked(rows));
    }),
  );
});

test('the order of rows is a true one: what comes before a second that comes before a third comes before the third', () => {
  fc.assert(
    fc.property(row, row, row, (a, b, c) => {
      const [ab, bc, ac] = [compareRows(a, b), compareRows(b, c), compareRows(a, c)];
      return !(ab <= 0 && bc <= 0) || ac <= 0;
    }),
  );
});

test('ten rows are shown, or all that cannot wait; with room besides also the first of papers that expired, of what Sandata does not have and of money', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const all = ranked(rows);
      const shown = shownAtOnce(all);
      const now = all.filter((one) => placeOf(one) === PARTS.indexOf('now'));
      const money = all.find((one) => placeOf(one) === PARTS.indexOf('money'));
      expect(shown).toHaveLength(Math.max(now.length, Math.min(ROWS_SHOWN, all.length)));
      expect(shown).toEqual(expect.arrayContaining(now));
      expect(ranked(shown)).toEqual(shown);
      const kept = ['expired', 'unaccepted'].map((wanted) => all.find(({ kind }) => kind === wanted));
      if (ROWS_SHOWN - now.length < 5) return;
      for (const first of [money, ...kept]) if (first) expect(shown).toContain(first);
    }),
  );
});
