// What a refusal was, its reason says (docs/rules/calls.md, rule 17): no status number, sentence or name of a field is compared.
import { COMPARED_SENTENCES } from './exceptions.mjs';
import { readSource, withoutComments } from './sources.mjs';
import { filesBelow } from './steps.mjs';

/** web/src/platform reads answers, and a piece of ui knows of none. */
const SCREENS = ['web/src/app', 'web/src/caregiver', 'web/src/features'];
/** Calls of one feature to another inside the server. Statuses are compared there of what the outside answers. */
const SERVICES = 'server/src';
/** Rules and what the screens share with them. */
const RULES_OF_DOMAIN = 'domain/src';

const COMPARED = String.raw`\s*[!=]==?\s*(?!undefined\b|null\b|false\b|''|'string')`;
const WORDS = String.raw`(?:\binfo|\bInfo|\bmessage)\b`;

const STATUS = 'compares a status number';
const SENTENCE = 'compares a sentence';

/** Each sentence with what shows it in a source without comments. */
const RULES = [
  [STATUS, /\b(?:status|code)\s*(?:[!=]==?|[<>]=?)\s*[1-5]\d\d\b/],
  [
    SENTENCE,
    new RegExp(
      [
        `${WORDS}${COMPARED}(?:'|"|\`|[A-Za-z_])`,
        `[!=]==?\\s*(?:\\w+\\??\\.)+${WORDS}`,
        `${WORDS}\\)?\\??\\.(?:startsWith|endsWith|includes|match|search)\\(`,
        `\\.test\\((?:\\w+\\.)*${WORDS}\\)`,
        `\\.(?:has|includes|indexOf)\\((?:\\w+\\.)*${WORDS}\\)`,
      ].join('|'),
    ),
  ],
  [
    'takes the name of a field for what happened',
    /\b(?:sent|refusal|answer|result|saved)\.errors(?:\[0\]\??\.field|\.some\(\(\{ field \}\) => [^)]*field(?:\s*===|\.startsWith))/,
  ],
];

/** How a source learns what a refusal was in another way than by its reason. */
export const reasonProblems = (source) => {
  const code = withoutComments(source);
  return RULES.filter(([, pattern]) => pattern.test(code)).map(([words]) => words);
};

/** The platform of the server reads what libraries throw. */
const isSource = (file) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('server/src/platform/');
export const problemsOf = (sources) =>
  sources.flatMap(([file, source]) =>
    reasonProblems(source)
      .filter((words) => words !== STATUS || SCREENS.some((screens) => file.startsWith(screens)))
      .filter((words) => words !== SENTENCE || !(file in COMPARED_SENTENCES))
      .map((words) => `${file}: ${words}; the reason of a refusal says it (docs/rules/calls.md, rule 17)`),
  );

/** Each declared reason is in the list of the rules, and a test of the server gets it from a call. */
export const undescribed = (reasons, page, tests) =>
  reasons.flatMap((reason) => [
    ...(page.includes(`| \`${reason}\` |`)
      ? []
      : [`${reason}: docs/rules/calls.md does not say what it means`]),
    ...(tests.some((test) => test.includes(`'${reason}'`)) ? [] : [`${reason}: no test gets it from a call`]),
  ]);

/** The reasons in the two tables of domain/src/errors.ts. */
export const reasonsIn = (source) =>
  [...source.matchAll(/^ {2}(\w+): \{(?: status|\n)/gm)].map(([, name]) => name);

export function checkReasons() {
  const files = filesBelow([...SCREENS, SERVICES, RULES_OF_DOMAIN]).filter(isSource);
  const tests = filesBelow([SERVICES]).filter((file) => /\.test\.ts$/.test(file));
  const declared =
    readSource('domain/src/errors.ts').split('const DECLARED = {')[1]?.split('} as const')[0] ?? '';
  return [
    ...problemsOf(files.map((file) => [file, readSource(file)])),
    ...undescribed(reasonsIn(declared), readSource('docs/rules/calls.md'), tests.map(readSource)),
  ];
}
