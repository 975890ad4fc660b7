import {
  checkProgram,
  PROGRAM_DELETED,
  PROGRAM_SAVED,
  type ProgramDraft,
  sayProgram,
  tidyProgram,
} from '@homecare/domain/authorizations/client-programs.ts';
import type * as calls from '@homecare/domain/authorizations/contract.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { done, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { type Change, mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  insertProgram,
  isClient,
  listClientPrograms,
  lockClients,
  lockProgram,
  markProgramDeleted,
  updateProgram,
} from './queries.ts';

/** The programs of clients by day, which determine the codes of their care plan types. */

export const listPrograms: UseCase<typeof calls.listPrograms> = async (scope, { clientId }) => {
  const { db } = scope.site;
  if (!(await isClient(db, clientId))) return refuse('notFound');
  return done(await listClientPrograms(db, clientId));
};

const wordsOf = (one: ProgramDraft) => `${sayProgram(one)} from ${showDate(one.from)}`;

/** Shown in the client's log. */
const ofClient = (id: number, before: ProgramDraft | null, now: ProgramDraft | null): Change => ({
  entity: 'person',
  id,
  action: before === null ? 'insert' : now === null ? 'delete' : 'update',
  changes: { Program: [before && wordsOf(before), now && wordsOf(now)] },
});

export const saveProgram: UseCase<typeof calls.saveProgram> = (scope, draft) =>
  mutate(scope, 'authorizations.saveProgram', async (tx, record) => {
    const { id, clientId, rev, ...entered } = tidyProgram(draft);
    if (!(await lockClients(tx, [clientId])).has(clientId)) return refuse('notFound');
    const others = (await listClientPrograms(tx, clientId)).filter((one) => one.id !== id);
    const refused = refuseAll(checkProgram(entered, others));
    if (refused) return refused;
    if (id === null) {
      const made = await insertProgram(tx, clientId, entered, scope.stamp());
      record(ofClient(clientId, null, entered));
      return done({ id: made, rev: 0 }, { insertId: made, info: PROGRAM_SAVED });
    }
    const before = await lockProgram(tx, id);
    if (!before || before.clientId !== clientId) return refuse('notFound');
    if (rev !== null && before.rev !== rev) return refuse('stale');
    await updateProgram(tx, id, entered, scope.stamp());
    record(ofClient(clientId, before, entered));
    return done({ id, rev: before.rev + 1 }, { info: PROGRAM_SAVED });
  });

export const deleteProgram: UseCase<typeof calls.deleteProgram> = (scope, { id, rev }) =>
  mutate(scope, 'authorizations.deleteProgram', async (tx, record) => {
    const before = await lockProgram(tx, id);
    if (!before) return refuse('notFound');
    if (before.rev !== rev) return refuse('stale');
    await markProgramDeleted(tx, id, scope.stamp());
    record(ofClient(before.clientId, before, null));
    return done(null, { info: PROGRAM_DELETED });
  });
