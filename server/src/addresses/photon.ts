import { z } from 'zod';
import type { Reach } from '../platform/net/outgoing.ts';
import { ask, deadline, type Found, suggestionsOf } from './geocoding.ts';
import type { Geocoder, Near } from './provider.ts';

const text = z.string().optional();
const Answer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        type: text,
        osm_key: text,
        osm_value: text,
        housenumber: text,
        street: text,
        name: text,
        city: text,
        county: text,
        state: text,
        postcode: text,
        countrycode: text,
      }),
    }),
  ),
});
type Feature = z.output<typeof Answer>['features'][number];

/** Photon marks a house number that it interpolated between two known ones like this. */
const isInterpolated = ({ osm_key, osm_value }: Feature['properties']) =>
  osm_key === 'place' && osm_value === 'house_number';

const foundOf = ({ geometry, properties: place }: Feature): Found => ({
  number: place.housenumber,
  street: place.street ?? (place.type === 'street' ? place.name : undefined),
  city: place.city,
  state: place.state,
  postalCode: place.postcode,
  county: place.county,
  longitude: geometry.coordinates[0],
  latitude: geometry.coordinates[1],
  rooftop: place.type === 'house' && !isInterpolated(place),
  credit: '© OpenStreetMap contributors',
});

/** Photon: GET /api?q=… returns GeoJSON (github.com/komoot/photon). */
export const photon = (base: string, reach: Reach): Geocoder => {
  const search = async (q: string, limit: number, near?: Near) => {
    const url = new URL(`${base.replace(/\/$/, '')}/api`);
    url.search = new URLSearchParams({
      q,
      limit: String(limit),
      lang: 'en',
      ...(near && { lat: near.latitude.toFixed(2), lon: near.longitude.toFixed(2) }),
    }).toString();
    const { features } = await ask(url, Answer, deadline(), reach);
    const inUs = features.filter(({ properties }) => properties.countrycode?.toUpperCase() === 'US');
    return suggestionsOf(inUs.map(foundOf), q);
  };
  return { suggest: (typed, near) => search(typed, 10, near), find: (line) => search(line, 5) };
};
