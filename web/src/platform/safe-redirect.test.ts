import { describe, expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

describe('a redirect after signing in', () => {
  it.each([
    ['/careplanlist', '/careplanlist'],
    ['/Dashboard?x=1', '/Dashboard?x=1'],
  ])('follows %s', (wanted, expected) => expect(safeRedirect(wanted)).toBe(expected));

  it.each([
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'dashboard',
    '/login?redirect=/x',
    '/LOGIN',
    '',
    undefined,
    42,
  ])('stays here for %s', (wanted) => expect(safeRedirect(wanted)).toBeUndefined());
});
