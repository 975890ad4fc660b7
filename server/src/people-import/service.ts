import { tidyNames } from '@homecare/domain/availability/rules.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import type { CandidateDraft } from '@homecare/domain/candidates/schema.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { fieldOf, type PersonKind } from '@homecare/domain/people/dictionary.ts';
import { isProvider, KIND, kindOf } from '@homecare/domain/people/kind-and-status.ts';
import { askAboutPerson } from '@homecare/domain/people/questions.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { type ImportedHours, readAvailability } from '@homecare/domain/people-import/availability-cells.ts';
import { readCell } from '@homecare/domain/people-import/cells.ts';
import { type ImportTarget, importTargets } from '@homecare/domain/people-import/columns.ts';
import type * as calls from '@homecare/domain/people-import/contract.ts';
import { suggestMapping, suggestTarget } from '@homecare/domain/people-import/mapping.ts';
import { CaregiverNames, type ImportedNeeds, readNeeds } from '@homecare/domain/people-import/needs-cells.ts';
import { outcomesOf } from '@homecare/domain/people-import/outcomes.ts';
import {
  columnsOfMapping,
  FileNumbers,
  type ImportContext,
  UNKNOWN_ZIP,
  validateCandidateRow,
  validatePersonRow,
} from '@homecare/domain/people-import/rows.ts';
import { imported, otherQuestions, tooManyClients } from '@homecare/domain/people-import/rules.ts';
import { askingTowns, knownPlaces } from '../addresses/service.ts';
import { type AvailabilityToStore, storeAvailability } from '../availability/bulk.ts';
import { askingAboutCandidates, insertCheckedCandidates, locateCandidates } from '../candidates/service.ts';
import { ownCategories } from '../payroll/pay-categories.ts';
import { clientCount, insertCheckedPeople, lockClientCount } from '../people/bulk.ts';
import { askingAboutRows } from '../people/doubles.ts';
import { listCaregiverNames } from '../people/names.ts';
import { getProcedureCodes } from '../people/reading.ts';
import { duplicatesOfMany } from '../people/uniqueness.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { newPace } from '../platform/jobs/pace.ts';
import { checkAuthorizations, importAuthorizations } from './authorizations.ts';
import {
  type Checked,
  type CheckedRows,
  collect,
  type Entry,
  type Fault,
  type Imported,
  isSet,
  type OpenedFile,
  openFile,
  problemsOf,
  readTable,
  refuseProblems,
  validateRows,
} from './opened-file.ts';
import { type Report, reporting } from './progress.ts';
import { readRemembered, rememberColumns } from './remembered-columns.ts';

/** Enough to see what a column contains. */
const SAMPLE_ROWS = 3;

export const readFile = async (
  scope: Scope,
  _input: InputOf<typeof calls.readFile>,
  file: IncomingFile | undefined,
): Promise<Result<OutputOf<typeof calls.readFile>>> => {
  const table = await readTable(file, newPace());
  if (!table.ok) return table;
  const { rows } = table.data;
  const heads = [...table.data.heads];
  const categories = await ownCategories(scope.site.db);
  const remembered = await readRemembered(scope);
  const suggested = (target: ImportTarget) => [
    ...suggestMapping(heads, target, categories, remembered(target)),
  ];
  return done({
    heads,
    sample: rows
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => heads.map((_, at) => (cells[at] ?? '').slice(0, 80))),
    rows: rows.length,
    categories,
    target: suggestTarget(heads, importTargets(scope.settings.capabilities.billing)),
    suggested: {
      providers: suggested('providers'),
      clients: suggested('clients'),
      people: suggested('people'),
      candidates: suggested('candidates'),
      authorizations: suggested('authorizations'),
    },
  });
};

// ---- checking

const serviceCodes = async (scope: Scope) => {
  const { data } = await getProcedureCodes(scope);
  return new Map(
    Object.entries(data).flatMap(([code, label]) => [
      [code.toLowerCase(), code] as const,
      [label.toLowerCase(), code] as const,
    ]),
  );
};

/** Caregivers on record and in the file, if a client's row may name one. */
const knownCaregivers = async (
  scope: Scope,
  { target, mapping, rows }: OpenedFile,
  { codes, today }: Pick<ImportContext, 'codes' | 'today'>,
) => {
  const names = new CaregiverNames();
  if (!mapping.some((key) => key === 'PreferredCaregivers' || key === 'NeverCaregivers')) return names;
  for (const { id, ...name } of await listCaregiverNames(scope.site.db)) names.add(name, { id });
  if (target !== 'people') return names;
  const [type, last, first] = [KIND, 'LastName', 'FirstName'].map((key) => mapping.indexOf(key));
  for (const [row, { cells }] of rows.entries()) {
    const cellOf = (at = -1) => cells[at]?.trim() ?? '';
    const kind = readCell(cellOf(type), fieldOf(KIND), codes, today);
    if ('value' in kind && kind.value === 'Provider')
      names.add({ last: cellOf(last), first: cellOf(first) }, { row });
  }
  return names;
};

/** Problems within the file, and people who are already known; other people's numbers are compared separately. */
const validatingPeople = async (scope: Scope, file: OpenedFile, isAsked: boolean) => {
  const { target, mapping, categories, rows, pace } = file;
  const columns = columnsOfMapping(target, mapping, categories);
  const known = { target, columns, today: scope.today(), codes: await serviceCodes(scope) };
  const context = { ...known, caregivers: await knownCaregivers(scope, file, known) };
  // A client that sends no number of answers is not asked, so nobody is loaded and compared.
  const askingAgain = isAsked ? await askingAboutRows(scope, pace) : undefined;
  const askTown = isAsked ? await askingTowns() : undefined;
  // A row that could not be read as a record has no kind.
  const askAboutRow = (person: PersonDraft) =>
    isAsked && person[KIND] ? askAboutPerson(person, kindOf(person), context.today) : [];
  const validate = () => {
    const numbers = new FileNumbers();
    const askWhoIsKnown = askingAgain?.();
    return validateRows<PersonDraft>(
      rows,
      ({ at, cells }) => {
        const validated = validatePersonRow(cells, context);
        const doubles = askWhoIsKnown?.(validated.record, at) ?? [];
        return {
          record: validated.record,
          errors: [...validated.errors, ...numbers.add(validated.record, at)],
          questions: [...askAboutRow(validated.record), ...(askTown?.(validated.record) ?? []), ...doubles],
          isKnown: doubles.length > 0,
        };
      },
      pace,
    );
  };
  return { validate: validate, besideOf: besideReader(context) };
};

const validateCandidates = async (
  scope: Scope,
  { target, mapping, rows, pace }: OpenedFile,
  isAsked: boolean,
  onMore: (count: number) => void,
): Promise<CheckedRows<CandidateDraft>> => {
  const columns = columnsOfMapping(target, mapping);
  const askWhoIsKnown = isAsked ? await askingAboutCandidates(scope, pace) : undefined;
  const parts = validateRows(
    rows,
    ({ at, cells }) => {
      const validated = validateCandidateRow(cells, { columns, today: scope.today() });
      const questions = askWhoIsKnown?.(validated.record, at) ?? [];
      return { ...validated, questions, isKnown: questions.length > 0 };
    },
    pace,
  );
  const validated = await collect(parts, onMore);
  const located = await locateCandidates(
    scope,
    validated.entries.map(({ record }) => record),
  );
  const entries = validated.entries.map(({ row }, at) => ({ row, record: located[at] ?? {} }));
  const broken = new Set(validated.faults.map(({ row }) => row));
  const lost = entries
    .filter(({ row, record }) => !broken.has(row) && record.AddressLatitude === undefined)
    .map(({ row }) => ({ row, error: { field: 'Address', message: UNKNOWN_ZIP } }));
  return { ...validated, entries, faults: [...validated.faults, ...lost] };
};

/** Numbers per database query. */
const NUMBERS_AT_ONCE = 1_000;

const takenNumbers = async (scope: Scope, entries: readonly Entry<PersonDraft>[]): Promise<Fault[]> => {
  const faults: Fault[] = [];
  for (let at = 0; at < entries.length; at += NUMBERS_AT_ONCE) {
    const some = entries.slice(at, at + NUMBERS_AT_ONCE);
    const taken = await duplicatesOfMany(
      scope.site.db,
      scope,
      some.map(({ record }) => record),
    );
    for (const [index, { row }] of some.entries())
      for (const error of taken[index] ?? []) faults.push({ row, error, isKnown: true });
  }
  return faults;
};

const sound = <T>(entries: readonly Entry<T>[], faults: readonly Fault[]): T[] => {
  const broken = new Set(faults.map(({ row }) => row));
  return entries.filter(({ row }) => !broken.has(row)).map(({ record }) => record);
};

const countKind = (people: readonly PersonDraft[], kind: PersonKind) =>
  people.filter((person) => person[KIND] === kind).length;

const checkPeople = async (scope: Scope, file: OpenedFile, onMore: (count: number) => void) => {
  const { validate } = await validatingPeople(scope, file, true);
  const { entries, ...found } = await collect(validate(), onMore);
  const faults = [...found.faults, ...(await takenNumbers(scope, entries))];
  return { ...found, people: sound(entries, faults), faults };
};

const checkRows = async (scope: Scope, file: OpenedFile, onMore: (count: number) => void) => {
  const none = { people: [], known: [], authorizations: { authorizations: 0, entered: 0 } };
  if (file.target === 'authorizations') {
    const { added, entered, ...found } = await checkAuthorizations(scope, file, onMore);
    return { ...none, ...found, authorizations: { authorizations: added.length, entered } };
  }
  return file.target === 'candidates'
    ? { ...none, ...(await validateCandidates(scope, file, true, onMore)) }
    : { ...none, ...(await checkPeople(scope, file, onMore)) };
};

export const checkFile = (
  scope: Scope,
  input: Checked,
  file: IncomingFile | undefined,
): Promise<Result<calls.ImportCheck>> =>
  reporting(scope, input.run, async (report) => {
    const opened = await openFile(scope, input, file, report);
    if (!opened.ok) return opened;
    const { rows } = opened.data;
    const onMore = (count: number) => report('checking', count, rows.length);
    const { people, known, authorizations, faults, questions } = await checkRows(scope, opened.data, onMore);
    const blocked = new Set(faults.map(({ row }) => row.at));
    const { onRecord, faulty } = outcomesOf(
      faults.map(({ row, isKnown }) => ({ row: row.at, isKnown: isKnown === true })),
      known.map(({ at }) => at),
    );
    const clients = countKind(people, 'Client');
    const { maxClients } = scope.settings.capabilities;
    return done({
      rows: rows.length,
      ready: rows.length - blocked.size,
      onRecord: [...onRecord],
      faulty: [...faulty],
      providers: countKind(people, 'Provider'),
      clients,
      ...authorizations,
      problems: problemsOf(opened.data, faults),
      problemCount: faults.length,
      problemRows: blocked.size,
      questions: problemsOf(opened.data, questions),
      questionCount: questions.length,
      refusal: tooManyClients(await clientCount(scope), clients, maxClients) ?? null,
    });
  });

// ---- importing

type Importing = InputOf<typeof calls.importFile>;

export const importFile = (scope: Scope, input: Importing, file: IncomingFile | undefined): Imported =>
  reporting(scope, input.run, async (report) => {
    const opened = await openFile(scope, input, file, report);
    if (!opened.ok) return opened;
    if (input.target === 'authorizations')
      return importAuthorizations(scope, opened.data, input.confirmed, report);
    return input.target === 'candidates'
      ? importCandidates(scope, opened.data, input.confirmed, report)
      : importPeople(scope, opened.data, input.confirmed, report);
  });

/** Rolls back the transaction: nothing of a file with a problem is saved. */
class BrokenRow extends Error {}

/** A row's content besides the record: a caregiver's hours, or a client's requirements and preferences. */
interface Beside {
  readonly hours?: ImportedHours | undefined;
  readonly needs?: ImportedNeeds | undefined;
}
const besideReader =
  ({ columns, caregivers, today }: Pick<ImportContext, 'columns' | 'caregivers' | 'today'>) =>
  ({ row, record }: Entry<PersonDraft>): Beside =>
    isProvider(record)
      ? { hours: readAvailability(row.cells, columns, today).imported }
      : { needs: readNeeds(row.cells, columns, caregivers).imported };

const asStored = (ids: readonly number[], { hours, needs }: Beside, id: number): AvailabilityToStore => ({
  skills: [...(hours?.skills ?? []), ...(needs?.needs.skills ?? [])],
  hours: hours ? [{ providerId: id, ...hours.hours, skills: [...hours.skills] }] : [],
  needs: needs ? [{ clientId: id, ...needs.needs }] : [],
  pairs: (needs?.pairs ?? []).flatMap(({ kind, caregiver }) => {
    const providerId = 'id' in caregiver ? caregiver.id : ids[caregiver.row];
    return providerId === undefined
      ? []
      : [{ providerId, clientId: id, side: 'client' as const, kind, reason: null }];
  }),
  timeOff: (hours?.timeOff ?? []).map((span) => ({
    ...span,
    providerId: id,
    status: 'Approved',
    reason: null,
  })),
});

/** Adds skills that are missing from the agency's list. */
const storeBeside = async (
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  imported: readonly Beside[],
  record: Recorder,
): Promise<void> => {
  const all = imported.flatMap((one, at) => {
    const id = ids[at];
    return id === undefined || (!one.hours && !one.needs) ? [] : [asStored(ids, one, id)];
  });
  if (all.length === 0) return;
  const together: AvailabilityToStore = {
    skills: tidyNames(all.flatMap(({ skills }) => skills)),
    hours: all.flatMap(({ hours }) => hours),
    needs: all.flatMap(({ needs }) => needs),
    pairs: all.flatMap(({ pairs }) => pairs),
    timeOff: all.flatMap(({ timeOff }) => timeOff),
  };
  await storeAvailability(tx, scope, together, record);
};

/** Saves people while the following rows are checked (docs/decisions, 13). */
const importPeople = async (
  scope: Scope,
  file: OpenedFile,
  confirmed: number | null | undefined,
  report: Report,
): Imported => {
  // Loaded first, because a transaction that waits for a second connection could wait for others that wait for it.
  const { validate, besideOf } = await validatingPeople(scope, file, isSet(confirmed));
  const pointOf = await knownPlaces(scope);
  try {
    return await mutate(scope, 'peopleImport.import', async (tx, record, flush) => {
      const active = file.target === 'providers' ? 0 : await lockClientCount(tx);
      const beside: Beside[] = [];
      let clients = 0;
      let asked = 0;
      async function* soundPeople() {
        for await (const { entries, faults, questions } of validate()) {
          if (faults.length > 0) throw new BrokenRow();
          asked += questions.length;
          const people = entries.map(({ record }) => ({ ...record, ...pointOf(record) }));
          beside.push(...entries.map(besideOf));
          clients += countKind(people, 'Client');
          yield people;
        }
      }
      const ids = await insertCheckedPeople(tx, scope, soundPeople(), record, async (count) => {
        report('saving', count, file.rows.length);
        await flush();
      });
      await storeBeside(tx, scope, ids, beside, record);
      await rememberColumns(tx, scope, file);
      const full = tooManyClients(active, clients, scope.settings.capabilities.maxClients);
      if (full) return refuse('conflict', full);
      return isSet(confirmed) && confirmed !== asked
        ? refuse('conflict', otherQuestions(asked))
        : done({ imported: ids.length }, { info: imported(file.target, ids.length) });
    });
  } catch (error) {
    if (!(error instanceof BrokenRow) && !violatedUnique(error)?.startsWith('people_')) throw error;
    // Everything was rolled back. To name every problem, the file is checked again and the holders of numbers are looked up.
    const { entries, faults } = await collect(validate());
    const found = [...faults, ...(await takenNumbers(scope, entries))];
    if (found.length === 0) throw error;
    return refuseProblems(file, found);
  }
};

const importCandidates = async (
  scope: Scope,
  file: OpenedFile,
  confirmed: number | null | undefined,
  report: Report,
): Imported => {
  const { length } = file.rows;
  const onMore = (count: number) => report('checking', count, length);
  const validated = await validateCandidates(scope, file, isSet(confirmed), onMore);
  if (validated.faults.length > 0) return refuseProblems(file, validated.faults);
  const asked = validated.questions.length;
  if (isSet(confirmed) && confirmed !== asked) return refuse('conflict', otherQuestions(asked));
  const drafts = validated.entries.map(({ record }) => record);
  return mutate(scope, 'peopleImport.import', async (tx, record) => {
    await insertCheckedCandidates(tx, scope, drafts, record);
    await rememberColumns(tx, scope, file);
    report('saving', length, length);
    return done({ imported: length }, { info: imported(file.target, length) });
  });
};
