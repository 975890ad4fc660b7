import { type Coordinates, milesBetween } from '../geo.ts';

/** A ZIP code with the center of its area. */
export interface ZipArea extends Coordinates {
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly county: string;
}

export interface ZipAreas {
  readonly all: readonly ZipArea[];
  readonly byZip: ReadonlyMap<string, ZipArea>;
  /** Names of towns, in lower case. */
  readonly cities: ReadonlySet<string>;
  /** Areas whose center lies within `miles` of a point (capped at `WIDEST_MILES`), nearest first. */
  readonly near: (point: Coordinates, miles: number) => readonly NearArea[];
  /** How far, as a rule, addresses of the area lie from its center at most. */
  readonly radiusOf: (area: ZipArea) => number;
  /** How far the true place may be from a point: 0 if it is exact, otherwise the radius of its area. */
  readonly errorOf: (point: Coordinates & { readonly approximate: boolean }) => number;
}

interface NearArea {
  readonly area: ZipArea;
  readonly miles: number;
}

/** An area usually ends before the centers of its neighbors: 95 of 100 real addresses lie nearer than the fourth-nearest center. */
const NEIGHBORS = 4;
const NARROWEST_MILES = 1;
/** Reached only in the emptiest parts of the country. */
export const WIDEST_MILES = 40;

/** Radius of an area, from the distances between its center and those of the areas around it. */
export const areaRadius = (distances: readonly number[]): number => {
  const fourth = distances.toSorted((a, b) => a - b)[NEIGHBORS - 1] ?? WIDEST_MILES;
  return Math.min(WIDEST_MILES, Math.max(NARROWEST_MILES, fourth));
};

/** Towns have several ZIP codes with one center, mostly for post office boxes; they count as one place. */
const placeOf = ({ latitude, longitude }: Coordinates) => `${latitude} ${longitude}`;

/** Side of a grid cell in degrees. The grid saves searching the whole country for neighbors. */
const CELL = 0.5;
const MILES_PER_DEGREE = 69;
const cellOf = (degrees: number) => Math.floor(degrees / CELL);

/** Indexes the areas by a grid, so that those near a point are found fast. */
export const indexAreas = (all: readonly ZipArea[]): ZipAreas => {
  const cells = Map.groupBy(all, ({ latitude, longitude }) => `${cellOf(latitude)} ${cellOf(longitude)}`);
  const radii = new Map<string, number>();

  const near = (point: Coordinates, miles: number): NearArea[] => {
    const high = Math.min(miles, WIDEST_MILES) / MILES_PER_DEGREE;
    const wide = high / Math.max(0.05, Math.cos((point.latitude * Math.PI) / 180));
    const found: NearArea[] = [];
    for (let row = cellOf(point.latitude - high); row <= cellOf(point.latitude + high); row += 1)
      for (let column = cellOf(point.longitude - wide); column <= cellOf(point.longitude + wide); column += 1)
        for (const area of cells.get(`${row} ${column}`) ?? []) {
          const away = milesBetween(point, area);
          if (away <= miles) found.push({ area, miles: away });
        }
    return found.sort((a, b) => a.miles - b.miles);
  };

  const radiusOf = (area: ZipArea): number => {
    const known = radii.get(area.zip);
    if (known !== undefined) return known;
    const around = near(area, WIDEST_MILES).map((one) => [placeOf(one.area), one.miles] as const);
    const places = new Map(around);
    places.delete(placeOf(area));
    const radius = areaRadius([...places.values()]);
    radii.set(area.zip, radius);
    return radius;
  };

  return {
    all,
    byZip: new Map(all.map((area) => [area.zip, area])),
    cities: new Set(all.map((area) => area.city.toLowerCase())),
    near,
    radiusOf,
    errorOf: (point) => {
      if (!point.approximate) return 0;
      const [nearest] = near(point, WIDEST_MILES);
      return nearest ? radiusOf(nearest.area) : WIDEST_MILES;
    },
  };
};

/** 'Somewhere in 80015 Aurora, within about 4 miles', so that nobody takes the area for an address. */
export const areaWords = (zip: string, city: string, miles: number) =>
  `Somewhere in ${zip} ${city}, within about ${Math.ceil(miles)} ${Math.ceil(miles) === 1 ? 'mile' : 'miles'}`;

export const NOT_CHECKED = 'This street could not be checked. Distances to it are approximate.';
