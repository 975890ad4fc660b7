import type { InputOf } from '@homecare/domain/call.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import { checkPar, PAR_DELETED, PAR_SAVED, tidyParNumber } from '@homecare/domain/claims/rules.ts';
import { done, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { followPars } from '../people/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Recorder, recordChanges, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import { CLAIMS_ENTITY } from './batches.ts';
import { controlSheet } from './documents.ts';
import {
  findBatchFile,
  findLastParDay,
  findSheet,
  insertPar,
  isClient,
  listBatchRows,
  listParsOf,
  listTypeCodes,
  lockPar,
  markParDeleted,
  type ParRow,
  updatePar,
} from './queries.ts';

/** Files of claims as they are asked for, and the prior authorisations (PAR) that claims take. */

export const listBatches = async (scope: Scope) => done(await listBatchRows(scope.site.db));

export const X12_TYPE = 'application/edi-x12';

export const downloadBatch: UseCase<typeof calls.downloadBatch> = async (scope, { id }) => {
  const { db } = scope.site;
  const found = await findBatchFile(db, id);
  if (!found) return refuse('notFound');
  await recordChanges(db, scope, 'claims.downloadBatch', [
    { entity: CLAIMS_ENTITY, id, action: 'read', changes: { file: [null, found.name] } },
  ]);
  return done(new FileAnswer(X12_TYPE, found.file, found.name));
};

/** Control sheet of a file: claims by client, and who was left out. */
export const printSheet: UseCase<typeof calls.printControlSheet> = async (scope, { id }) => {
  const facts = await findSheet(scope.site.db, id);
  if (!facts) return refuse('notFound');
  const title = 'Control sheet of claims';
  return answerPdf(scope, {
    kind: 'x12generator',
    subjectIds: [id],
    parameters: { batch: id },
    title,
    fileName: `${facts.file.replace(/\.x12$/, '')}_control.pdf`,
    namesClient: true,
    rows: facts.claims.length,
    parts: [{ title, subject: facts.file, foot: `x12generator ${id}`, blocks: controlSheet(facts) }],
  });
};

// --- Authorisations

export const listPars: UseCase<typeof calls.listPars> = async (scope, { clientId }) => {
  const { db } = scope.site;
  if (!(await isClient(db, clientId))) return refuse('notFound');
  const pars = (await listParsOf(db, [clientId])).get(clientId) ?? [];
  return done([...pars]);
};

/** Shown in the log of the client. */
const ofClient = (id: number, before: ParRow | null, now: ParRow | null): Change => ({
  entity: 'person',
  id,
  action: before === null ? 'insert' : now === null ? 'delete' : 'update',
  changes: { PAR: [before && wordsOf(before), now && wordsOf(now)] },
});
const wordsOf = ({ type, number, from, through, units }: ParRow) =>
  `${number} for ${type}, ${from} to ${through}${units === null ? '' : `, ${units} units`}`;

export const savePar: UseCase<typeof calls.savePar> = async (scope, draft) => {
  const { db } = scope.site;
  const par = { ...draft, number: tidyParNumber(draft.number) };
  const refused = refuseAll(checkPar(par, await listTypeCodes(db)));
  if (refused) return refused;
  if (!(await isClient(db, draft.clientId))) return refuse('notFound');
  try {
    return await mutate(scope, 'claims.savePar', async (tx, record) => storePar(tx, scope, par, record));
  } catch (error) {
    if (violatedUnique(error) !== 'client_pars_number') throw error;
    return refuseFields(
      [{ field: 'number', message: 'This PAR is entered already, with the same first day.' }],
      'conflict',
    );
  }
};

/** The table is the home of PAR Expiration: the record keeps the last day of it; without a row the last one that it had. */
const followLastPar = async (tx: Tx, scope: Scope, clientId: number, record: Recorder) => {
  const through = await findLastParDay(tx, clientId);
  if (through) await followPars(tx, scope, clientId, through, record);
};

const storePar = async (tx: Tx, scope: Scope, par: InputOf<typeof calls.savePar>, record: Recorder) => {
  const { id, clientId, rev } = par;
  if (id === null) {
    const made = await insertPar(tx, clientId, par, scope.stamp());
    record(ofClient(clientId, null, par));
    await followLastPar(tx, scope, clientId, record);
    return done({ id: made, rev: 0 }, { insertId: made, info: PAR_SAVED });
  }
  const before = await lockPar(tx, id);
  if (!before || before.clientId !== clientId) return refuse('notFound');
  if (rev !== null && before.rev !== rev) return refuse('stale');
  await updatePar(tx, id, par, scope.stamp());
  record(ofClient(clientId, before, par));
  await followLastPar(tx, scope, clientId, record);
  return done({ id, rev: before.rev + 1 }, { info: PAR_SAVED });
};

export const deletePar: UseCase<typeof calls.deletePar> = (scope, { id, rev }) =>
  mutate(scope, 'claims.deletePar', async (tx, record) => {
    const before = await lockPar(tx, id);
    if (!before) return refuse('notFound');
    if (before.rev !== rev) return refuse('stale');
    await markParDeleted(tx, id, scope.stamp());
    record(ofClient(before.clientId, before, null));
    await followLastPar(tx, scope, before.clientId, record);
    return done(null, { info: PAR_DELETED });
  });
