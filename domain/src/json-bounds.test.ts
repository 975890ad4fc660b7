import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonBounds, jsonExcess } from './json-bounds.ts';

/** Measures the same limits on the parsed value. */
const measure = (value: unknown): { depth: number; keys: number; inner: number } => {
  if (typeof value !== 'object' || value === null) return { depth: 0, keys: 0, inner: 0 };
  const parts = Object.values(value).map(measure);
  const own = Array.isArray(value) ? 0 : parts.length;
  return {
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
    keys: Math.max(own, ...parts.map(({ keys }) => keys)),
    // Every value but the first of its list or object, which is what commas count.
    inner: Math.max(0, parts.length - 1) + parts.reduce((sum, part) => sum + part.inner, 0),
  };
};

const bounds: JsonBounds = { depth: 3, keys: 4, values: 12 };

test('a text is within the bounds exactly if its parsed value is', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', '[{,}]', '\\\\"'));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      text,
      fc.array(tie('tree'), { maxLength: 6 }),
      fc.dictionary(text, tie('tree'), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.constantFrom(undefined, 2), (value, indent) => {
      const json = JSON.stringify(value, null, indent);
      const { depth, keys, inner } = measure(value);
      const fits = depth <= bounds.depth && keys <= bounds.keys && inner < bounds.values;
      expect(jsonExcess(json, bounds) === undefined, json).toBe(fits);
    }),
    { numRuns: 1_000 },
  );
});

test.each(['', '[', '"', '"\\', ']]]', '}{', '{"a":[}', ',,'])('%j is left to the parser', (text) => {
  expect(jsonExcess(text, bounds)).toBeUndefined();
});
