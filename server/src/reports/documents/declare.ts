import type { ReportParameters } from '@homecare/domain/reports/parameters.ts';
import type { ReportTable } from '@homecare/domain/reports/schema.ts';
import { type Layout, tableOf } from '@homecare/domain/reports/table.ts';
import type { Scope } from '../../platform/auth/scope.ts';

/** Who asks for what. */
export interface Asked {
  readonly scope: Scope;
  readonly parameters: ReportParameters;
  readonly today: Temporal.PlainDate;
  readonly isAdmin: boolean;
}

/** One report: whom it is about, and the columns that are told of them. Everything else follows. */
interface Declaration<Row> {
  readonly rows: (asked: Asked) => Promise<readonly Row[]>;
  readonly layout: (asked: Asked) => Layout<Row>;
  /** The record that a row is about, for the document log. */
  readonly idOf: (row: Row) => number;
  /** Whether the record that is asked for is there; absent: none is asked for. */
  readonly exists?: (asked: Asked) => Promise<boolean>;
  /** A client is named: the sentence about it stands on each page. */
  readonly namesClient: boolean;
  /** What an admin gets holds whole SSNs. */
  readonly holdsSsn?: true;
}

export interface Report extends Pick<Declaration<never>, 'namesClient' | 'holdsSsn' | 'exists'> {
  readonly run: (asked: Asked) => Promise<{ readonly table: ReportTable; readonly ids: readonly number[] }>;
}

export const declare = <Row>({ rows, layout, idOf, ...about }: Declaration<Row>): Report => ({
  ...about,
  run: async (asked) => {
    const found = await rows(asked);
    return { table: tableOf(layout(asked), found, asked.isAdmin), ids: [...new Set(found.map(idOf))] };
  },
});
