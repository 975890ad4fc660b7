import { afterEach, expect, it, vi } from 'vitest';
import { closeAllToasts, shownToasts, toast } from './toasts.ts';

afterEach(closeAllToasts);

it('counts what is said twice, and keeps each way back of its own', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  toast.undo('Success: Visit closed', first);
  toast.undo('Success: Visit closed', second);
  toast.success('Success: Visit closed');
  toast.success('Success: Visit closed');
  expect(shownToasts().map(({ count, undo }) => [count, undo])).toEqual([
    [1, first],
    [1, second],
    [2, undefined],
  ]);
});
