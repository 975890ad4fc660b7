import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseColumns, type ListColumn, moveColumn, sortRows } from './list-columns.ts';

interface Row {
  readonly name: string | null;
  readonly units: number | null;
}
const cell = () => null;
const columns: readonly ListColumn<Row>[] = [
  { key: 'name', title: 'Name', cell, value: ({ name }) => name },
  { key: 'units', title: 'Units', cell, value: ({ units }) => units },
  { key: 'note', title: 'Note', cell },
];
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);

describe('the columns of a list', () => {
  test('are those that it begins with until somebody chooses others, in the order chosen', () => {
    expect(keys(chooseColumns(columns, { columns: [] }, ['units', 'name']))).toEqual(['units', 'name']);
    expect(keys(chooseColumns(columns, { columns: ['note', 'name'] }, ['name']))).toEqual(['note', 'name']);
  });

  test('leave out what a saved view names and the list no longer has', () => {
    expect(keys(chooseColumns(columns, { columns: ['gone', 'units'] }, ['name']))).toEqual(['units']);
    expect(keys(chooseColumns(columns, { columns: ['gone'] }, ['name']))).toEqual(['name']);
  });

  test('can be sorted by where they have a value', () => {
    const shown = chooseColumns(columns, { columns: [] }, ['name', 'note']);
    expect(shown.map(({ sorts }) => sorts)).toEqual([true, undefined]);
  });

  test('move a place up or down, and not beyond the ends', () => {
    expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
    expect(moveColumn(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
    expect(moveColumn(['a', 'b'], 'b', 1)).toEqual(['a', 'b']);
  });
});

describe('the rows of a list', () => {
  const named = (...names: (string | null)[]) => names.map((name) => ({ name, units: null }));
  const name = ({ name }: Row) => name;
  const names = (rows: readonly Row[]) => rows.map(({ name }) => name);

  test('are sorted without regard to case and accents, and numbers in text by their size', () => {
    const rows = named('Unit 10', 'ávila', 'Unit 9', 'Baca');
    expect(names(sortRows(rows, name, false))).toEqual(['ávila', 'Baca', 'Unit 9', 'Unit 10']);
  });

  test('are last without a value, in either direction', () => {
    const rows = named(null, 'a', '', 'b');
    expect(names(sortRows(rows, name, false))).toEqual(['a', 'b', null, '']);
    expect(names(sortRows(rows, name, true))).toEqual(['b', 'a', null, '']);
  });

  test('stand as they are where nobody sorts', () => {
    const rows = named('b', 'a');
    expect(sortRows(rows, undefined, false)).toBe(rows);
  });

  test('are all there after sorting, each value not below the one before it', () => {
    const units = fc.array(fc.option(fc.integer(), { nil: null }));
    fc.assert(
      fc.property(units, (all) => {
        const rows = all.map((one) => ({ name: null, units: one }));
        const sorted = sortRows(rows, ({ units: one }) => one, false);
        expect(sorted).toHaveLength(rows.length);
        expect(new Set(sorted)).toEqual(new Set(rows));
        const values = sorted.flatMap(({ units: one }) => (one === null ? [] : [one]));
        for (const [n, value] of values.entries())
          expect(value).toBeGreaterThanOrEqual(values[n - 1] ?? value);
      }),
    );
  });
});
