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
const answer = (keys: readonly string[], putOff: readonly string[] = []) => ({
  rows: keys.map((key) => row(key)),
  putOff: new Set(putOff),
});
const keysOf = (rows: readonly ShownRow[]) =>
  rows.map((one) => (one.solvedAt === null ? one.row.key : `(${one.row.key})`));

describe('the rows on the screen', () => {
  it('follow the rank while nobody is about to press anything', () => {
    const next = nextRows(shown('a', 'b'), answer(['c', 'b', 'a']), { now: 0, isStill: false });
    expect(keysOf(next)).toEqual(['c', 'b', 'a']);
  });

  it('keep their places under the pointer: a new one comes last in its part', () => {
    const next = nextRows(shown('a', 'b'), answer(['c', 'b', 'a']), { now: 0, isStill: true });
    expect(keysOf(next)).toEqual(['a', 'b', 'c']);
  });

  it('stay for five seconds where they were once they are solved', () => {
    const first = nextRows(shown('a', 'b', 'c'), answer(['a', 'c']), { now: 1_000, isStill: false });
    expect(keysOf(first)).toEqual(['a', '(b)', 'c']);
    const still = nextRows(first, answer(['a', 'c']), { now: 1_000 + SOLVED_MS - 1, isStill: false });
    expect(keysOf(still)).toEqual(['a', '(b)', 'c']);
    const gone = nextRows(still, answer(['a', 'c']), { now: 1_000 + SOLVED_MS, isStill: true });
    expect(keysOf(gone)).toEqual(['a', 'c']);
  });

  it('go at once when somebody put them off', () => {
    const next = nextRows(shown('a', 'b'), answer(['b'], ['a']), { now: 0, isStill: true });
    expect(keysOf(next)).toEqual(['b']);
  });

  it('come back as they were when their cause does', () => {
    const solved = nextRows(shown('a'), answer([]), { now: 0, isStill: false });
    expect(keysOf(nextRows(solved, answer(['a']), { now: 1_000, isStill: false }))).toEqual(['a']);
  });
});
