import { ADMIN, OFFICE, type Role } from '../call.ts';
import { done, type Result, refuse } from '../errors.ts';
import { isEmail } from '../formats.ts';

/** Signing in with a company account: whose address belongs to the agency, and which role their groups give. */

/** The minutes allowed from pressing the button until the return from the provider. */
export const SINGLE_SIGN_ON_MINUTES = 10;

export const SSO_OFF = 'Single sign-on is not set up for your agency. Sign in with your username.';
export const SSO_NEEDS_ADDRESS = 'Enter your work e-mail address as the username, then try again.';
export const SSO_SEVERAL =
  'Several agencies here use the domain of this e-mail address. Choose yours below, then try again.';
export const SSO_UNREACHED =
  'Your company’s sign-in service cannot be reached. Try again, or sign in with your username.';
export const SSO_TOO_LATE = 'This sign-in took too long or was begun elsewhere. Try again.';
export const SSO_CANCELED = 'The sign-in was canceled at your company’s sign-in service.';
export const SSO_REJECTED = 'The answer of your company’s sign-in service was not accepted. Try again.';
export const SSO_NO_ADDRESS =
  'Your company account has no confirmed e-mail address. Ask the people who manage it.';
export const SSO_OTHER_DOMAIN = 'This e-mail address does not belong to your agency.';
export const SSO_NO_ROLE = 'Your company account has no role here. Ask an admin of your agency.';
export const SSO_DELETED = 'Your account here was deleted. Ask an admin of your agency.';
export const SSO_TAKEN =
  'Somebody else already signs in here with your e-mail address. Ask an admin of your agency.';
export const SSO_ALONE =
  'Your account is opened at your company’s sign-in service alone. Ask an admin of your agency for a password.';

/** Splits 'a, b' and separate lines, without blanks and empty parts. */
export const partsOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** 'Ann@Example.org' → 'example.org'; undefined if it is not an address. */
export const domainOf = (address: string): string | undefined =>
  isEmail(address.trim()) ? address.trim().toLowerCase().split('@').at(-1) : undefined;

/** Whether an address is in exactly one of these domains. A subdomain belongs to somebody else. */
export const isOfDomains = (address: string, domains: readonly string[]): boolean => {
  const domain = domainOf(address);
  return domain !== undefined && domains.some((one) => one.toLowerCase() === domain);
};

/** An account with the address of somebody who comes from the service for the first time. */
export interface AccountOfAddress {
  readonly id: number;
  readonly isDeleted: boolean;
  /** Somebody already signs in to it through this service. */
  readonly isTied: boolean;
}

/**
 * The account for somebody's first sign-in; null for a new one. Addresses may be reassigned, so an account that somebody has
 * used stays theirs. A single unused account is given to them, but never one of two.
 */
export const firstAccountOf = (known: readonly AccountOfAddress[]): Result<number | null> => {
  const [one, ...others] = known.filter(({ isDeleted }) => !isDeleted);
  if (one?.isTied || others.some(({ isTied }) => isTied)) return refuse('forbidden', SSO_TAKEN);
  if (one && others.length === 0) return done(one.id);
  return known.some(({ isDeleted }) => isDeleted) ? refuse('forbidden', SSO_DELETED) : done(null);
};

/** The groups that an agency has named for its roles. */
export interface RoleMap {
  readonly admins: readonly string[];
  readonly managers: readonly string[];
}

/**
 * The role of somebody in these groups. Groups only give office roles; accounts of other roles belong to a provider, whom an
 * admin chooses.
 */
export const roleOfGroups = (groups: readonly string[], map: RoleMap): Role | undefined => {
  const isIn = (names: readonly string[]) => names.some((name) => groups.includes(name));
  const [admin] = ADMIN;
  if (isIn(map.admins)) return admin;
  return isIn(map.managers) ? OFFICE.find((role) => role !== admin) : undefined;
};
