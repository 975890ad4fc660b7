import { expect, test } from 'vitest';
import { lengthProblems } from './check-length.ts';

const body = (lines: number) => Array.from({ length: lines }, (_, n) => `  say(${n});`).join('\n');
const functionOf = (name: string, lines: number) => `const ${name} = () => {\n${body(lines - 2)}\n};\n`;
const rates = (lines: number) => [{ path: 'domain/src/rates.ts', text: functionOf('countRates', lines) }];

test('a function has up to 60 lines, blank ones and comments apart', () => {
  expect(lengthProblems(rates(60), [])).toEqual([]);
  expect(lengthProblems(rates(61), [])).toEqual([
    'domain/src/rates.ts countRates: has 61 lines, more than 60',
  ]);
  const [{ text = '' } = {}] = rates(60);
  const spaced = text.replace('say(3);', 'say(3);\n\n  // Three.');
  expect(lengthProblems([{ path: 'domain/src/rates.ts', text: spaced }], [])).toEqual([]);
});

test('a component has up to 120 lines', () => {
  const page = (lines: number) => [{ path: 'web/src/Rates.tsx', text: functionOf('Rates', lines) }];
  expect(lengthProblems(page(120), [])).toEqual([]);
  expect(lengthProblems(page(121), [])).toEqual(['web/src/Rates.tsx Rates: has 121 lines, more than 120']);
});

test('a listed function may be longer, and leaves the list once it is not', () => {
  const listed = ['domain/src/rates.ts countRates'];
  expect(lengthProblems(rates(61), listed)).toEqual([]);
  expect(lengthProblems(rates(60), listed)).toEqual([
    'domain/src/rates.ts countRates: is listed as too long and is not',
  ]);
});
