import type * as calls from '@homecare/domain/claims/contract.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { recordChanges } from '../platform/db/mutate.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import { CLAIMS_ENTITY } from './batches.ts';
import { controlSheet } from './documents.ts';
import { findBatchFile, findSheet, listBatchRows } from './queries.ts';

export const listBatches: UseCase<typeof calls.listBatches> = async (scope, { search }) =>
  done(await listBatchRows(scope.site.db, search));

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

/** The control sheet of a file: claims by client, and who was left out. */
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
