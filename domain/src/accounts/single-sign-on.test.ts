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

test('a list is separated by commas and line breaks', () => {
  expect(partsOf(' a, b\n\n c ,')).toEqual(['a', 'b', 'c']);
});

describe('somebody who signs in for the first time', () => {
  const free = { id: 1, isDeleted: false, isTied: false };
  const tied = { id: 2, isDeleted: false, isTied: true };
  const deleted = { id: 3, isDeleted: true, isTied: true };
  test.each([
    ['gets a new account if none has the address', [], null],
    ['gets the account with the address', [free], 1],
    ['gets a new account if two have the address', [free, { ...free, id: 4 }], null],
    ['gets the account that an admin created after one was deleted', [deleted, free], 1],
    ['is refused an account that somebody else uses', [tied], SSO_TAKEN],
    ['is refused if somebody else uses one of two', [free, tied], SSO_TAKEN],
    ['gets no new account in place of a deleted one', [deleted], SSO_DELETED],
  ] as const)('%s', (_, known, expected) => {
    const first = firstAccountOf(known);
    expect(first.ok ? first.data : first.info).toBe(expected);
  });
});

describe("an agency's groups", () => {
  const map = { admins: ['Owners'], managers: ['Schedulers', 'Billing'] };
  test.each([
    [['Owners', 'Billing'], 'admin'],
    [['Billing'], 'user'],
    [['owners'], undefined],
    [[], undefined],
  ] as const)('%j give the role %s', (groups, role) => expect(roleOfGroups(groups, map)).toBe(role));

  test("never give a caregiver's role, and give nothing if none is named", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (groups) => {
        expect(['admin', 'user', undefined]).toContain(roleOfGroups(groups, map));
        expect(roleOfGroups(groups, { admins: [], managers: [] })).toBeUndefined();
      }),
    );
  });
});
