import type { HoursDraft } from '@homecare/domain/availability/schema.ts';
import { NO_HOURS } from '@homecare/domain/availability/schema.ts';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInCaregiver } from '../../testing/caregiver.ts';
import { phoneStore } from '../../testing/phone-store.ts';
import { settleSignIn } from '../platform/sign-in-again.ts';
import { type Entry, entriesOf, storeEntry } from './attempts.ts';
import { readOutbox, runOutbox, sendNow, useKeptCount, whenTaken } from './outbox.ts';
import { keepForm, keepRequest, useWaitingRequests } from './requests.ts';
import { type Delivery, sendKept, sendLane } from './sending.ts';

interface Sent {
  readonly path: string;
  readonly key: string | null;
  readonly body: string;
}
const network = {
  up: true,
  sent: [] as Sent[],
  no: undefined as { status: number; reason: string; info: string } | undefined,
  data: undefined as Record<string, unknown> | undefined,
};

const answer = async (url: unknown, init?: RequestInit) => {
  const path = String(url).replace('/homecare/api/', '');
  network.sent.push({
    path,
    key: new Headers(init?.headers).get('Idempotency-Key'),
    body: String(init?.body),
  });
  if (!network.up) throw new TypeError('Failed to fetch');
  if (network.no) {
    const { status, reason, info } = network.no;
    return Response.json({ result: 'ERROR', reason, Info: info }, { status });
  }
  const data = network.data ?? (path.includes('remove') ? null : { rev: 1 });
  return Response.json({ result: 'OK', code: 200, data });
};

const ME = 'demo:5';
const phone = phoneStore();
let close = () => {};
beforeEach(() => {
  Object.assign(network, { up: true, sent: [], no: undefined, data: undefined });
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('indexedDB', phone.indexedDB);
  // Its locks are not what a browser has.
  vi.stubGlobal('navigator', { language: 'en-US' });
  signInCaregiver();
  close = runOutbox();
});
afterEach(async () => {
  // What is under way ends here, not in the next test.
  Object.assign(network, { up: true, no: undefined });
  phone.empty();
  await act(() => sendNow());
  phone.empty();
  close();
  settleSignIn(false);
  cleanup();
  vi.unstubAllGlobals();
});

const hours = (wishedMinutes: number): HoursDraft => ({ ...NO_HOURS, wishedMinutes });
const saveHours = (wishedMinutes: number) =>
  act(() => keepRequest({ kind: 'hours', input: { id: 3, hours: hours(wishedMinutes), rev: 0 } }));
const dayOff = {
  id: null,
  rev: null,
  providerId: 3,
  from: '2026-12-24',
  through: '2026-12-24',
  fromTime: null,
  throughTime: null,
  reason: 'Surgery',
  status: 'Requested' as const,
};
const checkIn: Entry = {
  visitId: 7,
  to: 'Active',
  position: null,
  locationError: false,
  at: '2026-11-20T15:30:00Z',
  key: 'first-tap',
  label: 'Guadalupe',
  refused: null,
};
const networkIsBack = () => act(() => void window.dispatchEvent(new Event('online')));

describe('A form with photos', () => {
  const form = {
    input: { versionId: 4, visitId: 7, answers: [], at: '2026-11-20T15:30:00Z' },
    ...{ formId: 2, title: 'Kitchen check', label: 'Guadalupe' },
  };
  const keep = (names: readonly string[]) =>
    act(() =>
      keepForm(
        form,
        names.map((name) => ({ name, data: 'data:image/jpeg;base64,AAAA' })),
      ),
    );
  const kindsOf = async () =>
    (await entriesOf(ME)).map((entry) => ('request' in entry ? entry.request.kind : 'check'));

  const sendAs = (outcomeOf: (kind: string) => Delivery) => {
    const seen: string[] = [];
    const result = sendKept(ME, async (entry) => {
      const kind = 'request' in entry ? entry.request.kind : 'check';
      seen.push(kind);
      return outcomeOf(kind);
    });
    return result.then((ended) => [ended, seen] as const);
  };

  it('holds up nothing: a photo that does not get through waits with its form alone', async () => {
    network.up = false;
    await keep(['a'.repeat(32), 'b'.repeat(32)]);
    await keep([]);
    await act(() => keepRequest({ kind: 'timeOff', input: dayOff }));
    await act(() => storeEntry(ME, checkIn));
    expect(await sendAs((kind) => ({ outcome: kind === 'formPhoto' ? 'unreached' : 'sent' }))).toEqual([
      'unreached',
      ['timeOff', 'check', 'form', 'formPhoto'],
    ]);
    // They leave the phone together, once the server has taken the form.
    expect(await sendAs((kind) => ({ outcome: kind === 'form' ? 'stuck' : 'sent' }))).toEqual([
      'stuck',
      ['formPhoto', 'formPhoto', 'form'],
    ]);
    expect(await kindsOf()).toEqual(['formPhoto', 'formPhoto', 'form']);
    expect(await sendAs(() => ({ outcome: 'sent' }))).toEqual(['done', ['form']]);
    expect(await kindsOf()).toEqual([]);
  });

  it('is not sent without a photo that was refused', async () => {
    network.up = false;
    await keep(['a'.repeat(32)]);
    expect(await sendAs(() => ({ outcome: 'refused', words: 'No.' }))).toEqual(['done', ['formPhoto']]);
    expect(await sendAs(() => ({ outcome: 'sent' }))).toEqual(['done', []]);
    expect(await kindsOf()).toEqual(['formPhoto', 'form']);
  });

  it('has a lane of its own: a check-in arrives while a photo is under way', async () => {
    network.up = false;
    await keep(['a'.repeat(32)]);
    let arrive = (_: Delivery) => {};
    const photo = sendLane(ME, 'forms', () => new Promise((resolve) => (arrive = resolve)));
    await act(() => storeEntry(ME, checkIn));
    expect(await sendLane(ME, 'small', async () => ({ outcome: 'sent' }))).toBe('done');
    expect(await kindsOf()).toEqual(['formPhoto', 'form']);
    arrive({ outcome: 'stuck' });
    expect(await photo).toBe('stuck');
  });

  it('is kept whole or not at all', async () => {
    network.up = false;
    vi.stubGlobal('indexedDB', undefined);
    phone.empty();
    expect(await keep(['a'.repeat(32)])).toBe(false);
    expect(readOutbox().requests).toEqual([]);
    vi.stubGlobal('indexedDB', phone.indexedDB);
    const number = { kind: 'number' as const, key: 'qpulse', number: 1e12 };
    expect(await act(() => keepForm({ ...form, input: { ...form.input, answers: [number] } }, []))).toBe(
      false,
    );
    expect(await kindsOf()).toEqual([]);
  });

  it('is one thing that waits, however many photos it has', async () => {
    network.up = false;
    await keep(['c'.repeat(32)]);
    const { result } = renderHook(useKeptCount);
    await waitFor(() => expect(result.current).toBe(1));
    expect(await kindsOf()).toEqual(['formPhoto', 'form']);
  });
});

describe('A yes to an open visit', () => {
  const yes = () => act(() => keepRequest({ kind: 'answer', input: { id: 9, answer: 'yes' } }));
  const answered = (state: string, english: string) => {
    network.data = { state, english, spanish: 'Ya fue tomada, gracias.' };
  };

  it('that took the visit is said and leaves the phone', async () => {
    answered('covered', 'You have this visit.');
    let taken = 0;
    const forget = whenTaken(() => {
      taken += 1;
    });
    await yes();
    await waitFor(() => expect(taken).toBe(1));
    await waitFor(() => expect(readOutbox().requests).toHaveLength(0));
    forget();
  });

  it('that came too late stays until its answer was read', async () => {
    answered('taken', 'Already taken, thank you.');
    await yes();
    await waitFor(() =>
      expect(readOutbox().requests).toMatchObject([{ refused: 'Already taken, thank you.' }]),
    );
  });

  it('waits without a network, and counts for nothing until it is answered', async () => {
    network.up = false;
    await yes();
    const { result } = renderHook(useWaitingRequests);
    await waitFor(() => expect(result.current).toMatchObject([{ request: { kind: 'answer' } }]));
  });

  it('is one however often it is tapped, also without a network and after a reload', async () => {
    network.up = false;
    await act(async () => void (await Promise.all([yes(), yes()])));
    await yes();
    expect(await entriesOf(ME)).toMatchObject([{ request: { input: { answer: 'yes' } } }]);
    // A page that has just been opened has not read the store.
    close();
    await storeEntry(ME, {
      request: { kind: 'answer', input: { id: 10, answer: 'yes' } },
      key: 'before',
      refused: null,
    });
    await act(() => keepRequest({ kind: 'answer', input: { id: 10, answer: 'no' } }));
    expect(await entriesOf(ME)).toMatchObject([
      { request: { input: { id: 9, answer: 'yes' } } },
      { request: { input: { id: 10, answer: 'yes' } } },
    ]);
    close = runOutbox();
    network.sent = [];
    answered('covered', 'You have this visit.');
    network.up = true;
    networkIsBack();
    await waitFor(async () => expect(await entriesOf(ME)).toEqual([]), { timeout: 5_000 });
    expect(network.sent.filter(({ path }) => path === 'offers/answer')).toHaveLength(2);
  });
});

describe('What a caregiver enters of hours and time off', () => {
  it('goes out at once, once, and leaves the phone', async () => {
    await act(() => keepRequest({ kind: 'timeOff', input: dayOff }));
    await act(() => keepRequest({ kind: 'withdraw', input: { id: 4, rev: 1 } }));
    await waitFor(() => expect(readOutbox().requests).toHaveLength(0));
    expect(network.sent.map(({ path }) => path)).toEqual([
      'availability/save-time-off',
      'availability/remove-time-off',
    ]);
    expect(phone.rowsOf('attempts')).toEqual([]);
  });

  it('waits sealed without a network, counted with the checks, and goes out in the order in which it was entered', async () => {
    network.up = false;
    await storeEntry(ME, checkIn);
    await act(() => keepRequest({ kind: 'timeOff', input: dayOff }));
    const { result } = renderHook(() => ({ kept: useKeptCount(), waiting: useWaitingRequests() }));
    await waitFor(() => expect(result.current).toMatchObject({ kept: 2, waiting: [{ refused: null }] }), {
      timeout: 5_000,
    });
    expect(JSON.stringify(phone.rowsOf('attempts'))).not.toContain('Surgery');
    const sent: string[] = [];
    const done = await sendKept(ME, async ({ key }) => {
      sent.push(key);
      return { outcome: 'sent' };
    });
    expect([done, sent[0], sent.length]).toEqual(['done', 'first-tap', 2]);
    await waitFor(() => expect(result.current).toEqual({ kept: 0, waiting: [] }));
  });

  it('is sent again under the key that it had', async () => {
    network.up = false;
    await act(() => keepRequest({ kind: 'timeOff', input: dayOff }));
    await waitFor(() => expect(network.sent.length).toBeGreaterThan(0));
    network.up = true;
    networkIsBack();
    await waitFor(() => expect(readOutbox().requests).toHaveLength(0), { timeout: 5_000 });
    expect(new Set(network.sent.map(({ key }) => key)).size).toBe(1);
  });

  it('hours that wait are replaced by newer ones', async () => {
    network.up = false;
    await saveHours(1200);
    await act(() => keepRequest({ kind: 'timeOff', input: dayOff }));
    await saveHours(1800);
    const kept = await entriesOf(ME);
    expect(kept).toMatchObject([
      { request: { kind: 'timeOff' } },
      { request: { kind: 'hours', input: { hours: { wishedMinutes: 1800 } } } },
    ]);
  });

  it('what the server refuses stays with its words and keeps nothing else back', async () => {
    network.no = { status: 409, reason: 'conflict', info: 'The office has decided this already.' };
    await act(() => keepRequest({ kind: 'withdraw', input: { id: 4, rev: 1 } }));
    await waitFor(() =>
      expect(readOutbox().requests).toMatchObject([{ refused: 'The office has decided this already.' }]),
    );
    network.no = undefined;
    await act(() => keepRequest({ kind: 'timeOff', input: dayOff }));
    await waitFor(() => expect(network.sent.at(-1)?.path).toBe('availability/save-time-off'));
    await waitFor(async () => expect(await entriesOf(ME)).toMatchObject([{ request: { kind: 'withdraw' } }]));
    expect(network.sent.filter(({ path }) => path.includes('remove'))).toHaveLength(1);
  });

  it('a move of a visit that is stuck holds back that visit alone', async () => {
    await storeEntry(ME, checkIn);
    await storeEntry(ME, { ...checkIn, to: 'Complete', key: 'second-tap' });
    await storeEntry(ME, { request: { kind: 'timeOff', input: dayOff }, key: 'day-off', refused: null });
    const asked: string[] = [];
    const done = await sendKept(ME, async ({ key }) => {
      asked.push(key);
      return key === 'first-tap' ? { outcome: 'stuck' } : { outcome: 'sent' };
    });
    expect(done).toBe('stuck');
    expect(asked).toEqual(['first-tap', 'day-off']);
    expect(await entriesOf(ME)).toMatchObject([{ key: 'first-tap' }, { key: 'second-tap' }]);
  });
});
