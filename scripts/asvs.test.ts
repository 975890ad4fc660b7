import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from './steps.mjs';

/**
 * docs/asvs.json: each item of level 1 and 2 of the OWASP Application Security Verification Standard 5.0.0 with the tests that
 * prove it, the page that an item about documentation asks for, or why neither is there and whose it is.
 */
const Item = z.union([
  z.strictObject({
    level: z.literal([1, 2]),
    tests: z.array(z.string()).min(1).optional(),
    pages: z.array(z.string()).min(1).optional(),
  }),
  z.strictObject({ level: z.literal([1, 2]), who: z.enum(['us', 'operator', 'agency']), reason: z.string() }),
]);
const { items } = z
  .strictObject({
    standard: z.literal('OWASP ASVS 5.0.0'),
    level: z.literal(2),
    items: z.record(z.string().regex(/^\d+\.\d+\.\d+$/), Item),
  })
  .parse(JSON.parse(readFileSync(join(ROOT, 'docs/asvs.json'), 'utf8')));

/** Items of level 1 and 2 by chapter. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const MOST_REASONS = 0.15;

const textOf = (path: string) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '');

/** Why a test does not prove anything; undefined: it is there and runs. */
const faultOf = (text: string, title: string): string | undefined => {
  const at = ["'", '"', '`'].map((mark) => text.indexOf(mark + title + mark)).find((found) => found >= 0);
  if (at === undefined) return 'there is no such test';
  const before = text.slice(0, at);
  const [, modifiers = ''] = [...before.matchAll(/(?:^|[^\w.'"`])(?:test|it)((?:\.\w+)*)\(/g)].at(-1) ?? [];
  if (/\.(?:skip|todo|fails|skipIf|runIf)\b/.test(modifiers)) return 'it is skipped';
  if (/\bdescribe\.(?:skip|todo)/.test(before)) return 'a part of its file is skipped';
  if (/\b(?:test|it|describe)\.only/.test(text)) return 'another one of its file runs alone';
  return undefined;
};

const named = (reference: string) => {
  const [path = '', ...title] = reference.split(' > ');
  return { path, title: title.join(' > ') };
};

test('every item of level 1 and 2 is there once', () => {
  const counts = CHAPTERS.map(
    (_, at) => Object.keys(items).filter((id) => id.startsWith(`${at + 1}.`)).length,
  );
  expect(counts).toEqual(CHAPTERS);
  expect(Object.keys(items)).toHaveLength(253);
});

test('each named test is there and is not skipped', () => {
  const faults = Object.entries(items).flatMap(([id, item]) =>
    ('tests' in item ? (item.tests ?? []) : []).flatMap((reference) => {
      const { path, title } = named(reference);
      const fault = faultOf(textOf(path), title);
      return fault ? [`${id}: ${reference}: ${fault}`] : [];
    }),
  );
  expect(faults).toEqual([]);
});

test('each named page has the heading', () => {
  const faults = Object.entries(items).flatMap(([id, item]) =>
    ('pages' in item ? (item.pages ?? []) : [])
      .filter((reference) => {
        const { path, title } = named(reference);
        return !textOf(path)
          .split('\n')
          .some((line) => line.startsWith('#') && line.replace(/^#+ /, '') === title);
      })
      .map((reference) => `${id}: ${reference}`),
  );
  expect(faults).toEqual([]);
});

test('an item has a test or a page; at most 15 of 100 have a reason instead', () => {
  const reasons = Object.entries(items).filter(([, item]) => 'reason' in item);
  expect(reasons.length / Object.keys(items).length).toBeLessThanOrEqual(MOST_REASONS);
  for (const [id, item] of Object.entries(items))
    expect('reason' in item || item.tests !== undefined || item.pages !== undefined, id).toBe(true);
  for (const [id, item] of reasons) expect('reason' in item && item.reason, id).toMatch(/^[A-Z].{20,}\.$/);
});

describe('a test that proves nothing is found', () => {
  const file =
    "describe('x', () => {\n  it('runs', () => 1);\n  it.skip('waits', () => 1);\n  test.skipIf(root)('is of nobody', () => 1);\n  it.skip.each(['it (with)'])('with %s', () => 1);\n});";
  test.each([
    ['runs', undefined],
    ['waits', 'it is skipped'],
    ['is of nobody', 'it is skipped'],
    ['with %s', 'it is skipped'],
    ['was renamed', 'there is no such test'],
  ])('%s', (title, fault) => expect(faultOf(file, title)).toBe(fault));

  test('in a part that is skipped, or beside one that runs alone', () => {
    expect(faultOf(`describe.skip('x', () => { it('runs', () => 1); });`, 'runs')).toMatch(
      'part of its file',
    );
    expect(faultOf(`it('runs', () => 1); it.only('alone', () => 1);`, 'runs')).toMatch('runs alone');
  });
});
