export interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** Great-circle distance in metres (haversine, mean earth radius 6,371,008.8 m). */
export const metresBetween = (a: Point, b: Point) => {
  const rad = Math.PI / 180;
  const dLat = (b.lat - a.lat) * rad;
  const dLon = (b.lon - a.lon) * rad;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLon / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(h)));
};

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const METRES_PER_MILE = 1609.344;

export const milesBetween = (a: Coordinates, b: Coordinates) =>
  metresBetween({ lat: a.latitude, lon: a.longitude }, { lat: b.latitude, lon: b.longitude }) /
  METRES_PER_MILE;

/**
 * '1.0 mi' between two exact points; '≈ 6 mi (± 4)' if one of them is only known within `errorMiles`. The error is rounded
 * up, to promise no false precision.
 */
export const showMiles = (miles: number, errorMiles: number) =>
  errorMiles > 0
    ? `≈ ${Math.round(miles)} mi (± ${Math.ceil(Math.round(errorMiles * 10) / 10)})`
    : `${miles.toFixed(1)} mi`;
