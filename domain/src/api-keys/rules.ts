import type { FieldError } from '../errors.ts';
import type { ApiKey, KeyCall, KeyRole, MAKERS } from './schema.ts';

export const MAX_KEY_NAME = 40;
/** A key that nobody renews ends after a year. */
export const MOST_MONTHS = 12;

export const NO_KEY_NAME = 'Give the key a name, such as the program that will use it.';
export const KEY_NAME_TOO_LONG = `A name has at most ${MAX_KEY_NAME} characters on one line.`;
export const NO_CALLS = 'Choose what the key may do.';
export const KEY_NAME_TAKEN = 'A key of this name works already. Choose another name, or revoke that key.';
export const WRONG_EXPIRY = `Choose a day from today on, at most ${MOST_MONTHS} months ahead.`;
export const notForRole = (name: string) => `A key of this role cannot make the call ${name}.`;

export interface NewKey {
  readonly name: string;
  readonly role: KeyRole;
  readonly calls: readonly string[];
  readonly expires: string;
}

const nameFault = (name: string) => {
  const trimmed = name.trim();
  if (trimmed === '') return NO_KEY_NAME;
  return trimmed.length > MAX_KEY_NAME || /\p{Cc}/u.test(trimmed) ? KEY_NAME_TOO_LONG : undefined;
};

const callsFault = ({ calls, role }: NewKey, known: readonly KeyCall[]) => {
  if (calls.length === 0) return NO_CALLS;
  const ofRole = new Set(known.filter(({ roles }) => roles.includes(role)).map(({ name }) => name));
  const beyond = calls.find((name) => !ofRole.has(name));
  return beyond === undefined ? undefined : notForRole(beyond);
};

const expiryFault = (expires: string, today: Temporal.PlainDate) => {
  const last = today.add({ months: MOST_MONTHS }).toString();
  return expires < today.toString() || expires > last ? WRONG_EXPIRY : undefined;
};

/** Validates a key that is to be made. */
export const validateKey = (
  key: NewKey,
  known: readonly KeyCall[],
  today: Temporal.PlainDate,
): FieldError[] => {
  const faults = {
    name: nameFault(key.name),
    calls: callsFault(key, known),
    expires: expiryFault(key.expires, today),
  };
  return Object.entries(faults).flatMap(([field, message]) =>
    message === undefined ? [] : [{ field, message }],
  );
};

/** The moment at which a key stops working: the end of its last day in the agency's time zone. */
export const instantExpired = (lastDay: string, zone: string): Temporal.Instant =>
  Temporal.PlainDate.from(lastDay).add({ days: 1 }).toZonedDateTime(zone).toInstant();

export const KEY_STATES = ['works', 'expired', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];

export const stateOfKey = (
  { revoked, expires }: Pick<ApiKey, 'revoked' | 'expires'>,
  now: Temporal.Instant,
): KeyState => {
  if (revoked !== null) return 'revoked';
  return Temporal.Instant.compare(expires, now) > 0 ? 'works' : 'expired';
};

const MAKER_WORDS: Readonly<Record<(typeof MAKERS)[number], string>> = {
  admin: '',
  other: ' (no longer an admin)',
  suspended: ' (suspended)',
  closed: ' (account deleted)',
};

/** 'A.L. (suspended)'. A key outlives the account of its maker, so the list points that out. */
export const sayMaker = ({ createdBy, maker }: Pick<ApiKey, 'createdBy' | 'maker'>): string =>
  `${createdBy}${maker === null ? '' : MAKER_WORDS[maker]}`;

/** The choices in the form: areas whose reading or writing calls are all wanted, and single calls. */
export interface ChosenCalls {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly single: readonly string[];
}

/** The calls covered by these choices, in the order of `known`. */
export const callsOf = (known: readonly KeyCall[], role: KeyRole, chosen: ChosenCalls): string[] => {
  const areas = { read: new Set(chosen.reads), write: new Set(chosen.writes) };
  const single = new Set(chosen.single);
  return known
    .filter(({ roles }) => roles.includes(role))
    .filter(({ area, effect, name }) => areas[effect].has(area) || single.has(name))
    .map(({ name }) => name);
};

/** 'reads 12, changes 3'. */
export const sayCalls = (names: readonly string[], known: readonly KeyCall[]): string => {
  const effects = new Map(known.map(({ name, effect }) => [name, effect]));
  const writes = names.filter((name) => effects.get(name) === 'write').length;
  const reads = names.length - writes;
  return [reads > 0 && `reads ${reads}`, writes > 0 && `changes ${writes}`].filter(Boolean).join(', ');
};
