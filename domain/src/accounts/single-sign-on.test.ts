import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  domainOf,
  firstAccountOf,
  isOfDomains,
  partsOf,
  roleOfGroups,
  SSO_DELETED,
  SSO_TAKEN,
} from './single-sign-on.ts';

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

describe('somebody who comes for the first time', () => {
  const free = { id: 1, isDeleted: false, isTied: false };
  const tied = { id: 2, isDeleted: false, isTied: true };
  const deleted = { id: 3, isDeleted: true, isTied: true };
  test.each([
    ['gets a new account where nobody has the address', [], null],
    ['gets the account that has it', [free], 1],
    ['gets a new one where two have it', [free, { ...free, id: 4 }], null],
    ['gets what an admin has made after one was deleted', [deleted, free], 1],
    ['gets nothing of somebody else', [tied], SSO_TAKEN],
    ['gets nothing where one of two is somebody else’s', [free, tied], SSO_TAKEN],
    ['gets no new one in place of a deleted one', [deleted], SSO_DELETED],
  ] as const)('%s', (_, known, expected) => {
    const first = firstAccountOf(known);
    expect(first.ok ? first.data : first.info).toBe(expected);
  });
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
