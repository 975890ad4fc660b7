// Keeps the file vocabulary, the import rules of the architecture, and references that lead somewhere.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkReferences } from './check-references.mjs';
import { filesBelow, ROOT } from './steps.mjs';

const PARTS = [
  'domain/src',
  'server/src',
  'server/testing',
  'web/src',
  'web/testing',
  'api-client/product',
  'api-client/src',
  'simulators/src',
  'e2e',
  'bench',
];
const SERVER_FILE = /^(routes|service|queries|documents|documents\/[a-z-]+|jobs|[a-z-]+(\.api)?\.test)\.ts$/;
/** A word of its own beside the five, agreed on one by one. */
const NAMED = [
  'accounts/codes.ts',
  'accounts/factor-queries.ts',
  'accounts/first-password.ts',
  'accounts/known-devices.ts',
  'accounts/managing.ts',
  'accounts/passkeys.ts',
  'accounts/password-rules.ts',
  'accounts/phone-queries.ts',
  'accounts/phones.ts',
  'accounts/proof.ts',
  'accounts/second-factor.ts',
  'accounts/sign-in.ts',
  'accounts/throttle.ts',
  'addresses/geocoding.ts',
  'addresses/google.ts',
  'addresses/local.ts',
  'addresses/nominatim.ts',
  'addresses/photon.ts',
  'addresses/provider.ts',
  'addresses/remote.ts',
  'addresses/zip-areas.ts',
  'aggregator/intake.ts',
  'aggregator/outcomes.ts',
  'aggregator/sending.ts',
  'aggregator/subjects.ts',
  'billing/claiming.ts',
  'billing/not-assigned.ts',
  'billing/page.ts',
  'billing/page-queries.ts',
  'billing/record-queries.ts',
  'billing/repricing.ts',
  'billing/saving.ts',
  'billing/status-set.ts',
  'calculator/highs.ts',
  'calculator/solve-thread.ts',
  'calculator/solver.ts',
  'care-plans/archive.ts',
  'care-plans/change.ts',
  'care-plans/absence.ts',
  'care-plans/checking.ts',
  'care-plans/list.ts',
  'care-plans/override.ts',
  'care-plans/types.ts',
  'claims/answers.ts',
  'claims/answer-queries.ts',
  'claims/batches.ts',
  'claims/denials.ts',
  'claims/manual-payments.ts',
  'claims/parked.ts',
  'claims/parked-queries.ts',
  'claims/posting.ts',
  'claims/proof.ts',
  'claims/rehearsing.ts',
  'eligibility/answers.ts',
  'eligibility/requests.ts',
  'messaging/confirmations.ts',
  'messaging/conversation-queries.ts',
  'messaging/conversations.ts',
  'messaging/delivery-queries.ts',
  'messaging/hooks.ts',
  'messaging/mail.ts',
  'messaging/notify.ts',
  'messaging/image-queries.ts',
  'messaging/images.ts',
  'messaging/sending.ts',
  'messaging/sms.ts',
  'payroll/category-queries.ts',
  'payroll/owed-weeks.ts',
  'payroll/pay-categories.ts',
  'payroll/rate-queries.ts',
  'payroll/rates.ts',
  'payroll/run-files.ts',
  'payroll/run-queries.ts',
  'payroll/runs.ts',
  'payroll/settings.ts',
  'payroll/week-queries.ts',
  'people/archive.ts',
  'people/bulk.ts',
  'people/check-in-place.ts',
  'people/doubles.ts',
  'people/merge-queries.ts',
  'people/merging.ts',
  'people/person-columns.ts',
  'people/reading.ts',
  'people/uniqueness.ts',
  'plan-documents/bulk.ts',
  'plan-documents/saved.ts',
  'plan-documents/send-link.ts',
  'sites/connections.ts',
  'sites/in-use.ts',
  'sites/logo.ts',
  'sites/settings.ts',
  'timesheets/page-queries.ts',
  'timesheets/pages.ts',
  'reports/card-queries.ts',
  'timesheets/received.ts',
  'timesheets/uploads.ts',
  'people-import/progress.ts',
  'visits/accepting.ts',
  'visits/bulk-queries.ts',
  'visits/bulk.ts',
  'people/correcting.ts',
  'visits/correcting.ts',
  'visits/missed.ts',
  'visits/office-queries.ts',
  'visits/reading.ts',
  'sites/open-site.ts',
];
const VAGUE = /^(helpers?|utils?|misc|managers?|common|index)\b/;
const FILE_NAME = /^([a-z0-9.-]+\.tsx?|[A-Z][A-Za-z0-9]*(\.test)?\.tsx)$/;
const IMPORT = /^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const BUILT_WRITE = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)/g;
const PLAIN_WRITE = /\b(?:insert into|delete from|merge into)\s+(\w+)|\bupdate\s+(\w+)\s+(?:as \w+ )?set\b/gi;
const TEST = /\.test\.tsx?$/;

/** Import rules: files, what they may not import, why. Paths start at the root of the project. */
const FORBIDDEN = [
  [/^web\//, /^(server\/|@homecare\/server|pg$|node:)/, 'web cannot name server'],
  [/^server\//, /^(web\/|@homecare\/web)/, 'server cannot name web'],
  [
    /^(domain|server|web)\//,
    /^(api-client\/|@homecare\/api-client)/,
    'the API client is made from the product',
  ],
  [/^domain\/.*(?<!\.test\.ts)$/, /^(?!domain\/src\/|zod$|temporal-polyfill)/, 'domain imports only zod'],
  [/^domain\/.*\.test\.ts$/, /^(server|web)\//, 'domain imports only zod'],
];

/** Breaches of the rules, each as one line. */
export function checkStructure() {
  const files = filesBelow(PARTS).filter((file) => /\.tsx?$/.test(file));
  const graph = new Map(files.map((file) => [file, read(file)]));
  const owners = tableOwners();
  const problems = cycles(graph);
  for (const [file, { source, imports }] of graph) {
    const found = [...nameProblems(file), ...exportProblems(source), ...writeProblems(file, source, owners)];
    found.push(...imports.flatMap(({ path }) => [...importProblems(file, path)]));
    problems.push(...found.map((text) => `${file}: ${text}`));
  }
  problems.push(...checkReferences());
  return problems.sort();
}

/** A type-only import runs nothing and cannot close a cycle. */
function read(file) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const pathOf = (name) =>
    name.startsWith('.') ? join(dirname(file), name) : name.replace(/^@homecare\/domain\//, 'domain/src/');
  return { source, imports: [...source.matchAll(IMPORT)].map((m) => ({ path: pathOf(m[2]), runs: !m[1] })) };
}

/** 'people' and 'service.ts' of server/src/people/service.ts */
function placeOf(path) {
  const [, feature, rest] = /^(?:domain|server|web)\/src\/(?:features\/)?([a-z-]+)\/(.+)$/.exec(path) ?? [];
  return { feature, rest };
}

function* nameProblems(file) {
  const { feature, rest } = placeOf(file);
  if (VAGUE.test(basename(file))) yield 'the name says nothing about the content';
  if (!FILE_NAME.test(basename(file))) yield 'names are kebab-case, components PascalCase';
  if (!file.startsWith('server/') || !feature || ['platform', 'operations'].includes(feature)) return;
  if (SERVER_FILE.test(rest) || NAMED.includes(`${feature}/${rest}`)) return;
  yield 'a server feature has routes, service, queries, documents, jobs';
}

function* exportProblems(source) {
  if (/^export default/m.test(source)) yield 'no default exports';
  if (/^export \* from/m.test(source)) yield 'no barrels';
}

function* importProblems(file, path) {
  for (const [files, imports, why] of FORBIDDEN) {
    if (files.test(file) && imports.test(path)) yield `imports '${path}': ${why}`;
  }
  const [from, to] = [placeOf(file), placeOf(path)];
  if (!path.startsWith('server/') || to.rest !== 'queries.ts' || from.feature === to.feature) return;
  if (!TEST.test(file)) yield `uses the queries of ${to.feature}: call its service`;
}

/** A table belongs to the feature whose migration makes it: 0002_accounts.sql. */
function tableOwners() {
  const owners = new Map();
  for (const file of filesBelow(['server/migrations'])) {
    const feature = basename(file, '.sql').replace(/^\d+_/, '').replaceAll('_', '-');
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [, table] of text.matchAll(/create table (?:if not exists )?(\w+)/gi))
      owners.set(table, feature);
  }
  return owners;
}

function* writeProblems(file, source, owners) {
  const { feature } = placeOf(file);
  if (
    !file.startsWith('server/') ||
    !feature ||
    ['platform', 'operations'].includes(feature) ||
    TEST.test(file)
  )
    return;
  for (const match of [...source.matchAll(BUILT_WRITE), ...source.matchAll(PLAIN_WRITE)]) {
    const table = match[1] ?? match[2];
    const owner = owners.get(table);
    if (feature === 'reports') yield `writes ${table}: reports write nothing`;
    else if (owner && owner !== feature) yield `writes ${table} of ${owner}: call its service`;
  }
}

function cycles(graph) {
  const found = [];
  const done = new Set();
  const visit = (file, path) => {
    if (path.includes(file))
      found.push(`import cycle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`);
    if (path.includes(file) || done.has(file) || !graph.has(file)) return;
    const next = graph.get(file).imports.filter((target) => target.runs);
    for (const target of next) visit(target.path, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
