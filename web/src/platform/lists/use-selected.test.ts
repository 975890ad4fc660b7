import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSelected } from './use-selected.ts';

const idOf = ({ id }: { readonly id: number }) => id;
const rowsOf = (...ids: readonly number[]) => ids.map((id) => ({ id }));

it('what is selected lets go of rows that leave the list, and takes all that match', () => {
  const { result, rerender } = renderHook(({ rows }) => useSelected(rows, idOf), {
    initialProps: { rows: rowsOf(1, 2, 3) },
  });
  act(() => result.current.selection.onChange(new Set([1, 2])));
  expect(result.current.selected.map(idOf)).toEqual([1, 2]);
  rerender({ rows: rowsOf(2, 3, 4) });
  expect([...result.current.selection.keys]).toEqual([2]);
  act(() => result.current.selectAll());
  expect(result.current.selected.map(idOf)).toEqual([2, 3, 4]);
  act(() => result.current.clear());
  expect(result.current.selected).toEqual([]);
});

it('who asks for all before the others are there gets them when they come', () => {
  const { result, rerender } = renderHook(({ rows, isWhole }) => useSelected(rows, idOf, isWhole), {
    initialProps: { rows: rowsOf(1, 2), isWhole: false },
  });
  act(() => result.current.selectAll());
  expect([result.current.selected.length, result.current.isPending]).toEqual([2, true]);
  rerender({ rows: rowsOf(1, 2, 3, 4), isWhole: true });
  expect([result.current.selected.length, result.current.isPending]).toEqual([4, false]);
  // What comes afterwards was not asked for.
  rerender({ rows: rowsOf(1, 2, 3, 4, 5), isWhole: true });
  expect(result.current.selected.map(idOf)).toEqual([1, 2, 3, 4]);
});

it('a box that is changed in the meantime ends the wait', () => {
  const { result, rerender } = renderHook(({ rows, isWhole }) => useSelected(rows, idOf, isWhole), {
    initialProps: { rows: rowsOf(1, 2), isWhole: false },
  });
  act(() => result.current.selectAll());
  act(() => result.current.selection.onChange(new Set([1])));
  rerender({ rows: rowsOf(1, 2, 3), isWhole: true });
  expect(result.current.selected.map(idOf)).toEqual([1]);
});
