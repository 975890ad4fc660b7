import type { IncomingMessage, ServerResponse } from 'node:http';
import { PLACES, type Place, search } from './address-places.ts';
import { serve } from './serve.ts';

/** Address services by their published answers: Photon (/api), Nominatim (/search), Google Places (New) and Geocoding. */
export type Mood = 'well' | 'silent' | 'broken' | 'garbled' | 'exhausted';

export interface AddressServer {
  readonly url: string;
  /** Paths that were asked, without what was asked for. */
  readonly asked: string[];
  mood: Mood;
  stop(): Promise<void>;
}

export const GOOGLE_KEY = 'simulator-key';

const photonFeature = (place: Place) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
  properties: {
    osm_type: place.kind === 'house' ? 'N' : 'W',
    osm_id: 1,
    osm_key: { house: 'building', interpolated: 'place', street: 'highway', city: 'place' }[place.kind],
    osm_value: { house: 'house', interpolated: 'house_number', street: 'residential', city: 'city' }[
      place.kind
    ],
    type: place.kind === 'interpolated' ? 'house' : place.kind,
    ...(place.number && { housenumber: place.number, street: place.street }),
    ...(place.kind === 'street' && { name: place.street }),
    ...(place.kind === 'city' ? { name: place.city } : { city: place.city }),
    postcode: place.zip,
    county: place.county,
    state: place.state[1],
    country: place.country,
    countrycode: place.country,
  },
});

const nominatimPlace = (place: Place) => ({
  place_id: 1,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: place.kind === 'house' ? 'node' : 'way',
  osm_id: 1,
  lat: String(place.lat),
  lon: String(place.lon),
  category: { house: 'building', interpolated: 'place', street: 'highway', city: 'boundary' }[place.kind],
  type: { house: 'yes', interpolated: 'house', street: 'residential', city: 'administrative' }[place.kind],
  place_rank: { house: 30, interpolated: 30, street: 26, city: 16 }[place.kind],
  address: {
    ...(place.number && { house_number: place.number }),
    ...(place.street && { road: place.street }),
    city: place.city,
    county: place.county,
    state: place.state[1],
    'ISO3166-2-lvl4': `${place.country}-${place.state[0]}`,
    postcode: place.zip,
    country_code: place.country.toLowerCase(),
  },
});

const placeId = (place: Place) => `ChIJ${PLACES.indexOf(place)}`;
const shortStreet = (street: string) => street.replace(/ Street$/, ' St').replace(/^South /, 'S ');
const component = (long_name: string, short_name: string, ...types: string[]) => ({
  long_name,
  short_name,
  types,
});

const PRECISION = {
  house: 'ROOFTOP',
  interpolated: 'RANGE_INTERPOLATED',
  street: 'GEOMETRIC_CENTER',
  city: 'APPROXIMATE',
};

const googleResult = (place: Place) => ({
  place_id: placeId(place),
  types: [
    { house: 'premise', interpolated: 'street_address', street: 'route', city: 'locality' }[place.kind],
  ],
  address_components: [
    ...(place.number ? [component(place.number, place.number, 'street_number')] : []),
    ...(place.street ? [component(place.street, shortStreet(place.street), 'route')] : []),
    component(place.city, place.city, 'locality', 'political'),
    component(place.county, place.county, 'administrative_area_level_2', 'political'),
    component(place.state[1], place.state[0], 'administrative_area_level_1', 'political'),
    component(place.country, place.country, 'country', 'political'),
    component(place.zip, place.zip, 'postal_code'),
  ],
  geometry: {
    location: { lat: place.lat, lng: place.lon },
    location_type: PRECISION[place.kind],
  },
});

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

const photonAnswer = (query: URLSearchParams): Answer => {
  const q = query.get('q');
  if (!q) return { status: 400, body: { message: "missing search term 'q': /?q=berlin" } };
  const features = search(q).slice(0, Number(query.get('limit') ?? 15));
  return { body: { type: 'FeatureCollection', features: features.map(photonFeature) } };
};

const nominatimAnswer = (query: URLSearchParams): Answer => {
  if (query.get('format') !== 'jsonv2' || query.get('addressdetails') !== '1')
    return { status: 400, body: { error: { code: 400, message: 'Parameter format' } } };
  const found = search(query.get('q') ?? '', query.get('countrycodes')?.toUpperCase());
  return { body: found.slice(0, Number(query.get('limit') ?? 10)).map(nominatimPlace) };
};

const autocompleteAnswer = (key: unknown, body: string, isExhausted: boolean): Answer => {
  const refuse = (code: number, status: string) => ({ status: code, body: { error: { code, status } } });
  if (key !== GOOGLE_KEY) return refuse(403, 'PERMISSION_DENIED');
  if (isExhausted) return refuse(429, 'RESOURCE_EXHAUSTED');
  const { input, includedRegionCodes }: { input?: string; includedRegionCodes?: string[] } = JSON.parse(body);
  if (!input) return refuse(400, 'INVALID_ARGUMENT');
  const found = search(input, includedRegionCodes?.[0]?.toUpperCase()).slice(0, 5);
  // Without a prediction the answer is an empty object.
  if (found.length === 0) return { body: {} };
  return { body: { suggestions: found.map((place) => ({ placePrediction: { placeId: placeId(place) } })) } };
};

const geocodeAnswer = (query: URLSearchParams, isExhausted: boolean): Answer => {
  const refuse = (status: string) => ({ body: { status, error_message: 'refused', results: [] } });
  if (query.get('key') !== GOOGLE_KEY) return refuse('REQUEST_DENIED');
  if (isExhausted) return refuse('OVER_QUERY_LIMIT');
  const id = query.get('place_id');
  const country = /country:(\w+)/.exec(query.get('components') ?? '')?.[1];
  const found = id
    ? PLACES.filter((place) => placeId(place) === id)
    : search(query.get('address') ?? '', country);
  return { body: { status: found.length > 0 ? 'OK' : 'ZERO_RESULTS', results: found.map(googleResult) } };
};

const answerOf = (request: IncomingMessage, body: string, mood: Mood): Answer => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://addresses');
  const isExhausted = mood === 'exhausted';
  switch (`${request.method} ${pathname}`) {
    case 'GET /api':
      return isExhausted ? { status: 429, body: {} } : photonAnswer(searchParams);
    case 'GET /search':
      return isExhausted ? { status: 429, body: {} } : nominatimAnswer(searchParams);
    case 'POST /v1/places:autocomplete':
      return autocompleteAnswer(request.headers['x-goog-api-key'], body, isExhausted);
    case 'GET /maps/api/geocode/json':
      return geocodeAnswer(searchParams, isExhausted);
    default:
      return { status: 404, body: { error: 'not found' } };
  }
};

const respond = async (request: IncomingMessage, response: ServerResponse, server: AddressServer) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  server.asked.push((request.url ?? '').replace(/\?.*/, ''));
  // A silent one keeps the connection until the other side gives up.
  if (server.mood === 'silent') return;
  if (server.mood === 'broken') return void response.writeHead(502).end('Bad Gateway');
  const { status = 200, body } = answerOf(request, Buffer.concat(parts).toString(), server.mood);
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(server.mood === 'garbled' ? text.slice(0, text.length / 2) : text);
};

export const startAddressServer = async (wanted = 0): Promise<AddressServer> => {
  const listening = await serve((request, response) => respond(request, response, server), wanted);
  const server: AddressServer = {
    url: listening.url,
    asked: [],
    mood: 'well',
    stop: listening.stop,
  };
  return server;
};

if (import.meta.main) {
  const { url } = await startAddressServer(Number(process.env.PORT ?? '9010'));
  process.stdout.write(`Photon, Nominatim and Google (key ${GOOGLE_KEY}) at ${url}\n`);
}
