import { fold } from '../fold.ts';
import { areNicknames, nicknameGroups } from './nicknames.ts';
import type { ExcludedPerson } from './schema.ts';

/** Scores by name and birth date whether a person of the agency may be a person on a list (docs/rules/exclusions.md). */

export interface ScreenedPerson {
  readonly id: number;
  readonly last: string;
  readonly first: string;
  readonly middle: string;
  readonly birth: string | null;
  readonly state: string;
  /** Former last names. */
  readonly earlier: readonly string[];
}

export interface Match {
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly string[];
}

/** From this score on, somebody has to decide. */
export const FLAGGED_FROM = 70;

const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** The parts of a name: O'Brien is one part, Garcia-Lopez are two. */
export const nameParts = (name: string): string[] =>
  fold(name)
    .replaceAll(/['’.`]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '' && !SUFFIXES.has(part));

/**
 * Number of letters to insert, drop, change or swap with their neighbor to turn one word into the other. Counts no further
 * than `most` + 1.
 */
export const typosBetween = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] ?? 0) + 1
          : most + 1;
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1), swapped),
      );
    }
    before = row;
    row = next;
    if (Math.min(...row) > most) return most + 1;
  }
  return row[b.length] ?? most + 1;
};

/** Allows one typo in words of at least four letters, and two from eight letters on. */
const isTypo = (a: string, b: string) => {
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4) return false;
  const most = shorter >= 8 ? 2 : 1;
  return typosBetween(a, b, most) <= most;
};

interface Likeness {
  readonly score: number;
  readonly reason: string | null;
}
const SAME: Likeness = { score: 50, reason: null };
const NO: Likeness = { score: 0, reason: null };

const best = (all: readonly Likeness[]): Likeness =>
  all.reduce((found, one) => (one.score > found.score ? one : found), NO);

const lastLikeness = (a: readonly string[], b: readonly string[]): Likeness => {
  const [one, other] = [a.join(''), b.join('')];
  if (one === '' || other === '') return NO;
  if (one === other) return SAME;
  const shared = a.some((part) => part.length >= 3 && b.includes(part));
  return best([
    shared ? { score: 46, reason: 'One part of the last name is the same' } : NO,
    isTypo(one, other) ? { score: 42, reason: 'Last name differs by a letter or two' } : NO,
  ]);
};

const firstLikeness = (a: readonly string[], b: readonly string[]): Likeness => {
  const [one, other] = [a.join(''), b.join('')];
  if (one === '' || other === '') return NO;
  if (one === other) return SAME;
  const pairs = a.flatMap((x) => b.map((y) => [x, y] as const));
  const [shorter = '', longer = ''] = [one, other].toSorted((x, y) => x.length - y.length);
  return best([
    pairs.some(([x, y]) => x === y && x.length >= 3)
      ? { score: 46, reason: 'One first name is the same' }
      : NO,
    pairs.some(([x, y]) => areNicknames(x, y))
      ? { score: 46, reason: 'First name is short for the other' }
      : NO,
    isTypo(one, other) ? { score: 42, reason: 'First name differs by a letter or two' } : NO,
    shorter.length >= 3 && longer.startsWith(shorter)
      ? { score: 42, reason: 'First name begins the same' }
      : NO,
    shorter.length === 1 && longer.startsWith(shorter) ? { score: 30, reason: 'Same initial' } : NO,
  ]);
};

type BirthDates = 'same' | 'near' | 'different' | 'unknown';

/** 'near' is a typical typo: one wrong digit, or day and month swapped. */
const compareBirths = (a: string | null, b: string | null): BirthDates => {
  if (a === null || b === null) return 'unknown';
  if (a === b) return 'same';
  const [year, month, day] = a.split('-');
  if (`${year}-${day}-${month}` === b) return 'near';
  return [...a].filter((digit, n) => digit !== b[n]).length === 1 ? 'near' : 'different';
};

const sum = (last: Likeness, first: Likeness, also?: string): Match => ({
  score: last.score === 0 || first.score === 0 ? 0 : last.score + first.score,
  reasons: [also, last.reason, first.reason].filter((reason) => typeof reason === 'string'),
});

/** Compares names only, in either order of first and last name. */
const nameMatch = (a: { last: string[]; first: string[] }, b: { last: string[]; first: string[] }): Match => {
  const straight = sum(lastLikeness(a.last, b.last), firstLikeness(a.first, b.first));
  const swapped = sum(
    lastLikeness(a.last, b.first),
    firstLikeness(a.first, b.last),
    'First and last name are exchanged',
  );
  return swapped.score > straight.score + 4 ? { ...swapped, score: swapped.score - 4 } : straight;
};

const marriedMatch = (person: ScreenedPerson, entry: ExcludedPerson): Match => {
  const first = firstLikeness(nameParts(person.first), nameParts(entry.first));
  const [own] = nameParts(person.middle);
  const [listed] = nameParts(entry.middle);
  const isMiddle =
    own !== undefined && listed !== undefined && (own.startsWith(listed) || listed.startsWith(own));
  const isHere = entry.state !== '' && entry.state === person.state;
  // Marriage changes the last name only, so the first name must match, and the state or middle name as well.
  if (first.score < 46 || !(isHere || isMiddle)) return { score: 0, reasons: [] };
  return {
    score: 74,
    reasons: [
      'Another last name, as after a marriage',
      isHere ? 'Same state' : 'Same middle name',
      ...(first.reason ? [first.reason] : []),
    ],
  };
};

const BIRTH_WORDS: Record<BirthDates, string> = {
  same: 'Same birth date',
  near: 'Birth date differs by one digit, or day and month are exchanged',
  different: 'Another birth date',
  unknown: 'No birth date to compare',
};
/** Points deducted from the score of the names. A different birth date rules the person out. */
const BIRTH_COST: Record<BirthDates, number> = { same: 0, near: 10, different: 100, unknown: 14 };
/** Many people share a similar name, so without a birth date the names must match almost exactly. */
const UNKNOWN_NEEDS = 96;

export const matchPerson = (person: ScreenedPerson, entry: ExcludedPerson): Match => {
  const births = compareBirths(person.birth, entry.birth);
  if (births === 'different') return { score: 0, reasons: [] };
  const listed = { last: nameParts(entry.last), first: nameParts(entry.first) };
  const names = [person.last, ...person.earlier].map((last) =>
    nameMatch({ last: nameParts(last), first: nameParts(person.first) }, listed),
  );
  const name = names.reduce((found, one) => (one.score > found.score ? one : found));
  if (births === 'unknown' && name.score < UNKNOWN_NEEDS) return { score: 0, reasons: [] };
  const own = { ...name, score: name.score - BIRTH_COST[births] };
  const married = births === 'same' && own.score < FLAGGED_FROM ? marriedMatch(person, entry) : undefined;
  const match = married && married.score > own.score ? married : own;
  return { score: Math.max(0, match.score), reasons: [BIRTH_WORDS[births], ...match.reasons] };
};

/** Keys under which a person is found: names, their nicknames, and the birth date. */
const keysOf = (
  names: readonly string[],
  birth: string | null,
): { readonly names: readonly string[]; readonly births: readonly string[] } => {
  const parts = names.flatMap(nameParts);
  const joined = names.map((name) => nameParts(name).join('')).filter((name) => name !== '');
  return {
    names: [...new Set([...parts, ...joined])],
    births: birth === null ? [] : [birth],
  };
};

/** Makes a function that finds the people who may be an entry of the list. An index saves comparing everybody with every entry. */
export const screenerOf = (people: readonly ScreenedPerson[]) => {
  const byName = new Map<string, ScreenedPerson[]>();
  const byBirth = new Map<string, ScreenedPerson[]>();
  const put = (map: Map<string, ScreenedPerson[]>, key: string, person: ScreenedPerson) => {
    const known = map.get(key);
    if (known) known.push(person);
    else map.set(key, [person]);
  };
  for (const person of people) {
    const { names, births } = keysOf([person.last, person.first, ...person.earlier], person.birth);
    for (const name of names) put(byName, name, person);
    for (const birth of births) put(byBirth, birth, person);
  }
  return (entry: ExcludedPerson): { readonly person: ScreenedPerson; readonly match: Match }[] => {
    const last = keysOf([entry.last], null).names.flatMap((name) => byName.get(name) ?? []);
    const near = entry.birth === null ? [] : (byBirth.get(entry.birth) ?? []);
    const exchanged =
      entry.birth === null ? [] : keysOf([entry.first], null).names.flatMap((name) => byName.get(name) ?? []);
    return [...new Set([...near, ...last, ...exchanged])]
      .map((person) => ({ person, match: matchPerson(person, entry) }))
      .filter(({ match }) => match.score >= FLAGGED_FROM);
  };
};

/** A key that recognizes an entry again in next month's file. */
export const entryKey = ({ last, first, middle, birth, cause, since }: ExcludedPerson): string =>
  [last, first, middle, birth ?? '', cause, since ?? ''].map((part) => fold(part)).join('|');

export const hasNickname = (name: string): boolean => nicknameGroups(fold(name)).length > 0;
