// Two releases work on one database while one takes the place of the other: no migration breaks the release before.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './steps.mjs';

/** What the last release knows of the database: of each table the columns that its sources name. */
export interface LastRelease {
  readonly through: string;
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
}

interface File {
  readonly name: string;
  readonly text: string;
}

/** Written above a statement: why the release before does not mind it. */
const REASON = /^-- the release before: .{20,}/;

// ---- SQL as statements

interface Statement {
  readonly text: string;
  readonly isExcused: boolean;
}

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;|[^;]/g;

/** Without comments, in small letters and single blanks; what stands in quotes counts as nothing. */
export const statementsOf = (sql: string): Statement[] => {
  const statements: Statement[] = [];
  let text = '';
  let isExcused = false;
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token.startsWith('--')) isExcused ||= REASON.test(token);
    else if (token.startsWith('/*')) text += ' ';
    else if (token.startsWith("'") || token.startsWith('$')) text += "''";
    else if (token !== ';') text += token;
    else {
      statements.push({ text: tidy(text), isExcused });
      text = '';
      isExcused = false;
    }
  }
  return [...statements, { text: tidy(text), isExcused }].filter((statement) => statement.text !== '');
};
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** What an ALTER TABLE does, one after the other: commas within brackets part nothing. */
const actionsOf = (text: string): string[] => {
  const actions = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += sign;
  }
  return actions.map((action) => action.trim());
};

// ---- what breaks the release before

type Fault = string | undefined;
const NAME = '(?:only )?"?([a-z_][a-z0-9_]*)"?';
const matching = (text: string, pattern: string) => new RegExp(`^${pattern}`).exec(text);

const alteredFault = (table: string, columns: ReadonlySet<string>, action: string): Fault => {
  const read = (column: string | undefined) => column !== undefined && columns.has(column);
  const dropped = matching(action, `drop (?:column )?(?:if exists )?${NAME}`)?.[1];
  if (dropped !== undefined && !action.startsWith('drop constraint'))
    return read(dropped) ? `drops ${table}.${dropped}, which the last release reads` : undefined;
  const renamed = matching(action, `rename (?:column )?${NAME} to`)?.[1];
  if (renamed !== undefined && renamed !== 'to')
    return read(renamed) ? `renames ${table}.${renamed}, which the last release reads` : undefined;
  if (action.startsWith('rename to')) return `renames ${table}, which the last release reads`;
  const altered = matching(
    action,
    `alter (?:column )?${NAME} (set data type|type|set not null|drop default)`,
  );
  if (altered && read(altered[1]))
    return `alters ${table}.${altered[1]} (${altered[2]}), which the last release reads and writes as it was`;
  if (/^add constraint|^add (check|unique|foreign key|primary key|exclude)/.test(action))
    return `adds a rule to ${table}, which rows of the last release may break`;
  const added = matching(action, `add (?:column )?(?:if not exists )?${NAME} (.*)`);
  return added ? addedFault(`${table}.${added[1]}`, added[2] ?? '') : undefined;
};

/** A new column of a table into which the last release writes rows that know nothing of it. */
const addedFault = (column: string, rest: string): Fault => {
  const isFilled = /\b(default|generated)\b/.test(rest);
  if (/\bnot null\b/.test(rest) && !isFilled)
    return `adds ${column} without a default and not null: the last release writes rows without it`;
  return /\b(unique|primary key)\b/.test(rest) && /\bdefault\b/.test(rest)
    ? `adds ${column}, unique with a default: the second row of the last release breaks it`
    : undefined;
};

/** Why this statement breaks the last release; undefined: it does not. */
const faultsOf = (text: string, { tables }: LastRelease): string[] => {
  const dropped = matching(text, 'drop table (?:if exists )?(.*)')?.[1];
  if (dropped !== undefined)
    return dropped
      .replace(/ (cascade|restrict)$/, '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => tables.has(name))
      .map((name) => `drops ${name}, which the last release reads`);
  const altered = matching(text, `alter table (?:if exists )?${NAME} (.*)`);
  const columns = tables.get(altered?.[1] ?? '');
  if (altered && columns)
    return actionsOf(altered[2] ?? '').flatMap(
      (action) => alteredFault(altered[1] ?? '', columns, action) ?? [],
    );
  const indexed = matching(
    text,
    `create unique index (?:concurrently )?(?:if not exists )?\\S+ on ${NAME}`,
  )?.[1];
  if (indexed !== undefined && tables.has(indexed))
    return [`adds a unique index to ${indexed}, which rows of the last release may break`];
  const view = matching(text, 'drop (function|view|type|sequence|trigger) (?:if exists )?(\\w+)');
  return view ? [`drops ${view[1]} ${view[2]}, which the last release may use`] : [];
};

/** Each statement of a migration after the last release that breaks it, with what to do instead. */
export const migrationProblems = (files: readonly File[], last: LastRelease): string[] =>
  files
    .filter(({ name }) => name.slice(0, 4) > last.through)
    .flatMap(({ name, text }) =>
      statementsOf(text)
        .filter(({ isExcused }) => !isExcused)
        .flatMap((statement) => faultsOf(statement.text, last))
        .map(
          (fault) =>
            `server/migrations/${name}: ${fault}. Widen now and narrow after the next release, or say above it '-- the release before: …' why it does not mind`,
        ),
    );

// ---- the last release, as it was written down when it was made

const AT = join(ROOT, 'server/last-release.txt');

export const readRelease = (text: string): LastRelease => {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const [first = '', ...tables] = lines;
  return {
    through: first.replace('through ', ''),
    tables: new Map(
      tables.map((line): [string, ReadonlySet<string>] => {
        const [name = '', ...columns] = line.split(' ');
        return [name, new Set(columns)];
      }),
    ),
  };
};

const snake = (name: string) => name.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();

/** Tables and columns of the generated types; a column counts as read where its name is a word of the sources. */
export const describeRelease = (types: string, sources: string, through: string): string => {
  const words = new Set(sources.match(/\w+/g));
  const tables = [...types.matchAll(/^export interface (\w+)Table \{\n([\s\S]*?)^\}/gm)].map(
    ([, name = '', body = '']) => {
      const columns = [...body.matchAll(/^ {2}(\w+): /gm)].map(([, column = '']) => column);
      return [snake(name), ...columns.filter((column) => words.has(column))].join(' ');
    },
  );
  return [
    '# What the last release reads of the database, as scripts/check-migrations.ts compares it with later migrations.',
    '# Written when a release is made: UPDATE_RELEASE=1 node_modules/.bin/node scripts/check-migrations.ts',
    `through ${through}`,
    ...tables,
    '',
  ].join('\n');
};

const readMigrations = (): File[] =>
  globSync('server/migrations/*.sql', { cwd: ROOT })
    .toSorted()
    .map((path) => ({ name: basename(path), text: readFileSync(join(ROOT, path), 'utf8') }));

const describeNow = (): string => {
  const sources = globSync('server/src/**/*.ts', { cwd: ROOT })
    .filter((path) => !/\.test\.ts$|platform\/db\/tables\.ts$/.test(path))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const types = readFileSync(join(ROOT, 'server/src/platform/db/tables.ts'), 'utf8');
  return describeRelease(types, sources.join('\n'), readMigrations().at(-1)?.name.slice(0, 4) ?? '');
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.env.UPDATE_RELEASE) writeFileSync(AT, describeNow());
  const problems = migrationProblems(readMigrations(), readRelease(readFileSync(AT, 'utf8')));
  console.log(problems.join('\n'));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
