import type { PageEntry } from '@homecare/domain/reports/list.ts';
import type { ReportParameters } from '@homecare/domain/reports/parameters.ts';
import type { Chart, ReportTable, Summary } from '@homecare/domain/reports/schema.ts';
import {
  COLUMN_KINDS,
  type ColumnKinds,
  type Layout,
  ordered,
  type ReportColumn,
  tableOf,
} from '@homecare/domain/reports/table.ts';
import type { Scope } from '../../platform/auth/scope.ts';
import type { DocumentPart, Signature } from '../../platform/documents/blocks.ts';

/** The request for a report. */
export interface Asked {
  readonly scope: Scope;
  readonly parameters: ReportParameters;
  readonly today: Temporal.PlainDate;
  readonly seesConfidential: boolean;
}

/** What a report says in addition to its rows. */
export interface Beside {
  readonly summaries: readonly Summary[];
  readonly notes: readonly string[];
}

/** A report with its subject and columns. `rows` comes first, because the type of a row is inferred from it. */
interface Declaration<Row> extends Pick<Layout<Row>, 'noun' | 'uncounted' | 'order' | 'group'> {
  /** The title of the column that splits a group; it may depend on the rows. */
  readonly part?: string | ((rows: readonly Row[]) => string);
  readonly rows: (asked: Asked) => Promise<readonly Row[]>;
  /** Columns may depend on the rows. */
  readonly columns: (
    kinds: ColumnKinds<Row>,
    asked: Asked,
    rows: readonly Row[],
  ) => readonly ReportColumn<Row>[];
  /** By default every row is printed. */
  readonly prints?: (row: Row, asked: Asked) => boolean;
  readonly summaries?: (rows: readonly Row[], asked: Asked) => readonly Summary[];
  readonly notes?: (rows: readonly Row[], asked: Asked) => readonly string[];
  readonly captions?: readonly string[] | ((asked: Asked) => readonly string[]);
  readonly charts?: (rows: readonly Row[]) => readonly Chart[];
  /** The record a row is about, for the document log. */
  readonly idOf: (row: Row) => number;
  /** Whether the requested record exists; absent if none is requested. */
  readonly exists?: (asked: Asked) => Promise<boolean>;
  /** It names a client, so each page has the confidentiality sentence. */
  readonly namesClient: boolean;
  /** Admins get full SSNs. */
  readonly holdsSsn?: true;
  readonly beside?: (asked: Asked) => Promise<Beside>;
  /** Who signs at the bottom of each page. */
  readonly signed?: Signature;
  /** Separate sheets after the table, on paper. */
  readonly sheets?: (rows: readonly Row[]) => readonly DocumentPart[];
}

/** What most reports share: the noun that counts their rows, and the record a row is about. */
export const about = (noun: Layout<never>['noun'], namesClient: boolean) => ({
  noun,
  namesClient,
  idOf: ({ id }: { readonly id: number }) => id,
});
export const CLIENTS = about(['client', 'clients'], true);
export const PROVIDERS = about(['provider', 'providers'], false);
export const PLANS = about(['care plan', 'care plans'], true);
export const VISITS = about(['visit', 'visits'], true);
export const LINES = { noun: ['line', 'lines'] } as const;

export interface Report extends Pick<Declaration<never>, 'namesClient' | 'holdsSsn' | 'exists' | 'signed'> {
  readonly run: (asked: Asked) => Promise<{
    readonly table: ReportTable;
    readonly ids: readonly number[];
    readonly sheets: readonly DocumentPart[];
  }>;
}

export const declare = <Row>(declaration: Declaration<Row>): Report => {
  const { columns, prints, part, summaries, notes, captions, beside, sheets, idOf, ...about } = declaration;
  return {
    ...about,
    run: async (asked) => {
      const [found, more] = await Promise.all([about.rows(asked), beside?.(asked)]);
      const layout: Layout<Row> = {
        ...about,
        ...(part !== undefined && { part: typeof part === 'function' ? part(found) : part }),
        columns: columns(COLUMN_KINDS, asked, found),
        ...(prints && { prints: (row) => prints(row, asked) }),
        summaries: (rows) => [...(summaries?.(rows, asked) ?? []), ...(more?.summaries ?? [])],
        notes: (rows) => [...(notes?.(rows, asked) ?? []), ...(more?.notes ?? [])],
        captions: typeof captions === 'function' ? captions(asked) : (captions ?? []),
      };
      const printed = layout.prints ? found.filter(layout.prints) : found;
      return {
        table: tableOf(layout, found, asked.seesConfidential),
        ids: [...new Set(printed.map(idOf))],
        sheets: sheets?.(ordered(printed, layout.order)) ?? [],
      };
    },
  };
};

/** A report of the page, with its name, column and inputs. */
export interface PageReport {
  readonly entry: PageEntry;
  readonly report: Report;
}

/** Declares a report. Its file in this folder is all that the page, its calls and documents need. */
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
