import type { suggestAddresses as SuggestAddresses } from '@homecare/domain/addresses/contract.ts';
import { cityQuestion } from '@homecare/domain/addresses/zip-city.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, type FieldError } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { AddressServiceInUse } from '../platform/site/connections.ts';
import { GeocoderFailed } from './geocoding.ts';
import { google } from './google.ts';
import { localAddresses } from './local.ts';
import { nominatim } from './nominatim.ts';
import { photon } from './photon.ts';
import type { AddressProvider, Geocoder, PlainAddress } from './provider.ts';
import { remoteAddresses } from './remote.ts';
import { zipAreas } from './zip-areas.ts';

const geocoderOf = (service: Exclude<AddressServiceInUse, { provider: 'local' }>): Geocoder => {
  switch (service.provider) {
    case 'photon':
      return photon(service.url, service.reach ?? 'any');
    case 'nominatim':
      return nominatim(service.url, service.reach ?? 'any');
    case 'google':
      return google(service.key, service.url);
  }
};

/** Kept per site, because its geocoder pauses after a failure. */
const providers = new WeakMap<AddressServiceInUse, AddressProvider>();

/** The site's provider; `local` is the default and needs no network (docs/rules/addresses.md, rule 1). */
const providerOf = ({ site, settings: { addresses } }: Scope): AddressProvider => {
  if (addresses.provider === 'local') return localAddresses;
  const made = providers.get(addresses) ?? remoteAddresses(geocoderOf(addresses), site.log.warn);
  providers.set(addresses, made);
  return made;
};

export const suggestAddresses = async (scope: Scope, { text }: InputOf<typeof SuggestAddresses>) =>
  done(await providerOf(scope).suggest(scope, text));

export const locateAddress = (scope: Scope, address: PlainAddress) =>
  providerOf(scope).locate(scope, address);

const SAMPLE = '1437 Bannock St, Denver';

/** Tests a service with a well-known building. */
export const tryAddresses = async (
  service: AddressServiceInUse,
): Promise<{ readonly works: boolean; readonly answer: string }> => {
  if (service.provider === 'local')
    return { works: true, answer: 'Suggestions come from this server: there is nothing to test.' };
  try {
    const found = await geocoderOf(service).suggest(SAMPLE, undefined);
    return found.length > 0
      ? { works: true, answer: `The address service answers: ${SAMPLE} was found.` }
      : { works: false, answer: `The address service answers, but does not find ${SAMPLE}.` };
  } catch (error) {
    if (!(error instanceof GeocoderFailed)) throw error;
    return { works: false, answer: `The address service failed: ${error.message}.` };
  }
};

/** Questions about a town that does not match its ZIP code. */
export const askingTowns = async (): Promise<(address: PlainAddress) => FieldError[]> => {
  const areas = await zipAreas();
  return (address) => {
    const message = cityQuestion(address, areas);
    return message ? [{ field: 'City', message }] : [];
  };
};

/** For many addresses at once: uses local knowledge whatever the site's provider, because a geocoder must not be asked ten thousand times. */
export { errorOfPoints, knownPlaces } from './local.ts';
