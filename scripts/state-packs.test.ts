import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './steps.mjs';

/** A state after the first one is data in a folder of its own: no other source names it (docs/rules/states.md, rule 7). */

const STATES = 'domain/src/states';
const FIRST = 'colorado';
/** Beside the packs. */
const OTHERS = new Set([FIRST, 'testing']);
const REGISTRY = `${STATES}/registry.ts`;
/** Lists of all states of the country, which no rule follows from. */
const ALL_STATES = new Set(['domain/src/addresses/rules.ts']);

const folders = readdirSync(join(ROOT, STATES), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !OTHERS.has(entry.name))
  .map(({ name }) => name);

const sources = globSync(
  ['{domain,server,web,simulators,api-client}/**/*.{ts,tsx,sql}', '{e2e,scripts,bench}/**/*.{ts,mjs}'],
  { cwd: ROOT, exclude: (path) => path.includes('node_modules') },
).map((path) => path.replaceAll('\\', '/'));

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('finds the sources that it looks through', () => {
  expect(sources.length).toBeGreaterThan(2_000);
  expect(sources.filter((path) => /\bcolorado\b/i.test(read(path))).length).toBeGreaterThan(10);
});

test('no source outside its folder names a further state, besides its line of the registry', () => {
  const found = folders.flatMap((folder) => {
    const name = new RegExp(`\\b${folder.replaceAll('-', '[ -]')}\\b`, 'i');
    return sources
      .filter((path) => !path.startsWith(`${STATES}/${folder}/`) && !ALL_STATES.has(path))
      .flatMap((path) => {
        const text = read(path);
        const named =
          path === REGISTRY ? text.replaceAll(/^import .*$|^export const PACKS\b.*$/gm, '') : text;
        return name.test(named) ? [`${path} names ${folder}`] : [];
      });
  });
  expect(found).toEqual([]);
});
