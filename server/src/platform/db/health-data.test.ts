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

/** The quoted text of every file of the product that uses the query builder: SQL and names of columns stand there. */
const quotedText = () => {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const isProduct = (name: string) =>
    name.endsWith('.ts') &&
    !/\.(test|prove)\.ts$/.test(name) &&
    !name.startsWith('operations/') &&
    !name.endsWith('tables.ts');
  return names.filter(isProduct).flatMap((name) => {
    const text = readFileSync(join(SOURCE, name), 'utf8');
    if (!/'kysely'|db\/rows\.ts'/.test(text)) return [];
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
    const quoted = (code.match(/`[^`]*`|'[^'\n]*'/g) ?? []).join(' ');
    // The name of a column of the answer reads none of the table.
    return [{ name, quoted: quoted.replace(/ as "?\w+"?/g, '') }];
  });
};

test('every column of the database stands on the page of health data once', () => {
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
    const [table, column] = name.split('.');
    const asTable = new RegExp(`\\b${table}\\b`);
    const asColumn = new RegExp(`(?<![:'-])\\b${column}\\b(?![-(])`);
    const found = files.filter(({ quoted }) => asTable.test(quoted) && asColumn.test(quoted));
    const touching =
      found
        .map((file) => file.name)
        .toSorted()
        .join(', ') || 'shared column list';
    return touching === cell ? [] : [`${name}: ${touching}`];
  });
  expect(wrong).toEqual([]);
});

test('each column that will be sealed has one of the three ways', () => {
  const ways = new Set(rowsUnder('Will be sealed').map(([, way]) => way));
  expect([...ways].toSorted()).toEqual(['exact index', 'sealed whole', 'word index']);
});
