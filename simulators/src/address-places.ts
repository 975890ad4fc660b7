/** The few places that the simulated address services know. */
type Kind = 'house' | 'interpolated' | 'street' | 'city';
export interface Place {
  readonly kind: Kind;
  readonly number?: string;
  readonly street?: string;
  readonly city: string;
  readonly state: readonly [code: string, name: string];
  readonly zip: string;
  readonly county: string;
  readonly country: 'US' | 'MX';
  readonly lat: number;
  readonly lon: number;
}

const COLORADO = ['CO', 'Colorado'] as const;
const aurora = { city: 'Aurora', state: COLORADO, county: 'Arapahoe County', country: 'US' } as const;
const oakland = { ...aurora, street: 'South Oakland Street', zip: '80015' } as const;

const littleton = { ...aurora, city: 'Littleton', street: 'Main Street', zip: '80120' } as const;

export const PLACES: readonly Place[] = [
  { ...oakland, kind: 'house', number: '4683', lat: 39.629143, lon: -104.847211 },
  { ...oakland, kind: 'interpolated', number: '4690', lat: 39.6289, lon: -104.8475 },
  { ...oakland, kind: 'street', lat: 39.6301, lon: -104.8472 },
  { ...aurora, kind: 'city', zip: '80012', lat: 39.7294, lon: -104.8319 },
  { ...littleton, kind: 'house', number: '12', lat: 39.6134, lon: -105.0166 },
  {
    kind: 'house',
    number: '4683',
    street: 'Calle Oakland',
    city: 'Chihuahua',
    state: ['CHH', 'Chihuahua'],
    zip: '31000',
    county: 'Chihuahua',
    country: 'MX',
    lat: 28.63,
    lon: -106.08,
  },
];

const LONG: Record<string, string> = { st: 'street', ave: 'avenue', s: 'south', n: 'north' };
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => LONG[word] ?? word);

/** Every typed word begins a word of the place; a house number that is not known leaves its street, as these services do. */
export const search = (typed: string, country?: string): Place[] => {
  const words = wordsOf(typed);
  const fits = (place: Place, wanted: readonly string[]) => {
    const own = wordsOf(
      [place.number, place.street, place.city, place.state[0], place.state[1], place.zip].join(' '),
    );
    return wanted.length > 0 && wanted.every((word) => own.some((text) => text.startsWith(word)));
  };
  const there = PLACES.filter((place) => !country || place.country === country);
  const houses = there.filter((place) => fits(place, words));
  const [first = '', ...rest] = words;
  if (houses.length > 0 || !/^\d/.test(first)) return houses;
  return there.filter((place) => place.kind === 'street' && fits(place, rest));
};
