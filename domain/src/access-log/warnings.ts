import type { Role } from '../call.ts';
import { fold } from '../fold.ts';
import { isTiedRole } from '../permissions.ts';

/** Nobody's daily work needs more records than this within an hour. */
export const MANY_RECORDS = 200;
const HOUR_MS = 3_600_000;

export interface Looker {
  readonly id: number;
  readonly fullName: string;
  readonly role: Role;
  /** The provider whom this account belongs to, if any. */
  readonly providerId: number | null;
}

export interface NamedPerson {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
}

/** A person whose record the account holder may have private reasons to open. */
export interface Close {
  readonly kind: 'own' | 'family';
  readonly looker: Looker;
  readonly person: NamedPerson;
}

const wordsOf = (name: string) => fold(name).split(/\s+/).filter(Boolean);

/** Why a look at this person is worth a question: it is their own record, or the family name is the same. */
const closeness = (looker: Looker, person: NamedPerson): Close['kind'] | undefined => {
  const isOwn = looker.providerId === person.id;
  // Caregivers' screens always show their own record and visits.
  if (isOwn) return isTiedRole(looker.role) ? undefined : 'own';
  const own = wordsOf(looker.fullName);
  const last = wordsOf(person.lastName);
  const isSameFamily =
    own.length > last.length && last.every((word, index) => own[own.length - last.length + index] === word);
  if (!isSameFamily || last.length === 0) return undefined;
  const [first] = wordsOf(person.firstName);
  return own[0] === first && !isTiedRole(looker.role) ? 'own' : 'family';
};

/** Pairs all accounts with the people close to them. */
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
  /** Kind and number, such as 'person 12'. */
  readonly record: string;
}

/** The hour in which one account looked at the most different records, if they exceed `MANY_RECORDS`. `looks` are in order of time. */
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
