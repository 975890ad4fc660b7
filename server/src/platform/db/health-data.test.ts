import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(SOURCE, '../../docs/health-data.md'), 'utf8');
const TABLES = readFileSync(join(import.meta.dirname, 'tables.ts'), 'utf8');

/** Cells of the table under a heading of the page, without its head. */
const rowsUnder = (heading: string): string[][] => {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};
const listOf = (cell = '') => cell.split(', ').filter((part) => part !== '');
const columnsUnder = (heading: string) =>
  rowsUnder(heading).flatMap(([table, columns]) => listOf(columns).map((column) => `${table}.${column}`));

/** Columns of the migrated database, by the row types that are generated from it. */
const databaseColumns = () => {
  const tableOf = new Map(
    [...TABLES.matchAll(/^ {2}(\w+): (\w+Table);$/gm)].map(([, table, type]) => [type, table]),
  );
  return [...TABLES.matchAll(/export interface (\w+Table) \{\n([^}]*)\}/g)].flatMap(([, type, body = '']) =>
    [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column]) => `${tableOf.get(type)}.${column}`),
  );
};

const TABLE_AND_ALIAS = /\b(from|join|update|into) (\w+)(?: as)? (\w+)/g;

/** The quoted text of every file of the product that uses the query builder: SQL and names of columns are there. */
const quotedText = () => {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const isProduct = (name: string) =>
    name.endsWith('.ts') &&
    !/\.(test|prove)\.ts$/.test(name) &&
    !name.startsWith('operations/') &&
    !name.endsWith('tables.ts');
  return names.filter(isProduct).flatMap((name) => {
    const text = readFileSync(join(SOURCE, name), 'utf8');
    if (!/'kysely'|db\/rows\.ts'|'\.\/column\.ts'/.test(text)) return [];
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
    const named = code
      // What an accessor is asked for is named by it; a value of the statement names no column.
      .replace(/\bsealed\w*\.\w+(?:\.\w+)?(?:\([\w.]*\))?/g, '')
      .replace(/\$\{[^{}`'"]*\}/g, '');
    const quoted = (named.match(/`[^`]*`|'[^'\n]*'/g) ?? []).join(' ');
    // The name of a column of the answer reads none of the table.
    return [
      {
        name,
        quoted: quoted.replace(/ as "?\w+"?/g, '').replace(TABLE_AND_ALIAS, '$1 $2'),
        tablesOf: aliasesIn(quoted),
      },
    ];
  });
};

/** Alias → the tables for which it is in the statements of a file. */
const aliasesIn = (quoted: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = quoted.matchAll(TABLE_AND_ALIAS);
  const tablesOf = new Map<string, Set<string>>();
  for (const [, , table = '', alias = ''] of found)
    tablesOf.set(alias, (tablesOf.get(alias) ?? new Set()).add(table));
  return tablesOf;
};

/** Whether SQL of a file touches a column; behind the alias of other tables the name is theirs. */
const isTouched = ({ quoted, tablesOf }: ReturnType<typeof quotedText>[number], name: string) => {
  const [table = '', column] = name.split('.');
  if (!new RegExp(`\\b${table}\\b`).test(quoted)) return false;
  const uses = quoted.matchAll(new RegExp(`(?<![:'-])\\b(?:(\\w+)\\.)?\\b${column}\\b(?![-(.])`, 'g'));
  return [...uses].some(([, alias]) => alias === undefined || tablesOf.get(alias)?.has(table) !== false);
};

test('every column of the database is on the page of health data once', () => {
  const named = [
    ...rowsUnder('Will be sealed').map(([column]) => column),
    ...columnsUnder('Relies on disk encryption'),
    ...columnsUnder('Says nothing about health'),
  ];
  expect(named.toSorted()).toEqual(databaseColumns().toSorted());
});

test('the page names each file whose SQL touches a column that will be sealed', () => {
  const files = quotedText();
  const wrong = rowsUnder('Will be sealed').flatMap(([name = '', , , cell]) => {
    const found = files.filter((file) => isTouched(file, name));
    const touching =
      found
        .map((file) => file.name)
        .toSorted()
        .join(', ') || 'shared column list';
    return touching === cell ? [] : [`${name}: ${touching}`];
  });
  expect(wrong).toEqual([]);
});

/** Files that name something else by the same word, without an alias in front of it: a column of another table, a type. */
const NAMESAKES: Readonly<Record<string, readonly string[]>> = {
  'people.medicaid': ['eligibility/queries.ts'],
  'messages.text': ['billing/page-queries.ts', 'staffing/queries.ts'],
  'work.remarks': ['claims/answer-queries.ts'],
};

test('one file alone reads and writes a column that will be sealed', () => {
  const several = rowsUnder('Will be sealed').flatMap(([name = '', , , cell]) => {
    const accessors = listOf(cell).filter((file) => !NAMESAKES[name]?.includes(file));
    return accessors.length === 1 ? [] : [`${name}: ${accessors.join(', ')}`];
  });
  expect(several).toEqual([]);
});

test('each column that will be sealed has one of the three ways', () => {
  const ways = new Set(rowsUnder('Will be sealed').map(([, way]) => way));
  expect([...ways].toSorted()).toEqual(['exact index', 'sealed whole', 'word index']);
});
