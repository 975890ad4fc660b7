import { houseNumber, isStreet, readTyped, streetKey } from '@homecare/domain/addresses/rules.ts';
import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { GeocoderFailed } from './geocoding.ts';
import { localAddresses } from './local.ts';
import type { AddressProvider, Geocoder, Near, PlainAddress } from './provider.ts';
import { findExactPoint, findKnownAddresses, listUsualZips } from './queries.ts';
import { zipAreas } from './zip-areas.ts';

const MOST = 8;
/** After a failure the service is not asked for this long. */
const REST_MS = 30_000;

const nearOf = async (scope: Scope): Promise<Near | undefined> => {
  const [zip = ''] = await listUsualZips(scope, 1);
  const area = (await zipAreas()).byZip.get(zip);
  return area && { latitude: area.latitude, longitude: area.longitude };
};

const sameText = (a: string | null | undefined, b: string | null | undefined) =>
  (a ?? '').trim().toLowerCase() === (b ?? '').trim().toLowerCase();
const zip5 = (zip: string | null | undefined) => (zip ?? '').slice(0, 5);

/** The point for a complete address: the same house is exact, another number of the street approximate. */
const pickPoint = (found: readonly AddressSuggestion[], { Address, City, PostalCode }: PlainAddress) => {
  const number = houseNumber(Address ?? '');
  const there = found.filter(
    (one) => zip5(one.PostalCode) === zip5(PostalCode) || (!one.PostalCode && sameText(one.City, City)),
  );
  const house = there.find((one) => number !== '' && houseNumber(one.Address) === number);
  const chosen = house ?? there[0];
  return (
    chosen && {
      AddressLatitude: chosen.AddressLatitude,
      AddressLongitude: chosen.AddressLongitude,
      AddressApproximate: chosen !== house || chosen.AddressApproximate,
    }
  );
};

const merge = (known: readonly AddressSuggestion[], found: readonly AddressSuggestion[]) => {
  const isKnown = (one: AddressSuggestion) =>
    known.some(
      (other) =>
        streetKey(one.Address) === streetKey(other.Address) &&
        zip5(one.PostalCode) === zip5(other.PostalCode),
    );
  return [...known, ...found.filter((one) => !isKnown(one))].slice(0, MOST);
};

/**
 * Puts the agency's own knowledge before a geocoder, because a pin set by staff is right, and `local` behind it: if the service
 * fails, is slow or finds nothing, suggestions come as without it.
 */
export const remoteAddresses = (
  geocoder: Geocoder,
  warn: (message: string) => void,
  clock: () => number = () => performance.now(),
): AddressProvider => {
  let restUntil = Number.NEGATIVE_INFINITY;

  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (clock() < restUntil) return undefined;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GeocoderFailed)) throw error;
      // If several waited together, only one reports the failure.
      if (clock() >= restUntil)
        warn(`the address service failed (${error.message}); local suggestions for ${REST_MS / 1000} s`);
      restUntil = clock() + REST_MS;
      return undefined;
    }
  };

  return {
    suggest: async (scope, typed) => {
      if (!isStreet(readTyped(typed).street)) return localAddresses.suggest(scope, typed);
      const words = typed.split(/[\s,]+/).filter(Boolean);
      const [known, near] = await Promise.all([findKnownAddresses(scope, words, MOST), nearOf(scope)]);
      const found = await attempt(() => geocoder.suggest(typed, near));
      if (!found?.length) return localAddresses.suggest(scope, typed);
      return merge(known, found);
    },

    locate: async (scope, address) => {
      const { Address, City, State, PostalCode } = address;
      if (!Address || !isStreet(Address)) return localAddresses.locate(scope, address);
      const exact = await findExactPoint(scope, Address, zip5(PostalCode));
      if (exact) return exact;
      const place = [State, zip5(PostalCode)].filter(Boolean).join(' ');
      const line = [Address, City, place].filter(Boolean).join(', ');
      const found = await attempt(() => geocoder.find(line));
      return (found && pickPoint(found, address)) ?? localAddresses.locate(scope, address);
    },
  };
};
