import { type Call, mayCall } from '../call.ts';
import { areaOfCall } from '../call-names.ts';
import { KEY_ROLES, type KeyRole } from './schema.ts';

/** What a key may do (docs/rules/api-keys.md). */

/** Accounts, passwords and sessions belong to people, and no key may give access to somebody else. */
const CLOSED_AREAS: ReadonlySet<string> = new Set(['accounts', 'apiKeys', 'webhooks', 'agencyExport']);

/**
 * Single calls that would give access or get around a rule: they connect sign-in services, override rules, or open phones,
 * calendars and family pages.
 */
export const CLOSED_CALLS: ReadonlySet<string> = new Set([
  'family.invite',
  'family.saveMember',
  'family.sendLink',
  'schedule.renewFeed',
  'signing.makeLink',
  'sites.removeConnection',
  'sites.saveConnection',
  'sites.setOverridePassword',
  'sites.testConnection',
  'telephony.addDevice',
  'telephony.saveLine',
  'telephony.savePins',
]);

/** Whether keys may be made for this call at all. */
export const isKeyCall = (call: Pick<Call, 'name' | 'roles'>): boolean =>
  !CLOSED_AREAS.has(areaOfCall(call.name)) &&
  !CLOSED_CALLS.has(call.name) &&
  KEY_ROLES.some((role) => mayCall(role, call));

interface KeyScope {
  readonly role: KeyRole;
  readonly calls: readonly string[];
}

/** Checks the role as well as the list of calls, because the role may have lost a call since the key was made. */
export const mayKeyCall = ({ role, calls }: KeyScope, call: Pick<Call, 'name' | 'roles'>): boolean =>
  calls.includes(call.name) && isKeyCall(call) && mayCall(role, call);

export const KEY_UNKNOWN = 'This key is unknown, expired or revoked.';
export const KEY_TOO_NARROW = 'This key was not made for this call. Ask an admin of your agency for one.';
export const KEY_TOO_FAST = 'This key has made all its calls of this minute. Wait for the next one.';
