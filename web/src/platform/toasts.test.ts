import { beforeEach, describe, expect, it } from 'vitest';
import { closeAllToasts, shownToasts, toast } from './toasts.ts';

beforeEach(closeAllToasts);
const seen = () => shownToasts().map(({ text, count }) => [text, count]);

describe('toasts', () => {
  it('put the newest at the bottom and hold four at most', () => {
    for (const text of ['1', '2', '3', '4', '5']) toast.success(text);
    expect(seen().map(([text]) => text)).toEqual(['2', '3', '4', '5']);
  });
  it('count the same text instead of showing it twice', () => {
    toast.error('Error: Something wrong');
    toast.success('Success: Note saved');
    toast.error('Error: Something wrong');
    toast.error('Error: Something wrong');
    expect(seen()).toEqual([
      ['Success: Note saved', 1],
      ['Error: Something wrong', 3],
    ]);
  });
  it.each([
    ['success', () => toast.success('x'), 4000],
    ['error', () => toast.error('x'), 10_000],
    ['conflict', () => toast.error('x', { stay: 'conflict' }), 20_000],
    ['until closed', () => toast.error('x', { stay: 'untilClosed' }), null],
  ] as const)('stay as long as their kind says: %s', (_, show, life) => {
    show();
    expect(shownToasts()[0]?.life).toBe(life);
  });
});
