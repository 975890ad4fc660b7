import type { Call } from '../call.ts';
import { areaOfCall } from '../call-names.ts';

/** What can be taken away from a copy of a role, in the words and the order of the screens (docs/rules/accounts.md, rule 21). */
export interface RolePart {
  readonly key: string;
  readonly title: string;
  readonly says: string;
  /**
   * Areas ('people') and single calls ('people.getNote'). A call listed by name belongs to that part, otherwise to the part
   * of its area.
   */
  readonly of: readonly string[];
  /** The roles that have something of this part. */
  readonly bases: readonly string[];
  /** Nothing in the part makes changes. */
  readonly looks?: true;
}

const ADMIN = ['admin'];
const OFFICE = ['admin', 'user'];
const EVERYONE = ['admin', 'user', 'provider'];

const EXPORTS = {
  people: 'listExport.people',
  plans: 'listExport.plans',
  visits: 'listExport.visits',
  eligibility: 'listExport.eligibility',
  candidates: 'listExport.candidates',
  messages: 'listExport.messages',
  denials: 'listExport.denials',
  batches: 'listExport.batches',
};
const PAY_REPORTS = [
  'reports.AllPayroll',
  'reports.EstPayroll',
  'reports.FlatPayroll',
  'reports.NewEpmPayroll',
];
const BILLING_REPORTS = ['reports.EstBilling', 'reports.StatusReport'];
const OPEN_REQUESTS = [
  'carePlans.listOpenRequests',
  'carePlans.saveOpenRequest',
  'carePlans.setOpenRequestStatus',
];

export const ROLE_PARTS: readonly RolePart[] = [
  {
    key: 'today',
    bases: EVERYONE,
    title: 'Today and notices',
    says: 'What needs doing, figures of the week, birthdays and dates that expire',
    of: ['today', 'weekFigures', 'notices'],
  },
  {
    key: 'search',
    bases: OFFICE,
    looks: true,
    title: 'Search',
    says: 'Search of people, plans, visits, claims and invoices from every page',
    of: ['find'],
  },
  {
    key: 'people',
    bases: EVERYONE,
    title: 'People',
    says: 'Records of providers and clients, and the lists in which they are chosen',
    of: ['people', 'addresses', 'accessLog.openPerson', EXPORTS.people, 'recordLog.getPersonLog'],
  },
  {
    key: 'candidates',
    bases: OFFICE,
    title: 'Candidates',
    says: 'Job applicants',
    of: ['candidates', EXPORTS.candidates],
  },
  {
    key: 'files',
    bases: OFFICE,
    title: 'Files of people',
    says: 'Scans and papers of providers and clients',
    of: ['files'],
  },
  {
    key: 'letters',
    bases: OFFICE,
    looks: true,
    title: 'Forms and letters',
    says: 'Printed forms of a person, such as employee verification',
    of: ['peopleForms'],
  },
  {
    key: 'eligibility',
    bases: OFFICE,
    title: 'Eligibility',
    says: 'Eligibility entries, requests and answers',
    of: ['eligibility', EXPORTS.eligibility],
  },
  {
    key: 'exclusions',
    bases: OFFICE,
    title: 'Exclusion lists',
    says: 'Screenings and findings',
    of: ['exclusions'],
  },
  {
    key: 'plans',
    bases: EVERYONE,
    title: 'Care plans',
    says: 'Care plans, their changes and absences, and who could take one',
    of: ['carePlans', 'planTypes.getPostcodes', 'possibleProviders', EXPORTS.plans, 'recordLog.getPlanLog'],
  },
  {
    key: 'documents',
    bases: EVERYONE,
    title: 'Printed plans and timesheets',
    says: 'Care plans, timesheets and service orders as documents',
    of: ['planDocuments', 'signing'],
  },
  {
    key: 'scans',
    bases: OFFICE,
    title: 'Scanned timesheets',
    says: 'Pages, errors and uploads',
    of: ['timesheets'],
  },
  {
    key: 'visits',
    bases: OFFICE,
    title: 'Visits',
    says: 'EVV Admin, the story of a visit, and what Sandata gets',
    of: ['visits', 'visitStory', 'aggregator', 'billing.getEvvVisits', EXPORTS.visits],
  },
  {
    key: 'incidents',
    bases: OFFICE,
    title: 'Incidents',
    says: 'Incidents, whom to tell and follow-up',
    of: ['incidents', 'recordLog.getIncidentLog'],
  },
  {
    key: 'agencyForms',
    bases: OFFICE,
    title: 'Forms of the agency',
    says: 'Building forms, filling them, and what was answered',
    of: ['agencyForms', 'recordLog.getAgencyFormLog', 'recordLog.getFilledFormLog'],
  },
  {
    key: 'telephony',
    bases: OFFICE,
    title: 'Check-in by phone call',
    says: 'Callers, PINs, devices and the line',
    of: ['telephony'],
  },
  {
    key: 'schedule',
    bases: OFFICE,
    title: 'Schedule and open visits',
    says: 'The board, open visits and requests, offers, call-outs and the plan for open visits',
    of: ['schedule', 'staffing', 'offers', ...OPEN_REQUESTS],
  },
  {
    key: 'timeOff',
    bases: OFFICE,
    title: 'Time off and skills',
    says: 'Time off, available hours, skills, and what clients need and prefer',
    of: ['availability'],
  },
  {
    key: 'messages',
    bases: OFFICE,
    title: 'Messages',
    says: 'Texts and emails, templates, bulk messages and the send log',
    of: ['messaging', 'bulkMessages', 'sites.getBalance', EXPORTS.messages],
  },
  {
    key: 'family',
    bases: OFFICE,
    title: 'Family pages',
    says: 'Family members of clients, and what each may see',
    of: ['family'],
  },
  {
    key: 'authorizations',
    bases: OFFICE,
    title: 'Authorizations',
    says: 'Authorizations (PARs) and their programs, with used and left units',
    of: ['authorizations'],
  },
  {
    key: 'billing',
    bases: ADMIN,
    title: 'Billing',
    says: 'Billing records, their statuses and their log, and reports of billing',
    of: ['billing', 'recordLog.getBillingLog', ...BILLING_REPORTS],
  },
  {
    key: 'claims',
    bases: ADMIN,
    title: 'Claims and payers',
    says: 'Claim files, responses, denials, deposits and payers',
    of: ['claims', 'payers', EXPORTS.denials, EXPORTS.batches],
  },
  {
    key: 'privatePay',
    bases: ADMIN,
    title: 'Private pay',
    says: 'Accounts, invoices and payments of clients who pay themselves',
    of: ['privatePay'],
  },
  {
    key: 'monthClose',
    bases: ADMIN,
    title: 'Month close and books',
    says: 'Closing a month, and what the books find',
    of: ['monthClose', 'books'],
  },
  {
    key: 'payroll',
    bases: ADMIN,
    title: 'Payroll',
    says: 'Pay rates, payroll and its exports, and reports of pay',
    of: ['payroll', ...PAY_REPORTS],
  },
  {
    key: 'margin',
    bases: ADMIN,
    title: 'Margin and ledger',
    says: 'Margin of clients and plans, and entries for your accounting program',
    of: ['margin', 'accounting'],
  },
  {
    key: 'reports',
    bases: OFFICE,
    title: 'Reports',
    says: 'All reports, and reports by email',
    of: ['reports', 'reportMails', ...PAY_REPORTS, ...BILLING_REPORTS],
  },
  {
    key: 'calculator',
    bases: ADMIN,
    title: 'IHSS calculator',
    says: 'Calculations, norms and caps',
    of: ['calculator'],
  },
  {
    key: 'history',
    bases: OFFICE,
    looks: true,
    title: 'Logs',
    says: 'Who changed and who looked at a record',
    of: [
      'recordLog',
      'accessLog',
      'recordLog.getPersonLog',
      'recordLog.getPlanLog',
      'recordLog.getBillingLog',
      'recordLog.getAgencyFormLog',
      'recordLog.getFilledFormLog',
      'recordLog.getIncidentLog',
    ],
  },
  {
    key: 'exports',
    bases: EVERYONE,
    looks: true,
    title: 'Lists as files',
    says: 'CSV and Excel files of lists',
    of: Object.values(EXPORTS),
  },
  { key: 'import', bases: ADMIN, title: 'Import', says: 'People from a spreadsheet', of: ['peopleImport'] },
  {
    key: 'phones',
    title: 'EVV accounts of providers',
    says: 'Logins for caregivers’ phones, and signing a lost phone out',
    of: [
      'accounts.insertAccount',
      'accounts.getAccounts',
      'accounts.listProviderAccounts',
      'accounts.sendPasswordLink',
      'accounts.listPhones',
      'accounts.endPhone',
    ],
    // For an admin, these calls reach every account, and creating accounts would restore what was taken away.
    bases: ['user'],
  },
  {
    key: 'configuration',
    bases: ADMIN,
    title: 'Configuration',
    says: 'Settings, care plan types, update notes, set-up and health',
    of: ['sites', 'planTypes', 'setUp', 'health'],
  },
];

/** Calls of the caller's own account, and those that every page makes. Every copy has them. */
const OWN: ReadonlySet<string> = new Set([
  'accounts.addPasskey',
  'accounts.beginPasskey',
  'accounts.chooseFirstPage',
  'accounts.confirmFactor',
  'accounts.endOwnSession',
  'accounts.endSingleSignOn',
  'accounts.enrolFactor',
  'accounts.getFactor',
  'accounts.listOwnPasskeys',
  'accounts.listSessions',
  'accounts.logout',
  'accounts.removeFactor',
  'accounts.removePasskey',
  'accounts.renamePasskey',
  'accounts.renewCodes',
  'accounts.touchSession',
  'accounts.updateAccount',
  // Names of care plan types, which nearly every page shows.
  'carePlans.types',
  'listViews.delete',
  'listViews.list',
  'listViews.save',
  'sites.capabilities',
  'sites.latestUpdate',
  'sites.markUpdateSeen',
]);

/** Calls that open a door, to an account, to a program or to everything at once. No copy has them (docs/rules/accounts.md, rule 22). */
const DOOR_AREAS: ReadonlySet<string> = new Set(['accounts', 'agencyExport', 'apiKeys', 'webhooks']);
const DOORS: ReadonlySet<string> = new Set([
  'sites.listConnections',
  'sites.removeConnection',
  'sites.saveConnection',
  'sites.testConnection',
]);

const NAMED = new Set(ROLE_PARTS.flatMap(({ of }) => of));

/** The parts that a call belongs to. A call in two of them is gone with either. */
export const partsOfCall = (name: string): readonly RolePart[] => {
  if (OWN.has(name) || DOORS.has(name)) return [];
  const wanted = NAMED.has(name) ? name : areaOfCall(name);
  return ROLE_PARTS.filter(({ of }) => of.includes(wanted));
};

/** 'own': in every copy. 'door': in none. 'part': depends on its parts. Undefined: nobody has decided where it belongs. */
export const placeOfCall = (name: string): 'own' | 'door' | 'part' | undefined => {
  if (OWN.has(name)) return 'own';
  if (DOORS.has(name)) return 'door';
  if (partsOfCall(name).length > 0) return 'part';
  return DOOR_AREAS.has(areaOfCall(name)) ? 'door' : undefined;
};

/** The key that is stored if only the changes are taken away. */
export const changesOf = (key: string) => `${key}.change`;

interface Taken {
  readonly base: string;
  readonly without: readonly string[];
}

const leaves = ({ key, bases }: RolePart, { base, without }: Taken, effect: Call['effect']): boolean =>
  bases.includes(base) && !without.includes(key) && !(effect === 'write' && without.includes(changesOf(key)));

/** Whether a copy has anything of a part, which decides whether it can open a page that shows it. */
export const hasPart = (copy: Taken, key: string): boolean => {
  const part = ROLE_PARTS.find((one) => one.key === key);
  return part !== undefined && leaves(part, copy, 'read');
};

/** Whether a copy still has a call of its role. A call that no part lists is in no copy. */
export const isKeptBy = (copy: Taken, { name, effect }: Pick<Call, 'name' | 'effect'>): boolean => {
  const place = placeOfCall(name);
  if (place === 'own') return true;
  return place === 'part' && partsOfCall(name).every((part) => leaves(part, copy, effect));
};
