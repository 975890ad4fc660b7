import { isStreet, readTyped, type TypedAddress } from '@homecare/domain/addresses/rules.ts';
import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import type { ZipArea, ZipAreas } from '@homecare/domain/addresses/zip-areas.ts';
import type { Coordinates } from '@homecare/domain/geo.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { AddressProvider, PlainAddress, Point } from './provider.ts';
import { findExactPoint, findKnownAddresses, lineKey, listExactPoints, listUsualZips } from './queries.ts';
import { zipAreas } from './zip-areas.ts';

const MOST = 8;

/**
 * Works without a network, from streets the agency has verified and the packaged ZIP areas. For an unverified street it invents no
 * place; a typed area is offered as such.
 */
export const localAddresses: AddressProvider = {
  suggest: async (scope, typed) => {
    const words = typed.split(/[\s,]+/).filter(Boolean);
    if (words.length === 0) return [];
    const known = await findKnownAddresses(scope, words, MOST);
    const areas = await zipAreas();
    const address = readTyped(typed, (name) => areas.cities.has(name.toLowerCase()));
    if (!isStreet(address.street)) return known;
    const usual = await listUsualZips(scope, MOST);
    const proposed = placesOf(address, areas.all, usual).map((area) => inArea(address.street, area, areas));
    const fresh = proposed.filter((one) => !known.some((other) => isSameAddress(one, other)));
    return [...known, ...fresh].slice(0, MOST);
  },

  locate: async (scope, address) => {
    const { street, zip } = lineOf(address);
    return (await findExactPoint(scope, street, zip)) ?? nearOf(await zipAreas(), zip);
  },
};

/**
 * The point of each of many addresses; undefined if not even the ZIP code is known. What is known is loaded once, so that saving
 * many addresses asks nothing.
 */
export const knownPlaces = async (scope: Scope): Promise<(address: PlainAddress) => Point | undefined> => {
  const [exact, areas] = [await listExactPoints(scope), await zipAreas()];
  return (address) => {
    const line = lineOf(address);
    return exact.get(lineKey(line)) ?? nearOf(areas, line.zip);
  };
};

/** How many miles the true place of each point may be away: the error of every distance to it. */
export const errorOfPoints = async (): Promise<
  (point: Coordinates & { readonly approximate: boolean }) => number
> => (await zipAreas()).errorOf;

const lineOf = ({ Address, PostalCode }: PlainAddress) => ({
  street: Address ?? '',
  zip: (PostalCode ?? '').slice(0, 5),
});

const nearOf = ({ byZip }: ZipAreas, zip: string): Point | undefined => {
  const area = byZip.get(zip);
  return (
    area && {
      AddressLatitude: area.latitude,
      AddressLongitude: area.longitude,
      AddressApproximate: true,
    }
  );
};

const startsWith = (text: string, start: string) => text.toLowerCase().startsWith(start.toLowerCase());

/** ZIP areas that were typed, by digits or town; those of the agency's own people first. */
const placesOf = (typed: TypedAddress, all: readonly ZipArea[], usual: readonly string[]): ZipArea[] => {
  if (!typed.city && !typed.zip) return [];
  const fits = (area: ZipArea) =>
    (!typed.zip || area.zip.startsWith(typed.zip)) &&
    (!typed.state || area.state === typed.state) &&
    (!typed.city || startsWith(area.city, typed.city));
  const own = new Map(usual.map((zip, index) => [zip, index]));
  const found = all.filter(fits);
  const rank = ({ zip }: ZipArea) => own.get(zip) ?? usual.length;
  const states = new Set(all.filter(({ zip }) => own.has(zip)).map(({ state }) => state));
  const far = ({ state }: ZipArea) => (states.has(state) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b) || far(a) - far(b));
};

const inArea = (street: string, area: ZipArea, { radiusOf }: ZipAreas): AddressSuggestion => ({
  Address: street,
  City: area.city,
  State: area.state,
  PostalCode: area.zip,
  County: area.county || null,
  AddressLatitude: area.latitude,
  AddressLongitude: area.longitude,
  AddressApproximate: true,
  withinMiles: radiusOf(area),
});

const isSameAddress = (a: AddressSuggestion, b: AddressSuggestion) =>
  a.Address.toLowerCase() === b.Address.toLowerCase() && a.PostalCode === b.PostalCode.slice(0, 5);
