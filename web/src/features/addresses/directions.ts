export interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** '39.62914, −104.84721' */
export const showPoint = ({ lat, lon }: Point) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`.replaceAll('-', '−');

/** Directions to the coordinates only: no name and no address leaves the product (docs/rules/addresses.md, rule 9). */
export const directionsTo = ({ lat, lon }: Point) =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat},${lon}`;
