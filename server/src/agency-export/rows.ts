import type { Secrets } from '../platform/crypto/secrets.ts';
import { openSsnIn, sealSsnIn } from '../platform/sealed/ssn.ts';
import { COLUMNS, type ColumnRule } from './coverage.ts';

/** Values sealed by one site's key are opened for the archive, and sealed by another's on import. */

type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The columns of a table with this rule. */
const columnsWith = (table: string, kind: ColumnRule['kind']) =>
  Object.entries(COLUMNS).flatMap(([name, rule]) => {
    const [of, column = ''] = name.split('.');
    return of === table && rule.kind === kind ? [column] : [];
  });

const openIn = (row: Row, column: string, secrets: Secrets) => {
  const sealed = row[column];
  if (typeof sealed === 'string') row[column] = secrets.decrypt(Buffer.from(sealed.slice(2), 'hex'));
};
const sealIn = (row: Row, column: string, secrets: Secrets) => {
  const text = row[column];
  if (typeof text === 'string') row[column] = `\\x${secrets.encrypt(text).toString('hex')}`;
};

type Change = (row: Row) => void;

/** Undefined if its rows have no sealed values and pass unchanged. */
export interface RowKeys {
  readonly open: Change | undefined;
  readonly seal: Change | undefined;
}

export const rowKeysOf = (table: string, secrets: Secrets): RowKeys => {
  const sealed = columnsWith(table, 'opened');
  const within = columnsWith(table, 'openedWithin');
  const isOfPeople = columnsWith(table, 'openedPerson').length > 0;
  if (sealed.length + within.length === 0 && !isOfPeople) return { open: undefined, seal: undefined };
  const changing =
    (one: typeof openIn, person: typeof openSsnIn): Change =>
    (row) => {
      for (const column of sealed) one(row, column, secrets);
      for (const inner of [...within.map((column) => row[column]), isOfPeople && row])
        if (isRow(inner)) person(inner, secrets);
    };
  return { open: changing(openIn, openSsnIn), seal: changing(sealIn, sealSsnIn) };
};

/** Applies `change` to each line of rows; returns the same text if there is nothing to change. */
export const changeLines = (lines: readonly string[], change: Change | undefined): readonly string[] =>
  change
    ? lines.map((line) => {
        const row: unknown = JSON.parse(line);
        if (isRow(row)) change(row);
        return JSON.stringify(row);
      })
    : lines;
