import type { ZipAreas } from './zip-areas.ts';

interface Town {
  readonly City?: string | null | undefined;
  readonly State?: string | null | undefined;
  readonly PostalCode?: string | null | undefined;
}

const SHORT_NAMES = new Map([
  ['ft', 'fort'],
  ['mt', 'mount'],
  ['st', 'saint'],
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
]);

/** Brings 'Ft. Collins' and 'fort collins' to one spelling. */
const nameOf = (city: string) =>
  city
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .map((word) => SHORT_NAMES.get(word) ?? word)
    .join(' ');

/** Whether the names differ by one inserted, dropped, changed or swapped letter. */
const isSlip = (a: string, b: string): boolean => {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
};
/** Shorter names are too easily mistaken for each other, like Avon and Akron or Eads and Eaton. */
const LEAST_LETTERS = 5;

/** Towns whose areas touch count as one neighborhood, because residents use either name. */
const LEAST_MILES = 3;

/** Town names with their states, built once because an import asks about thousands of rows. */
const made = new WeakMap<ZipAreas, ReadonlySet<string>>();
const townsOf = (areas: ZipAreas): ReadonlySet<string> => {
  const known = made.get(areas) ?? new Set(areas.all.map(({ state, city }) => `${state} ${nameOf(city)}`));
  made.set(areas, known);
  return known;
};

/**
 * 'ZIP 80015 is Aurora, not Denver'; undefined if the city may be right. Asks only if the city lies elsewhere in the state
 * or misspells a town nearby: the list knows one name per ZIP code and misses suburbs, which are towns as well.
 */
export const cityQuestion = ({ City, State, PostalCode }: Town, areas: ZipAreas): string | undefined => {
  const area = areas.byZip.get((PostalCode ?? '').trim().slice(0, 5));
  const city = nameOf(City ?? '');
  // A wrong state has its own question.
  if (!area || city === '' || (State && State !== area.state)) return undefined;
  const around = areas
    .near(area, Math.max(LEAST_MILES, areas.radiusOf(area)))
    .map((one) => nameOf(one.area.city));
  if (around.includes(city)) return undefined;
  const isElsewhere = townsOf(areas).has(`${area.state} ${city}`);
  const isTypo = city.length >= LEAST_LETTERS && around.some((name) => isSlip(name, city));
  return isElsewhere || isTypo ? `ZIP ${area.zip} is ${area.city}, not ${(City ?? '').trim()}` : undefined;
};
