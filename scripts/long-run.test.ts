import { expect, test } from 'vitest';
import { givenFlags } from './long-run.mjs';

test('a flag is given as a word, or to npm, which keeps it for itself', () => {
  expect(givenFlags(['screens', '--keep'], ['--keep'], {})).toEqual(['--keep']);
  expect(givenFlags(['screens'], ['--keep'], { npm_config_keep: 'true' })).toEqual(['--keep']);
  expect(givenFlags(['screens'], ['--keep'], {})).toEqual([]);
});
