// What people read says who does what, in words of every day (docs/wording.md).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { ROOT } from './steps.mjs';

/** Each turn of phrase that no text of the product has, with what to say instead. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/\bwhoever\b/i, 'name who: "users without one", "anyone who"'],
  [/\bmeanwhile\b/i, 'say when: "while you were editing"'],
  [/\bstands?\b(?! for\b)/i, 'say "is"'],
  [/(?<!\bthere )\b(?:is|are) no\b(?! longer| later| more)/i, 'say "is not a", or what to do'],
  [/\bfor no\b(?! limit)/i, 'say "because no"'],
  [/\bby itself\b/i, 'say "automatically", or who does it'],
  [/\b(?:is|are) told\b/i, 'say "sees", "gets a message"'],
  [/\bwhat (?:is|was) typed\b/i, 'say "your changes"'],
  [/\b(?:brings|lacks|anew|any more[.,:;]|seldom)/i, 'use a word of every day'],
  [/\bcould not be loaded\b/i, 'say "Couldn’t load the visits"'],
  [
    /authoris|programme\b|ageing\b|colour|cancelled|organis|postcode|acknowledgement/i,
    'spell it as in the United States',
  ],
];

/** Statements of the database are texts too. */
const STATEMENT = /^\s*(?:select|with|insert|update|delete|from|where|for no key)\b|\bfor no key update\b/;
/** Texts that older clients know, or that people type and the product reads. */
const ALLOWED = new Set(["Error: Can't get Postcodes List", 'zip zipcode postcode postal']);
const isSentence = (text: string) => /[a-z]\S* \S/i.test(text) && !STATEMENT.test(text);

/** Each text of a source, names of a word too. */
export const wordsOf = (path: string, source: string): string[] => {
  const texts: string[] = [];
  const add = (text: string) => texts.push(text.replaceAll(/\s+/g, ' ').trim());
  const visitor = new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') add(node.value);
    },
    JSXText: (node) => add(node.value),
    TemplateLiteral: (node) => add(node.quasis.map(({ value }) => value.cooked ?? '').join('…')),
  });
  visitor.visit(parseSync(path, source).program);
  return texts;
};

/** Each text of a source that people may read: of a page of the guide its lines. */
export const textsOf = (path: string, source: string): string[] =>
  (path.endsWith('.md') ? source.split('\n') : wordsOf(path, source)).filter(isSentence);

export const wordingProblems = (path: string, source: string): string[] =>
  textsOf(path, source)
    .filter((text) => !ALLOWED.has(text))
    .flatMap((text) =>
      REFUSED.filter(([words]) => words.test(text)).map(([, advice]) => `${path}: '${text}': ${advice}`),
    );

/** Sources of the product below these folders, without their tests. */
export const productFiles = (folders: string) =>
  globSync(`{${folders}}/src/**/*.{ts,tsx}`, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(test|prove)\.tsx?$|\/test-[^/]+$/.test(path));

export const checkWording = () =>
  [...productFiles('domain,server,web'), ...globSync('docs/guide/*.md', { cwd: ROOT })].flatMap((path) =>
    wordingProblems(path, readFileSync(join(ROOT, path), 'utf8')),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = checkWording();
  console.log(problems.join('\n'));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
