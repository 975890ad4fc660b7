import { streetKey } from '../addresses/rules.ts';
import { fold } from '../fold.ts';
import { personName } from '../person-name.ts';
import { remembering } from '../remembering.ts';
import type { PersonField } from './dictionary.ts';
import { isArchived, SSN, STATUS } from './kind-and-status.ts';
import { NICKNAMES } from './nicknames.ts';
import type { Question } from './questions.ts';
import type { PersonDraft } from './schema.ts';

/** Finds out whether a person is already on record. Two records are compared by what they share and what contradicts. */

export const COMPARED_FIELDS = [
  'LastName',
  'FirstName',
  'DOB',
  SSN,
  'Phone',
  'AltPhone',
  'Address',
  'Address2',
  'PostalCode',
] as const satisfies readonly PersonField[];
/** The SSN may be the whole number or only its last four digits. */
export type Compared = Pick<PersonDraft, (typeof COMPARED_FIELDS)[number]>;

/** A person on record, archived or not. */
export interface KnownPerson extends Compared {
  readonly ID: number;
  readonly [STATUS]: string;
}

/** Somebody who looks like the same person, with reasons. Lists of these begin with the likeliest. */
export interface Double<K> {
  readonly known: K;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** The weight of each finding. Pairs with a sum of at least ENOUGH are reported. */
const WEIGHTS = {
  name: { same: 40, alike: 36, turned: 36, near: 35, first: 10, other: 0 },
  birth: { same: 40, swapped: 30, digit: 25, year: 20, unknown: 0, other: -40 },
  ssn: { same: 30, unknown: 0, other: -15 },
  phone: { same: 25, other: 0 },
  address: { same: 20, other: 0 },
} as const;
const ENOUGH = 60;
/** The least weight needed besides the name, because many people share a name. */
const BESIDES_NAME = ENOUGH - WEIGHTS.name.same;

type NameFinding = keyof typeof WEIGHTS.name;
type BirthFinding = keyof typeof WEIGHTS.birth;
type SsnFinding = keyof typeof WEIGHTS.ssn;

const NAME_WORDS: Record<NameFinding, string> = {
  same: 'the same name',
  alike: 'the same name in another form',
  turned: 'the same first and last name the other way round',
  near: 'nearly the same name',
  first: 'the same first name',
  other: '',
};
const BIRTH_WORDS: Record<BirthFinding, string> = {
  same: 'the same birth date',
  swapped: 'the same birth date with day and month swapped',
  digit: 'a birth date that differs in one digit',
  year: 'the same birthday in another year',
  unknown: '',
  other: '',
};

// ---- names

const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/**
 * Replacement rules, in order, for how names sound in English and Spanish: different spellings of a sound become one letter
 * (X stands for sh and ch).
 */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/s?ch|sh/g, 'X'],
  [/^[kg]n/, 'n'],
  [/^wr/, 'r'],
  [/^x/, 'j'],
  [/x/g, 'ks'],
  [/gh/g, 'g'],
  [/h/g, ''],
  [/gu(?=[ei])/g, 'G'],
  [/g(?=[eiy])/g, 'j'],
  [/c(?=[eiy])|z/g, 's'],
  [/qu(?=[ei])|ck|[cq]/g, 'k'],
  [/v/g, 'b'],
  [/w/g, 'u'],
  [/y|ee|ea|ie|ei/g, 'i'],
  [/oo|ou/g, 'u'],
  [/G/g, 'g'],
  [/(.)\1+/g, '$1'],
];

interface NamePart {
  /** Its words joined without spaces. */
  readonly joined: string;
  readonly words: readonly string[];
}
interface Sound {
  readonly whole: string;
  /** Its first letter and its consonants. */
  readonly consonants: string;
}

/** A list of thousands of people has only some hundred first names. */
const MOST_CACHED = 20_000;

const partOf = remembering((text): NamePart => {
  const words = fold(text)
    .replace(/['’`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !SUFFIXES.has(word));
  return { joined: words.join(''), words };
}, MOST_CACHED);

export const soundOf = remembering((word): Sound => {
  const whole = SOUNDS.reduce((text, [from, to]) => text.replace(from, to), word);
  return { whole, consonants: whole.slice(0, 1) + whole.slice(1).replace(/[aeiou]/g, '') };
}, MOST_CACHED);

/** Name → the lines of NICKNAMES that contain it. */
const LINES = new Map<string, Set<number>>();
for (const [line, names] of NICKNAMES.entries())
  for (const name of names) LINES.set(name, (LINES.get(name) ?? new Set()).add(line));

const isNickname = (a: string, b: string) => {
  const [ofA, ofB] = [LINES.get(a), LINES.get(b)];
  return ofA !== undefined && ofB !== undefined && !ofA.isDisjointFrom(ofB);
};

const isSound = (a: string, b: string) => {
  const [one, other] = [soundOf(a), soundOf(b)];
  return one.whole === other.whole || (one.consonants.length > 2 && one.consonants === other.consonants);
};

/** One letter added, left out or replaced, or two neighboring letters swapped. */
export const isOneSlip = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(from);
  if (a.length !== b.length)
    return a.length > b.length ? rest(a, at + 1) === rest(b, at) : rest(b, at + 1) === rest(a, at);
  const isTurned = a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2);
  return isTurned || rest(a, at + 1) === rest(b, at + 1);
};

/** In a word of three letters a slip already makes a different name. */
const SLIP_FROM = 4;

const isNear = (a: string, b: string) =>
  isSound(a, b) || (Math.min(a.length, b.length) >= SLIP_FROM && isOneSlip(a, b));

/** 3: the same. 2: another form of it. 1: nearly the same. 0: another name. */
type Likeness = 0 | 1 | 2 | 3;

const isPart = (some: NamePart, all: NamePart) =>
  some.joined.length > 2 && some.words.every((word) => all.words.includes(word));

const likeness = (a: NamePart, b: NamePart): Likeness => {
  if (a.joined === '' || b.joined === '') return 0;
  if (a.joined === b.joined) return 3;
  const [firstA = '', firstB = ''] = [a.words[0], b.words[0]];
  if (isPart(a, b) || isPart(b, a) || isNickname(firstA, firstB)) return 2;
  if (isNear(a.joined, b.joined)) return 1;
  const isLong = a.words.length > 1 || b.words.length > 1;
  return isLong && Math.min(firstA.length, firstB.length) >= SLIP_FROM && isNear(firstA, firstB) ? 1 : 0;
};

const compareNames = (a: Compared, b: Compared): NameFinding => {
  const [lastA, firstA] = [partOf(a.LastName ?? ''), partOf(a.FirstName ?? '')];
  const [lastB, firstB] = [partOf(b.LastName ?? ''), partOf(b.FirstName ?? '')];
  const [last, first] = [likeness(lastA, lastB), likeness(firstA, firstB)];
  if (last === 3 && first === 3) return 'same';
  if (last >= 2 && first >= 2) return 'alike';
  if (likeness(lastA, firstB) >= 2 && likeness(firstA, lastB) >= 2) return 'turned';
  if (last >= 1 && first >= 1) return 'near';
  return first >= 2 ? 'first' : 'other';
};

// ---- the rest

const differing = (a: string, b: string) => {
  let count = 0;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) count += 1;
  return count;
};

const compareBirths = (a: string | null | undefined, b: string | null | undefined): BirthFinding => {
  if (!a || !b || a.length !== 10 || b.length !== 10) return 'unknown';
  if (a === b) return 'same';
  if (a.slice(5) === b.slice(5)) return differing(a, b) === 1 ? 'digit' : 'year';
  if (a.slice(0, 4) !== b.slice(0, 4)) return 'other';
  if (a.slice(5, 7) === b.slice(8) && a.slice(8) === b.slice(5, 7)) return 'swapped';
  return differing(a, b) === 1 ? 'digit' : 'other';
};

/** The last four digits of a whole number, or the four that are known. */
const lastFour = ({ [SSN]: ssn }: Compared) => {
  if (ssn?.length === 4) return ssn;
  const digits = ssn?.replace(/\D/g, '') ?? '';
  return digits.length === 9 ? digits.slice(-4) : '';
};

const compareSsns = (a: string, b: string): SsnFinding => {
  if (a === '' || b === '') return 'unknown';
  if (a === b) return 'same';
  return isOneSlip(a, b) ? 'unknown' : 'other';
};

const phonesOf = ({ Phone, AltPhone }: Compared): string[] =>
  [Phone, AltPhone].flatMap((phone) => (phone?.length === 14 ? [phone] : []));
const isPhoneOf = (phone: string | null | undefined, { Phone, AltPhone }: Compared) =>
  phone?.length === 14 && (phone === Phone || phone === AltPhone);

const street = remembering(streetKey, MOST_CACHED);
/** Neighbors in the same house have different units. */
const isSameAddress = (a: Compared, b: Compared) =>
  Boolean(a.PostalCode && a.Address && b.Address) &&
  a.PostalCode?.slice(0, 5) === b.PostalCode?.slice(0, 5) &&
  street(a.Address ?? '') === street(b.Address ?? '') &&
  (!a.Address2 || !b.Address2 || unitKey(a.Address2) === unitKey(b.Address2));
const unitKey = (unit: string) =>
  unit.toLowerCase().replace(/^(apartment|apt|unit|suite|ste)(?![a-z])|[^a-z0-9]/g, '');

/** How likely two records are the same person; undefined if too unlikely to report. */
export const comparePair = (a: Compared, b: Compared): Omit<Double<never>, 'known'> | undefined => {
  const birth = compareBirths(a.DOB, b.DOB);
  const ssn = compareSsns(lastFour(a), lastFour(b));
  const isPhone = isPhoneOf(a.Phone, b) || isPhoneOf(a.AltPhone, b);
  const isAddress = isSameAddress(a, b);
  const besides =
    WEIGHTS.birth[birth] +
    WEIGHTS.ssn[ssn] +
    (isPhone ? WEIGHTS.phone.same : 0) +
    (isAddress ? WEIGHTS.address.same : 0);
  if (besides < BESIDES_NAME) return undefined;
  const name = compareNames(a, b);
  const isProven = birth === 'same' && ssn === 'same';
  const score = besides + WEIGHTS.name[name];
  if (score < ENOUGH || (name === 'other' && !isProven)) return undefined;
  const reasons = [
    NAME_WORDS[name],
    BIRTH_WORDS[birth],
    ssn === 'same' ? 'the same last four digits of the SSN' : '',
    isPhone ? 'the same phone' : '',
    isAddress ? 'the same address' : '',
  ];
  return { score, reasons: reasons.filter((words) => words !== '') };
};

/** A longer list would not help anybody. */
const MOST_SHOWN = 3;

const ranked = <K>(found: Double<K>[]): Double<K>[] =>
  found.toSorted((a, b) => b.score - a.score).slice(0, MOST_SHOWN);

/** One pass over everybody. It takes a few milliseconds for thousands and needs no index. */
export const findDoubles = <K extends KnownPerson>(person: Compared, people: Iterable<K>): Double<K>[] => {
  const found: Double<K>[] = [];
  const typed = { ...person, [SSN]: lastFour(person) };
  for (const known of people) {
    const pair = comparePair(typed, known);
    if (pair) found.push({ known, ...pair });
  }
  return ranked(found);
};

/** Keys of which two records share at least one if enough besides their names is alike. */
const sharedKeys = (person: Compared): string[] => {
  const { DOB, Address, PostalCode } = person;
  const keys = phonesOf(person);
  const four = lastFour(person);
  if (four) keys.push(four);
  if (Address && PostalCode) keys.push(`${PostalCode.slice(0, 5)} ${street(Address)}`);
  if (DOB?.length === 10) {
    const [year, month, day] = [DOB.slice(0, 4), DOB.slice(5, 7), DOB.slice(8)];
    // With one wrong digit or a wrong year, two of the three parts are still the same.
    keys.push(`-${month}-${day}`, `${year}-${month}-`, `${year}--${day}`);
    keys.push(`${year} ${[month, day].toSorted().join(' ')}`);
  }
  return keys;
};

/** What more people than this share is no sign of a duplicate, such as an office's phone or a placeholder birth date. */
const TOO_COMMON = 300;

/** An index of everybody by these keys, for files of thousands, so that each row is only compared with some dozens. */
export class DoublesIndex<K extends KnownPerson> {
  readonly #byKey = new Map<string, K[]>();

  add(known: K) {
    for (const key of sharedKeys(known)) {
      const there = this.#byKey.get(key);
      if (!there) this.#byKey.set(key, [known]);
      else if (there.length <= TOO_COMMON) there.push(known);
    }
  }

  find(person: Compared): Double<K>[] {
    const some = new Set<K>();
    for (const key of sharedKeys(person)) {
      const there = this.#byKey.get(key) ?? [];
      if (there.length <= TOO_COMMON) for (const known of there) some.add(known);
    }
    return findDoubles(person, some);
  }
}

// ---- words

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** 'Baca, Guadalupe (ID 12, archived)' */
export const knownAs = (known: KnownPerson) =>
  `${personName(known)} (ID ${known.ID}${isArchived(known) ? ', archived' : ''})`;

/** 'has nearly the same name and the same birth date' */
export const reasonsOf = ({ reasons }: Pick<Double<unknown>, 'reasons'>) => `has ${listed(reasons)}`;

/** A question for each duplicate, shown at the last name. */
export const askAboutDoubles = <K extends KnownPerson>(
  doubles: readonly Double<K>[],
  nameOf: (known: K) => string = knownAs,
): Question[] =>
  doubles.map((double) => ({
    field: 'LastName',
    message: `${nameOf(double.known)} ${reasonsOf(double)}`,
  }));

/** The duplicates that a change causes. Those that looked alike before were already reported. */
export const newDoubles = <K extends KnownPerson>(
  before: Compared,
  after: Compared,
  people: readonly K[],
): Double<K>[] =>
  findDoubles(
    after,
    people.filter((known) => comparePair(before, known) === undefined),
  );
