import { type Coordinates, metresBetween } from '../geo.ts';
import { LOCATION_TOLERANCE_METRES } from '../visits/rules.ts';
import type { StoryEnd, VisitStory } from './schema.ts';

/** Where a visit took place, as a drawing of its own: no map service hears of the client (docs/rules/visit-story.md, rule 7). */

export const MARKS = ['address', 'checkIn', 'checkOut'] as const;
export type Mark = (typeof MARKS)[number];

const MARK_WORDS: Record<Mark, string> = {
  address: 'Client’s address',
  checkIn: 'Check-in',
  checkOut: 'Check-out',
};

/** A point of the drawing, in metres from its middle. */
export interface PlacedMark {
  readonly mark: Mark;
  /** 'Check-out, 1,204 m away, outside the limit' */
  readonly words: string;
  readonly east: number;
  readonly north: number;
  readonly isOutside: boolean;
}

export interface PlaceDrawing {
  /** The address first. In the middle is the address, or the first check where it has no location. */
  readonly points: readonly PlacedMark[];
  /** Metres around the address within which a check is right; null: the address has no location. */
  readonly limit: number | null;
  /** Metres from the middle to the nearest edge. */
  readonly reach: number;
}

/** Room around what is farthest out. */
const ROOM = 1.2;

const offset = (middle: Coordinates, { latitude, longitude }: Coordinates) => {
  const here = { lat: middle.latitude, lon: middle.longitude };
  const north = metresBetween(here, { lat: latitude, lon: here.lon });
  const east = metresBetween(here, { lat: here.lat, lon: longitude });
  return {
    north: latitude < here.lat ? -north : north,
    east: longitude < here.lon ? -east : east,
  };
};

const wordsOf = (mark: Mark, end: StoryEnd | null, isOutside: boolean) => {
  const metres = end?.metres ?? null;
  const away = metres === null ? [] : [`${metres.toLocaleString('en-US')} m away`];
  return [MARK_WORDS[mark], ...away, ...(isOutside ? ['outside the limit'] : [])].join(', ');
};

/** Undefined: nobody knows where the visit began or ended. */
export const drawPlaces = ({
  where,
  checkIn,
  checkOut,
}: Pick<VisitStory, 'where' | 'checkIn' | 'checkOut'>): PlaceDrawing | undefined => {
  const middle = where.address ?? where.checkIn ?? where.checkOut;
  if (!middle || (!where.checkIn && !where.checkOut)) return undefined;
  const ends = { address: null, checkIn, checkOut };
  const points = MARKS.flatMap((mark): PlacedMark[] => {
    const [at, end] = [where[mark], ends[mark]];
    if (!at) return [];
    const isOutside = (end?.metres ?? 0) > LOCATION_TOLERANCE_METRES;
    return [{ mark, words: wordsOf(mark, end, isOutside), ...offset(middle, at), isOutside }];
  });
  const limit = where.address ? LOCATION_TOLERANCE_METRES : null;
  const farthest = Math.max(
    limit ?? 0,
    ...points.flatMap(({ east, north }) => [Math.abs(east), Math.abs(north)]),
  );
  return { points, limit, reach: Math.max(LOCATION_TOLERANCE_METRES, farthest) * ROOM };
};

/** The longest round length that is at most some metres: 50 of 70, 200 of 400. */
export const roundLength = (metres: number): number => {
  const ten = 10 ** Math.floor(Math.log10(metres));
  return (metres >= 5 * ten ? 5 : metres >= 2 * ten ? 2 : 1) * ten;
};

export const sayLength = (metres: number): string =>
  metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`;
