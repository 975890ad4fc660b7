import * as accessLog from './access-log/contract.ts';
import * as accounting from './accounting/contract.ts';
import * as accounts from './accounts/contract.ts';
import * as accountPasskeys from './accounts/passkey-contract.ts';
import * as accountPhones from './accounts/phone-contract.ts';
import * as accountRoles from './accounts/role-contract.ts';
import * as accountSessions from './accounts/session-contract.ts';
import * as signIn from './accounts/sign-in-contract.ts';
import * as singleSignOn from './accounts/single-sign-on-contract.ts';
import * as addresses from './addresses/contract.ts';
import * as agencyExport from './agency-export/contract.ts';
import * as agencyForms from './agency-forms/contract.ts';
import * as aggregator from './aggregator/contract.ts';
import * as apiKeys from './api-keys/contract.ts';
import * as authorizations from './authorizations/contract.ts';
import * as availability from './availability/contract.ts';
import * as billing from './billing/contract.ts';
import * as books from './books/contract.ts';
import * as bulkMessages from './bulk-messages/contract.ts';
import * as calculator from './calculator/contract.ts';
import type { Call } from './call.ts';
import * as candidates from './candidates/contract.ts';
import * as carePlans from './care-plans/contract.ts';
import * as openRequests from './care-plans/open-requests-contract.ts';
import * as claims from './claims/contract.ts';
import * as eligibility from './eligibility/contract.ts';
import * as exclusions from './exclusions/contract.ts';
import * as family from './family/contract.ts';
import * as familyPage from './family/own-contract.ts';
import * as files from './files/contract.ts';
import * as find from './find/contract.ts';
import * as health from './health/contract.ts';
import * as incidents from './incidents/contract.ts';
import * as listExport from './list-export/contract.ts';
import * as listViews from './list-views/contract.ts';
import * as margin from './margin/contract.ts';
import * as messaging from './messaging/contract.ts';
import * as messageDelivery from './messaging/delivery-contract.ts';
import * as monthClose from './month-close/contract.ts';
import * as notices from './notices/contract.ts';
import * as offers from './offers/contract.ts';
import * as payers from './payers/contract.ts';
import * as payCategories from './payroll/category-contract.ts';
import * as payroll from './payroll/contract.ts';
import * as payRates from './payroll/rate-contract.ts';
import * as payrollRuns from './payroll/run-contract.ts';
import * as payrollUnpaid from './payroll/unpaid-contract.ts';
import * as payrollWeeks from './payroll/week-contract.ts';
import * as people from './people/contract.ts';
import * as peopleMerging from './people/merge-contract.ts';
import * as peopleForms from './people-forms/contract.ts';
import * as peopleImport from './people-import/contract.ts';
import * as planDocuments from './plan-documents/contract.ts';
import * as planTypes from './plan-types/contract.ts';
import * as possibleProviders from './possible-providers/contract.ts';
import * as privatePay from './private-pay/contract.ts';
import * as recordLog from './record-log/contract.ts';
import * as reportMails from './report-mails/contract.ts';
import * as reports from './reports/contract.ts';
import * as schedule from './schedule/contract.ts';
import * as setUp from './set-up/contract.ts';
import * as signing from './signing/contract.ts';
import * as sites from './sites/contract.ts';
import * as sitePages from './sites/page-contract.ts';
import * as staffing from './staffing/contract.ts';
import * as staffingHolidays from './staffing/holiday-contract.ts';
import * as staffingNotifications from './staffing/notifications-contract.ts';
import * as telephony from './telephony/contract.ts';
import * as timesheets from './timesheets/contract.ts';
import * as today from './today/contract.ts';
import * as visitStory from './visit-story/contract.ts';
import * as visits from './visits/contract.ts';
import * as webhooks from './webhooks/contract.ts';
import * as weekFigures from './week-figures/contract.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'transport' in value && 'effect' in value;

/** All declared calls. The server refuses to start unless each of them is bound. */
export const DECLARED_CALLS: readonly Call[] = [
  accounts,
  signIn,
  singleSignOn,
  accountPasskeys,
  accountPhones,
  accountRoles,
  accountSessions,
  sites,
  setUp,
  sitePages,
  people,
  peopleMerging,
  addresses,
  candidates,
  carePlans,
  openRequests,
  planTypes,
  files,
  family,
  familyPage,
  exclusions,
  incidents,
  find,
  visits,
  visitStory,
  schedule,
  aggregator,
  messaging,
  messageDelivery,
  books,
  bulkMessages,
  possibleProviders,
  listExport,
  listViews,
  accessLog,
  recordLog,
  health,
  eligibility,
  offers,
  staffing,
  staffingHolidays,
  staffingNotifications,
  telephony,
  timesheets,
  today,
  weekFigures,
  notices,
  peopleForms,
  peopleImport,
  planDocuments,
  signing,
  billing,
  apiKeys,
  webhooks,
  agencyExport,
  agencyForms,
  accounting,
  authorizations,
  claims,
  margin,
  monthClose,
  payroll,
  payCategories,
  payRates,
  payrollRuns,
  payrollUnpaid,
  payrollWeeks,
  reports,
  reportMails,
  calculator,
  availability,
  payers,
  privatePay,
]
  .flatMap((contract) => Object.values(contract).filter(isCall))
  .concat(reports.documentCalls);
