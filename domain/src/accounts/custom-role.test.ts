import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { CLOSED_CALLS, isKeyCall } from '../api-keys/scope.ts';
import { type Call, mayCall, ROLES, rolesOf } from '../call.ts';
import { DECLARED_CALLS } from '../calls.ts';
import { allowed, COPIED_ROLES, type CopiedRole, type RoleCopy } from './custom-role.ts';
import { changesOf, hasPart, partsOfCall, placeOfCall, ROLE_PARTS } from './role-parts.ts';
import {
  hasChanges,
  NO_FIRST_PAGE,
  NO_ROLE_NAME,
  NOTHING_TAKEN,
  partsOfRole,
  ROLE_NAME_TAKEN,
  ROLE_NAME_TOO_LONG,
  sayWithout,
  tidyWithout,
  UNKNOWN_PART,
  validateRole,
} from './role-rules.ts';

const WITH_SESSION = DECLARED_CALLS.filter((call) => rolesOf(call).length > 0);
const named = (name: string): Call => {
  const call = DECLARED_CALLS.find((one) => one.name === name);
  if (!call) throw new Error(name);
  return call;
};
const copyOf = (base: CopiedRole, ...without: string[]): RoleCopy => ({
  id: 1,
  rev: 0,
  name: 'Copy',
  base,
  without,
});

describe('the parts of roles', () => {
  it('cover every call, so a new call must state whether copies have it', () => {
    expect(
      WITH_SESSION.filter(({ name }) => placeOfCall(name) === undefined).map(({ name }) => name),
    ).toEqual([]);
  });

  it('name only existing areas and calls, and have unique keys', () => {
    const areas = new Set(DECLARED_CALLS.map(({ name }) => name.split('.')[0]));
    const names = new Set(DECLARED_CALLS.map(({ name }) => name));
    const unknown = ROLE_PARTS.flatMap(({ of }) => of).filter((one) => !areas.has(one) && !names.has(one));
    expect(unknown).toEqual([]);
    expect(new Set(ROLE_PARTS.map(({ key }) => key)).size).toBe(ROLE_PARTS.length);
  });

  it.each(ROLE_PARTS.map((part) => [part.title, part] as const))(
    '%s is offered for the roles that have something of it, and its changes where there are any',
    (_, part) => {
      for (const base of COPIED_ROLES) {
        const own = WITH_SESSION.filter(
          (call) => mayCall(base, call) && partsOfCall(call.name).includes(part),
        );
        // No copy of role admin has them, because creating accounts would restore what was taken away.
        if (part.key === 'phones' && base === 'admin') continue;
        expect([base, part.bases.includes(base)]).toEqual([base, own.length > 0]);
        if (own.length > 0)
          expect([base, hasChanges(part, base)]).toEqual([
            base,
            own.some(({ effect }) => effect === 'write'),
          ]);
      }
    },
  );
});

const aBase = fc.constantFrom(...COPIED_ROLES);
const someTaken = fc.subarray(ROLE_PARTS.flatMap(({ key }) => [key, changesOf(key)]));
const aCopy = fc
  .record({ base: aBase, without: someTaken })
  .map(({ base, without }) => copyOf(base, ...without));
const aCall = fc.constantFrom(...WITH_SESSION);
const aRole = fc.constantFrom(...ROLES);

describe('a copy of a role', () => {
  it('never allows a call that its role does not, and none under another role', () => {
    fc.assert(
      fc.property(aCopy, aRole, aCall, (copy, role, call) => {
        if (!allowed(call, role, copy)) return;
        expect(role).toBe(copy.base);
        expect(mayCall(role, call)).toBe(true);
      }),
    );
  });

  it('never allows more when more is taken away', () => {
    fc.assert(
      fc.property(aCopy, someTaken, aCall, (copy, more, call) => {
        const less = { ...copy, without: [...copy.without, ...more] };
        if (allowed(call, copy.base, less)) expect(allowed(call, copy.base, copy)).toBe(true);
      }),
    );
  });

  it('allows no call of a removed part, and no changes if changes were removed', () => {
    fc.assert(
      fc.property(aCopy, aCall, (copy, call) => {
        if (!allowed(call, copy.base, copy)) return;
        for (const { key } of partsOfCall(call.name)) {
          expect(copy.without).not.toContain(key);
          if (call.effect === 'write') expect(copy.without).not.toContain(changesOf(key));
        }
      }),
    );
  });

  it('keeps everything that nobody has taken away, except doors', () => {
    for (const base of COPIED_ROLES)
      for (const call of WITH_SESSION.filter((one) => mayCall(base, one))) {
        const isClosed =
          placeOfCall(call.name) === 'door' ||
          (base === 'admin' && partsOfCall(call.name).some(({ key }) => key === 'phones'));
        expect([base, call.name, allowed(call, base, copyOf(base))]).toEqual([base, call.name, !isClosed]);
      }
  });

  it('opens no doors, because creating accounts, keys or connections would restore what was taken away', () => {
    const doors = WITH_SESSION.filter(({ name }) => placeOfCall(name) === 'door').map(({ name }) => name);
    for (const name of [
      'accounts.saveAccount',
      'accounts.addRole',
      'apiKeys.make',
      'webhooks.add',
      'sites.saveConnection',
    ])
      expect(doors).toContain(name);
    // Areas that are closed to API keys are closed to copies of role admin too, except for their own account.
    for (const call of WITH_SESSION.filter(
      (one) => mayCall('admin', one) && !isKeyCall(one) && !CLOSED_CALLS.has(one.name),
    ))
      expect([call.name, allowed(call, 'admin', copyOf('admin'))]).toEqual([
        call.name,
        placeOfCall(call.name) === 'own',
      ]);
  });

  test.each<[string, CopiedRole, string[], boolean]>([
    ['people.getPeople', 'user', ['messages'], true],
    ['people.updatePerson', 'user', ['people.change'], false],
    ['people.getPeople', 'user', ['people.change'], true],
    ['people.getPeople', 'user', ['people'], false],
    ['recordLog.getPersonLog', 'user', ['people'], false],
    ['recordLog.getPersonLog', 'user', ['history'], false],
    ['listExport.visits', 'user', ['visits'], false],
    ['listExport.visits', 'user', ['exports'], false],
    ['reports.AllPayroll', 'admin', ['payroll'], false],
    ['reports.AllClients', 'admin', ['payroll'], true],
    ['carePlans.saveOpenRequest', 'user', ['plans'], true],
    ['sites.capabilities', 'provider', ['people'], true],
  ])('%s of %s without %j: %s', (name, base, without, is) => {
    expect(allowed(named(name), base, copyOf(base, ...without))).toBe(is);
  });

  it('has the page of each part that it sees, and none that its role does not have', () => {
    expect(hasPart(copyOf('user', 'messages.change'), 'messages')).toBe(true);
    expect(hasPart(copyOf('user', 'messages'), 'messages')).toBe(false);
    expect(hasPart(copyOf('admin', 'billing'), 'phones')).toBe(false);
    expect(hasPart(copyOf('admin', 'billing'), 'door')).toBe(false);
  });
});

describe('saving a copy of a role', () => {
  test.each<[string, Partial<Parameters<typeof validateRole>[0]>, [string, string][]]>([
    ['works if nothing is wrong', {}, []],
    ['needs a name', { name: ' ' }, [['name', NO_ROLE_NAME]]],
    ['refuses a long name', { name: 'x'.repeat(41) }, [['name', ROLE_NAME_TOO_LONG]]],
    ['refuses a name with two lines', { name: 'a\nb' }, [['name', ROLE_NAME_TOO_LONG]]],
    ['refuses the name of a role', { name: 'MANAGER' }, [['name', ROLE_NAME_TAKEN]]],
    ['must take something away', { without: [] }, [['without', NOTHING_TAKEN]]],
    ['refuses to take away something unknown', { without: ['everything'] }, [['without', UNKNOWN_PART]]],
    [
      'refuses to take away what the role does not have',
      { without: ['payroll'] },
      [['without', UNKNOWN_PART]],
    ],
    ['must leave a first page', { without: ['today', 'people', 'plans'] }, [['without', NO_FIRST_PAGE]]],
    [
      'of an Employee without a first page',
      { base: 'provider', without: ['people', 'plans'] },
      [['without', NO_FIRST_PAGE]],
    ],
    [
      'with less than changes of an Employee',
      { base: 'provider', without: ['people.change'] },
      [['without', UNKNOWN_PART]],
    ],
  ])('%s', (_, change, faults) => {
    const found = validateRole({ name: 'Scheduler', base: 'user', without: ['messages'], ...change });
    expect(found.map(({ field, message }) => [field, message])).toEqual(faults);
  });

  it('stores parts in the order of the screens, and names them as screens do', () => {
    expect(tidyWithout(['messages.change', 'people.change', 'messages'])).toEqual([
      'people.change',
      'messages',
    ]);
    expect(sayWithout(['people.change', 'messages', 'reports'])).toBe(
      'No Messages, Reports; no changes in People',
    );
    expect(sayWithout(['people.change'])).toBe('No changes in People');
    expect(partsOfRole('provider').map(({ key }) => key)).toEqual([
      'today',
      'people',
      'plans',
      'documents',
      'exports',
    ]);
  });
});
