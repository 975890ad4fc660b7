import { AGGREGATOR_ROLES } from '@homecare/domain/aggregator/rules.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { flattenPlans, planSearchText, selectPlans } from '@homecare/domain/care-plans/list.ts';
import type { PlanListRow, PlanStatus } from '@homecare/domain/care-plans/schema.ts';
import { selectEntries } from '@homecare/domain/eligibility/rules.ts';
import { done, type Result } from '@homecare/domain/errors.ts';
import type {
  exportEligibility as ExportEligibility,
  ExportFormat,
  exportPeople as ExportPeople,
  exportPlans as ExportPlans,
} from '@homecare/domain/list-export/contract.ts';
import {
  csvOf,
  ENTRY_COLUMNS,
  type ExportColumn,
  exportName,
  peopleColumns,
  planColumns,
} from '@homecare/domain/list-export/rules.ts';
import { isPerson } from '@homecare/domain/people/schema.ts';
import { indexPeople, readSearch, selectPeople } from '@homecare/domain/people/search.ts';
import { listPlanRows } from '../care-plans/list.ts';
import { loadTypes } from '../care-plans/service.ts';
import { loadEligibility } from '../eligibility/service.ts';
import { getPeople } from '../people/reading.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { printStamp } from '../platform/documents/answer.ts';
import { logDocument } from '../platform/documents/log.ts';
import { XLSX_TYPE, xlsxOf } from '../platform/documents/spreadsheet.ts';
import { FileAnswer } from '../platform/http/bind.ts';

interface Exported<Row> {
  /** First part of the file's name. */
  readonly list: string;
  readonly title: string;
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => number;
  /** In words, for whoever opens the workbook. */
  readonly parameters: readonly (readonly [string, string])[];
  /** For the log: never what was searched for, which may be a name. */
  readonly logged: Readonly<Record<string, string | boolean>>;
}

const bodyOf = async <Row>(scope: Scope, { title, format, columns, rows, parameters }: Exported<Row>) => {
  if (format === 'csv') return Buffer.from(csvOf(columns, rows));
  return xlsxOf({
    title,
    columns,
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
    parameters: [
      ['Report', title],
      ...parameters,
      ['Printed by', scope.user.initials],
      ['Printed', printStamp(scope)],
      ['Rows', String(rows.length)],
    ],
  });
};

const TYPES: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8', xlsx: XLSX_TYPE };

const answerExport = async <Row>(scope: Scope, exported: Exported<Row>): Promise<Result<FileAnswer>> => {
  const begun = performance.now();
  const { list, format, rows, idOf, logged } = exported;
  const body = await bodyOf(scope, exported);
  await logDocument(scope, {
    kind: `${list} list`,
    subjectIds: rows.map(idOf),
    parameters: logged,
    format,
    pages: null,
    rows: rows.length,
    sensitive: false,
    durationMs: performance.now() - begun,
    outcome: 'done',
  });
  return done(new FileAnswer(TYPES[format], body, exportName(list, scope.today().toString(), format)));
};

/** The rows in the order and with the columns of the screen: both select by the same rule. */
export const exportPeople = async (
  scope: Scope,
  { tab, search, showArchived, format }: InputOf<typeof ExportPeople>,
): Promise<Result<FileAnswer>> => {
  const found = await getPeople(scope, { filters: [] });
  if (!found.ok) return found;
  const { sandataEnabled } = await scope.site.capabilities();
  const showAggregator = sandataEnabled && AGGREGATOR_ROLES.some((role) => role === scope.user.role);
  const people = indexPeople(found.data.filter((row) => !isPerson(row)));
  const { rows } = selectPeople(people, { tab, showArchived, search: readSearch(search) });
  return answerExport(scope, {
    list: 'people',
    title: 'People',
    format,
    columns: peopleColumns(tab, { showArchived, showAggregator }),
    rows,
    idOf: ({ ID }) => ID,
    parameters: [
      ['Type', tab],
      ['Search', search.trim() || 'none'],
      ['Show Archived', showArchived ? 'yes' : 'no'],
    ],
    logged: { tab, showArchived, searched: search.trim() !== '' },
  });
};

type AskedPlans = InputOf<typeof ExportPlans>;

/** Every plan once: a temporary plan can be answered among the active and the archived ones. */
const plansOf = async (
  scope: Scope,
  statuses: readonly PlanStatus[],
  of: { readonly date: string | null; readonly showTemp: boolean },
): Promise<PlanListRow[]> => {
  const lists: PlanListRow[] = [];
  for (const status of statuses) {
    const found = await listPlanRows(scope, { status, ...of });
    if (found.ok) lists.push(...found.data);
  }
  return [...new Map(lists.map((row) => [row.id, row])).values()];
};

/** 'ID=n' finds a plan whatever its status and month, as the list does. */
const plansAsked = async (scope: Scope, asked: AskedPlans): Promise<PlanListRow[]> => {
  const { month: date, showTemp, showArchived, showDeleted, search } = asked;
  const statuses: PlanStatus[] = [
    'Active',
    ...(showArchived ? (['Archive'] as const) : []),
    ...(showDeleted ? (['Deleted'] as const) : []),
  ];
  const plans = await plansOf(scope, statuses, { date, showTemp });
  const sought = readSearch(search);
  if (sought.by !== 'id' || sought.id === undefined || plans.some(({ id }) => id === sought.id)) return plans;
  const all = await plansOf(scope, ['Active', 'Archive', 'Deleted'], { date: null, showTemp: true });
  return all.filter(({ id }) => id === sought.id);
};

const yesNo = (on: boolean) => (on ? 'yes' : 'no');

/** The care plans of the screen, compared ones right after their primary. */
export const exportPlans = async (scope: Scope, asked: AskedPlans): Promise<Result<FileAnswer>> => {
  const types = await loadTypes(scope);
  if (!types.ok) return types;
  const names = new Map(types.data.map(({ Code, Name }) => [Code, Name]));
  const nameOfType = (code: string) => names.get(code) ?? code;
  const plans = await plansAsked(scope, asked);
  const indexed = plans.map((plan) => ({ plan, text: planSearchText(plan, nameOfType(plan.Type)) }));
  const { search, month, group, excluded, showDeleted, showArchived, showTemp, covidList, clientFirst } =
    asked;
  return answerExport(scope, {
    list: 'care-plans',
    title: 'Care plans',
    format: asked.format,
    columns: planColumns({
      nameOfType,
      today: scope.today(),
      zone: scope.site.timeZone,
      clientFirst,
      showsEnded: showArchived || showDeleted,
      showsScans: scope.user.role !== 'provider',
    }),
    rows: flattenPlans(selectPlans(indexed, { search, group, excluded, covidList })),
    idOf: ({ id }) => id,
    parameters: [
      ['Month', month ?? 'all'],
      ['Search', search.trim() || 'none'],
      ['Care Plan Group', group || 'All'],
      ['Excluded Group', excluded],
      ['Show Deleted', yesNo(showDeleted)],
      ['Show Archived', yesNo(showArchived)],
      ['Show All Temp', yesNo(showTemp)],
      ['covid list', yesNo(covidList)],
    ],
    logged: {
      month: month ?? '',
      group,
      excluded,
      showDeleted,
      showArchived,
      showTemp,
      covidList,
      searched: search.trim() !== '',
    },
  });
};

/** Eligibility as the list shows it. */
export const exportEligibility = async (
  scope: Scope,
  { search, filter, format }: InputOf<typeof ExportEligibility>,
): Promise<Result<FileAnswer>> => {
  const found = await loadEligibility(scope, {});
  if (!found.ok) return found;
  return answerExport(scope, {
    list: 'eligibility',
    title: 'Eligibility',
    format,
    columns: ENTRY_COLUMNS,
    rows: selectEntries(found.data, { search, filter }, scope.today()),
    idOf: ({ clientId }) => clientId,
    parameters: [
      ['Show', filter],
      ['Search', search.trim() || 'none'],
    ],
    logged: { filter, searched: search.trim() !== '' },
  });
};
