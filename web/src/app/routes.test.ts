import { ROLE_PARTS } from '@homecare/domain/accounts/role-parts.ts';
import type { Role } from '@homecare/domain/call.ts';
import { getPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import { SWITCH_DEFAULTS } from '@homecare/domain/sites/limits.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { describe, expect, it } from 'vitest';
import { isOpenTo } from '../platform/row-actions.ts';
import {
  footerEntries,
  mainGroups,
  mayOpen,
  openHome,
  ROUTES,
  routeOf,
  tabEntries,
  whyClosed,
} from './routes.ts';

const all: Capabilities = {
  premium: true,
  smsEnabled: true,
  emailEnabled: true,
  eligibility: true,
  sandataEnabled: true,
  billing: true,
  maxClients: 10,
  version: 2,
  langGroup: [],
  carePlanPass: false,
  temporaryEnabled: true,
  archiveOnSaveEnabled: true,
  state: 'CO',
  ...SWITCH_DEFAULTS,
  ownClientsOnly: false,
  correctsOwnRecords: false,
  startOnToday: false,
  timeZone: 'America/Denver',
  officePhone: '(303) 555-0110',
  rehearsal: false,
  payerRehearsal: false,
};
const main = (role: Role, capabilities = all) =>
  mainGroups(role, capabilities).flatMap(({ entries }) => entries.map((entry) => entry.menu?.label));
const footer = (role: Role, capabilities = all) =>
  footerEntries(role, capabilities).map((entry) => entry.menu?.label);

/** docs/rules/screens.md, rule 5. */
describe('the bar of a phone', () => {
  const tabs = (role: Role, capabilities = all) =>
    tabEntries(role, capabilities).map(({ label, path }) => `${label} ${path}`);
  it('has the pages that the office needs most, by role and switch', () => {
    const office = ['Today /today', 'Schedule /schedule', 'Visits /evvadmin', 'People /dashboard'];
    expect(tabs('admin')).toEqual(office);
    expect(tabs('user')).toEqual(office);
    expect(tabs('user', { ...all, premium: false })).toEqual(
      office.filter((tab) => !tab.startsWith('Visits')),
    );
    expect(tabs('provider')).toEqual(['People /dashboard']);
  });
});

/** docs/rules/screens.md, rule 2, role by role. */
describe('the side menu', () => {
  it('shows an admin everything', () => {
    expect(main('admin')).toEqual([
      'Today',
      'Inbox',
      'People',
      'Careplan List',
      'EVV Admin',
      'Phone check-in',
      'Schedule',
      'Open requests',
      'Time off',
      'Incidents',
      'Forms',
      'Authorizations',
      'Billing',
      'Claims',
      'Private pay',
      'Close the month',
      'Payroll',
      'Books',
      'Margin',
      'Exclusion lists',
      'Reports',
      'Create Account',
      'IHSS Calc (beta)',
    ]);
    expect(mainGroups('admin', all).map(({ heading }) => heading)).toEqual([null, 'Care', 'Money', 'Tools']);
    expect(footer('admin')).toEqual([
      'Email sender',
      'SMS sender',
      'Create Account',
      'Configuration',
      'Health',
    ]);
  });
  it('shows a user no billing, payroll, calculator or configuration', () => {
    expect(main('user')).toEqual([
      'Today',
      'Inbox',
      'People',
      'Careplan List',
      'EVV Admin',
      'Phone check-in',
      'Schedule',
      'Open requests',
      'Time off',
      'Incidents',
      'Forms',
      'Authorizations',
      'Exclusion lists',
      'Reports',
      'Create Account',
    ]);
    expect(footer('user')).toEqual(['Email sender', 'SMS sender', 'Create Account']);
  });
  it('shows a provider people and plans only', () => {
    expect(main('provider')).toEqual(['People', 'Careplan List']);
    expect(footer('provider')).toEqual([]);
  });
  it('shows a field employee nothing', () => expect([main('evv'), footer('evv')]).toEqual([[], []]));
  it('leaves out what is not switched on, also before the switches are known', () => {
    const off = { ...all, premium: false, smsEnabled: false, emailEnabled: false };
    expect(main('user', off)).not.toContain('EVV Admin');
    expect(footer('user', off)).toEqual(['Create Account']);
    const known = mainGroups('user', undefined).flatMap(({ entries }) => entries.map(({ path }) => path));
    expect(known).not.toContain('/evvadmin');
  });
});

describe('a copy of a role', () => {
  const holding = (base: 'admin' | 'user', ...without: string[]): Capabilities => ({
    ...all,
    custom: { id: 1, rev: 0, name: 'Scheduler', base, without },
  });
  const paths = (capabilities: Capabilities, role: Role) =>
    ROUTES.filter((entry) => mayOpen(entry, role, capabilities)).map(({ path }) => path);

  it('has the pages of its role but those of parts that were taken away', () => {
    const without = holding('user', 'schedule', 'messages.change');
    expect(paths(all, 'user').filter((path) => !paths(without, 'user').includes(path))).toEqual([
      '/schedule',
      '/schedule/plan',
      '/schedule/figures',
      '/openrequests',
    ]);
    expect(tabEntries('user', without).map(({ path }) => path)).not.toContain('/schedule');
  });
  it('of admin opens no page of accounts, keys and roles', () => {
    const without = holding('admin', 'search');
    expect(paths(all, 'admin').filter((path) => !paths(without, 'admin').includes(path))).toEqual([
      '/createprovider',
      '/apikeys',
      '/roles',
      '/webhooks',
      '/agencyexport',
    ]);
  });
  it('says of an address that was sent why it does not open', () => {
    const schedule = routeOf('/schedule');
    if (!schedule) throw new Error('no page');
    expect(whyClosed(schedule, 'user', holding('user', 'schedule'))).toBe(
      'Schedule is not in your role Scheduler. Ask an admin of your agency.',
    );
    expect(whyClosed(schedule, 'provider', holding('user', 'schedule'))).toMatch(
      /is for admins and managers/,
    );
  });
  it('begins where it may', () => {
    expect(openHome('/today', 'user', holding('user', 'messages'))).toBe('/today');
    expect(openHome('/today', 'user', holding('user', 'today'))).toBe('/dashboard');
    expect(openHome('/dashboard', 'user', holding('user', 'today', 'people'))).toBe('/careplanlist');
  });
  it('offers no button whose call is gone', () => {
    const offered = (...without: string[]) =>
      [getPeople, updatePerson].map((call) =>
        isOpenTo({ call }, { role: 'admin', capabilities: holding('admin', ...without) }),
      );
    expect([offered('search'), offered('people.change'), offered('people')]).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
  });
  it('knows a part for each page of the office', () => {
    const parts = new Set([...ROLE_PARTS.map(({ key }) => key), 'door']);
    const unknown = ROUTES.filter(({ path, part }) => path !== '/evv' && !parts.has(part ?? ''));
    expect(unknown.map(({ path }) => path)).toEqual([]);
  });
});

describe('the table of routes', () => {
  it('holds every route of docs/rules/screens.md, rule 1', () => {
    const paths = [
      'today',
      'inbox',
      'setup',
      'dashboard',
      'careplan',
      'careplanlist',
      'reports',
      'billing',
      'authorizations',
      'authorizations/one',
      'claims',
      'monthclose',
      'payroll',
      'ihsscalc',
      'evvadmin',
      'phonecheckin',
      'incidents',
      'incidents/one',
      'forms',
      'forms/build',
      'forms/one',
      'exclusions',
      'schedule',
      'evv',
      'sendemail',
      'sendsms',
      'createprovider',
      'config',
      'apikeys',
      'roles',
      'webhooks',
      'agencyexport',
      'accounting',
      'createuser',
      'person',
      'importpeople',
      'scans',
      'timeoff',
      'schedule/plan',
      'schedule/figures',
      'weekfigures',
      'visitstory',
      'openrequests',
      'privatepay',
      'privatepay/account',
      'privatepay/invoice',
      'books',
      'health',
      'margin',
      'ownersmonth',
      'eligibility',
      'payroll/export',
    ];
    expect(ROUTES.map((entry) => entry.path).sort()).toEqual(paths.map((path) => `/${path}`).sort());
  });
  it('is found in any spelling of its letters', () =>
    expect([routeOf('/Dashboard')?.title, routeOf('/sendSms/')?.title]).toEqual(['People', 'SMS sender']));
  it('finds a page by the addresses of its parts, and by no other below its path', () =>
    expect(['/claims', '/claims/Denials/', '/claims/else'].map((path) => routeOf(path)?.path)).toEqual([
      '/claims',
      '/claims',
      undefined,
    ]));
  it('finds the page of a record by an address with a key, and by none without', () =>
    expect(
      ['/person/k01a2', '/Person/k01A2/Plans/', '/person/k01a2/else', '/person', '/person/4412'].map(
        (path) => routeOf(path)?.path,
      ),
    ).toEqual(['/person', '/person', undefined, undefined, undefined]));
  it('says who may open an address that was sent to somebody else', () => {
    const titled = { title: 'Billing', roles: ['admin'] as const };
    expect(whyClosed(titled, 'user')).toBe(
      'Billing is for admins. Ask an admin of your agency to look at it.',
    );
    expect(whyClosed({ title: 'Schedule', roles: ['admin', 'user'] }, 'provider')).toMatch(
      /^Schedule is for admins and managers\./,
    );
    expect(whyClosed(titled, 'admin')).toMatch(/^Billing is off\./);
  });
  it('keeps field employees to their own screen', () =>
    expect(ROUTES.filter((entry) => mayOpen(entry, 'evv', all)).map((entry) => entry.path)).toEqual([
      '/evv',
    ]));
});
