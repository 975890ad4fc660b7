export interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** '39.62914, −104.84721' */
export const showPoint = ({ lat, lon }: Point) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`.replaceAll('-', '−');

/** Directions to the coordinates only: no name and no address leaves the product (specification part 1, section 7). */
export const directionsTo = ({ lat, lon }: Point) =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat},${lon}`;

/** '39.62914, -104.84721' as maps write it; undefined when it is no point on earth. */
export const readPoint = (typed: string): Point | undefined => {
  const parts = typed
    .replaceAll('−', '-')
    .split(/[\s,;]+/)
    .filter(Boolean);
  if (parts.length !== 2 || !parts.every((part) => /^[+-]?\d{1,3}(\.\d{1,15})?$/.test(part)))
    return undefined;
  const [lat = Number.NaN, lon = Number.NaN] = parts.map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined;
};
