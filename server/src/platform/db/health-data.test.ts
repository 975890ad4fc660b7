import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(SOURCE, '../../docs/health-data.md'), 'utf8');
const TABLES = readFileSync(join(import.meta.dirname, 'tables.ts'), 'utf8');

/** The cells of the table under a heading of the page, without its header. */
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

/** The columns of the migrated database, from the generated row types. */
const databaseColumns = () => {
  const tableOf = new Map(
    [...TABLES.matchAll(/^ {2}(\w+): (\w+Table);$/gm)].map(([, table, type]) => [type, table]),
  );
  return [...TABLES.matchAll(/export interface (\w+Table) \{\n([^}]*)\}/g)].flatMap(([, type, body = '']) =>
    [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column]) => `${tableOf.get(type)}.${column}`),
  );
};

const TABLE_AND_ALIAS = /\b(from|join|update|into) (\w+)(?: as)? (\w+)/g;

/** The quoted text of every product file that uses the query builder; it contains SQL and column names. */
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
      // An accessor names its columns; interpolated values name none.
      .replace(/\bsealed\w*\.\w+(?:\.\w+)?(?:\([\w.]*\))?/g, '')
      .replace(/\$\{[^{}`'"]*\}/g, '');
    const quoted = (named.match(/`[^`]*`|'[^'\n]*'/g) ?? []).join(' ');
    // An alias of the answer is not a column that is read.
    return [
      {
        name,
        quoted: quoted.replace(/ as "?\w+"?/g, '').replace(TABLE_AND_ALIAS, '$1 $2'),
        tablesOf: aliasesIn(quoted),
      },
    ];
  });
};

/** The tables each alias stands for in a file's statements. */
const aliasesIn = (quoted: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = quoted.matchAll(TABLE_AND_ALIAS);
  const tablesOf = new Map<string, Set<string>>();
  for (const [, , table = '', alias = ''] of found)
    tablesOf.set(alias, (tablesOf.get(alias) ?? new Set()).add(table));
  return tablesOf;
};

/** The file's SQL touches a column; behind an alias of other tables, the name is theirs. */
const isTouched = ({ quoted, tablesOf }: ReturnType<typeof quotedText>[number], name: string) => {
  const [table = '', column] = name.split('.');
  if (!new RegExp(`\\b${table}\\b`).test(quoted)) return false;
  const uses = quoted.matchAll(new RegExp(`(?<![:'-])\\b(?:(\\w+)\\.)?\\b${column}\\b(?![-(.])`, 'g'));
  return [...uses].some(([, alias]) => alias === undefined || tablesOf.get(alias)?.has(table) !== false);
};

test('every column of the database is on the page of health data exactly once', () => {
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

/** Files that use the same word for something else without an alias: a column of another table, or a type. */
const NAMESAKES: Readonly<Record<string, readonly string[]>> = {
  'people.medicaid': ['eligibility/queries.ts'],
  'messages.text': ['billing/page-queries.ts', 'staffing/queries.ts'],
  'work.remarks': ['claims/answer-queries.ts'],
};

test('only one file reads and writes a column that will be sealed', () => {
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
