import { describe, expect, test } from 'vitest';
import { mayChangeView, mayShareViews, validateViewName } from './rules.ts';
import { MAX_VIEWS } from './schema.ts';

describe('the name of a view', () => {
  test.each([
    ['', 'Give the view a name.'],
    ['   ', 'Give the view a name.'],
    ['x'.repeat(41), 'A name has at most 40 characters.'],
    ['EXPIRING', 'There is a view named EXPIRING. Choose another name.'],
    [' Éxpiring ', 'There is a view named Éxpiring. Choose another name.'],
  ])('%j is rejected: %s', (name, message) => {
    expect(validateViewName(name, [{ name: 'Expiring' }])).toEqual({ field: 'name', message });
  });

  test('a name of 40 characters that no other view has is accepted', () => {
    expect(validateViewName('x'.repeat(40), [{ name: 'Expiring' }])).toBeUndefined();
  });

  test('a list has at most 40 views', () => {
    const others = Array.from({ length: MAX_VIEWS }, (_, n) => ({ name: `View ${n}` }));
    expect(validateViewName('One more', others)?.message).toMatch(/40 views.*Delete one/);
  });
});

describe('the permission to change a view', () => {
  test.each([
    [{ isOwn: true, isShared: false }, 'provider', true],
    [{ isOwn: true, isShared: false }, 'user', true],
    [{ isOwn: true, isShared: true }, 'admin', true],
    [{ isOwn: true, isShared: true }, 'user', false],
    [{ isOwn: false, isShared: true }, 'admin', true],
    [{ isOwn: false, isShared: true }, 'user', false],
    [{ isOwn: false, isShared: false }, 'admin', false],
  ] as const)('%j by %s: %s', (view, role, may) => {
    expect(mayChangeView(view, role)).toBe(may);
  });

  test('only admins share views', () => {
    expect((['admin', 'user', 'provider', 'evv'] as const).filter(mayShareViews)).toEqual(['admin']);
  });
});
