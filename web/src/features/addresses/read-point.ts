import type { Point } from './directions.ts';

const NUMBER = '([+-]?\\d{1,3}(?:\\.\\d{1,15})?)';
const pair = (before: string, between: string) => new RegExp(`${before}${NUMBER}${between}${NUMBER}`, 'i');

/**
 * Where map services write the point that somebody looked up: a pin is before the middle of the map, which is all that
 * some links hold.
 */
const LINKS: readonly RegExp[] = [
  // Google: the pin of a place.
  pair('!3d', '!4d'),
  // OpenStreetMap: a marker.
  pair('[?&]mlat=', '&mlon='),
  // Google and Apple: a point that was searched for, shared or asked directions to.
  pair('[?&](?:q|query|ll|sll|daddr|destination|coordinate|center)=(?:loc:)?', ','),
  pair('^geo:', ','),
  // Bing.
  pair('[?&](?:cp|sp)=(?:point\\.)?', '[~_]'),
  pair('/(?:search|place|dir/)/', ',\\s*'),
  // The middle of the map: OpenStreetMap, Google.
  pair('#map=\\d+(?:\\.\\d+)?/', '/'),
  pair('/@', ','),
];

const onEarth = (lat: number, lon: number): Point | undefined =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined;

/** The point in a link of a map service; undefined when it names none. */
const readLink = (link: string): Point | undefined => {
  let plain: string;
  try {
    plain = decodeURIComponent(link).replace(/,[\s+]+/g, ',');
  } catch {
    return undefined;
  }
  for (const form of LINKS) {
    const found = form.exec(plain);
    const point = found && onEarth(Number(found[1]), Number(found[2]));
    if (point) return point;
  }
  return undefined;
};

const isLink = (typed: string) => /^(https?:|geo:|www\.|maps\.)/i.test(typed);

/** '39.62914, -104.84721' or '39.62914° N, 104.84721° W' as maps write it, or the link of a map; undefined for no point on earth. */
export const readPoint = (typed: string): Point | undefined => {
  const text = typed.trim();
  if (isLink(text)) return readLink(text);
  const parts = text
    .replaceAll('−', '-')
    .replace(/°\s*/g, '')
    .replace(/(\d)\s+(?=[NSEW]\b)/gi, '$1')
    .split(/[\s,;]+/)
    .filter(Boolean);
  const [lat, lon] = [readDegrees(parts[0], 'N', 'S'), readDegrees(parts[1], 'E', 'W')];
  return parts.length !== 2 || lat === undefined || lon === undefined ? undefined : onEarth(lat, lon);
};

const readDegrees = (part: string | undefined, plus: string, minus: string): number | undefined => {
  const read = /^([+-]?\d{1,3}(?:\.\d{1,15})?)([NSEW])?$/i.exec(part ?? '');
  const side = read?.[2]?.toUpperCase();
  if (!read || (side !== undefined && side !== plus && side !== minus)) return undefined;
  return Number(read[1]) * (side === minus ? -1 : 1);
};

/** What keeps a text from being a point. */
export const pointFault = (typed: string): string =>
  isLink(typed.trim())
    ? 'This link has no map point. Open it, choose the front door on the map and copy its coordinates.'
    : 'Enter latitude and longitude, such as 39.62914, -104.84721, or paste the link of a map';
