import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { checks, runChecks } from './checks.mjs';
import { install } from './install.mjs';
import { command, ROOT, run } from './steps.mjs';

/** Each step answers how many passed and the failures by name. */
const single = (name, passed) => ({ passed: passed ? 1 : 0, failures: passed ? [] : [name] });

/** A log is read as text: without color codes, a line for each file. */
const PLAIN = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

const begun = performance.now();
/** Each part begins with the seconds so far: what got slower is seen. */
const title = (text) =>
  console.log(`\n— ${text} (after ${Math.round((performance.now() - begun) / 1000)} s)`);

command(async () => {
  process.env.CI ??= 'true';
  const reports = mkdtempSync(join(tmpdir(), 'homecare-reports-'));
  // Dozens of servers are started on the way: each after the first finds its modules compiled.
  process.env.NODE_COMPILE_CACHE ??= join(reports, 'compiled');
  try {
    const node = await install();
    const browser = await findBrowser();
    title('Format, lint, types, structure');
    const results = (await runChecks(checks(node))).map(({ name, passed }) => single(name, passed));
    title('Rules, API and components');
    results.push(await unitTests(node, join(reports, 'vitest.json')));
    title('Web build');
    results.push(await webBuild(node));
    title('Browser');
    results.push(await browserTests(node, browser, join(reports, 'playwright.json')));
    return summary(results);
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

async function unitTests(node, report) {
  const args = ['run', '--reporter', 'default', '--reporter', 'json', `--outputFile.json=${report}`];
  const { code } = await run(node, ['node_modules/vitest/vitest.mjs', ...args], { show: true, env: PLAIN });
  const { testResults } = read(report) ?? { testResults: [] };
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ file: file.name, ...test })),
  );
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(hasFailed),
  );
  const failures = [
    ...tests
      .filter(hasFailed)
      .map((test) => `${short(test.file)}: ${test.fullName}${why(test.failureMessages[0])}`),
    ...broken.map((file) => `${short(file.name)}: ${file.message}`),
  ];
  const passed = tests.filter((test) => test.status === 'passed').length;
  const times = testResults.map(({ name, startTime, endTime }) => [short(name), endTime - startTime]);
  return { ...withExit('vitest', code, passed, failures), slowest: slowestOf('files of tests', times) };
}

const SHOWN = 10;
/** What the next engineer looks at first when all of it takes too long. */
const slowestOf = (what, times) => [
  `Slowest ${what}:`,
  ...times
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, ms]) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`),
];

const hasFailed = (test) => test.status === 'failed';

const WHY_CHARACTERS = 1_500;
/** What failed is read where only the end of the output is kept. */
const why = (message = '') =>
  `\n${stripVTControlCharacters(message).slice(0, WHY_CHARACTERS).replaceAll(/^/gm, '      ')}`;

async function webBuild(node) {
  try {
    await buildWeb(node);
    console.log('ok     web build');
    return single('web build', true);
  } catch (error) {
    console.log(error.message);
    return single('web build', false);
  }
}

async function browserTests(node, browser, report) {
  if (browser.advice) {
    console.log(browser.advice);
    return single(`browser tests: ${browser.advice}`, false);
  }
  const env = { ...PLAIN, CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter', 'list,json'];
  const { code } = await run(node, args, { show: true, env });
  const { suites, errors } = read(report) ?? { suites: [], errors: [] };
  const specs = suites.flatMap(specsOf);
  const failures = [
    ...specs
      .filter((spec) => !spec.ok)
      .map((spec) => `${spec.file}: ${spec.title}${why(lastError(spec))}${pageOf(spec)}`),
    ...errors.map((error) => `browser tests: ${error.message}`),
  ];
  const ran = (spec) => spec.tests.some((test) => test.status !== 'skipped');
  const passed = specs.filter((spec) => spec.ok && ran(spec)).length;
  const times = specs.map((spec) => [`${spec.file}: ${spec.title}`, msOf(spec)]);
  return { ...withExit('playwright', code, passed, failures), slowest: slowestOf('stories', times) };
}

const msOf = ({ tests }) =>
  tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);

const lastError = (spec) =>
  spec.tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? [])).at(-1);

const PAGE_CHARACTERS = 8_000;
/** What the page showed when its story failed, as a screen reader would read it. */
const pageOf = (spec) => {
  const [context] = spec.tests
    .flatMap(({ results }) => results.flatMap(({ attachments }) => attachments))
    .filter(({ name, path }) => name === 'error-context' && path && existsSync(path))
    .map(({ path }) => readFileSync(path, 'utf8'));
  const page = context?.match(/```yaml\n(.*?)\n```/s)?.[1];
  const words = page?.replaceAll(/^ *- \/url: .*\n/gm, '');
  return words ? `\n${words.slice(0, PAGE_CHARACTERS).replaceAll(/^/gm, '      | ')}` : '';
};

const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

/** A runner that fails without a failed test, or runs no test at all, is a failure too. */
function withExit(name, code, passed, failures) {
  const silent = failures.length === 0 && (code !== 0 || passed === 0);
  return { passed, failures: silent ? [`${name} ended with code ${code} after ${passed} tests`] : failures };
}

const read = (report) => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined);

const short = (file) => file.replace(ROOT, '').replace(/^[\\/]/, '');

function summary(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  for (const { slowest } of results) if (slowest) console.log(`\n${slowest.join('\n')}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}
