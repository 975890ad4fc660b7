import type { Role } from '../call.ts';
import { fold } from '../fold.ts';
import { isTiedRole } from '../permissions.ts';

/** More records than this within an hour are nobody's daily work. */
export const MANY_RECORDS = 200;
const HOUR_MS = 3_600_000;

export interface Looker {
  readonly id: number;
  readonly fullName: string;
  readonly role: Role;
  /** The provider whose account it is. */
  readonly providerId: number | null;
}

export interface NamedPerson {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
}

/** Somebody whose record the owner of an account has reasons of their own to look at. */
export interface Close {
  readonly kind: 'own' | 'family';
  readonly looker: Looker;
  readonly person: NamedPerson;
}

const wordsOf = (name: string) => fold(name).split(/\s+/).filter(Boolean);

/** Why a look at this person is worth a question: the own record, or one of the same family name. */
const closeness = (looker: Looker, person: NamedPerson): Close['kind'] | undefined => {
  const isOwn = looker.providerId === person.id;
  // A caregiver's own record and visits are what their screens are made of.
  if (isOwn) return isTiedRole(looker.role) ? undefined : 'own';
  const own = wordsOf(looker.fullName);
  const last = wordsOf(person.lastName);
  const isSameFamily =
    own.length > last.length && last.every((word, index) => own[own.length - last.length + index] === word);
  if (!isSameFamily || last.length === 0) return undefined;
  const [first] = wordsOf(person.firstName);
  return own[0] === first && !isTiedRole(looker.role) ? 'own' : 'family';
};

/** Everybody with those who are close to them. */
export const findClose = (lookers: readonly Looker[], people: readonly NamedPerson[]): Close[] => {
  const byLastWord = Map.groupBy(people, ({ lastName }) => wordsOf(lastName).at(-1));
  const byId = new Map(people.map((person) => [person.id, person]));
  return lookers.flatMap((looker) => {
    const own = looker.providerId === null ? undefined : byId.get(looker.providerId);
    const namesakes = byLastWord.get(wordsOf(looker.fullName).at(-1)) ?? [];
    return [...new Set([...(own ? [own] : []), ...namesakes])].flatMap((person) => {
      const kind = closeness(looker, person);
      return kind ? [{ kind, looker, person }] : [];
    });
  });
};

export interface RecordLook {
  readonly atMs: number;
  /** Kind and number. */
  readonly record: string;
}

/** The hour of these looks of one account, in the order of their time, with the most records, where those are too many. */
export const crowdedHour = (
  looks: readonly RecordLook[],
): { readonly fromMs: number; readonly records: number } | undefined => {
  const within = new Map<string, number>();
  let first = 0;
  let found: { fromMs: number; records: number } | undefined;
  for (const { atMs, record } of looks) {
    within.set(record, (within.get(record) ?? 0) + 1);
    for (let oldest = looks[first]; oldest && atMs - oldest.atMs >= HOUR_MS; oldest = looks[first]) {
      const left = (within.get(oldest.record) ?? 0) - 1;
      if (left > 0) within.set(oldest.record, left);
      else within.delete(oldest.record);
      first += 1;
    }
    if (within.size > MANY_RECORDS && within.size > (found?.records ?? 0))
      found = { fromMs: looks[first]?.atMs ?? atMs, records: within.size };
  }
  return found;
};
