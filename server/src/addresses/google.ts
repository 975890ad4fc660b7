import { z } from 'zod';
import { ask, deadline, type Found, GeocoderFailed, suggestionsOf } from './geocoding.ts';
import type { Geocoder } from './provider.ts';

const Predictions = z.object({
  suggestions: z
    .array(z.object({ placePrediction: z.object({ placeId: z.string() }).optional() }))
    .default([]),
});

const Component = z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) });
const Geocoded = z.object({
  status: z.string(),
  results: z
    .array(
      z.object({
        address_components: z.array(Component),
        geometry: z.object({
          location: z.object({ lat: z.number(), lng: z.number() }),
          location_type: z.string(),
        }),
      }),
    )
    .default([]),
});
type Place = z.output<typeof Geocoded>['results'][number];

const TOWN = ['locality', 'postal_town', 'sublocality', 'administrative_area_level_3', 'neighborhood'];

const foundOf = ({ address_components, geometry }: Place): Found => {
  const part = (type: string) => address_components.find(({ types }) => types.includes(type));
  const town = TOWN.map(part).find((component) => component !== undefined);
  const zip = part('postal_code')?.long_name;
  const suffix = part('postal_code_suffix')?.long_name;
  return {
    number: part('street_number')?.long_name,
    street: part('route')?.short_name,
    city: town?.long_name,
    state: part('administrative_area_level_1')?.short_name,
    postalCode: zip && suffix ? `${zip}-${suffix}` : zip,
    county: part('administrative_area_level_2')?.long_name,
    latitude: geometry.location.lat,
    longitude: geometry.location.lng,
    rooftop: geometry.location_type === 'ROOFTOP',
    credit: 'Google Maps',
  };
};
const isInUs = ({ address_components }: Place) =>
  address_components.some(({ types, short_name }) => types.includes('country') && short_name === 'US');

/** Google's terms allow keeping coordinates for 30 days; repeated requests while typing come within minutes. */
const KEPT_PLACES = 200;
const MOST_PLACES = 5;
const NEAR_METRES = 50_000;

/**
 * Google: Places (New) names what is being typed, and Geocoding gives its parts, its point and the precision, because Places does
 * not say whether a point is that of a roof (developers.google.com/maps).
 */
export const google = (key: string, base?: string): Geocoder => {
  const [places, maps] = [base ?? 'https://places.googleapis.com', base ?? 'https://maps.googleapis.com'];
  const kept = new Map<string, Place[]>();

  const geocode = async (parameters: Record<string, string>, signal: AbortSignal): Promise<Place[]> => {
    const url = new URL('/maps/api/geocode/json', maps);
    url.search = new URLSearchParams({ ...parameters, language: 'en', key }).toString();
    const { status, results } = await ask(url, Geocoded, signal, 'any');
    if (status === 'ZERO_RESULTS') return [];
    // An answer with HTTP status 200 contains its own status: REQUEST_DENIED, OVER_QUERY_LIMIT …
    if (status !== 'OK') throw new GeocoderFailed(`status ${status.replace(/[^A-Z_]/g, '').slice(0, 40)}`);
    return results.filter(isInUs);
  };

  const placeOf = async (placeId: string, signal: AbortSignal) => {
    const before = kept.get(placeId);
    if (before) return before;
    const found = await geocode({ place_id: placeId }, signal);
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_PLACES && oldest !== undefined) kept.delete(oldest);
    kept.set(placeId, found);
    return found;
  };

  return {
    suggest: async (typed, near) => {
      const signal = deadline();
      const { suggestions } = await ask(
        new URL('/v1/places:autocomplete', places),
        Predictions,
        signal,
        'any',
        {
          headers: { 'x-goog-api-key': key, 'x-goog-fieldmask': 'suggestions.placePrediction.placeId' },
          body: {
            input: typed,
            includedRegionCodes: ['us'],
            includedPrimaryTypes: ['street_address', 'premise', 'subpremise', 'route'],
            languageCode: 'en',
            ...(near && { locationBias: { circle: { center: near, radius: NEAR_METRES } } }),
          },
        },
      );
      const ids = suggestions.flatMap(({ placePrediction }) => placePrediction?.placeId ?? []);
      const found = await Promise.all(ids.slice(0, MOST_PLACES).map((id) => placeOf(id, signal)));
      return suggestionsOf(found.flat().map(foundOf), typed);
    },
    find: async (line) =>
      suggestionsOf(
        (await geocode({ address: line, components: 'country:US' }, deadline())).map(foundOf),
        line,
      ),
  };
};
