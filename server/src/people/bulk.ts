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

/** Adds many people at once, for file imports and the example data. */

/** Rows per statement, so that preparing them blocks other requests for only a few milliseconds. */
export const ROWS_AT_ONCE = 250;

type Batches = Iterable<readonly PersonDraft[]> | AsyncIterable<readonly PersonDraft[]>;

/**
 * Inserts people whose records have been validated, with the same log as for typed ones. Each batch is one statement; while the
 * database writes it, the next one is prepared and sealed. Returns their ids in order. `onSaved` gets the count so far and may write
 * the log.
 */
export const insertCheckedPeople = async (
  tx: Tx,
  scope: Scope,
  batches: Batches,
  record: Recorder,
  onSaved: (count: number) => Promise<void> = async () => undefined,
): Promise<number[]> => {
  // New rows already have the status, so they are not written twice.
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
      // Give other requests a turn between preparing and sealing.
      await nextTurn();
      const rows = prepareRows(
        people.map((person) => ({ ...person, ...pending })),
        scope.site.secrets,
      );
      await saving;
      saving = save(people, rows);
      // Awaited below; until then a failure must not count as unhandled.
      saving.catch(() => undefined);
      // Let the statement go out before preparing the next batch.
      await nextTurn();
    }
  } finally {
    // Whatever went wrong, no statement may still be running when the transaction ends.
    await saving;
  }
  if (pending[AGGREGATOR_STATUS])
    for (const kind of PERSON_KINDS) await queueNewRecords(tx, scope, kind, idsOf[kind], record);
  return ids;
};

function* batchesOf(people: readonly PersonDraft[]) {
  for (let at = 0; at < people.length; at += ROWS_AT_ONCE) yield people.slice(at, at + ROWS_AT_ONCE);
}

/** Inserts people of any status, each validated by the rules of the form. */
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
  // Checked first, because inserting thousands takes a while; the count is locked until the transaction ends.
  const clients = people.filter((person) => !isArchived(person) && isClient(person)).length;
  if (maxClients > 0 && (await countActiveClients(tx)) + clients > maxClients)
    return refuse('conflict', clientMaximum(maxClients));
  return done(await insertCheckedPeople(tx, scope, batchesOf(people), record));
};

/** The number of active clients, locked until the end of the transaction. */
export const lockClientCount = (tx: Tx) => countActiveClients(tx);
export const clientCount = (scope: Scope) => readActiveClients(scope.site.db);
