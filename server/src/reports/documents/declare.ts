import type { PageEntry } from '@homecare/domain/reports/list.ts';
import type { ReportParameters } from '@homecare/domain/reports/parameters.ts';
import type { ReportTable, Summary } from '@homecare/domain/reports/schema.ts';
import { type Layout, ordered, tableOf } from '@homecare/domain/reports/table.ts';
import type { Scope } from '../../platform/auth/scope.ts';
import type { DocumentPart, Signature } from '../../platform/documents/blocks.ts';

/** Who asks for what. */
export interface Asked {
  readonly scope: Scope;
  readonly parameters: ReportParameters;
  readonly today: Temporal.PlainDate;
  readonly isAdmin: boolean;
}

/** What a report tells that its rows do not hold. */
export interface Beside {
  readonly summaries: readonly Summary[];
  readonly notes: readonly string[];
}

/** One report: whom it is about, and the columns that are told of them. Everything else follows. */
interface Declaration<Row> {
  readonly rows: (asked: Asked) => Promise<readonly Row[]>;
  /** Its columns may follow from the rows. */
  readonly layout: (asked: Asked, rows: readonly Row[]) => Layout<Row>;
  /** The record that a row is about, for the document log. */
  readonly idOf: (row: Row) => number;
  /** Whether the record that is asked for is there; absent: none is asked for. */
  readonly exists?: (asked: Asked) => Promise<boolean>;
  /** A client is named: the sentence about it stands on each page. */
  readonly namesClient: boolean;
  /** What an admin gets holds whole SSNs. */
  readonly holdsSsn?: true;
  readonly beside?: (asked: Asked) => Promise<Beside>;
  /** Who signs at the foot of each page. */
  readonly signed?: Signature;
  /** Sheets of their own after the table, on paper. */
  readonly sheets?: (asked: Asked, rows: readonly Row[]) => readonly DocumentPart[];
}

export interface Report extends Pick<Declaration<never>, 'namesClient' | 'holdsSsn' | 'exists' | 'signed'> {
  readonly run: (asked: Asked) => Promise<{
    readonly table: ReportTable;
    readonly ids: readonly number[];
    readonly sheets: readonly DocumentPart[];
  }>;
}

export const declare = <Row>({ rows, layout, idOf, beside, sheets, ...about }: Declaration<Row>): Report => ({
  ...about,
  run: async (asked) => {
    const [found, more] = await Promise.all([rows(asked), beside?.(asked)]);
    const told = layout(asked, found);
    const table = tableOf(told, found, asked.isAdmin);
    const printed = told.prints ? found.filter(told.prints) : found;
    return {
      table: more
        ? {
            ...table,
            summaries: [...table.summaries, ...more.summaries],
            notes: [...table.notes, ...more.notes],
          }
        : table,
      ids: [...new Set(printed.map(idOf))],
      sheets: sheets?.(asked, ordered(printed, told.order)) ?? [],
    };
  },
});

/** A report of the page, with the name, column and inputs under which it is found. */
export interface PageReport {
  readonly entry: PageEntry;
  readonly report: Report;
}

/** All of a report: that its file lies in this folder is enough for the page, its calls and their documents. */
export const declarePage = <Row>({
  name,
  file,
  side,
  inputs,
  monthNow,
  ...declaration
}: Omit<PageEntry, 'folder' | 'needs'> & Declaration<Row>): PageReport => ({
  entry: { name, file, folder: 'Reports', side, inputs, ...(monthNow && { monthNow }) },
  report: declare(declaration),
});
