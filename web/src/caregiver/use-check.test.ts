import { moveTo } from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInCaregiver } from '../../testing/caregiver.ts';
import { visitOf } from '../../testing/visits.ts';
import { adoptOffset, serverNow } from '../platform/server-time.ts';
import { settleSignIn, useSignInShown } from '../platform/sign-in-again.ts';
import { closeAllToasts, shownToasts } from '../platform/toasts.ts';
import { dropEntry } from './attempts.ts';
import { readOutbox, runOutbox, whenRecorded } from './outbox.ts';
import { useCheck, withAttempts } from './use-check.ts';

const CLIENT = { lat: 39.6, lon: -104.8 };
const visit = visitOf(7, {
  Date: '2026-11-20',
  Status: 'Planned',
  aggregatorStatus: null,
  PlanStartTime: '08:30',
  PlanEndTime: '11:00',
  startedAt: null,
  endedAt: null,
  AddressStartLatitude: null,
  AddressStartLongitude: null,
  ClientAddress: '7258 S Parker Rd',
  ClientAddressLatitude: CLIENT.lat,
  ClientAddressLongitude: CLIENT.lon,
  EditedVia: null,
  IOBSE: null,
});
const ZONE = 'America/Denver';
/** Begins and ends now, by the clock of these tests. */
const due: Visit = { ...visit, PlanEndTime: '08:40' };
const NOW = Temporal.Instant.from('2026-11-20T15:30:00Z');
const checkIn = moveTo('Active', 'evv');
const checkOut = moveTo('Complete', 'evv');
if (!checkIn || !checkOut) throw new Error('role evv has no check-in and check-out');

interface Sent {
  readonly key: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The network beside the page: what arrived, whether it works now, and what the server says but yes. */
const network = {
  up: true,
  sent: [] as Sent[],
  no: undefined as { status: number; reason?: string; info: string; errors?: readonly object[] } | undefined,
};

const fieldsOf = (body: string) => {
  const pairs: { field: string; value: unknown }[] = JSON.parse(
    new URLSearchParams(body).get('data') ?? '[]',
  );
  return Object.fromEntries(pairs.map(({ field, value }) => [field, value]));
};

const answer = async (_: unknown, init?: RequestInit) => {
  const key = new Headers(init?.headers).get('Idempotency-Key');
  const fields = fieldsOf(String(init?.body));
  network.sent.push({ key, fields });
  if (!network.up) throw new TypeError('Failed to fetch');
  if (network.no)
    return Response.json(
      { result: 'ERROR', reason: network.no.reason, Info: network.no.info, errors: network.no.errors },
      { status: network.no.status },
    );
  return Response.json({ result: 'OK', code: 200, data: { ...visit, Status: fields.Status } });
};

const standAt = (latitude: number) =>
  vi.stubGlobal('navigator', {
    language: 'en-US',
    geolocation: {
      getCurrentPosition: (found: (at: unknown) => void) =>
        found({ coords: { latitude, longitude: CLIENT.lon, accuracy: 12 } }),
    },
  });

let close = () => {};
beforeEach(() => {
  Object.assign(network, { up: true, sent: [], no: undefined });
  signInCaregiver();
  adoptOffset(NOW.epochMilliseconds - Date.now());
  vi.stubGlobal('fetch', answer);
  standAt(CLIENT.lat);
  close = runOutbox();
});
afterEach(async () => {
  Object.assign(network, { up: true, no: undefined });
  for (const { serial } of readOutbox().attempts) await dropEntry(serial);
  close();
  cleanup();
  vi.unstubAllGlobals();
});

const startCheckIn = () => {
  const hook = renderHook(useCheck);
  act(() => {
    hook.result.current.start(visit, checkIn);
    hook.result.current.start(visit, checkIn);
  });
  return hook;
};
const networkIsBack = () => {
  network.up = true;
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
};

describe('checking in', () => {
  it('at the client sends position and accuracy once, however often the button is tapped', async () => {
    const { result } = startCheckIn();
    await waitFor(() => expect(network.sent).toHaveLength(1));
    await waitFor(() => expect(result.current.stateOf(visit)).toBeUndefined());
    expect(network.sent).toHaveLength(1);
    expect(network.sent[0]?.fields).toMatchObject({
      Status: 'Active',
      AddressStartLatitude: CLIENT.lat,
      StartLocationError: false,
      Accuracy: 12,
    });
  });

  it('takes the second half of a double tap that comes once the first is kept for the same tap', async () => {
    network.up = false;
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.stateOf(visit)?.step).toBe('sending'));
    await waitFor(() => expect(readOutbox().attempts).toHaveLength(1));
    const active = withAttempts(due, readOutbox().attempts, ZONE);
    act(() => {
      result.current.start(visit, checkIn);
      result.current.start(active, checkOut);
    });
    await waitFor(() => expect(result.current.stateOf(visit)?.step).toBe('waiting'));
    expect(readOutbox().attempts.map(({ to }) => to)).toEqual(['Active']);
  });

  it('400 m away asks first and is marked when the caregiver goes on', async () => {
    standAt(CLIENT.lat + 0.0036);
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.question?.finding.metres).toBeGreaterThan(390));
    expect(network.sent).toHaveLength(0);
    act(() => result.current.goOn());
    await waitFor(() => expect(network.sent[0]?.fields).toMatchObject({ StartLocationError: true }));
  });

  it('without a position says why and asks', async () => {
    vi.stubGlobal('navigator', {
      language: 'en-US',
      geolocation: {
        getCurrentPosition: (_: unknown, failed: (why: unknown) => void) =>
          failed({ code: 1, message: 'User denied Geolocation' }),
      },
    });
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.question).toMatchObject({ failed: 1, position: null }));
    expect(shownToasts().map(({ text }) => text)).toEqual(['ERROR (1): User denied Geolocation']);
    expect(network.sent).toHaveLength(0);
    closeAllToasts();
  });

  it('can be left at the question and begun again', async () => {
    standAt(CLIENT.lat + 0.0036);
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.question).toBeDefined());
    await act(async () => result.current.cancel());
    standAt(CLIENT.lat);
    act(() => result.current.start(visit, checkIn));
    await waitFor(() => expect(network.sent).toHaveLength(1));
  });

  it('without a connection is kept and goes out again under the same key with the time of the tap', async () => {
    network.up = false;
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.stateOf(visit)?.step).toBe('waiting'));
    networkIsBack();
    await waitFor(() => expect(result.current.waiting).toHaveLength(0));
    const [first, second] = network.sent;
    expect(network.sent).toHaveLength(2);
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toEqual(first);
  });

  it('and out without a connection shows both and sends them in the order of the taps', async () => {
    network.up = false;
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.waiting).toHaveLength(1));
    const active = withAttempts(due, result.current.waiting, ZONE);
    expect(active).toMatchObject({ Status: 'Active', startedAt: result.current.waiting[0]?.at });
    await waitFor(() => expect(result.current.stateOf(visit)?.step).toBe('waiting'));
    // A check-out in the second of the check-in would have no length: it is explained, and nothing is kept.
    await act(async () => result.current.start({ ...active, startedAt: serverNow().toString() }, checkOut));
    expect(shownToasts().map(({ text }) => text)).toContain(
      'You have just checked in. Check out when the visit is over.',
    );
    expect(result.current.waiting).toHaveLength(1);
    adoptOffset(NOW.epochMilliseconds + 60_000 - Date.now());
    act(() => result.current.start(active, checkOut));
    await waitFor(() => expect(result.current.waiting).toHaveLength(2));
    expect(withAttempts(due, result.current.waiting, ZONE).Status).toBe('Complete');
    network.sent = [];
    networkIsBack();
    await waitFor(() => expect(result.current.waiting).toHaveLength(0));
    expect(network.sent.map(({ fields }) => fields.Status)).toEqual(['Active', 'Complete']);
  });

  it('that the server refuses stays with its words until they were read', async () => {
    network.no = {
      status: 409,
      reason: 'stale',
      info: 'This visit was changed by A.B. at 11-20-2026 10:00 AM.',
    };
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.refused[0]?.refused).toBe(network.no?.info));
    networkIsBack();
    expect(network.sent).toHaveLength(1);
    expect(withAttempts(due, result.current.waiting, ZONE).Status).toBe('Planned');
    await act(() => dropEntry(result.current.refused[0]?.serial ?? 0));
    await waitFor(() => expect(result.current.refused).toHaveLength(0));
  });

  it('outside the window is recorded for the office: nothing in red stays, and the list is asked again first', async () => {
    const info = 'Check-In was possible until 8:45 AM. Your time is recorded, and the office can accept it.';
    network.no = {
      status: 409,
      reason: 'attemptRecorded',
      info,
      errors: [{ field: 'attempt', message: info }],
    };
    const asked = vi.fn(async () => undefined);
    const forget = whenRecorded(asked);
    const { result } = startCheckIn();
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(readOutbox().attempts).toHaveLength(0));
    expect(result.current.refused).toHaveLength(0);
    forget();
  });

  it('outside the window without a connection is shown as recorded, never as checked in', async () => {
    network.up = false;
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.waiting).toHaveLength(1));
    const early: Visit = { ...visit, PlanStartTime: '09:30' };
    expect(withAttempts(early, result.current.waiting, ZONE)).toMatchObject({
      Status: 'Planned',
      startedAt: null,
      Attempts: [{ move: 'Check-In', at: result.current.waiting[0]?.at }],
    });
    await waitFor(() => expect(result.current.stateOf(visit)?.step).toBe('waiting'));
    act(() => result.current.start(early, checkOut));
    await waitFor(() => expect(result.current.waiting).toHaveLength(2));
    const both = withAttempts(early, result.current.waiting, ZONE);
    expect([both.Status, both.Attempts.map(({ move }) => move)]).toEqual([
      'Planned',
      ['Check-In', 'Check-Out'],
    ]);
  });

  it('after the session ended is kept first, then asks for the password, then goes out', async () => {
    network.no = { status: 401, info: 'Sign in to continue.' };
    const { result } = startCheckIn();
    const asked = renderHook(useSignInShown);
    await waitFor(() => expect(asked.result.current).toBe(true));
    expect(result.current.waiting).toHaveLength(1);
    network.no = undefined;
    act(() => settleSignIn(true));
    await waitFor(() => expect(result.current.waiting).toHaveLength(0));
    expect(network.sent.at(-1)).toEqual(network.sent[0]);
  });

  it('waits for its own caregiver: nobody else on the phone sends it or sees it', async () => {
    network.up = false;
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.waiting).toHaveLength(1));
    network.sent = [];
    signInCaregiver(6);
    close();
    close = runOutbox();
    networkIsBack();
    await waitFor(() => expect(result.current.waiting).toHaveLength(0));
    expect(network.sent).toHaveLength(0);
    signInCaregiver();
    networkIsBack();
    close();
    close = runOutbox();
    await waitFor(() => expect(network.sent).toHaveLength(1));
  });
});
