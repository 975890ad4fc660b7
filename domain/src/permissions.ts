import { ADMIN, CAREGIVER, type Role } from './call.ts';

/**
 * What a role sees and does within calls that several roles make. Whether it makes a call at all is `mayCall` (call.ts); outside
 * the domain nobody compares names of roles, so that a role is narrowed or copied here.
 */
type Who = string | undefined;
const oneOf = (roles: readonly Role[]) => (role: Who) => roles.some((one) => one === role);
const isAdmin = oneOf(ADMIN);
const isManager = (role: Who) => role === 'user';
const isProviderRole = (role: Who) => role === 'provider';

/** Works with their own visits, on a phone and in its language (docs/rules/visits.md). */
export const isCaregiver = oneOf(CAREGIVER);

// ---- accounts

/** Every account, not only the phones of caregivers (docs/rules/accounts.md, rule 8). */
export const managesAccounts = isAdmin;
/** An account of this role belongs to a provider whom an admin chooses. */
export const needsChosenProvider = isProviderRole;
/** An account of these roles belongs to a provider. */
export const isTiedRole = (role: Who) => needsChosenProvider(role) || isCaregiver(role);

// ---- people

/** A stored record opens to be modified (docs/rules/people.md, rule 27). */
export const editsRecords = isAdmin;
/** Reads a stored record, and writes its exact point all the same (docs/rules/people.md, rule 23). */
export const writesBesideRecord = isManager;
/** An agency may let this role fix the records that it has just created. */
export const mayCorrectOwnRecords = isManager;
/** An agency may narrow this role to the clients of its own plans (docs/rules/people.md, rule 26). */
export const mayBeNarrowed = isProviderRole;
export const seesPayRates = isAdmin;
/** All others find people by the last four digits. */
export const findsByWholeSsn = (role: Who) => !isProviderRole(role);
/** Whether people have a note, and who was found to be someone else. */
export const seesNotesAndDoubles = (role: Who) => !isProviderRole(role);

// ---- authorizations

/** Others see units alone (docs/rules/authorizations.md, rule 14). */
export const seesAuthorizationMoney = isAdmin;

// ---- the story of a visit

/** What a visit brings and pays; others see its steps alone (docs/rules/visit-story.md, rule 5). */
export const seesVisitMoney = isAdmin;

// ---- care plans, their documents, reports

export const seesTypeRates = isAdmin;
/** Saves a plan despite time errors with the agency's password (docs/rules/care-plans.md, rule 21). */
export const mayOverride = isAdmin;
/** Errors of scanned time sheets (docs/rules/care-plans.md, rule 50). */
export const seesScanErrors = (role: Who) => !isProviderRole(role);
/** Notices of plans that are exempt from visit verification. */
export const seesExcludedTime = (role: Who) => !isProviderRole(role);
/** Time sheets of all plans of a month at once (docs/rules/plan-documents.md, rule 1). */
export const printsWholeMonth = (role: Who) => !isProviderRole(role);
/** A document bears the initials of the person who printed it (docs/rules/documents.md, rule 5). */
export const signsDocuments = (role: Who) => !isAdmin(role);
/** Amounts, rates and whole SSNs of reports. */
export const seesConfidentialColumns = isAdmin;
