import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { mayCall, ROLES } from '../call.ts';
import { DECLARED_CALLS } from '../calls.ts';
import {
  callsOf,
  instantExpired,
  KEY_NAME_TOO_LONG,
  NO_CALLS,
  NO_KEY_NAME,
  notForRole,
  sayCalls,
  sayMaker,
  stateOfKey,
  validateKey,
  WRONG_EXPIRY,
} from './rules.ts';
import { KEY_ROLES, type KeyCall } from './schema.ts';
import { CLOSED_CALLS, isKeyCall, mayKeyCall } from './scope.ts';

const TODAY = Temporal.PlainDate.from('2026-11-20');
const KNOWN: readonly KeyCall[] = [
  { name: 'people.getPeople', area: 'People', title: 'Get people', effect: 'read', roles: ['admin', 'user'] },
  { name: 'people.merge', area: 'People', title: 'Merge', effect: 'write', roles: ['admin'] },
  { name: 'visits.list', area: 'Visits', title: 'List', effect: 'read', roles: ['admin', 'user'] },
];
const KEY = { name: 'Payroll service', role: 'user', calls: ['visits.list'], expires: '2026-12-31' } as const;

describe('a new key', () => {
  test.each<[string, Partial<Parameters<typeof validateKey>[0]>, [string, string][]]>([
    ['with valid values', {}, []],
    ['that works only today', { expires: '2026-11-20' }, []],
    ['that works for a year', { expires: '2027-11-20' }, []],
    ['that works for more than a year', { expires: '2027-11-21' }, [['expires', WRONG_EXPIRY]]],
    ['for yesterday', { expires: '2026-11-19' }, [['expires', WRONG_EXPIRY]]],
    ['without a name', { name: '  ' }, [['name', NO_KEY_NAME]]],
    ['with a two-line name', { name: 'a\nb' }, [['name', KEY_NAME_TOO_LONG]]],
    ['with a long name', { name: 'x'.repeat(41) }, [['name', KEY_NAME_TOO_LONG]]],
    ['without calls', { calls: [] }, [['calls', NO_CALLS]]],
    [
      'with a call that its role cannot make',
      { calls: ['people.merge'] },
      [['calls', notForRole('people.merge')]],
    ],
    ['with an unknown call', { calls: ['people.all'] }, [['calls', notForRole('people.all')]]],
  ])('%s', (_, change, faults) => {
    const found = validateKey({ ...KEY, ...change }, KNOWN, TODAY);
    expect(found.map(({ field, message }) => [field, message])).toEqual(faults);
  });

  it('works to the end of its last day in the time zone of the agency', () => {
    expect(instantExpired('2026-11-20', 'America/Denver').toString()).toBe('2026-11-21T07:00:00Z');
  });
});

test.each([
  [null, '2026-11-21T07:00:00Z', 'works'],
  [null, '2026-11-20T17:00:00Z', 'expired'],
  ['2026-11-01T00:00:00Z', '2026-11-21T07:00:00Z', 'revoked'],
] as const)('a key revoked %s that expires %s: %s', (revoked, expires, state) => {
  expect(stateOfKey({ revoked, expires }, Temporal.Instant.from('2026-11-20T17:00:00Z'))).toBe(state);
});

test.each([
  [null, 'A.L.'],
  ['admin', 'A.L.'],
  ['other', 'A.L. (no longer an admin)'],
  ['suspended', 'A.L. (suspended)'],
  ['closed', 'A.L. (account deleted)'],
] as const)('a key whose maker is %s was made by %s', (maker, words) => {
  expect(sayMaker({ createdBy: 'A.L.', maker })).toBe(words);
});

it('chosen areas and single calls become a list of calls that the role may make', () => {
  const chosen = { reads: ['People'], writes: ['People'], single: ['visits.list'] };
  expect(callsOf(KNOWN, 'admin', chosen)).toEqual(['people.getPeople', 'people.merge', 'visits.list']);
  expect(callsOf(KNOWN, 'user', chosen)).toEqual(['people.getPeople', 'visits.list']);
  expect(sayCalls(['people.merge', 'visits.list'], KNOWN)).toBe('reads 1, changes 1');
});

const aCall = fc.constantFrom(...DECLARED_CALLS);
const names = DECLARED_CALLS.map(({ name }) => name);

describe('whatever calls are chosen', () => {
  it('the key makes no call beyond its role or its list, and none about accounts and keys', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KEY_ROLES), fc.subarray(names), aCall, (role, calls, call) => {
        if (!mayKeyCall({ role, calls }, call)) return;
        expect(mayCall(role, call)).toBe(true);
        expect(calls).toContain(call.name);
        expect(call.name).not.toMatch(/^(accounts|apiKeys)\./);
      }),
    );
  });

  it('no key can give access to somebody else, and every closed call exists', () => {
    const byName = new Map(DECLARED_CALLS.map((call) => [call.name, call]));
    for (const name of CLOSED_CALLS) {
      const call = byName.get(name);
      expect(call && mayCall('admin', call), name).toBe(true);
      expect(call && mayKeyCall({ role: 'admin', calls: [name] }, call), name).toBe(false);
    }
  });

  it('no key is made for calls that need no session or that only caregivers and providers make', () => {
    const others = ROLES.filter((role) => !KEY_ROLES.some((one) => one === role));
    for (const call of DECLARED_CALLS.filter(isKeyCall)) {
      expect('open' in call.roles).toBe(false);
      expect(ROLES.filter((role) => mayCall(role, call)).every((role) => others.includes(role))).toBe(false);
    }
  });
});
