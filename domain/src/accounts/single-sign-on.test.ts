import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { domainOf, isOfDomains, partsOf, roleOfGroups } from './single-sign-on.ts';

test.each([
  ['Ann@Example.org', 'example.org'],
  [' ann@example.org ', 'example.org'],
  ['ann', undefined],
  ['', undefined],
])('the domain of %j is %s', (address, domain) => expect(domainOf(address)).toBe(domain));

test.each([
  ['ann@example.org', true],
  ['ann@EXAMPLE.ORG', true],
  ['ann@mail.example.org', false],
  ['ann@badexample.org', false],
  ['ann@example.org.attacker.test', false],
  ['example.org', false],
])('%s belongs to example.org: %s', (address, belongs) =>
  expect(isOfDomains(address, ['other.test', 'Example.org'])).toBe(belongs),
);

test('a list is read by commas and lines', () => {
  expect(partsOf(' a, b\n\n c ,')).toEqual(['a', 'b', 'c']);
});

describe('groups give', () => {
  const map = { admins: ['Owners'], managers: ['Schedulers', 'Billing'] };
  test.each([
    [['Owners', 'Billing'], 'admin'],
    [['Billing'], 'user'],
    [['owners'], undefined],
    [[], undefined],
  ] as const)('%j the role %s', (groups, role) => expect(roleOfGroups(groups, map)).toBe(role));

  test('nobody a role of a caregiver, and nothing where no group is named', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (groups) => {
        expect(['admin', 'user', undefined]).toContain(roleOfGroups(groups, map));
        expect(roleOfGroups(groups, { admins: [], managers: [] })).toBeUndefined();
      }),
    );
  });
});
