import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const START = { search: '', page: 1, tab: 'All', sort: null, turned: [] };

/** The module as a page has it that was just loaded. */
const reload = async () => {
  cleanup();
  vi.resetModules();
  return import('./kept.ts');
};
type Kept = Awaited<ReturnType<typeof reload>>;
const open = ({ useKept }: Kept, key = 'people.view') => renderHook(() => useKept<typeof START>(key, START));

beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

describe('what a list looks at', () => {
  it('survives a reload, without a URL', async () => {
    const { result } = open(await reload());
    act(() => result.current[1]({ ...START, search: 'Baca', page: 3 }));
    const again = open(await reload());
    expect(again.result.current[0]).toEqual({ ...START, search: 'Baca', page: 3 });
    expect(location.href).not.toContain('Baca');
    expect(JSON.stringify({ ...localStorage })).not.toContain('Baca');
  });

  it('is gone after sign-out', async () => {
    const kept = await reload();
    const { result } = open(kept);
    act(() => result.current[1]({ ...START, search: 'Baca' }));
    kept.forgetKept();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Baca');
    expect(open(await reload()).result.current[0]).toEqual(START);
  });

  it('takes up nothing of another kind, nor of other state', async () => {
    sessionStorage.setItem(
      'kept.people.view',
      '{"search":7,"page":2,"tab":"Clients","other":1,"turned":"x"}',
    );
    expect(open(await reload()).result.current[0]).toEqual({ ...START, page: 2, tab: 'Clients' });
    sessionStorage.setItem('kept.people.view', 'not JSON');
    expect(open(await reload()).result.current[0]).toEqual(START);
    const { result } = open(await reload(), 'calculator.form');
    act(() => result.current[1]({ ...START, search: 'Baca' }));
    expect(open(await reload(), 'calculator.form').result.current[0]).toEqual(START);
  });
});
