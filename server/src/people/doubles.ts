import { isChanged } from '@homecare/domain/people/change.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import {
  askAboutDoubles,
  COMPARED_FIELDS,
  type Compared,
  DoublesIndex,
  findDoubles,
  type KnownPerson,
  newDoubles,
} from '@homecare/domain/people/doubles.ts';
import { ACTIVE_STATUS, kindOf, STATUS } from '@homecare/domain/people/kind-and-status.ts';
import type { Question } from '@homecare/domain/people/questions.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import type { Pace } from '../platform/jobs/pace.ts';
import { listApart } from './merge-queries.ts';
import { type Db, listKnown } from './queries.ts';

/** Finds people who are already on record. Birth dates and digits of SSNs are loaded into the process and compared here (decision 69). */

/** For a new person. */
export const askWhoIsKnown = async (tx: Tx, person: PersonDraft): Promise<Question[]> =>
  askAboutDoubles(findDoubles(person, await listKnown(tx, kindOf(person))));

/** For a change: people the record resembled before are not asked about again, nor are those known to be someone else. */
export const askWhoIsKnownNow = async (
  tx: Tx,
  id: number,
  before: PersonDraft,
  after: PersonDraft,
): Promise<Question[]> => {
  if (!COMPARED_FIELDS.some((name) => isChanged(before, after, name))) return [];
  const apart = new Set([id, ...(await listApart(tx, id))]);
  const others = (await listKnown(tx, kindOf(before))).filter(({ ID }) => !apart.has(ID));
  return askAboutDoubles(newDoubles(before, after, others));
};

interface FileRow extends KnownPerson {
  readonly row: number;
}
const inFile = (known: FileRow) => `${personName(known)} (row ${known.row} of this file)`;

/** An index of people on record. */
export const indexOf = async (people: Iterable<KnownPerson>, pace: Pace) => {
  const index = new DoublesIndex<KnownPerson>();
  for (const known of people) {
    index.add(known);
    if (pace.isDue()) await pace.rest();
  }
  return index;
};

export const indexKnown = async (db: Db, kind: PersonKind, pace: Pace) =>
  indexOf(await listKnown(db, kind), pace);

/** Compares each row with the rows before it. */
export const askingAboutRowsBefore = () => {
  const rows = new DoublesIndex<FileRow>();
  return (person: Compared, row: number): Question[] => {
    const questions = askAboutDoubles(rows.find(person), inFile);
    const compared = Object.fromEntries(COMPARED_FIELDS.map((name) => [name, person[name]]));
    rows.add({ ...compared, ID: 0, [STATUS]: ACTIVE_STATUS, row });
    return questions;
  };
};

/** For a file: stored people are read once, and each pass over the file starts without rows. */
export const askingAboutRows = async (scope: Scope, pace: Pace) => {
  const { db } = scope.site;
  const stored = {
    Provider: await indexKnown(db, 'Provider', pace),
    Client: await indexKnown(db, 'Client', pace),
  };
  return () => {
    const askBefore = { Provider: askingAboutRowsBefore(), Client: askingAboutRowsBefore() };
    return (person: PersonDraft, row: number): Question[] => {
      const kind = kindOf(person);
      return [...askAboutDoubles(stored[kind].find(person)), ...askBefore[kind](person, row)];
    };
  };
};
