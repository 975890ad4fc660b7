import { moveTo } from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCheck } from './use-check.ts';

const CLIENT = { lat: 39.6, lon: -104.8 };
const visit: Visit = {
  id: 7,
  CareID: 1,
  ClientID: 2,
  ProviderID: 3,
  ClientName: 'Baca, Guadalupe',
  ProviderName: 'Bekele, Tigist',
  Date: '2026-11-20',
  Status: 'Planned',
  SunDataStatus: null,
  PlanStartTime: '08:30',
  PlanEndTime: '11:00',
  FactStartTime: null,
  FactEndTime: null,
  AddressLatitude: null,
  AddressLongitude: null,
  AddressStartLatitude: null,
  AddressStartLongitude: null,
  AddressEndLatitude: null,
  AddressEndLongitude: null,
  CreatedTS: '2026-11-10T00:00:00Z',
  EditedTS: null,
  EditedBy: null,
  EditedVia: null,
  StartEdited: false,
  EndEdited: false,
  StartLocationError: false,
  EndLocationError: false,
  Notes: null,
  Tasks: { WorkingTime: 150, TravelTime: 0, Care: {}, Home: {} },
  ClientPhone: null,
  ClientAddress: '7258 S Parker Rd',
  ClientAddressLatitude: CLIENT.lat,
  ClientAddressLongitude: CLIENT.lon,
  ClientAddressApproximate: false,
  ProviderPhone: null,
  IOBSE: null,
  rev: 1,
};
const checkIn = moveTo('Active', 'evv');
if (!checkIn) throw new Error('role evv has no check-in');

interface Sent {
  readonly key: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The network beside the page: what arrived, and whether it works now. */
const network = { up: true, sent: [] as Sent[] };

const fieldsOf = (body: string) => {
  const pairs: { field: string; value: unknown }[] = JSON.parse(
    new URLSearchParams(body).get('data') ?? '[]',
  );
  return Object.fromEntries(pairs.map(({ field, value }) => [field, value]));
};

const answer = async (_: unknown, init?: RequestInit) => {
  const request = {
    key: new Headers(init?.headers).get('Idempotency-Key'),
    fields: fieldsOf(String(init?.body)),
  };
  network.sent.push(request);
  if (!network.up) throw new TypeError('Failed to fetch');
  const data = { ...visit, Status: request.fields.Status };
  return Response.json({ result: 'OK', code: 200, data });
};

const standAt = (latitude: number) =>
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition: (found: (at: unknown) => void) =>
        found({ coords: { latitude, longitude: CLIENT.lon, accuracy: 12 } }),
    },
  });

beforeEach(() => {
  network.up = true;
  network.sent = [];
  vi.stubGlobal('fetch', answer);
  standAt(CLIENT.lat);
});
afterEach(() => {
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

  it('400 m away asks first and is marked when the caregiver goes on', async () => {
    standAt(CLIENT.lat + 0.0036);
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.question?.finding.metres).toBeGreaterThan(390));
    expect(network.sent).toHaveLength(0);
    act(() => result.current.goOn());
    await waitFor(() => expect(network.sent[0]?.fields).toMatchObject({ StartLocationError: true }));
  });

  it('can be left at the question and begun again', async () => {
    standAt(CLIENT.lat + 0.0036);
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.question).toBeDefined());
    act(() => result.current.cancel());
    standAt(CLIENT.lat);
    act(() => result.current.start(visit, checkIn));
    await waitFor(() => expect(network.sent).toHaveLength(1));
  });

  it('without a connection is not recorded yet and goes out again under the same key with the time of the tap', async () => {
    network.up = false;
    const { result } = startCheckIn();
    await waitFor(() => expect(result.current.stateOf(visit)?.step).toBe('waiting'));
    network.up = true;
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(result.current.waiting).toHaveLength(0));
    const [first, second] = network.sent;
    expect(network.sent).toHaveLength(2);
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toEqual(first);
  });
});
