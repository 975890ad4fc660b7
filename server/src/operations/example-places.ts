import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { metresBetween } from '@homecare/domain/geo.ts';

/** A real street address in Colorado with its point (server/data/SOURCES.md). */
export interface Place {
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  readonly county: string;
  readonly lat: number;
  readonly lon: number;
  /** The point of the ZIP code, as found by an address search without a network. */
  readonly zipPoint: { readonly lat: number; readonly lon: number };
}

/** The agency of the demo site is in Aurora. */
const AGENCY = { lat: 39.7294, lon: -104.8319 };

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../data/geo/${name}`, import.meta.url)), 'utf8')
    .trim()
    .split('\n')
    .slice(1);

/** All addresses, nearest to the agency first. */
export const readPlaces = (): Place[] => {
  const zips = new Map(
    read('co_zipcodes.tsv').map((line) => {
      const [zip = '', , county = '', lat, lon] = line.split('\t');
      return [zip, { county, lat: Number(lat), lon: Number(lon) }];
    }),
  );
  return read('co_addresses.csv')
    .flatMap((line) => {
      const [address = '', city = '', zip = '', lat, lon] = line.split(',');
      const area = zips.get(zip);
      if (!area) return [];
      const zipPoint = { lat: area.lat, lon: area.lon };
      return [{ address, city, zip, county: area.county, lat: Number(lat), lon: Number(lon), zipPoint }];
    })
    .map((place) => ({ place, far: metresBetween(place, AGENCY) }))
    .toSorted((a, b) => a.far - b.far)
    .map(({ place }) => place);
};
