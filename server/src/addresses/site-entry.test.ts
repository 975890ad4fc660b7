import { describe, expect, test } from 'vitest';
import { SiteEntry } from '../platform/config/config.ts';

describe('an address service in the site file', () => {
  const entry = { name: 'mesa', title: 'Mesa', hosts: ['mesa.example'], capabilities: {} };
  test.each([
    [{ provider: 'local' }, true],
    [{ provider: 'photon', url: 'https://photon.example.org' }, true],
    [{ provider: 'nominatim', url: 'http://127.0.0.1:8088/nominatim' }, true],
    [{ provider: 'google', key: 'k' }, true],
    [{ provider: 'photon', url: 'http://photon.example.org' }, false],
    [{ provider: 'photon', url: 'file:///etc' }, false],
    [{ provider: 'photon' }, false],
    [{ provider: 'google' }, false],
    [{ provider: 'bing', key: 'k' }, false],
  ])('%j is accepted: %s', (service, accepted) => {
    expect(SiteEntry.safeParse({ ...entry, addresses: service }).success).toBe(accepted);
  });
});
