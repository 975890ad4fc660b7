// Keeps the floors of the house, names that say something, one writer for each table, and references that lead somewhere.
import { basename, dirname, join } from 'node:path';
import { checkFeatures, featureOf } from './check-features.mjs';
import { checkNames } from './check-names.mjs';
import { checkReasons } from './check-reasons.mjs';
import { checkReferences } from './check-references.mjs';
import { checkSaving } from './check-saving.mjs';
import { readSource, sourceFiles } from './sources.mjs';
import { filesBelow } from './steps.mjs';

/** The floors of each side, lowest first: a file imports from its own floor and from those below it, tests from all. */
const SIDES = [
  {
    'the grounds of domain': /^domain\/src\/(?!calls\.ts)[a-z-]+\.ts$/,
    'a feature': /^domain\/src\/[a-z-]+\//,
    'the list of calls': /^domain\/src\/calls\.ts$/,
  },
  {
    'the platform': /^server\/src\/platform\//,
    'a feature': /^server\/src\/(?!operations\/)[a-z-]+\//,
    'the registry of features': /^server\/src\/app\.ts$/,
    operations: /^server\/src\/operations\//,
    'the start': /^server\/src\/(main|start)\.ts$/,
    'what tests share': /^server\/testing\//,
  },
  {
    'a piece of ui': /^web\/src\/ui\//,
    'the platform': /^web\/src\/platform\//,
    'a feature': /^web\/src\/features\/[a-z-]+\//,
    "the caregiver's app": /^web\/src\/caregiver\//,
    'the roof': /^web\/src\/app\//,
    'the start': /^web\/src\/main\.tsx$/,
    'what tests share': /^web\/testing\//,
  },
].map((floors) => Object.entries(floors));

/** Files, what they may not import, why. */
const FORBIDDEN = [
  [/^web\//, /^(server\/|@homecare\/server|pg$|node:)/, 'web cannot name server'],
  [/^server\//, /^(web\/|@homecare\/web)/, 'server cannot name web'],
  [/^web\/src\/ui\//, /^domain\/src\/.*contract\.ts$/, 'pieces know no calls'],
  [/^domain\/.*\.test\.ts$/, /^(server|web)\//, 'domain imports only zod'],
  [/^domain\/.*(?<!\.test\.ts)$/, /^(?!domain\/src\/|zod$|temporal-polyfill)/, 'domain imports only zod'],
  [
    /^(domain|server|web)\/src\/.*(?<!\.test\.tsx?)$/,
    /^(api-client|@homecare\/api-client|simulators|bench|e2e|scripts)(\/|$)/,
    'the product knows nothing of what is made from it',
  ],
];

/** A case manager is a person; any other manager manages anything. */
const VAGUE = /(?<!case-)\b(helpers?|utils?|misc|common|managers?)\b|^index$/;
const FILE_NAME = /^([a-z0-9.-]+\.(tsx?|mjs)|[A-Z][A-Za-z0-9]*(\.test)?\.tsx)$/;
const TEST = /\.(test|prove)\.tsx?$|\/test-[^/]+$/;
const QUERIES = /^server\/src\/(?!platform\/).*\bqueries\.ts$/;
const IMPORT = /^\s*(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;
const BUILT_WRITE = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)/g;
const PLAIN_WRITE = /\b(?:insert into|delete from|merge into)\s+(\w+)|\bupdate\s+(\w+)\s+(?:as \w+ )?set\b/gi;

/** Breaches of the rules in sources and migrations (their text by path), each as one line. */
export function* structureProblems(sources, migrations) {
  const graph = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]));
  const owners = tableOwners(migrations);
  for (const [file, source] of sources) {
    const found = [...nameProblems(file), ...exportProblems(source), ...writeProblems(file, source, owners)];
    for (const path of graph.get(file)) found.push(...importProblems(file, path));
    yield* new Set(found.map((text) => `${file}: ${text}`));
  }
  yield* circles(graph);
  yield* numberProblems([...migrations.keys()]);
  for (const file of migrations.keys())
    if (!MIGRATION_NAME.test(basename(file))) yield `${file}: is no name of a migration, which never runs`;
}

/** As the server reads them (server/src/platform/db/migrate.ts). */
const MIGRATION_NAME = /^\d{4}_[a-z_]+\.sql$/;

/** Earlier ones are on record with databases, under the numbers that they had. */
const NUMBERED_SINCE = 94;

/** Two of one number are applied in the order of their names, and a number left out hides one that got lost. */
function* numberProblems(files) {
  const numbered = files
    .map((file) => ({ file, number: Number(basename(file).slice(0, 4)) }))
    .filter(({ number }) => number >= NUMBERED_SINCE)
    .sort((a, b) => a.number - b.number);
  for (const [at, { file, number }] of numbered.entries()) {
    const expected = (numbered[at - 1]?.number ?? number - 1) + 1;
    if (number !== expected) yield `${file}: takes number ${number} where ${expected} is next`;
  }
}

/** Where a file's imports lead: for types alone, at once, and later. */
export function importsOf(file, source) {
  const pathOf = (name) =>
    name.startsWith('.') ? join(dirname(file), name) : name.replace(/^@homecare\/domain\//, 'domain/src/');
  return [...source.matchAll(IMPORT)].map(([, now, later]) => pathOf(now ?? later));
}

function floorOf(path) {
  for (const floors of SIDES) {
    const level = floors.findIndex(([, paths]) => paths.test(path));
    if (level !== -1) return { floors, level, name: floors[level][0] };
  }
}

/** Whether an import goes from a floor to one above it. */
export function leadsUp(from, to) {
  const [below, above] = [floorOf(from), floorOf(to)];
  return above !== undefined && below?.floors === above.floors && below.level < above.level;
}

function* nameProblems(file) {
  const kebab = file.replace(/\.\w+$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, '-');
  const names = kebab.toLowerCase().split('/');
  if (names.some((name) => VAGUE.test(name))) yield 'the name says nothing about the content';
  if (!FILE_NAME.test(basename(file))) yield 'names are kebab-case, components PascalCase';
  if (/^(domain|server|web)\/src\//.test(file) && !TEST.test(file) && !floorOf(file))
    yield 'stands on no floor';
}

function* exportProblems(source) {
  if (/^export default/m.test(source)) yield 'no default exports';
  if (/^export \* from/m.test(source)) yield 'no barrels';
}

function* importProblems(file, path) {
  for (const [files, imports, why] of FORBIDDEN)
    if (files.test(file) && imports.test(path)) yield `imports '${path}': ${why}`;
  const [from, to] = [floorOf(file), floorOf(path)];
  if (!to || TEST.test(file)) return;
  if (leadsUp(file, path)) yield `imports '${path}': ${to.name} stands above ${from.name}`;
  if (QUERIES.test(path) && featureOf(file) !== featureOf(path) && from?.name !== 'operations')
    yield `imports '${path}': call the service of ${featureOf(path)}`;
}

/** A table belongs to the feature whose migration makes it (0002_accounts.sql), or says since what it is (comment on table). */
function tableOwners(migrations) {
  const owners = new Map();
  for (const [file, text] of migrations) {
    const feature = basename(file, '.sql').replace(/^\d+_/, '').replaceAll('_', '-');
    for (const [, table] of text.matchAll(/(?:create table (?:if not exists )?|comment on table )(\w+)/gi))
      owners.set(table, feature);
  }
  return owners;
}

function* writeProblems(file, source, owners) {
  const feature = featureOf(file);
  if (!file.startsWith('server/') || !feature || TEST.test(file)) return;
  for (const match of [...source.matchAll(BUILT_WRITE), ...source.matchAll(PLAIN_WRITE)]) {
    const table = match[1] ?? match[2];
    const owner = owners.get(table);
    if (feature === 'reports') yield `writes ${table}: reports write nothing`;
    else if (owner && owner !== feature) yield `writes ${table} of ${owner}: call its service`;
  }
}

function* circles(graph, file, path = [], done = new Set()) {
  if (file === undefined) {
    for (const first of graph.keys()) yield* circles(graph, first, path, done);
    return;
  }
  if (path.includes(file)) yield `import circle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`;
  if (path.includes(file) || done.has(file) || !graph.has(file)) return;
  for (const next of graph.get(file)) yield* circles(graph, next, [...path, file], done);
  done.add(file);
}

const textsOf = (files) => new Map(files.map((file) => [file, readSource(file)]));

/** Breaches in the whole repository. */
export function checkStructure() {
  const sources = textsOf(sourceFiles().filter((file) => /\.(tsx?|mjs)$/.test(file)));
  const migrations = textsOf(filesBelow(['server/migrations']));
  const product = [...sources].filter(([file]) => featureOf(file) && !TEST.test(file));
  const imports = product.map(([file, source]) => [file, importsOf(file, source)]);
  return [
    ...structureProblems(sources, migrations),
    ...checkFeatures(new Map(imports)),
    ...checkReferences(),
    ...checkReasons(),
    ...checkSaving(),
    ...checkNames(),
  ].sort();
}
