import { suggestAddresses } from '@homecare/domain/addresses/contract.ts';
import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import { locationCheck } from '@homecare/domain/visits/rules.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type AddressServer, GOOGLE_KEY, startAddressServer } from '../../../simulators/src/addresses.ts';
import { addClient } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import type { AddressService } from '../platform/config/config.ts';
import { google } from './google.ts';
import { nominatim } from './nominatim.ts';
import { photon } from './photon.ts';
import type { Geocoder } from './provider.ts';
import { remoteAddresses } from './remote.ts';
import { locateAddress } from './service.ts';

let addresses: AddressServer;
beforeAll(async () => {
  addresses = await startAddressServer();
});
afterAll(() => addresses.stop());
beforeEach(() => {
  addresses.mood = 'well';
  addresses.asked.length = 0;
});

const SERVICES: readonly (readonly [AddressService['provider'], (url: string) => AddressService])[] = [
  ['photon', (url) => ({ provider: 'photon', url })],
  ['nominatim', (url) => ({ provider: 'nominatim', url })],
  ['google', (url) => ({ provider: 'google', key: GOOGLE_KEY, url })],
];
const pointOf = ({ AddressLatitude, AddressLongitude, AddressApproximate }: AddressSuggestion) => ({
  AddressLatitude,
  AddressLongitude,
  AddressApproximate,
});
const plain = ({ Address, City, State, PostalCode, County }: AddressSuggestion) =>
  [Address, City, State, PostalCode, County].join('|');

describe.each(SERVICES)('%s', (provider, service) => {
  let server: TestServer;
  let user: Caller;
  const suggest = async (text: string) => (await user.call(suggestAddresses, { text })).data ?? [];
  const street = provider === 'google' ? 'S Oakland St' : 'South Oakland Street';

  const start = async () => {
    server = await testServer({ entry: { addresses: service(addresses.url) } });
    user = await server.as('user');
  };
  // A failed service pauses, so tests of failures start with a new one.
  describe('that works', () => {
    beforeAll(start);
    afterAll(() => server.stop());

    it('returns an exact point for a known house', async () => {
      const [first, ...others] = await suggest('4683 s oakl');
      expect(others).toEqual([]);
      expect(first && plain(first)).toBe(`4683 ${street}|Aurora|CO|80015|Arapahoe`);
      expect(first && pointOf(first)).toEqual({
        AddressLatitude: 39.629143,
        AddressLongitude: -104.847211,
        AddressApproximate: false,
      });
      expect(first?.credit).toBe(provider === 'google' ? 'Google Maps' : '© OpenStreetMap contributors');
    });

    it('returns an approximate point with the typed number for an interpolated number or a street', async () => {
      expect((await suggest('4690 s oakland st')).map((one) => [plain(one), one.AddressApproximate])).toEqual(
        [[`4690 ${street}|Aurora|CO|80015|Arapahoe`, true]],
      );
      expect((await suggest('77 s oakland st')).map((one) => [plain(one), one.AddressApproximate])).toEqual([
        [`77 ${street}|Aurora|CO|80015|Arapahoe`, true],
      ]);
    });

    it('returns only addresses in the US', async () => {
      expect((await suggest('4683 oakland')).map(({ City }) => City)).toEqual(['Aurora']);
      expect((await suggest('4683 calle oakland')).map(({ City }) => City)).not.toContain('Chihuahua');
    });

    it('locates a complete address: the house exactly, another number of its street approximately', async () => {
      const at = { City: 'Aurora', State: 'CO', PostalCode: '80015-1234' };
      expect(await locateAddress(server.scope, { ...at, Address: '4683 S Oakland St' })).toEqual({
        AddressLatitude: 39.629143,
        AddressLongitude: -104.847211,
        AddressApproximate: false,
      });
      expect(await locateAddress(server.scope, { ...at, Address: '99 S Oakland St' })).toEqual({
        AddressLatitude: 39.6301,
        AddressLongitude: -104.8472,
        AddressApproximate: true,
      });
      // The same words with another ZIP code are not the house that was asked for.
      const elsewhere = await locateAddress(server.scope, {
        Address: '4683 S Oakland St',
        PostalCode: '80202',
      });
      expect(elsewhere).toMatchObject({
        AddressApproximate: true,
        AddressLatitude: expect.closeTo(39.75, 1),
      });
    });

    it('never makes an approximate point fine at check-in; an exact one may be', async () => {
      const isFine = async (text: string) => {
        const [found] = await suggest(text);
        if (!found) throw new Error(text);
        const point = { lat: found.AddressLatitude, lon: found.AddressLongitude };
        return locationCheck({ ...point, approximate: found.AddressApproximate }, point).error;
      };
      expect([
        await isFine('4683 s oakl'),
        await isFine('4690 s oakl'),
        await isFine('77 s oakland'),
      ]).toEqual([false, true, true]);
    });

    it('comes after the agency’s own pins, and is not asked about addresses the agency knows', async () => {
      const own = {
        address: `4683 ${street}`,
        postal_code: '80015',
        address_latitude: 39.62,
        address_longitude: -104.84,
      };
      await addClient(server.site.pool, 'Baca', own);
      const found = await suggest(`4683 ${street}`);
      expect(found.map(({ AddressLatitude }) => AddressLatitude)).toEqual([39.62]);
      addresses.asked.length = 0;
      const point = await locateAddress(server.scope, { Address: own.address, PostalCode: '80015' });
      expect(point).toMatchObject({ AddressLatitude: 39.62, AddressApproximate: false });
      expect(addresses.asked).toEqual([]);
    });

    it('is not asked before there is a house number and a street', async () => {
      await suggest('Oakland');
      await suggest('4683');
      await suggest('  ');
      expect(addresses.asked).toEqual([]);
    });
  });

  describe('that fails', () => {
    beforeEach(start);
    afterEach(() => server.stop());

    test.each([
      ['silent', 'no answer in 2 s'],
      ['broken', 'status 502'],
      ['garbled', 'an answer that is not understood'],
      ['exhausted', 'status 429'],
    ] as const)(
      'because it is %s is replaced by local suggestions, and the log names nobody',
      async (mood, reason) => {
        addresses.mood = mood;
        const expected = [['4683 S Oakland St', '80015', true]];
        const seen = async () =>
          (await suggest('4683 S Oakland St, Aurora, CO 80015')).map((one) => [
            one.Address,
            one.PostalCode,
            one.AddressApproximate,
          ]);
        expect(await seen()).toEqual(expected);
        const before = addresses.asked.length;
        // It pauses: nobody waits for it for a while, even once it works again.
        addresses.mood = 'well';
        expect(
          (await suggest('4683 S Oakland St, Aurora CO')).every(
            ({ AddressApproximate }) => AddressApproximate,
          ),
        ).toBe(true);
        expect(
          await locateAddress(server.scope, { Address: '4683 S Oakland St', PostalCode: '80015' }),
        ).toMatchObject({
          AddressApproximate: true,
        });
        expect(addresses.asked).toHaveLength(before);
        const lines = server.log.flatMap((line) => JSON.parse(line).message ?? []);
        expect(lines).toEqual([`the address service failed (${reason}); local suggestions for 30 s`]);
        expect(server.log.join('\n')).not.toMatch(/oakland|aurora|80015|simulator-key/i);
      },
    );
  });
});

describe('after a failure', () => {
  it('is asked again after a pause', async () => {
    const server = await testServer();
    try {
      let now = 0;
      const said: string[] = [];
      const provider = remoteAddresses(
        photon(addresses.url, 'any'),
        (line) => said.push(line),
        () => now,
      );
      const exact = async () =>
        (await provider.suggest(server.scope, '4683 s oakland st')).some((one) => !one.AddressApproximate);
      addresses.mood = 'broken';
      expect(await exact()).toBe(false);
      addresses.mood = 'well';
      now = 29_999;
      expect(await exact()).toBe(false);
      now = 30_000;
      expect(await exact()).toBe(true);
      expect(said).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });
});

describe('a failing service', () => {
  const dead = 'http://127.0.0.1:9';
  test.each<readonly [string, Geocoder, string]>([
    ['photon', photon(dead, 'any'), 'it cannot be reached'],
    ['nominatim', nominatim(dead, 'any'), 'it cannot be reached'],
    ['google', google(GOOGLE_KEY, dead), 'it cannot be reached'],
  ])('that is missing: %s', async (_, geocoder, reason) => {
    await expect(geocoder.suggest('12 Main St', undefined)).rejects.toThrow(reason);
    await expect(geocoder.find('12 Main St')).rejects.toThrow(reason);
  });

  test('with a wrong Google key is reported separately for Places and Geocoding', async () => {
    const wrong = google('wrong', addresses.url);
    await expect(wrong.suggest('12 Main St', undefined)).rejects.toThrow('status 403');
    await expect(wrong.find('12 Main St')).rejects.toThrow('status REQUEST_DENIED');
  });

  test('with an exhausted Geocoding quota is reported', async () => {
    addresses.mood = 'exhausted';
    await expect(google(GOOGLE_KEY, addresses.url).find('12 Main St')).rejects.toThrow(
      'status OVER_QUERY_LIMIT',
    );
  });
});

it('Google is asked once about a place that was named before', async () => {
  const geocoder = google(GOOGLE_KEY, addresses.url);
  await geocoder.suggest('4683 s oak', undefined);
  await geocoder.suggest('4683 s oakl', { latitude: 39.7, longitude: -104.9 });
  expect(addresses.asked).toEqual([
    '/v1/places:autocomplete',
    '/maps/api/geocode/json',
    '/v1/places:autocomplete',
  ]);
});
