import type * as calls from '@homecare/domain/agency-forms/contract.ts';
import { cellOf, reportColumns, reportQuestions } from '@homecare/domain/agency-forms/report.ts';
import type { FilledForm, FilledRow } from '@homecare/domain/agency-forms/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { answerExport } from '../list-export/documents.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  findStoredFilled,
  listAnswered,
  listCorrections,
  listStoredFilled,
  type StoredFilled,
} from './filled-queries.ts';
import { listVersions } from './queries.ts';

/** What was filled, one by one and as a table. */

const MOST_ROWS = 500;

const headOf = (stored: Omit<StoredFilled, 'answers'>): FilledRow => {
  const { definition: _, versionId: _v, at: _a, ...head } = stored;
  return head;
};

export const listFilled: UseCase<typeof calls.listFilled> = async (scope, input) => {
  const { formId = null, personId = null, visitId = null } = input;
  return done((await listStoredFilled(scope.site.db, { formId, personId, visitId }, MOST_ROWS)).map(headOf));
};

export const loadFilled = async (db: Db, id: number): Promise<Result<FilledForm>> => {
  const stored = await findStoredFilled(db, id);
  return stored ? done({ ...stored, corrected: await listCorrections(db, id) }) : refuse('notFound');
};

export const getFilled: UseCase<typeof calls.getFilled> = (scope, { id }) => loadFilled(scope.site.db, id);

interface Span {
  readonly formId: number;
  readonly from: string;
  readonly through: string;
}

const loadReport = async (scope: Scope, span: Span) => {
  const { db } = scope.site;
  const versions = await listVersions(db, span.formId);
  const [newest] = versions;
  if (!newest) return undefined;
  const stored = await listAnswered(db, span);
  return {
    title: newest.definition.title,
    columns: reportQuestions(versions),
    rows: stored.map(({ answers, ...row }) => ({ ...headOf(row), answers })),
  };
};

export const reportForm: UseCase<typeof calls.reportForm> = async (scope, span) => {
  const report = await loadReport(scope, span);
  if (!report) return refuse('notFound');
  const { columns, rows } = report;
  return done({
    columns: columns.map(({ key, title }) => ({ key, title })),
    rows: rows.map((row) => {
      const { answers: _, ...head } = row;
      return { ...head, cells: columns.map((column) => cellOf(row, column)) };
    }),
  });
};

export const exportReport: UseCase<typeof calls.exportReport> = async (scope, { format, ...span }) => {
  const report = await loadReport(scope, span);
  if (!report) return refuse('notFound');
  const { title, columns, rows } = report;
  return answerExport(scope, {
    list: 'forms',
    title,
    format,
    columns: reportColumns(columns),
    rows,
    idOf: ({ personId }) => personId,
    parameters: [
      ['From', showDate(span.from)],
      ['Through', showDate(span.through)],
    ],
    logged: { form: String(span.formId), from: span.from, through: span.through },
  });
};
