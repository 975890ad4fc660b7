import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';

const TYPES: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  date: 'string',
  time: 'string',
  timestamptz: 'string',
  numeric: 'string',
  uuid: 'string',
  bytea: 'Buffer',
};

const typeOf = (udt: string): string =>
  udt === 'jsonb' || udt === 'json'
    ? 'Json'
    : udt.startsWith('_')
      ? `${typeOf(udt.slice(1))}[]`
      : (TYPES[udt] ?? 'unknown');

/** The text of tables.ts with the row types of the migrated database. tables.test.ts compares it, or writes it with UPDATE_TABLES=1. */
export const describeTables = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{
    table: string;
    column: string;
    udt: string;
    nullable: boolean;
    generated: boolean;
    defaulted: boolean;
  }>(
    `select c.table_name as table, c.column_name as column, c.udt_name as udt, c.is_nullable = 'YES' as nullable,
       c.is_generated = 'ALWAYS' or c.identity_generation = 'ALWAYS' as generated, c.column_default is not null as defaulted
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`,
  );
  const tables = Map.groupBy(rows, (row) => row.table);
  const pascal = (name: string) => name.replace(/(^|_)([a-z])/g, (_, __, c: string) => c.toUpperCase());
  const column = (row: (typeof rows)[number]) => {
    const base = typeOf(row.udt);
    const type = row.nullable ? `${base} | null` : base;
    const wrapped =
      base === 'Json'
        ? `JsonColumn${row.nullable ? 'OrNull' : ''}${row.defaulted ? 'Defaulted' : ''}`
        : row.generated
          ? `GeneratedAlways<${type}>`
          : row.defaulted
            ? `Generated<${type}>`
            : type;
    return `  ${/^[a-z_]\w*$/i.test(row.column) ? row.column : `'${row.column}'`}: ${wrapped};`;
  };
  return [
    '// Row types of the migrated database, written by generate-tables.ts. Never edited by hand.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    '',
    'export type Json = string | number | boolean | null | { readonly [key: string]: Json | undefined } | readonly Json[];',
    'type JsonColumn = ColumnType<Json, string, string>;',
    'type JsonColumnDefaulted = ColumnType<Json, string | undefined, string>;',
    'type JsonColumnOrNull = ColumnType<Json | null, string | null, string | null>;',
    'type JsonColumnOrNullDefaulted = ColumnType<Json | null, string | null | undefined, string | null>;',
    '',
    ...[...tables].flatMap(([table, columns]) => [
      `export interface ${pascal(table)}Table {`,
      ...columns.map(column),
      '}',
      '',
    ]),
    'export interface Tables {',
    ...[...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table;`),
    '}',
    '',
    '// The types that a database happens not to use yet stay referenced.',
    'export type JsonColumns = JsonColumn | JsonColumnDefaulted | JsonColumnOrNull | JsonColumnOrNullDefaulted;',
    '',
  ].join('\n');
};

export const TABLES_FILE = fileURLToPath(new URL('./tables.ts', import.meta.url));
