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
