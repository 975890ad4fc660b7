import { expect, test } from 'vitest';
import { addressOf, hrefOf, keyOf, searchOf, stateOf } from './address.ts';

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

test('records that are beside each other have keys that do not', () => {
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

test('the address of a record has its number and mode, and no text that somebody typed', () => {
  expect(addressOf({ mode: 'Show', id: 7, result: 'Baca, Guadalupe', month: '2026-10' })).toEqual({
    mode: 'Show',
    id: 7,
    month: '2026-10',
  });
  expect(addressOf({ visit: '2026-11-20 12 9', around: '2026-11-20 12 9;2026-11-21 12 10' })).toEqual({
    visit: '2026-11-20 12 9',
  });
  expect(stateOf(searchOf({ mode: 'Show', id: 7 }).at)).toEqual({ mode: 'Show', id: 7 });
  expect(searchOf({ mode: 'Create', result: 'Baca' })).toEqual({});
  expect(searchOf({ mode: 'Create', client: 7 })).toEqual({});
});
