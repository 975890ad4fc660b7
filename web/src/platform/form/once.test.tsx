import { act, renderHook } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createOnce, useTasks } from './once.ts';
import { createTask } from './shared-task.ts';

describe('what is pressed twice', () => {
  test('is done once until it is over, and other things meanwhile', async () => {
    const { run, isAny } = createOnce<string>();
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = run('send 1', () => promise);
    expect(await run('send 1', async () => 'again')).toBeUndefined();
    expect(await run('send 2', async () => 'another')).toBe('another');
    expect(isAny()).toBe(true);
    resolve('done');
    expect(await first).toBe('done');
    expect(isAny()).toBe(false);
    expect(await run('send 1', async () => 'again')).toBe('again');
  });

  test('can be pressed again after it broke', async () => {
    const { run } = createOnce<string>();
    await expect(run('send 1', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await run('send 1', async () => 'again')).toBe('again');
  });
});

test('each of several tasks shows its own step until it is over', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { result } = renderHook(() => useTasks<number, string>());
  await act(async () => {
    void result.current.run(7, async (show) => {
      show('locating');
      await promise;
    });
  });
  expect([result.current.stepOf(7), result.current.stepOf(8)]).toEqual(['locating', undefined]);
  await act(async () => resolve());
  expect(result.current.stepOf(7)).toBeUndefined();
});

test('a task of the window is followed by every page, and reports nothing once it is over', async () => {
  const task = createTask<string>();
  const { result } = renderHook(task.useProgress);
  const { promise, resolve } = Promise.withResolvers<void>();
  let late = (_: string) => {};
  await act(async () => {
    void task.run('0 of 2', async (report) => {
      late = report;
      report('1 of 2');
      await promise;
    });
  });
  expect(result.current).toBe('1 of 2');
  await act(async () => resolve());
  act(() => late('2 of 2'));
  expect(result.current).toBeNull();
});
