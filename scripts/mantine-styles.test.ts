import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './steps.mjs';

const STYLES = dirname(
  createRequire(join(ROOT, 'web/package.json')).resolve('@mantine/core/styles/Button.css'),
);
const IMPORTED = /import \{([^}]*)\} from '@mantine\/core'/g;

/** A piece without its file stands there without its looks: a bar of progress has no height. */
test('every Mantine piece in use has its styles', () => {
  const styles = readFileSync(join(ROOT, 'web/src/ui/mantine.css'), 'utf8');
  const sources = globSync('web/src/**/*.tsx', { cwd: ROOT }).map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  );
  const names = sources.flatMap((text) =>
    [...text.matchAll(IMPORTED)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim())),
  );
  const used = [...new Set(names)];
  expect(used.length).toBeGreaterThan(10);
  expect(
    used.filter((name) => existsSync(join(STYLES, `${name}.css`)) && !styles.includes(`/${name}.css`)),
  ).toEqual([]);
});
