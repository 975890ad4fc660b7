// Every reference leads to something that is in the repository: pages, rules by their numbers, files that pages name.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSource, sourceFiles } from './sources.mjs';
import { filesBelow, ROOT } from './steps.mjs';

const SOURCE = /\.(tsx?|mjs|css|sql|html|txt)$/;
const OWN = /^scripts\/check-references/;
/** Pages whose paths in backticks are checked too: they are the way into the code. */
const GUIDES = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'];
/** A landed migration never changes. This list only shrinks. */
const AS_THEY_WERE = [
  'server/migrations/0003_people.sql',
  'server/migrations/0006_aggregator.sql',
  'server/migrations/0009_billing.sql',
  'server/migrations/0011_eligibility.sql',
  'server/migrations/0011_timesheets.sql',
  'server/migrations/0015_care_plans.sql',
  'server/migrations/0017_aggregator.sql',
  'server/migrations/0021_timesheets.sql',
  'server/migrations/0044_payroll.sql',
];

const PAGE = /(?<![\w/.-])(?:\.{0,2}\/)?(?:[\w.-]+\/)*[\w-]+\.md\b/g;
const ABSENT =
  /\bthe specification\b|\bspecification,? parts? \d|\bparts? [123], (?:sections? )?\d|\bdesign notes\b|\bsecurity design\b/gi;
const RULES =
  /docs\/rules\/([a-z-]+)\.md, rules? (\d+(?:(?:, and |, | to | and )\d+)*)|\b([a-z]+(?:-[a-z]+)*) rules? (\d+(?:(?:, and |, | to | and )\d+)*)/g;
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;
const PATH = /`((?:domain|server|web|simulators|e2e|bench|scripts|docs)\/[\w./-]+)`/g;

/** 'decision 39', and a page of decisions that is named by its number. */
const DECISION = /\bdocs\/decisions(?:\/|, )(\d{1,4})|\bdecision (\d{1,4})\b/g;

/** A comment that goes on in the next line is one text. */
const joined = (text) => text.replace(/\n[ \t]*(?:\*|\/\/|--|#)?[ \t]*/g, ' ');

/** 'rules 3, 5 to 7' → the two ends of each range: a rule between them may have been dropped. */
const numbersIn = (words) => words.match(/\d+/g).map(Number);

/** The numbered rules of a page, in the order of the page. */
export const rulesIn = (text) => [...text.matchAll(/^(\d+)\. /gm)].map((match) => Number(match[1]));

function* ruleProblems(text, { rulesOf }, isPage) {
  for (const [whole, page, numbers, short, shortNumbers] of text.matchAll(RULES)) {
    const rules = rulesOf(page ?? short);
    // 'two rules 3' in a sentence of code names no page; in the pages of rules 'billing rule 7' does.
    if (page === undefined && (!isPage || rules === undefined)) continue;
    for (const number of numbersIn(numbers ?? shortNumbers))
      if (!rules?.includes(number)) yield `cites '${whole}': there is no rule ${number}`;
  }
}

/**
 * What is wrong with the references of one file. `world` says what there is: `exists(path)` from the root of the project,
 * `rulesOf(page)` the numbers of a page of rules, `hasDecision('0039')` a page of decisions.
 */
export function* referenceProblems(file, source, world) {
  const text = joined(source);
  const isPage = file.endsWith('.md');
  for (const [words] of text.matchAll(ABSENT)) yield `cites '${words}', which is not in the repository`;
  for (const [page] of text.matchAll(PAGE)) {
    const places = [page.replace(/^(?:\.\.\/)+/, ''), join('docs', page), join(dirname(file), page)];
    if (!places.some((place) => world.exists(place))) yield `names ${page}, which does not exist`;
  }
  for (const [words, path, number] of text.matchAll(DECISION))
    if (!world.hasDecision((path ?? number).padStart(4, '0'))) yield `cites '${words}', which does not exist`;
  yield* ruleProblems(text, world, isPage);
  if (!isPage) return;
  for (const [, link] of source.matchAll(LINK))
    if (!world.exists(join(dirname(file), link))) yield `links to ${link}, which does not exist`;
  if (GUIDES.includes(file))
    for (const [, path] of source.matchAll(PATH))
      if (!world.exists(path)) yield `names ${path}, which does not exist`;
  const numbers = file.startsWith('docs/rules/') ? rulesIn(source) : [];
  for (const twice of numbers.filter((number, place) => numbers.indexOf(number) !== place))
    yield `has two rules ${twice}`;
}

const numberOf = (decision) => decision.slice(15, 19);

/** Two decisions that were written at the same time may have taken the same number: a reference would lead to either. */
export const doubledDecisions = (files) =>
  files
    .filter((file, place) => files.findIndex((other) => numberOf(other) === numberOf(file)) !== place)
    .map((file) => `${file}: has a number that another decision has`);

/** Breaches in the whole repository, each as one line. */
export function checkReferences() {
  const pagesOfDecisions = filesBelow(['docs/decisions']);
  const decisions = new Set(pagesOfDecisions.map(numberOf));
  const world = {
    hasDecision: (number) => decisions.has(number),
    exists: (path) => existsSync(join(ROOT, path)),
    rulesOf: (page) =>
      existsSync(join(ROOT, `docs/rules/${page}.md`))
        ? rulesIn(readSource(`docs/rules/${page}.md`))
        : undefined,
  };
  const sources = sourceFiles().filter((file) => SOURCE.test(file) && !OWN.test(file));
  const pages = [
    ...GUIDES.filter(world.exists),
    ...filesBelow(['docs']).filter((file) => /\.md$/.test(file)),
  ];
  const problems = [...new Set([...sources, ...pages])]
    .filter((file) => !AS_THEY_WERE.includes(file))
    .flatMap((file) =>
      [...referenceProblems(file, readSource(file), world)].map((problem) => `${file}: ${problem}`),
    );
  return [...problems, ...doubledDecisions(pagesOfDecisions)];
}
