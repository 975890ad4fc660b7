import { setImmediate as nextTurn } from 'node:timers/promises';
import { done, type FieldError, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { clientMaximum } from '@homecare/domain/people/client-maximum.ts';
import { PERSON_KINDS, type PersonKind } from '@homecare/domain/people/dictionary.ts';
import { AGGREGATOR_STATUS, isArchived, isClient, kindOf } from '@homecare/domain/people/kind-and-status.ts';
import { checkArchive, checkPerson } from '@homecare/domain/people/rules.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { queueNewRecords } from '../aggregator/service.ts';
import { storeFirstRates } from '../payroll/rates.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { countActiveClients, insertPreparedRows, prepareRows, readActiveClients } from './queries.ts';
import { recordPerson, stampOf } from './service.ts';

/** Many new people at once: the import of files and the example data. */

/** Rows of one statement: what is worked out for one of them keeps other requests waiting for some milliseconds only. */
export const ROWS_AT_ONCE = 250;

type Batches = Iterable<readonly PersonDraft[]> | AsyncIterable<readonly PersonDraft[]>;

/**
 * People whose records were checked already, as the log of a typed one is kept; each batch is one statement, and while the
 * database writes it the next one is drawn and sealed. Answers their ids in order; `onSaved` hears how many there are so far
 * and may write what was recorded of them.
 */
export const insertCheckedPeople = async (
  tx: Tx,
  scope: Scope,
  batches: Batches,
  record: Recorder,
  onSaved: (count: number) => Promise<void> = async () => undefined,
): Promise<number[]> => {
  // The status is in the new rows already: they are not written twice.
  const pending: PersonDraft = scope.settings.capabilities.sandataEnabled
    ? { [AGGREGATOR_STATUS]: 'Pending' }
    : {};
  const stamp = stampOf(scope);
  const ids: number[] = [];
  const idsOf: Record<PersonKind, number[]> = { Provider: [], Client: [] };
  const save = async (people: readonly PersonDraft[], rows: ReturnType<typeof prepareRows>) => {
    const made = await insertPreparedRows(tx, rows, stamp);
    await storeFirstRates(
      tx,
      scope,
      people.map((person, index) => ({ id: made[index] ?? 0, person })),
    );
    for (const [index, person] of people.entries()) {
      const id = made[index];
      if (id === undefined) throw new Error('the insert answered too few ids');
      recordPerson(record, id, 'insert', {}, person);
      idsOf[kindOf(person)].push(id);
      ids.push(id);
    }
    await onSaved(ids.length);
  };
  let saving = Promise.resolve();
  try {
    for await (const people of batches) {
      // Judging and sealing at one stretch would keep other requests waiting.
      await nextTurn();
      const rows = prepareRows(
        people.map((person) => ({ ...person, ...pending })),
        scope.site.secrets,
      );
      await saving;
      saving = save(people, rows);
      // It is waited for below: until then its failure must not pass for one that nobody hears of.
      saving.catch(() => undefined);
      // The database hears of the rows in the next turn.
      await nextTurn();
    }
  } finally {
    // Whatever went wrong, nothing may be under way when the transaction ends.
    await saving;
  }
  if (pending[AGGREGATOR_STATUS])
    for (const kind of PERSON_KINDS) await queueNewRecords(tx, scope, kind, idsOf[kind], record);
  return ids;
};

function* batchesOf(people: readonly PersonDraft[]) {
  for (let at = 0; at < people.length; at += ROWS_AT_ONCE) yield people.slice(at, at + ROWS_AT_ONCE);
}

/** People of any status, each held to the rules of the form. */
export const insertPeopleInBulk = async (
  tx: Tx,
  scope: Scope,
  people: readonly PersonDraft[],
  record: Recorder,
): Promise<Result<number[]>> => {
  const today = scope.today();
  const { maxClients } = scope.settings.capabilities;
  const refused = refuseAll(
    people.flatMap((person, index): FieldError[] =>
      [
        ...checkPerson(person, { kind: kindOf(person), mode: 'insert', today }),
        ...(isArchived(person) ? checkArchive(person) : []),
      ].map(({ field, message }) => ({ field, message: `Row ${index + 1}: ${message}` })),
    ),
  );
  if (refused) return refused;
  // Before the work, which takes a while for thousands; the count holds until the transaction ends.
  const clients = people.filter((person) => !isArchived(person) && isClient(person)).length;
  if (maxClients > 0 && (await countActiveClients(tx)) + clients > maxClients)
    return refuse('conflict', clientMaximum(maxClients));
  return done(await insertCheckedPeople(tx, scope, batchesOf(people), record));
};

/** Active clients now; in a transaction of a change they stay that many until its end. */
export const lockClientCount = (tx: Tx) => countActiveClients(tx);
export const clientCount = (scope: Scope) => readActiveClients(scope.site.db);
