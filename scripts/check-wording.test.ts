import { expect, test } from 'vitest';
import { textsOf, wordingProblems } from './check-wording.ts';

const PATH = 'web/src/Rates.tsx';

test('texts are strings, templates and what stands between tags; statements of the database are not', () => {
  const source = `
    import { Box } from './ui of boxes.ts';
    const title = 'No rates yet';
    const line = (count: number) => \`\${count} rates of \${title}\`;
    const sql = 'select id from rates for no key update';
    const one = 'word';
    export const Rates = () => <p>Enter a rate
      above 0.</p>;`;
  expect(textsOf(PATH, source)).toEqual([
    './ui of boxes.ts',
    'No rates yet',
    '… rates of …',
    'Enter a rate above 0.',
  ]);
});

test.each([
  ['Whoever has none sets it up.', 'name who'],
  ['This is no date.', 'is not a'],
  ['It goes out by itself.', 'automatically'],
  ['Somebody changed it meanwhile.', 'say when'],
  ['The card stands below.', 'say "is"'],
  ['A card for no visit.', 'because no'],
  ['They are told.', 'gets a message'],
  ['What is typed here is kept.', 'your changes'],
  ['It is not on the list any more.', 'every day'],
  ['Add postcodes to the list.', 'United States'],
])('%s is refused', (text, advice) => {
  const problems = wordingProblems(PATH, `export const text = ${JSON.stringify(text)};`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`${PATH}: '${text}': `);
  expect(problems[0]).toContain(advice);
});

test.each(['There is no subject.', 'It is no longer needed.', 'Leave it empty for no limit.'])(
  '%s is plain English',
  (text) => {
    expect(wordingProblems(PATH, `export const text = ${JSON.stringify(text)};`)).toEqual([]);
  },
);
