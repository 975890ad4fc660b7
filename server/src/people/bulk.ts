import { setImmediate as nextTurn } from 'node:timers/promises';
import { done, type FieldError, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { PERSON_KINDS } from '@homecare/domain/people/dictionary.ts';
import { checkArchive, checkPerson, clientMaximum } from '@homecare/domain/people/rules.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { locateOffline } from '../addresses/service.ts';
import { isQueueing, queueNewRecords } from '../aggregator/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Change, Tx } from '../platform/db/mutate.ts';
import { countActiveClients, insertPreparedRows, prepareRows, readActiveClients } from './queries.ts';
import { kindOf } from './reading.ts';
import { recordPerson, type Surroundings, stampOf } from './service.ts';

/** Many new people at once: the import of files and the example data. */

type Recorder = (change: Change) => void;

/** Rows of one statement: what is worked out for one of them keeps other requests waiting for some milliseconds only. */
const ROWS_AT_ONCE = 250;

/**
 * People whose records were judged already, as the log of a typed one is kept. Answers their ids in order; `onSaved` hears how
 * many there are so far and may write what was recorded of them.
 */
export const insertCheckedPeople = async (
  tx: Tx,
  scope: Scope,
  people: readonly PersonDraft[],
  record: Recorder,
  onSaved: (count: number) => Promise<void> = async () => undefined,
): Promise<number[]> => {
  // The status stands in the new rows already: they are not written twice.
  const pending: PersonDraft = (await isQueueing(tx)) ? { SunDataStatus: 'Pending' } : {};
  const stamp = stampOf(scope);
  const ids: number[] = [];
  const prepare = (at: number) =>
    prepareRows(
      people.slice(at, at + ROWS_AT_ONCE).map((person) => ({ ...person, ...pending })),
      scope.site.secrets,
    );
  const save = async (rows: ReturnType<typeof prepare>, at: number) => {
    const made = await insertPreparedRows(tx, rows, stamp);
    for (const [index, id] of made.entries()) {
      const person = people[at + index];
      if (person) recordPerson(record, id, 'insert', {}, person);
    }
    ids.push(...made);
    await onSaved(ids.length);
  };
  let next = prepare(0);
  for (let at = 0; at < people.length; at += ROWS_AT_ONCE) {
    const saving = save(next, at);
    // It is waited for below: until then its failure must not pass for one that nobody hears of.
    saving.catch(() => undefined);
    // While the database writes some rows, which it hears of in the next turn, the following ones are sealed.
    await nextTurn();
    next = prepare(at + ROWS_AT_ONCE);
    await saving;
  }
  if (pending.SunDataStatus)
    for (const kind of PERSON_KINDS) {
      const ofKind = ids.filter((_, index) => people[index] && kindOf(people[index]) === kind);
      await queueNewRecords(tx, scope, kind, ofKind, record);
    }
  return ids;
};

/** People of any status, each held to the rules of the form. */
export const insertPeopleInBulk = async (
  tx: Tx,
  scope: Scope,
  people: readonly PersonDraft[],
  { maxClients }: Pick<Surroundings, 'maxClients'>,
  record: Recorder,
): Promise<Result<number[]>> => {
  const today = scope.today();
  const [first, ...others] = people.flatMap((person, index): FieldError[] =>
    [
      ...checkPerson(person, { kind: kindOf(person), mode: 'insert', today }),
      ...(person.Cur === 'n' ? checkArchive(person) : []),
    ].map(({ field, message }) => ({ field, message: `Row ${index + 1}: ${message}` })),
  );
  if (first) return refuseFields([first, ...others]);
  const ids = await insertCheckedPeople(tx, scope, people, record);
  return maxClients > 0 && (await countActiveClients(tx)) > maxClients
    ? refuse('conflict', clientMaximum(maxClients))
    : done(ids);
};

/** The best known point of each address, by ZIP area where nothing better is known. No address leaves the machine. */
export const locatePeople = async (scope: Scope, people: readonly PersonDraft[]): Promise<PersonDraft[]> => {
  const points = await locateOffline(scope, people);
  return people.map((person, at) => ({ ...person, ...points[at] }));
};

/** Active clients now; in a transaction of a change they stay that many until its end. */
export const lockClientCount = (tx: Tx) => countActiveClients(tx);
export const clientCount = (scope: Scope) => readActiveClients(scope.site.db);
