import { describe, expect, test } from 'vitest';
import {
  checkReferences,
  doubledDecisions,
  referenceProblems,
  rulesIn,
  type World,
} from './check-references.mjs';

const FILES = ['docs/rules/billing.md', 'docs/operations.md', 'domain/src/billing/rates.ts'];
const world: World = {
  exists: (path) => FILES.includes(path),
  hasDecision: (number) => number === '0039',
  rulesOf: (page) => (page === 'billing' ? [1, 2, 3, 7] : undefined),
};
const inCode = (comment: string) => [...referenceProblems('domain/src/billing/rates.ts', comment, world)];
const inPage = (page: string, text: string) => [...referenceProblems(page, text, world)];

describe('a comment', () => {
  test('may cite a rule and a page that exist', () => {
    expect(inCode('/** A day to come is not paid (docs/rules/billing.md, rules 1, 2 and 7). */')).toEqual([]);
    expect(inCode('// The address of a bucket (docs/operations.md).')).toEqual([]);
  });

  test('cannot name a page that does not exist', () => {
    expect(inCode('/** Rates (wire-contract.md, Billing). */')).toEqual([
      'names wire-contract.md, which does not exist',
    ]);
  });

  test('cannot cite a rule that its page does not have', () => {
    expect(inCode('/** Rates (docs/rules/billing.md, rule 4). */')).toEqual([
      "cites 'docs/rules/billing.md, rule 4': there is no rule 4",
    ]);
    expect(inCode('/** Rates (docs/rules/billing.md, rules 1 to 8). */')).toHaveLength(1);
  });

  test('cannot cite a rule of a page that does not exist', () => {
    expect(inCode('/** Hours (docs/rules/hours.md, rule 1). */')).toEqual([
      'names docs/rules/hours.md, which does not exist',
      "cites 'docs/rules/hours.md, rule 1': there is no rule 1",
    ]);
  });

  test('cannot cite a decision that was not written', () => {
    expect(inCode('// Tasks are placed (decision 39; docs/decisions/0039).')).toEqual([]);
    expect(inCode('// Tasks are placed (decision 40).')).toEqual([
      "cites 'decision 40', which does not exist",
    ]);
  });

  test('is read over the ends of its lines', () => {
    expect(inCode('/**\n * Rates (docs/rules/billing.md,\n * rule 5).\n */')).toHaveLength(1);
    expect(inCode('// Rates as the specification\n// part 2 has them.')).toHaveLength(1);
  });

  test('cannot cite a document that is not in the repository', () => {
    expect(inCode('/** Rates (specification part 2, 5.6). */')).not.toEqual([]);
    expect(inCode('/** Rates (part 2, section 5.6). */')).not.toEqual([]);
    expect(inCode('/** The sentences of the specification. */')).not.toEqual([]);
    expect(inCode('/** Idle time (security design, R7). */')).not.toEqual([]);
  });
});

describe('a page', () => {
  test('cannot give one number to two rules', () => {
    expect(inPage('docs/rules/billing.md', '1. A card.\n2. A day.\n2. A unit.\n')).toEqual([
      'has two rules 2',
    ]);
  });

  test('cannot cite a rule of another page that is not there', () => {
    expect(inPage('docs/rules/claims.md', '1. Units stay (billing rule 7).\n')).toEqual([]);
    expect(inPage('docs/rules/claims.md', '1. Units stay (billing rule 9).\n')).toHaveLength(1);
  });

  test('cannot link to what is not there', () => {
    expect(inPage('docs/rules/README.md', '[billing](billing.md)')).toEqual([]);
    expect(inPage('docs/rules/README.md', '[hours](hours/)')).toEqual([
      'links to hours/, which does not exist',
    ]);
  });

  test('that leads into the code names files that exist', () => {
    expect(inPage('CONTRIBUTING.md', 'See `domain/src/billing/rates.ts`.')).toEqual([]);
    expect(inPage('CONTRIBUTING.md', 'See `domain/src/billing/wages.ts`.')).toEqual([
      'names domain/src/billing/wages.ts, which does not exist',
    ]);
  });
});

test('the rules of a page are its numbered lines', () => {
  expect(rulesIn('# Billing\n\n1. A card.\n\n## Status\n\n2. A status.\n10. Late.\n')).toEqual([1, 2, 10]);
});

test('every reference of this repository leads somewhere', () => {
  expect(checkReferences()).toEqual([]);
});

test('a decision cannot have the number of another one', () => {
  const pages = ['0001-one.md', '0002-two.md', '0002-also-two.md'].map((name) => `docs/decisions/${name}`);
  expect(doubledDecisions(pages)).toEqual([
    'docs/decisions/0002-also-two.md: has a number that another decision has',
  ]);
});
