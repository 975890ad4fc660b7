/** Kinds of records that can be looked at, each with its own numbers. */
export const SUBJECTS = [
  'person',
  'plan',
  'visit',
  'card',
  'document',
  'page',
  'candidate',
  'account',
  'invoice',
  'eligibility',
  'authorization',
  'openRequest',
  'timeOff',
  'incident',
  'filledForm',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Words that stand before a record's number; a look at the person itself needs none. */
const SUBJECT_WORDS: Record<Subject, string | null> = {
  person: null,
  plan: 'care plan',
  visit: 'visit',
  card: 'billing record',
  document: 'saved document',
  page: 'scanned page',
  candidate: 'candidate',
  account: 'account',
  invoice: 'invoice',
  eligibility: 'eligibility entry',
  authorization: 'authorization',
  openRequest: 'open request',
  timeOff: 'time off',
  incident: 'incident',
  filledForm: 'filled form',
};
export const recordWords = (subject: Subject, id: number): string | null => {
  const words = SUBJECT_WORDS[subject];
  return words && `${words} ${id}`;
};

type Input = Readonly<Record<string, unknown>>;

/** What a reading call shows (docs/rules/access-log.md, rule 2). */
export interface Look {
  /** Description shown in the access log. */
  readonly words: string;
  /** Kind of record that `id` and `ids` of the input refer to. Fields such as `clientId` need no declaration. */
  readonly id?: Subject | ((input: Input) => Subject);
  /** Kind of record that `id` of each answered row refers to. */
  readonly rows?: Subject;
  /** Path to the rows in the answer, such as 'people.rows'; by default the answer is the array of rows. */
  readonly within?: string;
  /** The input is typed text about a person, so none of it is kept. */
  readonly isTyped?: true;
}

/** Declares that an answer shows nobody, and why. */
export interface NoLook {
  readonly nothing: string;
}

const look = (words: string, more: Omit<Look, 'words'> = {}): Look => ({ words, ...more });
const nothing = (reason: string): NoLook => ({ nothing: reason });

const SETTINGS = 'settings of the agency';
const OWN = 'the own account';
const COUNTS = 'counts and progress';

const ACCOUNTS = {
  'accounts.getAccounts': look('Accounts', { id: 'account', rows: 'account' }),
  'accounts.getFactorRule': nothing(SETTINGS),
  'accounts.listAccounts': look('Accounts', { rows: 'account' }),
  'accounts.listRoles': nothing(SETTINGS),
  'accounts.listProviderAccounts': look('Accounts of providers'),
  'accounts.getPhone': nothing(OWN),
  'accounts.listPhones': look('Phones of an account', { id: 'account' }),
  'accounts.listPasskeys': look('Passkeys of an account', { id: 'account' }),
  'accounts.listOwnPasskeys': nothing(OWN),
  'accounts.beginPasskeySignIn': nothing('a random question'),
  'accounts.getSingleSignOn': nothing(SETTINGS),
  'accounts.endSingleSignOn': nothing(OWN),
  'accounts.getFactor': nothing(OWN),
  'accounts.listSessions': nothing(OWN),
  'recordLog.getAccountLog': look('Log of accounts', { id: 'account' }),
  'accessLog.listWarnings': look('Looks to ask about'),
  'recordLog.getSettingsLog': nothing(SETTINGS),
};

const SITE = {
  'health.get': nothing('the state of the server'),
  'apiKeys.list': nothing(SETTINGS),
  'apiKeys.listCalls': nothing(SETTINGS),
  'webhooks.list': nothing(SETTINGS),
  'agencyExport.list': nothing(COUNTS),
  'accounting.getAccounts': nothing(SETTINGS),
  'accounting.listLedger': nothing('amounts by care plan type'),
  'accounting.exportLedger': nothing('amounts by care plan type'),
  'webhooks.listDeliveries': nothing('numbers of records'),
  'agencyForms.list': nothing(SETTINGS),
  'agencyForms.get': nothing(SETTINGS),
  'agencyForms.printBlank': nothing(SETTINGS),
  'recordLog.getAgencyFormLog': nothing(SETTINGS),
  'setUp.get': nothing(SETTINGS),
  'sites.getBalance': nothing(SETTINGS),
  'sites.getPayer': nothing(SETTINGS),
  'sites.getSettings': nothing(SETTINGS),
  'sites.listConnections': nothing(SETTINGS),
  'sites.listUpdateNotes': nothing(SETTINGS),
  'sites.capabilities': nothing(SETTINGS),
  'sites.latestUpdate': nothing(SETTINGS),
  'sites.logo': nothing(SETTINGS),
  'sites.siteConfig': nothing(SETTINGS),
  'carePlans.types': nothing(SETTINGS),
  'planTypes.getPostcodes': nothing(SETTINGS),
  'planTypes.listPostcodes': nothing(COUNTS),
  'planTypes.list': nothing(SETTINGS),
  'people.getProcedureCodes': nothing(SETTINGS),
  'addresses.suggestAddresses': nothing('addresses of a directory'),
  'listViews.list': nothing(SETTINGS),
  'messaging.getTemplates': nothing(SETTINGS),
  'offers.getAutopilot': nothing(SETTINGS),
  'staffing.getHolidays': nothing(SETTINGS),
  'staffing.getTelling': nothing(SETTINGS),
  'availability.listSkills': nothing(COUNTS),
  'reports.getReports': nothing(SETTINGS),
  'calculator.listNorms': nothing(SETTINGS),
  'claims.listPayerRules': nothing(SETTINGS),
  'payers.list': nothing('companies that pay'),
};

const PEOPLE = {
  'people.getCheckInPlace': look('Place of check-ins', { id: 'person' }),
  'people.getCoordinates': look('Location of the address', { id: 'person' }),
  'people.getNote': look('Note', { id: 'person' }),
  'people.getPeople': look('People', { id: 'person', rows: 'person' }),
  'people.listFirstPeople': look('People', { rows: 'person', within: 'rows' }),
  'people.previewArchive': look('Archive: what would end', { id: 'person' }),
  'people.listMerges': look('Merged records', { id: 'person' }),
  'people.previewMerge': look('Merge: the two records'),
  'candidates.get': look('Candidates', { id: 'candidate', rows: 'candidate' }),
  'files.downloadFile': look('File', { id: 'person' }),
  'files.getUserFiles': look('Files', { id: 'person' }),
  'exclusions.list': look('Exclusion lists', { within: 'findings' }),
  'exclusions.export': look('Exclusion lists, report'),
  'incidents.list': look('Incidents', { rows: 'incident' }),
  'incidents.get': look('Incident', { id: 'incident' }),
  'incidents.print': look('Incident, printed', { id: 'incident' }),
  'incidents.export': look('Incidents, exported'),
  'agencyForms.listDue': look('Forms to fill'),
  'agencyForms.begin': look('Form to fill'),
  'agencyForms.listFilled': look('Filled forms', { rows: 'filledForm' }),
  'agencyForms.getFilled': look('Filled form', { id: 'filledForm' }),
  'agencyForms.getPhoto': look('Photo of a filled form', { id: 'filledForm' }),
  'agencyForms.print': look('Filled form, printed', { id: 'filledForm' }),
  'agencyForms.report': look('Answers to a form', { rows: 'filledForm', within: 'rows' }),
  'agencyForms.export': look('Answers to a form, exported'),
  'agencyForms.listOwn': nothing(OWN),
  'recordLog.getFilledFormLog': look('Record log of a filled form', { id: 'filledForm' }),
  'recordLog.getIncidentLog': look('Record log of an incident', { id: 'incident' }),
  'find.search': look('Search of everything', { rows: 'person', within: 'people.rows' }),
  'accessLog.openPerson': look('Page of the person', { id: 'person' }),
  'accessLog.listLooks': look('Who looked at this record', { id: 'person', within: 'looks' }),
  'accessLog.exportLooks': look('Who looked at this record, exported', { id: 'person' }),
  'recordLog.getPersonLog': look('Record log', { id: 'person' }),
  'possibleProviders.list': look('Possible providers', { id: 'person' }),
  'availability.getHours': look('Hours and skills', { id: 'person' }),
  'availability.getNeeds': look('Needs', { id: 'person' }),
  'availability.getOwnWeek': nothing(OWN),
  'notices.listOwnPapers': nothing(OWN),
  'availability.listOwnTimeOff': nothing(OWN),
  'availability.listPreferences': look('Preferences', { id: 'person' }),
  'availability.listTimeOff': look('Time off', { rows: 'timeOff' }),
  'availability.previewTimeOff': nothing(COUNTS),
  'notices.list': look('Notices', { rows: 'person', within: 'notices' }),
  'peopleForms.CareCoordinationForm': look('Care coordination form', { id: 'person' }),
  'peopleForms.CareCoordinationRequest': look('Care coordination request', { id: 'person' }),
  'peopleForms.caseManagerForm': look('Case manager form', { id: 'person' }),
  'peopleForms.employeeVerification': look('Employment verification', { id: 'person' }),
  'peopleForms.followupForm': look('Follow-up form', { id: 'person' }),
  'peopleForms.incidentForm': look('Incident form', { id: 'person' }),
  'peopleForms.lastHoursReport': look('Last hours report', { id: 'person' }),
  'peopleForms.Newprovider': look('New provider form', { isTyped: true }),
  'peopleImport.check': nothing('the file that was sent'),
  'peopleImport.progress': nothing(COUNTS),
  'peopleImport.readFile': nothing('the file that was sent'),
  'payers.getOfClient': look('Payers'),
  'eligibility.downloadAnswer': look('Eligibility answer, file'),
  'eligibility.downloadRequest': look('Eligibility request, file'),
  'eligibility.get': look('Eligibility', { rows: 'eligibility' }),
  'eligibility.getEntryOrigin': look('Eligibility: where an entry comes from', { id: 'eligibility' }),
  'eligibility.listAnswers': look('Eligibility answers'),
  'eligibility.listRequests': look('Eligibility requests'),
  'eligibility.previewRequest': look('Eligibility request, preview', { within: 'members' }),
  'eligibility.printControlSheet': look('Eligibility request, control sheet'),
};

const FAMILY = {
  'family.listMembers': look("The client's family and what they see"),
  'familyPage.beginPasskeySignIn': nothing('a random question'),
  // The page polls this every few seconds and gets only a first name; what it shows is recorded by its other calls.
  'familyPage.get': nothing('the own invitation'),
  'familyPage.listPasskeys': nothing(OWN),
  'familyPage.listVisits': look('Family page: next visits'),
  'familyPage.getCalendar': nothing('whether a calendar has an address'),
  'familyPage.listArrivals': look('Family page: arrived and left'),
};

/** Not a call: a calendar program reads it at the family's secret address. */
export const FAMILY_CALENDAR = 'familyPage.calendar';
const BY_ADDRESS = { [FAMILY_CALENDAR]: look('Family calendar') };

const PLANS = {
  'carePlans.get': look('Care plans', { id: 'plan', rows: 'plan' }),
  'carePlans.getExcludedData': look('Excluded care plans', { rows: 'plan' }),
  'carePlans.list': look('Care plans', { rows: 'plan' }),
  'carePlans.previewAbsence': look('Absence: plans and who could step in', { id: 'person' }),
  'carePlans.previewCoverLimits': look('Absence: limits of who steps in', { id: 'person' }),
  'carePlans.read': look('Care plan', { id: 'plan' }),
  'carePlans.listOpenRequests': look('Open requests', { rows: 'openRequest' }),
  'recordLog.getPlanLog': look('Record log of a care plan', { id: 'plan' }),
  'planDocuments.downloadSaved': look('Saved document', { id: 'document' }),
  'planDocuments.listSaved': look('Saved documents'),
  'planDocuments.printCarePlan': look('Care plan, printed', { id: 'plan' }),
  'planDocuments.printServiceOrder': look('Service orders, printed', { id: 'plan' }),
  'planDocuments.printServiceOrderCP': look('Service orders with care plans, printed', { id: 'plan' }),
  'planDocuments.printServiceOrderTS': look('Service orders with timesheets, printed', { id: 'plan' }),
  'planDocuments.printTimesheet': look('Timesheet, printed', { id: 'plan' }),
  'planDocuments.readProgress': nothing(COUNTS),
  'signing.list': look('Signatures'),
  'signing.listOwn': nothing(OWN),
  'signing.printOwn': nothing(OWN),
  'timesheets.getNoTimesheet': look('Care plans without a timesheet'),
  'timesheets.getPageFile': look('Scanned timesheet, file', { id: 'page' }),
  'timesheets.getPagePicture': look('Scanned timesheet', { id: 'page' }),
  'timesheets.getScanCount': nothing(COUNTS),
  'timesheets.getScanData': look('Scan errors'),
  'timesheets.getScanList': look('Scan errors of a care plan', { id: 'plan' }),
  'timesheets.getTs': look('Scanned timesheet', { id: 'page' }),
  'timesheets.listPages': look('Scanned timesheets of a care plan', { id: 'plan' }),
  'timesheets.listTray': look('Scans to sort', { rows: 'page' }),
  'timesheets.listUploads': look('Uploaded scans'),
  'timesheets.scanByClient': look('Scanned timesheets of a client'),
  'authorizations.get': look('Authorization', { id: 'authorization' }),
  'authorizations.list': look('Authorizations', { rows: 'authorization', within: 'rows' }),
  'authorizations.listPars': look('PARs'),
  'authorizations.listPrograms': look('Programs'),
  'authorizations.previewPlan': look('Limits of a care plan'),
  'authorizations.printRequests': look('Requests to case managers, printed', { id: 'authorization' }),
  'calculator.result': look('IHSS calculation, file'),
  'calculator.list': look('IHSS calculations'),
};

const VISITS = {
  'visits.callReport': look('Call report, printed'),
  'visits.list': look('Visits', { rows: 'visit' }),
  'visits.schedule': look('Visits of a caregiver', { rows: 'visit' }),
  'visits.listExceptions': look('Visit exceptions', { rows: 'visit', within: 'visits' }),
  'visitStory.get': look('Visit'),
  'visitStory.listBehind': look('Visits behind a row', { within: 'rows' }),
  'schedule.board': look('Schedule', { rows: 'person', within: 'caregivers' }),
  'schedule.getFeed': nothing('whether a calendar has an address'),
  'schedule.printWeek': look('Week, printed', { id: 'person' }),
  'aggregator.getLog': look('Aggregator log', { id: ({ type }) => (type === 'Visit' ? 'visit' : 'person') }),
  'aggregator.getRecords': look('Aggregator records'),
  'offers.listAsked': look('Visits that were offered'),
  'offers.list': look('Offers of a visit', { within: 'offers' }),
  'offers.listOwn': nothing(OWN),
  'offers.listProposals': look('Proposals to cover call-outs'),
  'offers.tryAutopilot': look('Autopilot: what it would do', { within: 'tried' }),
  'staffing.figures': nothing(COUNTS),
  'staffing.figureVisits': look('Visits behind a staffing figure', { within: 'rows' }),
  'staffing.otherTime': look('Another time for a visit'),
  'staffing.listArrivals': look('Arrivals'),
  'staffing.listCallOuts': look('Call-outs'),
  'staffing.listCandidates': look('Who could come', { within: 'candidates' }),
  'staffing.listOpen': look('Open visits'),
  'staffing.listOwnCallOuts': nothing(OWN),
  'staffing.listRequestCandidates': look('Who could come', { id: 'openRequest', within: 'candidates' }),
  'staffing.planOpenVisits': look('Open visits, planned', { within: 'lines' }),
  'staffing.printFigures': nothing(COUNTS),
  'today.get': look('Today', { within: 'rows' }),
  'today.listMarks': nothing(COUNTS),
  'weekFigures.list': nothing(COUNTS),
  'weekFigures.cases': look('What counts against a figure of the week'),
};

const MESSAGES = {
  'messaging.findCaseManager': look('Case manager', { id: 'person' }),
  'messaging.getSendLog': look('Send log'),
  'messaging.getConversation': look('Texts', { within: 'texts' }),
  'messaging.listUnread': look('Unread texts'),
  'telephony.get': look('Check-in by phone call'),
  'telephony.listCalls': look('Phone calls', { within: 'calls' }),
  'bulkMessages.listPeople': look('People to write to'),
  'bulkMessages.listSkipped': look('People who were skipped'),
  'bulkMessages.readProgress': nothing(COUNTS),
};

const EXPORTS = {
  'agencyExport.download': look('Everything of the agency, exported'),
  'listExport.batches': look('Claim files, exported'),
  'listExport.candidates': look('Candidates, exported'),
  'listExport.denials': look('Denials, exported'),
  'listExport.eligibility': look('Eligibility, exported'),
  'listExport.messages': look('Send log, exported'),
  'listExport.people': look('People, exported'),
  'listExport.plans': look('Care plans, exported'),
  'listExport.visits': look('Visits, exported'),
};

const MONEY = {
  'books.get': look('Books'),
  'billing.checkTime': look('Billing: times that overlap'),
  'billing.clientMonth': look('Billing of a client', { within: 'cards' }),
  'billing.getEvvVisits': look('Visits of a care plan', { id: 'plan' }),
  'billing.get': look('Billing records', { id: 'card', rows: 'card' }),
  'billing.listNotAssigned': look('Care plans without billing'),
  'recordLog.getBillingLog': look('Record log of billing', { id: 'plan' }),
  'claims.downloadAnswer': look('Claim response, file'),
  'claims.downloadBatch': look('Claims, file'),
  'claims.getClientProof': look('What proves the visits of a client'),
  'claims.listAnswers': look('Claim responses'),
  'claims.listBatches': look('Claim files'),
  'claims.listDenialGroups': look('Denials', { within: 'groups' }),
  'claims.listDenials': look('Denials', { within: 'denials' }),
  'claims.listDeposits': look('Deposits', { within: 'deposits' }),
  'claims.previewCorrections': look('Claims, file before it is made'),
  'claims.listOpen': look('Open claims'),
  'claims.listParked': look('Adjustments not tied to a claim'),
  'claims.listProof': look('What proves the visits', { within: 'lines' }),
  'claims.listSettlements': look('Settled claims'),
  'claims.listUnpaid': look('Unpaid claims'),
  'claims.listUnpaidItems': look('Unpaid claims and invoices'),
  'claims.preview': look('Claims, preview', { within: 'claims' }),
  'claims.printControlSheet': look('Claims, control sheet'),
  'margin.get': look('Margin', { within: 'groups' }),
  'margin.listLines': look('Margin, lines'),
  'monthClose.get': look('Month close'),
  'monthClose.getRun': nothing(COUNTS),
  'monthClose.listEarlier': look('Month close, earlier months'),
  'monthClose.listDays': look('Month close, days', { within: 'rows' }),
  'payroll.getMonth': look('Payroll of a month', { id: 'person', within: 'providers' }),
  'payroll.listCategories': nothing(SETTINGS),
  'payroll.listRates': look('Pay rates', { id: 'person' }),
  'payroll.downloadRun': look('Payroll run, file'),
  'payroll.getLayouts': nothing(SETTINGS),
  'payroll.getRules': nothing(SETTINGS),
  'payroll.getRun': look('Payroll run', { within: 'pay' }),
  'payroll.listNumbers': look('Payroll numbers', { rows: 'person' }),
  'payroll.listRuns': look('Payroll runs'),
  'payroll.previewExport': look('Payroll export, preview'),
  'payroll.previewRun': look('Payroll run, preview', { within: 'rows' }),
  'payroll.printRun': look('Payroll run, printed'),
  'payroll.listOwnTime': nothing(OWN),
  'payroll.listUnpaidTime': look('Unpaid time', { rows: 'person', within: 'days' }),
  'payroll.listOwedWeeks': look('Overtime owed for earlier weeks', { rows: 'person' }),
  'privatePay.getAccount': look('Private pay account'),
  'privatePay.getInvoice': look('Invoice', { id: 'invoice' }),
  'privatePay.getStatement': look('Statement'),
  'privatePay.listAccounts': look('Private pay accounts', { within: 'rows' }),
  'privatePay.listUnsent': look('Invoices to send', { rows: 'invoice' }),
  'privatePay.previewInvoices': look('Invoices, preview', { within: 'invoices' }),
  'privatePay.printInvoice': look('Invoice, printed', { id: 'invoice' }),
  'privatePay.printStatement': look('Statement, printed'),
  'reportMails.list': nothing(SETTINGS),
  'reports.previewReport': look('Report, preview', { id: 'person', within: 'rows' }),
};

/** New reports need no entry here: their calls are all named `reports.` plus the report. */
const REPORT = look('Report, printed', { id: 'person' });
const isReport = (name: string) => name.startsWith('reports.');

const LOOKS: ReadonlyMap<string, Look | NoLook> = new Map(
  Object.entries<Look | NoLook>({
    ...ACCOUNTS,
    ...SITE,
    ...PEOPLE,
    ...FAMILY,
    ...BY_ADDRESS,
    ...PLANS,
    ...VISITS,
    ...MESSAGES,
    ...EXPORTS,
    ...MONEY,
  }),
);

export const NAMES_OF_LOOKS: readonly string[] = [...LOOKS.keys()];

const findLook = (name: string): Look | NoLook | undefined =>
  LOOKS.get(name) ?? (isReport(name) ? REPORT : undefined);

export const isSaid = ({ name }: { readonly name: string }) => findLook(name) !== undefined;

/** What a reading call shows. Throws for an undeclared call, which keeps the server from starting. */
export const lookOf = ({ name }: { readonly name: string }): Look | NoLook => {
  const found = findLook(name);
  if (!found) throw new Error(`domain/src/access-log/looks.ts does not say what ${name} shows.`);
  return found;
};

/** The words of a call in the log. Falls back to the name of a call that this release no longer has. */
export const wordsOfLook = (name: string): string => {
  const found = findLook(name);
  return found && 'words' in found ? found.words : name;
};
