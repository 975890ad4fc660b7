import { ADMIN, CAREGIVER, type Role } from './call.ts';

/**
 * What a role may see and do within calls that several roles make; `mayCall` (call.ts) decides about the call itself. Code
 * outside the domain never compares role names, so roles can be narrowed or copied here.
 */
type Who = string | undefined;
const oneOf = (roles: readonly Role[]) => (role: Who) => roles.some((one) => one === role);
const isAdmin = oneOf(ADMIN);
const isManager = (role: Who) => role === 'user';
const isProviderRole = (role: Who) => role === 'provider';

/** Works on their own visits only, on a phone and in their own language (docs/rules/visits.md). */
export const isCaregiver = oneOf(CAREGIVER);

// ---- accounts

/** Manages all accounts, not only those of caregivers' phones (docs/rules/accounts.md, rule 8). */
export const managesAccounts = isAdmin;
/** An admin must choose the provider that an account of this role belongs to. */
export const needsChosenProvider = isProviderRole;
/** Accounts of these roles belong to a provider. */
export const isTiedRole = (role: Who) => needsChosenProvider(role) || isCaregiver(role);

// ---- people

/** Opens stored records for editing (docs/rules/people.md, rule 27). */
export const editsRecords = isAdmin;
/** May save the exact location of a stored record that is otherwise read-only (docs/rules/people.md, rule 23). */
export const writesBesideRecord = isManager;
/** An agency may allow this role to correct records that it has just created. */
export const mayCorrectOwnRecords = isManager;
/** An agency may limit this role to the clients of its own care plans (docs/rules/people.md, rule 26). */
export const mayBeNarrowed = isProviderRole;
export const seesPayRates = isAdmin;
/** Other roles find people only by the last four digits. */
export const findsByWholeSsn = (role: Who) => !isProviderRole(role);
/** Sees whether people have notes and which records were found not to be duplicates. */
export const seesNotesAndDoubles = (role: Who) => !isProviderRole(role);

// ---- authorizations

/** Other roles see only units (docs/rules/authorizations.md, rule 14). */
export const seesAuthorizationMoney = isAdmin;

// ---- the story of a visit

/** Sees what a visit earns and costs; other roles see only its steps (docs/rules/visit-story.md, rule 5). */
export const seesVisitMoney = isAdmin;

// ---- care plans, their documents, reports

export const seesTypeRates = isAdmin;
/** May save a care plan despite time errors by entering the agency's password (docs/rules/care-plans.md, rule 21). */
export const mayOverride = isAdmin;
/** Sees errors of scanned timesheets (docs/rules/care-plans.md, rule 50). */
export const seesScanErrors = (role: Who) => !isProviderRole(role);
/** Sees notices of care plans that are exempt from visit verification. */
export const seesExcludedTime = (role: Who) => !isProviderRole(role);
/** Prints the timesheets of all care plans of a month at once (docs/rules/plan-documents.md, rule 1). */
export const printsWholeMonth = (role: Who) => !isProviderRole(role);
/** Documents printed by these roles carry the initials of the person who printed them (docs/rules/documents.md, rule 5). */
export const signsDocuments = (role: Who) => !isAdmin(role);
/** Sees amounts, rates and full SSNs in reports. */
export const seesConfidentialColumns = isAdmin;
