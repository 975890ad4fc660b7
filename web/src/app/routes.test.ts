import type { Role } from '@homecare/domain/call.ts';
import { SWITCH_DEFAULTS } from '@homecare/domain/sites/limits.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { describe, expect, it } from 'vitest';
import { footerEntries, mainGroups, mayOpen, ROUTES, routeOf, tabEntries, whyClosed } from './routes.ts';

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
      'exclusions',
      'schedule',
      'evv',
      'sendemail',
      'sendsms',
      'createprovider',
      'config',
      'apikeys',
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
