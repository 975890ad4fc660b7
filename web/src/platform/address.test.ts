import { expect, test } from 'vitest';
import { hrefOf, keyOf, stateOf } from './address.ts';

test('an address says nothing and leads back to what the page was opened with', () => {
  const page = { mode: 'Show', id: 4412, isTemporary: true };
  const href = hrefOf({ to: '/careplan', page });
  expect(href).toMatch(/^\/careplan\?at=k[0-9a-z]+$/);
  expect(href).not.toMatch(/show|4412|mode/i);
  const key = new URL(href, 'https://agency.example').searchParams.get('at');
  expect(stateOf(key)).toEqual(page);
  expect(stateOf(key)).toBe(stateOf(key));
  expect(hrefOf({ to: '/billing' })).toBe('/billing');
});

test('records that stand beside each other have keys that do not', () => {
  const [one, other] = [keyOf({ id: 1 }), keyOf({ id: 2 })];
  expect([...one].filter((sign, at) => sign === other[at]).length).toBeLessThan(one.length / 2);
});

test('a key that was cut, mistyped or made up opens nothing', () => {
  const key = keyOf({ mode: 'Show', id: 4412 });
  for (const wrong of [
    key.slice(0, -2),
    `${key}00`,
    key.replace(/.$/, 'z'),
    'k',
    'kzzzzzzzzzz',
    '4412',
    12,
    undefined,
  ])
    expect(stateOf(wrong)).toBeUndefined();
  expect(stateOf(keyOf({ text: 'x'.repeat(5_000) }))).toBeUndefined();
});
