import { hasPart } from '@homecare/domain/accounts/role-parts.ts';
import { ADMIN, CAREGIVER, OFFICE, type Role, STAFF, type Switch } from '@homecare/domain/call.ts';
import { SET_UP_STEPS } from '@homecare/domain/set-up/schema.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { isSwitchedOn } from '@homecare/domain/sites/rules.ts';
import {
  IconAlertTriangle,
  IconBeach,
  IconBook2,
  IconBuildingBank,
  IconCalculator,
  IconCalendarMonth,
  IconCalendarWeek,
  IconCash,
  IconCertificate,
  IconChartBar,
  IconChecks,
  IconClockCheck,
  IconForms,
  IconHeartbeat,
  IconInbox,
  IconMail,
  IconMessageDots,
  IconPhone,
  type IconProps,
  IconReceipt,
  IconReport,
  IconSettings,
  IconShieldX,
  IconSun,
  IconUserDollar,
  IconUserPlus,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { CLAIM_PARTS, CLAIMS_PATH } from '../features/claims/claim-states.ts';
import { ELIGIBILITY, ELIGIBILITY_PARTS } from '../features/eligibility/eligibility-path.ts';
import { EXPORT_PARTS, PAYROLL_EXPORT } from '../features/payroll/export-path.ts';
import { later } from '../platform/later.ts';
import { PERSON, PERSON_TABS } from '../platform/person-path.ts';
import { SET_UP } from '../platform/set-up-path.ts';

const OpenCount = later(async () => (await import('../features/schedule/OpenCount.tsx')).OpenCount);
const RequestCount = later(async () => (await import('../features/schedule/RequestCount.tsx')).RequestCount);

/** Groups of the side menu in order; the first has no heading. */
const MENU_GROUPS = { start: null, care: 'Care', money: 'Money', tools: 'Tools' } as const;
type MenuGroup = keyof typeof MENU_GROUPS;

/** The one table of routes, used by router, side menu and guards (docs/rules/screens.md, rules 1 and 2). */
export interface RouteEntry {
  readonly path: string;
  /** Parts of the page with their own URLs below its path. */
  readonly parts?: readonly string[];
  /** A key between path and part identifies the record. */
  readonly keyed?: true;
  /** h1 of the toolbar. A page may use a more precise title. */
  readonly title: string;
  readonly roles: readonly Role[];
  /** Part of a role that this page belongs to; custom roles without it lack the page. Pages that grant access are in no custom role. */
  readonly part?: string;
  readonly needs?: readonly Switch[];
  /** Place in the side menu. Pages without one are opened from other pages. */
  readonly menu?: {
    /** Its group, ordered as in this table; footer links are ordered by number. */
    readonly main?: MenuGroup;
    readonly footer?: number;
    readonly label: string;
    readonly icon: ComponentType<IconProps>;
    /** A count beside its label. */
    readonly badge?: ComponentType;
  };
  /** Place in the bottom bar of a phone, with its label there. */
  readonly tab?: { readonly order: number; readonly label: string };
  /** The menu entry that is marked while this page is open. */
  readonly under?: string;
  readonly page: () => Promise<ComponentType>;
}

export const ROUTES: readonly RouteEntry[] = [
  {
    path: '/today',
    title: 'Today',
    roles: OFFICE,
    part: 'today',
    menu: { main: 'start', label: 'Today', icon: IconSun },
    tab: { order: 1, label: 'Today' },
    page: async () => (await import('../features/today/TodayPage.tsx')).TodayPage,
  },
  {
    path: '/inbox',
    title: 'Inbox',
    roles: OFFICE,
    part: 'messages',
    menu: { main: 'start', label: 'Inbox', icon: IconInbox },
    page: async () => (await import('../features/inbox/InboxPage.tsx')).InboxPage,
  },
  {
    path: SET_UP,
    parts: SET_UP_STEPS,
    title: 'Set up',
    roles: ADMIN,
    part: 'configuration',
    under: '/today',
    page: async () => (await import('../features/set-up/SetUpPage.tsx')).SetUpPage,
  },
  {
    path: '/dashboard',
    title: 'People',
    roles: STAFF,
    part: 'people',
    menu: { main: 'care', label: 'People', icon: IconUsers },
    tab: { order: 4, label: 'People' },
    page: async () => (await import('../features/people/PeoplePage.tsx')).PeoplePage,
  },
  {
    path: '/careplanlist',
    title: 'Careplan List',
    roles: STAFF,
    part: 'plans',
    menu: { main: 'care', label: 'Careplan List', icon: IconCalendarMonth },
    page: async () => (await import('../features/care-plans/CarePlanListPage.tsx')).CarePlanListPage,
  },
  {
    path: '/evvadmin',
    title: 'Evv Admin',
    roles: OFFICE,
    part: 'visits',
    needs: ['premium'],
    menu: { main: 'care', label: 'EVV Admin', icon: IconClockCheck },
    tab: { order: 3, label: 'Visits' },
    page: async () => (await import('../features/visits/EvvAdminPage.tsx')).EvvAdminPage,
  },
  {
    path: '/phonecheckin',
    title: 'Check-in by phone call',
    roles: OFFICE,
    part: 'telephony',
    needs: ['premium'],
    menu: { main: 'care', label: 'Phone check-in', icon: IconPhone },
    page: async () => (await import('../features/telephony/PhoneCheckInPage.tsx')).PhoneCheckInPage,
  },
  {
    path: '/schedule',
    title: 'Schedule',
    roles: OFFICE,
    part: 'schedule',
    menu: { main: 'care', label: 'Schedule', icon: IconCalendarWeek, badge: OpenCount },
    tab: { order: 2, label: 'Schedule' },
    page: async () => (await import('../features/schedule/SchedulePage.tsx')).SchedulePage,
  },
  {
    path: '/schedule/plan',
    title: 'Plan open visits',
    roles: OFFICE,
    part: 'schedule',
    under: '/schedule',
    page: async () => (await import('../features/staffing/PlanPage.tsx')).PlanPage,
  },
  {
    path: '/schedule/figures',
    title: 'Staffing figures',
    roles: OFFICE,
    part: 'schedule',
    under: '/schedule',
    page: async () => (await import('../features/staffing/FiguresPage.tsx')).FiguresPage,
  },
  {
    path: '/weekfigures',
    title: 'Figures of the week',
    roles: OFFICE,
    part: 'today',
    under: '/today',
    page: async () => (await import('../features/week-figures/WeekFiguresPage.tsx')).WeekFiguresPage,
  },
  {
    path: '/openrequests',
    title: 'Open requests',
    roles: OFFICE,
    part: 'schedule',
    menu: { main: 'care', label: 'Open requests', icon: IconUserSearch, badge: RequestCount },
    page: async () => (await import('../features/schedule/OpenRequestsPage.tsx')).OpenRequestsPage,
  },
  {
    path: '/timeoff',
    title: 'Time off',
    roles: OFFICE,
    part: 'timeOff',
    menu: { main: 'care', label: 'Time off', icon: IconBeach },
    page: async () => (await import('../features/availability/TimeOffPage.tsx')).TimeOffPage,
  },
  {
    path: '/visitstory',
    title: 'Visit story',
    roles: OFFICE,
    part: 'visits',
    under: '/schedule',
    page: async () => (await import('../features/visit-story/VisitStoryPage.tsx')).VisitStoryPage,
  },
  {
    path: '/authorizations',
    title: 'Authorizations',
    roles: OFFICE,
    part: 'authorizations',
    needs: ['billing'],
    menu: { main: 'money', label: 'Authorizations', icon: IconCertificate },
    page: async () => (await import('../features/authorizations/AuthorizationsPage.tsx')).AuthorizationsPage,
  },
  {
    path: '/authorizations/one',
    title: 'Authorization',
    roles: OFFICE,
    part: 'authorizations',
    needs: ['billing'],
    under: '/authorizations',
    page: async () => (await import('../features/authorizations/AuthorizationPage.tsx')).AuthorizationPage,
  },
  {
    path: '/billing',
    title: 'Billing',
    roles: ADMIN,
    part: 'billing',
    menu: { main: 'money', label: 'Billing', icon: IconReceipt },
    page: async () => (await import('../features/billing/BillingPage.tsx')).BillingPage,
  },
  {
    path: CLAIMS_PATH,
    parts: CLAIM_PARTS,
    title: 'Claims',
    roles: ADMIN,
    part: 'claims',
    needs: ['billing'],
    menu: { main: 'money', label: 'Claims', icon: IconBuildingBank },
    page: async () => (await import('../features/claims/ClaimsPage.tsx')).ClaimsPage,
  },
  {
    path: '/privatepay',
    title: 'Private pay',
    roles: ADMIN,
    part: 'privatePay',
    menu: { main: 'money', label: 'Private pay', icon: IconUserDollar },
    page: async () => (await import('../features/private-pay/PrivatePayPage.tsx')).PrivatePayPage,
  },
  {
    path: '/privatepay/account',
    title: 'Account',
    roles: ADMIN,
    part: 'privatePay',
    under: '/privatepay',
    page: async () => (await import('../features/private-pay/AccountPage.tsx')).AccountPage,
  },
  {
    path: '/privatepay/invoice',
    title: 'Invoice',
    roles: ADMIN,
    part: 'privatePay',
    under: '/privatepay',
    page: async () => (await import('../features/private-pay/InvoicePage.tsx')).InvoicePage,
  },
  {
    path: '/monthclose',
    title: 'Close the month',
    roles: ADMIN,
    part: 'monthClose',
    needs: ['billing'],
    menu: { main: 'money', label: 'Close the month', icon: IconChecks },
    page: async () => (await import('../features/month-close/MonthClosePage.tsx')).MonthClosePage,
  },
  {
    path: '/payroll',
    title: 'Payroll',
    roles: ADMIN,
    part: 'payroll',
    menu: { main: 'money', label: 'Payroll', icon: IconCash },
    page: async () => (await import('../features/payroll/PayrollPage.tsx')).PayrollPage,
  },
  {
    path: '/books',
    title: 'Books',
    roles: ADMIN,
    part: 'monthClose',
    menu: { main: 'money', label: 'Books', icon: IconBook2 },
    page: async () => (await import('../features/books/BooksPage.tsx')).BooksPage,
  },
  {
    path: '/margin',
    title: 'Margin',
    roles: ADMIN,
    part: 'margin',
    menu: { main: 'money', label: 'Margin', icon: IconChartBar },
    page: async () => (await import('../features/margin/MarginPage.tsx')).MarginPage,
  },
  {
    path: '/ownersmonth',
    title: 'Month on one page',
    roles: ADMIN,
    part: 'margin',
    under: '/margin',
    page: async () => (await import('../features/owner-month/OwnerMonthPage.tsx')).OwnerMonthPage,
  },
  {
    path: '/incidents',
    title: 'Incidents',
    roles: OFFICE,
    part: 'incidents',
    menu: { main: 'care', label: 'Incidents', icon: IconAlertTriangle },
    page: async () => (await import('../features/incidents/IncidentsPage.tsx')).IncidentsPage,
  },
  {
    path: '/incidents/one',
    title: 'Incident',
    roles: OFFICE,
    part: 'incidents',
    under: '/incidents',
    page: async () => (await import('../features/incidents/IncidentPage.tsx')).IncidentPage,
  },
  {
    path: '/forms',
    title: 'Forms',
    roles: OFFICE,
    part: 'agencyForms',
    menu: { main: 'care', label: 'Forms', icon: IconForms },
    page: async () => (await import('../features/agency-forms/FormsPage.tsx')).FormsPage,
  },
  {
    path: '/forms/build',
    title: 'Build a form',
    roles: ADMIN,
    part: 'agencyForms',
    under: '/forms',
    page: async () => (await import('../features/agency-forms/BuilderPage.tsx')).BuilderPage,
  },
  {
    path: '/forms/one',
    title: 'Filled form',
    roles: OFFICE,
    part: 'agencyForms',
    under: '/forms',
    page: async () => (await import('../features/agency-forms/FilledPage.tsx')).FilledPage,
  },
  {
    path: '/exclusions',
    title: 'Exclusion lists',
    roles: OFFICE,
    part: 'exclusions',
    menu: { main: 'tools', label: 'Exclusion lists', icon: IconShieldX },
    page: async () => (await import('../features/exclusions/ExclusionsPage.tsx')).ExclusionsPage,
  },
  {
    path: '/reports',
    title: 'Reports',
    roles: OFFICE,
    part: 'reports',
    menu: { main: 'tools', label: 'Reports', icon: IconReport },
    page: async () => (await import('../features/reports/ReportsPage.tsx')).ReportsPage,
  },
  {
    path: '/createprovider',
    title: 'Create Account',
    roles: OFFICE,
    part: 'phones',
    menu: { main: 'tools', footer: 3, label: 'Create Account', icon: IconUserPlus },
    page: async () => (await import('../features/accounts/CreateAccountPage.tsx')).CreateAccountPage,
  },
  {
    path: '/ihsscalc',
    title: 'IHSS Calc (beta)',
    roles: ADMIN,
    part: 'calculator',
    menu: { main: 'tools', label: 'IHSS Calc (beta)', icon: IconCalculator },
    page: async () => (await import('../features/calculator/CalculatorPage.tsx')).CalculatorPage,
  },
  {
    path: '/sendemail',
    title: 'Email sender',
    roles: OFFICE,
    part: 'messages',
    needs: ['emailEnabled'],
    menu: { footer: 1, label: 'Email sender', icon: IconMail },
    page: async () => (await import('../features/bulk-messages/SenderPage.tsx')).EmailSenderPage,
  },
  {
    path: '/sendsms',
    title: 'SMS sender',
    roles: OFFICE,
    part: 'messages',
    needs: ['smsEnabled'],
    menu: { footer: 2, label: 'SMS sender', icon: IconMessageDots },
    page: async () => (await import('../features/bulk-messages/SenderPage.tsx')).SmsSenderPage,
  },
  {
    path: '/config',
    title: 'Configuration',
    roles: ADMIN,
    part: 'configuration',
    menu: { footer: 4, label: 'Configuration', icon: IconSettings },
    page: async () => (await import('../features/config/ConfigPage.tsx')).ConfigPage,
  },
  {
    path: '/health',
    title: 'Health',
    roles: ADMIN,
    part: 'configuration',
    menu: { footer: 5, label: 'Health', icon: IconHeartbeat },
    page: async () => (await import('../features/health/HealthPage.tsx')).HealthPage,
  },
  {
    path: '/apikeys',
    title: 'API keys',
    roles: ADMIN,
    part: 'door',
    under: '/config',
    page: async () => (await import('../features/api-keys/ApiKeysPage.tsx')).ApiKeysPage,
  },
  {
    path: '/roles',
    title: 'Roles',
    roles: ADMIN,
    part: 'door',
    under: '/createprovider',
    page: async () => (await import('../features/accounts/RolesPage.tsx')).RolesPage,
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    roles: ADMIN,
    part: 'door',
    under: '/config',
    page: async () => (await import('../features/webhooks/WebhooksPage.tsx')).WebhooksPage,
  },
  {
    path: '/agencyexport',
    title: 'Everything out',
    roles: ADMIN,
    part: 'door',
    under: '/config',
    page: async () => (await import('../features/agency-export/AgencyExportPage.tsx')).AgencyExportPage,
  },
  {
    path: '/accounting',
    title: 'Accounting',
    roles: ADMIN,
    part: 'margin',
    under: '/margin',
    page: async () => (await import('../features/accounting/AccountingPage.tsx')).AccountingPage,
  },
  {
    path: '/createuser',
    title: 'Add/Edit User',
    roles: STAFF,
    part: 'people',
    under: '/dashboard',
    page: async () => (await import('../features/people/PersonFormPage.tsx')).PersonFormPage,
  },
  {
    path: PERSON,
    parts: PERSON_TABS,
    keyed: true,
    title: 'Person',
    roles: STAFF,
    part: 'people',
    under: '/dashboard',
    page: async () => (await import('../features/person/PersonPage.tsx')).PersonPage,
  },
  {
    path: ELIGIBILITY,
    parts: ELIGIBILITY_PARTS.slice(1),
    title: 'Eligibility',
    roles: OFFICE,
    part: 'eligibility',
    needs: ['eligibility'],
    under: '/dashboard',
    page: async () => (await import('../features/eligibility/EligibilityPage.tsx')).EligibilityPage,
  },
  {
    path: PAYROLL_EXPORT,
    parts: EXPORT_PARTS.slice(1),
    title: 'Export Payroll',
    roles: ADMIN,
    part: 'payroll',
    under: '/payroll',
    page: async () => (await import('../features/payroll/ExportPage.tsx')).ExportPage,
  },
  {
    path: '/importpeople',
    title: 'Import',
    roles: ADMIN,
    part: 'import',
    under: '/dashboard',
    page: async () => (await import('../features/people-import/ImportPage.tsx')).ImportPage,
  },
  {
    path: '/careplan',
    title: 'Care plan',
    roles: OFFICE,
    part: 'plans',
    under: '/careplanlist',
    page: async () => (await import('../features/care-plans/CarePlanFormPage.tsx')).CarePlanFormPage,
  },
  {
    path: '/scans',
    title: 'Scanned Timesheets',
    roles: OFFICE,
    part: 'scans',
    needs: ['version2'],
    under: '/careplanlist',
    page: async () => (await import('../features/timesheets/ScansPage.tsx')).ScansPage,
  },
  {
    path: '/evv',
    title: 'EVV',
    roles: CAREGIVER,
    page: async () => (await import('../caregiver/EvvPage.tsx')).EvvPage,
  },
];

const KEY = /^k[0-9a-z]+$/;

/** Removes the key of a record: '/person/k0a…/plans' becomes '/person/plans'. */
const withoutKey = (path: string) => {
  const [, first, key, ...rest] = path.split('/');
  return key && KEY.test(key)
    ? { path: `/${[first, ...rest].join('/')}`, isKeyed: true }
    : { path, isKeyed: false };
};

export const routeOf = (pathname: string) => {
  const { path, isKeyed } = withoutKey(pathname.toLowerCase().replace(/\/+$/, ''));
  return ROUTES.find(
    (entry) =>
      (entry.keyed ?? false) === isKeyed &&
      (entry.path === path || (entry.parts ?? []).some((part) => `${entry.path}/${part}` === path)),
  );
};

const isPageTaken = ({ part }: Pick<RouteEntry, 'part'>, capabilities: Capabilities | undefined) =>
  part !== undefined && capabilities?.custom !== undefined && !hasPart(capabilities.custom, part);

/** Whether the role may open the page with these capabilities. Unknown capabilities count as off. */
export const mayOpen = (entry: RouteEntry, role: Role, capabilities: Capabilities | undefined) =>
  entry.roles.includes(role) &&
  !isPageTaken(entry, capabilities) &&
  (entry.needs ?? []).every((needed) => capabilities !== undefined && isSwitchedOn(capabilities, needed));

/** Explains who may open a page from a link, and whom to ask. */
export const whyClosed = (
  { title, roles, part }: Pick<RouteEntry, 'title' | 'roles' | 'part'>,
  role: Role,
  capabilities?: Capabilities,
) => {
  const copy = capabilities?.custom;
  if (copy && roles.includes(role) && isPageTaken({ ...(part && { part }) }, capabilities))
    return `${title} is not in your role ${copy.name}. Ask an admin of your agency.`;
  if (roles.includes(role)) return `${title} is off. Ask an admin of your agency to switch it on.`;
  const who = OFFICE.every((one) => roles.includes(one)) ? 'admins and managers' : 'admins';
  return `${title} is for ${who}. Ask an admin of your agency to look at it.`;
};

const allowedEntries = (role: Role, capabilities: Capabilities | undefined) =>
  ROUTES.filter((entry) => mayOpen(entry, role, capabilities));

/** Menu entries by group, without empty groups. */
export const mainGroups = (role: Role, capabilities: Capabilities | undefined) => {
  const allowed = allowedEntries(role, capabilities);
  return Object.entries(MENU_GROUPS)
    .map(([group, heading]) => ({ heading, entries: allowed.filter((entry) => entry.menu?.main === group) }))
    .filter(({ entries }) => entries.length > 0);
};

export const footerEntries = (role: Role, capabilities: Capabilities | undefined) =>
  allowedEntries(role, capabilities)
    .filter((entry) => entry.menu?.footer)
    .sort((a, b) => (a.menu?.footer ?? 0) - (b.menu?.footer ?? 0));

/** Entries of the bottom bar on a phone. */
export const tabEntries = (role: Role, capabilities: Capabilities | undefined) =>
  allowedEntries(role, capabilities)
    .flatMap(({ path, menu, tab }) => (menu && tab ? [{ path, icon: menu.icon, ...tab }] : []))
    .sort((a, b) => a.order - b.order);

/** The start page: the one the user chose, or the first of these that they may open. */
const HOMES = ['/today', '/dashboard', '/careplanlist'];
export const openHome = (home: string, role: Role, capabilities: Capabilities | undefined): string => {
  const isOpen = (path: string) => {
    const entry = routeOf(path);
    return entry !== undefined && mayOpen(entry, role, capabilities);
  };
  return [home, ...HOMES].find(isOpen) ?? home;
};
