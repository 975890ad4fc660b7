import { KIND_FACTS } from '@homecare/domain/today/kinds.ts';
import type { Kind, TodayRow } from '@homecare/domain/today/schema.ts';
import { describe, expect, it } from 'vitest';
import { nextRows, type ShownRow, SOLVED_MS } from './still-rows.ts';

const row = (key: string, kind: Kind = 'late'): TodayRow => ({
  key,
  kind,
  part: 'now',
  tone: 'danger',
  title: key,
  text: '',
  named: [],
  visit: null,
  figure: { main: '', note: '' },
  count: 1,
  cents: null,
  at: null,
  place: { list: 'denials' },
  placeCount: 1,
  button: 'Look',
  mend: { by: 'list' },
  snoozed: null,
  assigned: null,
});
const shown = (...keys: string[]): ShownRow[] => keys.map((key) => ({ row: row(key), solvedAt: null }));
const answer = (keys: readonly string[], unsolved: readonly string[] = []) => ({
  rows: keys.map((key) => row(key)),
  unsolved: new Set(unsolved),
});
const free = { now: 0, isStill: false, isFirstCount: false };
const keysOf = (rows: readonly ShownRow[]) =>
  rows.map((one) => (one.solvedAt === null ? one.row.key : `(${one.row.key})`));

describe('the rows on the screen', () => {
  it('follow the rank while nobody is about to press anything', () => {
    const next = nextRows(shown('a', 'b'), answer(['c', 'b', 'a']), free);
    expect(keysOf(next)).toEqual(['c', 'b', 'a']);
  });

  it('keep their places under the pointer: a new one comes last in its part', () => {
    const next = nextRows(shown('a', 'b'), answer(['c', 'b', 'a']), { ...free, isStill: true });
    expect(keysOf(next)).toEqual(['a', 'b', 'c']);
  });

  it('keep their places until all were counted once: only what cannot wait comes above them', () => {
    const at = (key: string, kind: Kind): TodayRow => ({ ...row(key, kind), part: KIND_FACTS[kind].part });
    const before = [at('paper', 'expired'), at('ready', 'ready')].map((one) => ({
      row: one,
      solvedAt: null,
    }));
    const rows = [
      at('late', 'late'),
      at('missed', 'missed'),
      ...before.map((one) => one.row),
      at('denied', 'denied'),
    ];
    const counting = nextRows(before, { rows, unsolved: new Set() }, { ...free, isFirstCount: true });
    expect(keysOf(counting)).toEqual(['late', 'paper', 'ready', 'denied']);
    const counted = nextRows(counting, { rows, unsolved: new Set() }, free);
    expect(keysOf(counted)).toEqual(['late', 'missed', 'paper', 'ready', 'denied']);
  });

  it('stay for five seconds where they were once they are solved', () => {
    const first = nextRows(shown('a', 'b', 'c'), answer(['a', 'c']), { ...free, now: 1_000 });
    expect(keysOf(first)).toEqual(['a', '(b)', 'c']);
    const still = nextRows(first, answer(['a', 'c']), { ...free, now: 1_000 + SOLVED_MS - 1 });
    expect(keysOf(still)).toEqual(['a', '(b)', 'c']);
    const gone = nextRows(still, answer(['a', 'c']), { ...free, now: 1_000 + SOLVED_MS, isStill: true });
    expect(keysOf(gone)).toEqual(['a', 'c']);
  });

  it('go at once when nobody solved them: put off, left to the last of their kind, or too late', () => {
    const next = nextRows(shown('a', 'b'), answer(['b'], ['a']), { ...free, isStill: true });
    expect(keysOf(next)).toEqual(['b']);
  });

  it('come back as they were when their cause does', () => {
    const solved = nextRows(shown('a'), answer([]), free);
    expect(keysOf(nextRows(solved, answer(['a']), { ...free, now: 1_000 }))).toEqual(['a']);
  });
});
