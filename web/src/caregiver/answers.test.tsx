import { listOwnTimeOff } from '@homecare/domain/availability/contract.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInCaregiver } from '../../testing/caregiver.ts';
import { phoneStore } from '../../testing/phone-store.ts';
import { queryClient } from '../platform/query.ts';
import { useKeptRead } from './answers.ts';
import { sweepDays } from './days.ts';
import { forgetDays } from './store.ts';
import { useSigning } from './use-signing.ts';

const ROW = {
  id: 4,
  providerId: 3,
  from: '2026-12-24',
  through: '2026-12-24',
  fromTime: null,
  throughTime: null,
  status: 'Requested',
  reason: 'Surgery',
  Provider: 'Bekele, Tigist',
  requested: '2026-11-20T15:30:00Z',
  requestedBy: 'T.B.',
  decided: null,
  decidedBy: null,
  rev: 0,
};

const network: { up: boolean; data: unknown } = { up: true, data: [ROW] };
const answer = async () => {
  if (!network.up) throw new TypeError('Failed to fetch');
  return Response.json({ result: 'OK', code: 200, data: network.data });
};

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const phone = phoneStore();
const open = () => renderHook(() => useKeptRead(listOwnTimeOff, {}), { wrapper }).result;

/** Opens the list with a network, and closes the page. */
const seenOnce = async () => {
  const seen = open();
  await waitFor(() => expect(seen.current.data).toHaveLength(1));
  await waitFor(() => expect(phone.rowsOf('days')).toHaveLength(1));
  cleanup();
  queryClient.clear();
  network.up = false;
};

beforeEach(() => {
  Object.assign(network, { up: true, data: [ROW] });
  signInCaregiver();
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('indexedDB', phone.indexedDB);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  phone.empty();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('An answer that was seen', () => {
  it('is there without a network, sealed on the phone, with the time at which it was true', async () => {
    await seenOnce();
    expect(JSON.stringify(phone.rowsOf('days'))).not.toContain('Surgery');
    const shown = open();
    await waitFor(() => expect(shown.current.data).toEqual([ROW]));
    expect(shown.current.dataUpdatedAt).toBeLessThanOrEqual(Date.now());
  });

  it('is there without what must not stay on a phone', async () => {
    const withoutReason = (rows: OutputOf<typeof listOwnTimeOff>) =>
      rows.map((row) => ({ ...row, reason: null }));
    const openWithout = () =>
      renderHook(() => useKeptRead(listOwnTimeOff, {}, withoutReason), { wrapper }).result;
    const seen = openWithout();
    await waitFor(() => expect(seen.current.data?.[0]?.reason).toBe('Surgery'));
    await waitFor(() => expect(phone.rowsOf('days')).toHaveLength(1));
    cleanup();
    queryClient.clear();
    network.up = false;
    const shown = openWithout();
    await waitFor(() => expect(shown.current.data).toHaveLength(1));
    expect(shown.current.data?.[0]?.reason).toBeNull();
  });

  it('is there without the family names of clients whose care plan is to be signed', async () => {
    const plan = { requestId: 1, planId: 2, waiting: ['client'] };
    network.data = { plans: [{ ...plan, client: 'Baca, Guadalupe' }], visits: [] };
    const openSigning = () => renderHook(useSigning, { wrapper }).result;
    const seen = openSigning();
    await waitFor(() => expect(seen.current.plans[0]?.client).toBe('Baca, Guadalupe'));
    await waitFor(() => expect(phone.rowsOf('days')).toHaveLength(1));
    network.up = false;
    // What was read from the phone is kept again, and the first name must still be there the time after.
    for (const _ of ['once', 'twice']) {
      cleanup();
      queryClient.clear();
      const [before] = phone.rowsOf('days');
      const shown = openSigning();
      await waitFor(() => expect(shown.current.plans[0]?.client).toBe('Guadalupe'));
      await waitFor(() => expect(phone.rowsOf('days')[0]).not.toBe(before));
    }
  });

  it('is shown to nobody else on the same phone', async () => {
    await seenOnce();
    signInCaregiver(6);
    const shown = open();
    await waitFor(() => expect(shown.current.isError).toBe(true), { timeout: 15_000 });
    expect(shown.current.data).toBeUndefined();
  }, 20_000);

  it('leaves the phone at sign-out', async () => {
    await seenOnce();
    await forgetDays();
    expect(phone.rowsOf('days')).toEqual([]);
  });

  it('leaves the phone after 48 hours', async () => {
    await seenOnce();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 47 * 3_600_000);
    await sweepDays();
    expect(phone.rowsOf('days')).toHaveLength(1);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    await sweepDays();
    expect(phone.rowsOf('days')).toEqual([]);
    vi.restoreAllMocks();
  });
});
