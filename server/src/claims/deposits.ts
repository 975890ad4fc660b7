import { readFile } from 'node:fs/promises';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import {
  checkDeposit,
  DEPOSIT_DELETED,
  DEPOSIT_EXISTS,
  DEPOSIT_SAVED,
  importedInfo,
  matchDeposits,
  NO_DEPOSIT_FILE,
  numberDeposits,
  readDepositRows,
} from '@homecare/domain/claims/deposits.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { decodeText, readCsv } from '../platform/files/csv.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { newPace } from '../platform/jobs/pace.ts';
import { listFileRows } from './answer-queries.ts';
import { CLAIMS_ENTITY } from './batches.ts';
import { insertDeposits, listDepositRows, markDepositDeleted } from './deposit-queries.ts';

/** Matches deposits with remittances (docs/rules/claims.md, rule 37). */

const MOST_ROWS = 5_000;
const MOST_FAULTS = 20;

export const listDeposits = async (scope: Scope): Promise<Result<OutputOf<typeof calls.listDeposits>>> => {
  const { db } = scope.site;
  const [deposits, files] = await Promise.all([listDepositRows(db), listFileRows(db)]);
  const payments = files
    .filter(({ state }) => state === 'posted')
    .flatMap((file) =>
      file.payments.flatMap(({ trace, date, paid }) =>
        date !== null && paid > 0 ? [{ trace, day: date, paid }] : [],
      ),
    );
  const found = matchDeposits(deposits, payments);
  return done({ matched: [...found.matched], deposits: [...found.deposits], payments: [...found.payments] });
};

export const saveDeposit: UseCase<typeof calls.saveDeposit> = async (scope, draft) => {
  const refused = refuseAll(checkDeposit(draft, scope.today().toString()));
  if (refused) return refused;
  return mutate(scope, 'claims.saveDeposit', async (tx, record) => {
    const [id] = await insertDeposits(tx, numberDeposits([draft]), scope.stamp());
    if (id === undefined) return refuse('conflict', DEPOSIT_EXISTS);
    record({
      entity: CLAIMS_ENTITY,
      id: null,
      action: 'insert',
      changes: { deposit: [null, draft.amount], day: [null, draft.day] },
    });
    return done({ id }, { insertId: id, info: DEPOSIT_SAVED });
  });
};

export const deleteDeposit: UseCase<typeof calls.deleteDeposit> = (scope, { id }) =>
  mutate(scope, 'claims.deleteDeposit', async (tx, record) => {
    if (!(await markDepositDeleted(tx, id, scope.stamp()))) return refuse('notFound');
    record({ entity: CLAIMS_ENTITY, id: null, action: 'delete', changes: { deposit: [id, null] } });
    return done(null, { info: DEPOSIT_DELETED });
  });

const refusedFile = (first: string, others: readonly string[] = []) =>
  refuseFields([
    { field: 'file', message: first },
    ...others.slice(0, MOST_FAULTS).map((message) => ({ field: 'file', message })),
  ]);

/** Imports the whole file or nothing. Deposits entered before are not counted again. */
export const importDeposits = async (
  scope: Scope,
  _: InputOf<typeof calls.importDeposits>,
  file: IncomingFile | undefined,
): Promise<Result<OutputOf<typeof calls.importDeposits>>> => {
  const text = file && file.size > 0 ? decodeText(await readFile(file.path)) : undefined;
  if (text === undefined) return refusedFile(NO_DEPOSIT_FILE);
  const csv = await readCsv(text, MOST_ROWS, newPace());
  if (!csv.ok)
    return refusedFile(
      csv.fault === 'tooLong'
        ? `The file has more than ${MOST_ROWS} rows.`
        : `Row ${csv.row} has an open quotation mark.`,
    );
  const { drafts, faults, skipped } = readDepositRows(csv.rows, scope.today().toString());
  const [fault, ...others] = faults;
  if (fault !== undefined) return refusedFile(fault, others);
  return mutate(scope, 'claims.importDeposits', async (tx, record) => {
    const added = (await insertDeposits(tx, numberDeposits(drafts), scope.stamp())).length;
    record({ entity: CLAIMS_ENTITY, id: null, action: 'run', changes: { deposits: [null, added] } });
    const known = drafts.length - added;
    return done({ added, known, skipped }, { info: importedInfo(added, known, skipped) });
  });
};
