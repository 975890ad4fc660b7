import type { InputOf } from '@homecare/domain/call.ts';
import type * as calls from '@homecare/domain/eligibility/contract.ts';
import {
  checkEntry,
  dataOfNote,
  ENTRY_DELETED,
  ENTRY_SAVED,
  noteOf,
  OF_THE_PAYER,
} from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityEntry } from '@homecare/domain/eligibility/schema.ts';
import { done, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import type { Changed } from '../platform/db/changes.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  findOrigin,
  insertEntries,
  isClient,
  listEntries,
  lockEntry,
  markEntryDeleted,
  type NewEntry,
  type StoredEntry,
  updateEntry,
} from './queries.ts';

/** Reading eligibility entries, and entries made by staff. */

export const loadEligibility = async (
  scope: Scope,
  { id }: InputOf<typeof calls.getEligibility>,
  changed?: Changed,
): Promise<Result<EligibilityEntry[]>> => done(await listEntries(scope.site.db, id ?? null, changed));

export const getEntryOrigin: UseCase<typeof calls.getEntryOrigin> = async (scope, { id }) => {
  const origin = await findOrigin(scope.site.db, id);
  return origin ? done(origin) : refuse('notFound');
};

/** Adds entries within the caller's transaction. Returns their ids in order. */
export const addEligibility = async (
  tx: Tx,
  scope: Scope,
  entries: readonly NewEntry[],
  record: Recorder,
): Promise<number[]> => {
  const ids = await insertEntries(tx, entries, scope.stamp());
  for (const id of ids) record({ entity: 'eligibility', id, action: 'insert' });
  return ids;
};

const wordsOf = ({ status, date, start, end, data }: NewEntry | EligibilityEntry) =>
  `${status}, requested ${date}, ${start ?? 'no start'} to ${end ?? 'further notice'}${data.Note ? `, ${data.Note}` : ''}`;

/** Shown in the client's log. */
const ofClient = (clientId: number, before: EligibilityEntry | null, now: NewEntry | null): Change => ({
  entity: 'person',
  id: clientId,
  action: before === null ? 'insert' : now === null ? 'delete' : 'update',
  changes: { Eligibility: [before && wordsOf(before), now && wordsOf(now)] },
});

/** Locks an entry made by staff that has not changed since it was read. */
const lockOwn = async (
  tx: Tx,
  scope: Scope,
  id: number,
  rev: number | null,
): Promise<Result<StoredEntry>> => {
  const stored = await lockEntry(tx, id);
  if (!stored) return refuse('notFound');
  if (stored.source !== 'manual') return refuse('conflict', OF_THE_PAYER);
  if (rev === null || rev === stored.rev) return done(stored);
  return refuseStale(scope, stored);
};

export const saveEntry: UseCase<typeof calls.saveEntry> = async (scope, { id, rev, note, ...draft }) => {
  const refused = refuseAll(checkEntry(draft, scope.today().toString()));
  if (refused) return refused;
  const entry = { ...draft, data: dataOfNote(note) };
  return mutate(scope, 'eligibility.saveEntry', async (tx, record) => {
    if (!(await isClient(tx, draft.clientId))) return refuse('notFound');
    if (id === null) {
      const [made = 0] = await insertEntries(tx, [entry], scope.stamp());
      record(ofClient(draft.clientId, null, entry));
      return done({ id: made, rev: 0 }, { insertId: made, info: ENTRY_SAVED });
    }
    const stored = await lockOwn(tx, scope, id, rev);
    if (!stored.ok) return stored;
    if (stored.data.clientId !== draft.clientId) return refuse('notFound');
    // Older entries have more values than the note; those are kept.
    const { Note: _, ...others } = stored.data.data;
    const now = {
      ...entry,
      data: note === noteOf(stored.data) ? stored.data.data : { ...others, ...entry.data },
    };
    await updateEntry(tx, id, now, scope.stamp());
    record(ofClient(draft.clientId, stored.data, now));
    return done({ id, rev: stored.data.rev + 1 }, { insertId: id, info: ENTRY_SAVED });
  });
};

export const deleteEntry: UseCase<typeof calls.deleteEntry> = (scope, { id, rev }) =>
  mutate(scope, 'eligibility.deleteEntry', async (tx, record) => {
    const stored = await lockOwn(tx, scope, id, rev);
    if (!stored.ok) return stored;
    await markEntryDeleted(tx, id, scope.stamp());
    record(ofClient(stored.data.clientId, stored.data, null));
    return done(null, { info: ENTRY_DELETED });
  });
