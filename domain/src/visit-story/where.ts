import { type Coordinates, metresBetween } from '../geo.ts';
import { LOCATION_TOLERANCE_METRES } from '../visits/rules.ts';
import type { StoryEnd, VisitStory } from './schema.ts';

/**
 * Draws where a visit took place without a map service, so that no third party learns about the client
 * (docs/rules/visit-story.md, rule 7).
 */

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
  /** The address comes first. It is in the middle, or if it has no location, the first check is. */
  readonly points: readonly PlacedMark[];
  /** Metres around the address within which a check is right; null if the address has no location. */
  readonly limit: number | null;
  /** Metres from the middle to the nearest edge. */
  readonly reach: number;
}

/** Leaves room around the farthest point. */
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

/** The drawing; undefined if it is unknown where the visit began and ended. */
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

/** The longest round length up to this many metres: 50 for 70, 200 for 400. */
export const roundLength = (metres: number): number => {
  const ten = 10 ** Math.floor(Math.log10(metres));
  return (metres >= 5 * ten ? 5 : metres >= 2 * ten ? 2 : 1) * ten;
};

export const sayLength = (metres: number): string =>
  metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`;
