import { z } from 'zod';
import type { Reach } from '../platform/net/outgoing.ts';
import { ask, deadline, type Found, suggestionsOf } from './geocoding.ts';
import type { Geocoder, Near } from './provider.ts';

const text = z.string().optional();
const Answer = z.array(
  z.object({
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    osm_type: text,
    category: text,
    type: text,
    address: z.object({
      house_number: text,
      road: text,
      city: text,
      town: text,
      village: text,
      hamlet: text,
      municipality: text,
      county: text,
      state: text,
      postcode: text,
      country_code: text,
    }),
  }),
);
type Place = z.output<typeof Answer>[number];

/** TIGER data and address interpolations refer to the street's way, so their points are never those of a house. */
const isInterpolated = ({ osm_type, category, type }: Place) =>
  osm_type === 'way' && category === 'place' && type === 'house';

const foundOf = (place: Place): Found => {
  const { address } = place;
  return {
    number: address.house_number,
    street: address.road,
    city: address.city ?? address.town ?? address.village ?? address.hamlet ?? address.municipality,
    state: address.state,
    postalCode: address.postcode,
    county: address.county,
    latitude: place.lat,
    longitude: place.lon,
    rooftop: !isInterpolated(place),
    credit: '© OpenStreetMap contributors',
  };
};

const DEGREES = 1;
const boxAround = ({ latitude, longitude }: Near) =>
  [longitude - DEGREES, latitude + DEGREES, longitude + DEGREES, latitude - DEGREES]
    .map((degrees) => degrees.toFixed(2))
    .join(',');

/** Nominatim: GET /search?q=…&format=jsonv2 (nominatim.org). The public server forbids requests while typing. */
export const nominatim = (base: string, reach: Reach): Geocoder => {
  const search = async (q: string, limit: number, near?: Near) => {
    const url = new URL(`${base.replace(/\/$/, '')}/search`);
    url.search = new URLSearchParams({
      q,
      format: 'jsonv2',
      addressdetails: '1',
      countrycodes: 'us',
      limit: String(limit),
      'accept-language': 'en',
      ...(near && { viewbox: boxAround(near) }),
    }).toString();
    const places = await ask(url, Answer, deadline(), reach);
    const inUs = places.filter(({ address }) => address.country_code === 'us');
    return suggestionsOf(inUs.map(foundOf), q);
  };
  return { suggest: (typed, near) => search(typed, 10, near), find: (line) => search(line, 5) };
};
