import { checkParPayer } from '@homecare/domain/authorizations/pars.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import {
  type AuthorizationContext,
  type ImportedPar,
  isWhole,
  KnownClients,
  KnownTypes,
  ParsBeside,
  validateAuthorizationRow,
} from '@homecare/domain/people-import/authorization-rows.ts';
import { columnsOfMapping } from '@homecare/domain/people-import/rows.ts';
import { ALL_ENTERED, importedAuthorizations, otherQuestions } from '@homecare/domain/people-import/rules.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import {
  insertCheckedPars,
  listEnteredPars,
  listNamedClients,
  listTypesWithTerms,
  lockCoveredClients,
} from '../authorizations/service.ts';
import { ROWS_AT_ONCE } from '../people/bulk.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import {
  type CheckedRows,
  collect,
  type Entry,
  type Fault,
  type Imported,
  isSet,
  type OpenedFile,
  refuseProblems,
  validateRows,
} from './opened-file.ts';
import type { Report } from './progress.ts';
import { rememberColumns } from './remembered-columns.ts';

/** Files of authorizations (docs/rules/people-import.md, rules 13 to 16). */

type Row = Partial<ImportedPar>;

const procedureWords = (code: string | null | undefined, modifiers: readonly string[] = []) =>
  code ? [code, [code, ...modifiers].join(' ')] : [];

const proceduresOf = (terms: readonly Term[]) => [
  ...new Set(
    terms.flatMap(({ procedureCode, modifiers, cfcCode, cfcModifiers }) => [
      ...procedureWords(procedureCode, modifiers),
      ...procedureWords(cfcCode, cfcModifiers),
    ]),
  ),
];

/** Checks each row separately. */
const checkEachRow = async (
  scope: Scope,
  { target, mapping, categories, rows, pace }: OpenedFile,
  onMore: (count: number) => void,
): Promise<CheckedRows<Row>> => {
  const { db } = scope.site;
  const types = await listTypesWithTerms(db);
  const context: AuthorizationContext = {
    columns: columnsOfMapping(target, mapping, categories),
    clients: new KnownClients(await listNamedClients(db)),
    types: new KnownTypes(types.map(({ terms, ...type }) => ({ ...type, procedures: proceduresOf(terms) }))),
    today: scope.today(),
  };
  return collect(
    validateRows(rows, ({ cells }) => validateAuthorizationRow(cells, context), pace),
    onMore,
  );
};

interface Compared {
  readonly added: readonly ImportedPar[];
  readonly entered: number;
  readonly faults: readonly Fault[];
}

/** Compares rows without problems, in the order of the file, with existing authorizations. */
const compare = ({ entries, faults }: CheckedRows<Row>, entered: readonly ImportedPar[]): Compared => {
  const wrong = new Set(faults.map(({ row }) => row));
  const beside = new ParsBeside(entered);
  const added: ImportedPar[] = [];
  const more: Fault[] = [];
  let known = 0;
  for (const { row, record } of entries) {
    if (wrong.has(row) || !isWhole(record)) continue;
    const found = beside.add(record);
    if (found === 'entered') known += 1;
    else if (found.length === 0) added.push(record);
    else more.push(...found.map((error) => ({ row, error })));
  }
  return { added, entered: known, faults: [...faults, ...more] };
};

const clientsOf = (entries: readonly Entry<Row>[]) => [
  ...new Set(entries.flatMap(({ record }) => record.clientId ?? [])),
];

export const checkAuthorizations = async (
  scope: Scope,
  file: OpenedFile,
  onMore: (count: number) => void,
): Promise<Compared & { readonly questions: readonly Fault[] }> => {
  const checked = await checkEachRow(scope, file, onMore);
  const entered = await listEnteredPars(scope.site.db, clientsOf(checked.entries));
  return { ...compare(checked, entered), questions: checked.questions };
};

/** Since the rows were read, someone may have been merged, or be paid for by others. */
const changedSince = (
  { entries }: CheckedRows<Row>,
  clients: Awaited<ReturnType<typeof lockCoveredClients>>,
): Fault[] =>
  entries.flatMap(({ row, record }): Fault[] => {
    if (!isWhole(record)) return [];
    const client = clients.get(record.clientId);
    if (!client) return [{ row, error: { field: 'Name', message: 'This client is no longer on record.' } }];
    return checkParPayer(record, client).map(({ message }) => ({
      row,
      error: { field: 'ParNumber', message },
    }));
  });

export const importAuthorizations = async (
  scope: Scope,
  file: OpenedFile,
  confirmed: number | null | undefined,
  report: Report,
): Imported => {
  const { length } = file.rows;
  const checked = await checkEachRow(scope, file, (count) => report('checking', count, length));
  const ids = clientsOf(checked.entries);
  const before = compare(checked, await listEnteredPars(scope.site.db, ids));
  if (before.faults.length > 0) return refuseProblems(file, before.faults);
  const asked = checked.questions.length;
  if (isSet(confirmed) && confirmed !== asked) return refuse('conflict', otherQuestions(asked));
  if (before.added.length === 0)
    return done({ imported: 0 }, { info: importedAuthorizations(0, before.entered) });
  return mutate(scope, 'peopleImport.import', async (tx, record, flush) => {
    const clients = await lockCoveredClients(tx, ids);
    const { added, entered, faults } = compare(checked, await listEnteredPars(tx, ids));
    const found = [...faults, ...changedSince(checked, clients)];
    if (found.length > 0) return refuseProblems(file, found);
    // Another file has added them since the rows were read.
    if (added.length === 0) return refuse('conflict', ALL_ENTERED);
    for (let at = 0; at < added.length; at += ROWS_AT_ONCE) {
      await insertCheckedPars(tx, scope, added.slice(at, at + ROWS_AT_ONCE), record);
      report('saving', Math.min(length, at + ROWS_AT_ONCE), length);
      await flush();
    }
    await rememberColumns(tx, scope, file);
    return done({ imported: added.length }, { info: importedAuthorizations(added.length, entered) });
  });
};
