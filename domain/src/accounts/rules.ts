import type { Role } from '../call.ts';
import type { FieldError } from '../errors.ts';
import { latinOf } from '../latin.ts';
import { LINK_PLACE } from '../messaging/rules.ts';
import { isCaregiver } from '../permissions.ts';
import { PASSWORD_LENGTHS, PASSWORDS_DIFFER, tooShortFor, WEAK_PASSWORD } from './signing-in.ts';

/** The rule for permanent passwords. The server also refuses common ones. Empty if the password is accepted. */
export const checkNewPassword = (
  password: string,
  confirmation: string,
  length: number = PASSWORD_LENGTHS.off,
): FieldError[] => {
  const shaped =
    /[a-z]/.test(password) &&
    /[A-Z]/.test(password) &&
    /\d/.test(password) &&
    password.length >= PASSWORD_LENGTHS.specified;
  if (!shaped) return [{ field: 'password', message: WEAK_PASSWORD }];
  if (password.length < length) return [{ field: 'password', message: tooShortFor(length) }];
  if (password !== confirmation) return [{ field: 'confirmation', message: PASSWORDS_DIFFER }];
  return [];
};

const MINIMUM = 3;
const TOO_SHORT = 'Field must be more than 3 characters';
/** Maximum lengths in the account form (docs/rules/accounts.md, rule 6). */
export const ACCOUNT_LIMITS = { full_name: 64, login: 30, password: 30 } as const;
type AccountField = keyof typeof ACCOUNT_LIMITS;

const checkField = (field: AccountField, value: string, missing: string): FieldError[] => {
  const { length } = value.trim();
  const most = ACCOUNT_LIMITS[field];
  if (length === 0) return [{ field, message: missing }];
  if (length < MINIMUM) return [{ field, message: TOO_SHORT }];
  return length > most ? [{ field, message: `At most ${most} characters.` }] : [];
};

/** A password set for somebody else is temporary. Only its length is checked here; the server also refuses common ones. */
export const checkTemporaryPassword = (password: string): FieldError[] =>
  checkField('password', password, 'Password is required');

/** The account form (docs/rules/accounts.md, rule 6). */
export const checkNewAccount = (account: {
  full_name: string;
  login: string;
  password: string;
}): FieldError[] => [
  ...checkField('full_name', account.full_name, 'Field is required'),
  ...checkField('login', account.login, 'Field is required'),
  ...checkTemporaryPassword(account.password),
];

/** What an admin can change in an existing account. */
export const checkAccountNames = (account: { full_name: string; login: string }): FieldError[] => [
  ...checkField('full_name', account.full_name, 'Field is required'),
  ...checkField('login', account.login, 'Field is required'),
];

export const OWN_ACCOUNT = 'This is your own account: another admin can do that.';
export const EVV_STAYS =
  'An EVV account stays with its provider. Delete it, and create another account instead.';
export const NO_NEW_EVV = 'Create EVV accounts under Create Providers EVV Accounts.';
export const CHOOSE_PROVIDER = 'Choose an active provider.';
export const ACCOUNT_SAVED = 'Success: User saved.';
export const ACCOUNT_SUSPENDED = 'Success: User suspended';
export const ACCOUNT_RESUMED = 'Success: User resumed';

/**
 * Why an account cannot get this role. Nobody can change their own role, so the admin who changes others always remains. EVV
 * accounts belong to the visits of their provider.
 */
export const refuseRole = (
  account: { readonly id: number; readonly role: string; readonly custom_role_id: number | null },
  { role, copy }: { readonly role: Role; readonly copy: number | null },
  by: number | null,
): FieldError | undefined => {
  const isSameRole = account.role === role;
  if (isSameRole && account.custom_role_id === copy) return undefined;
  if (account.id === by) return { field: 'role', message: OWN_ACCOUNT };
  if (isSameRole) return undefined;
  if (isCaregiver(account.role)) return { field: 'role', message: EVV_STAYS };
  return isCaregiver(role) ? { field: 'role', message: NO_NEW_EVV } : undefined;
};

export const LOGIN_TAKEN = 'User already exists';
export const ACCOUNT_CREATED = 'Success: User created.';
export const ACCOUNT_DELETED = 'Success: User deleted';
export const PASSWORD_RESET = 'Success: Password reseted';
export const TEMPORARY_HOURS = 72;

/** Without characters that are easily misread or misheard: 0 O, 1 l I. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const TEMPORARY_LENGTH = 8;

/**
 * A temporary password of 8 characters that also satisfies the rule for permanent ones. `pick` returns an unpredictable
 * number from 0 to below `count`, all equally likely.
 */
export const temporaryPassword = (pick: (count: number) => number): string => {
  for (;;) {
    const password = Array.from({ length: TEMPORARY_LENGTH }, () => CHARACTERS[pick(CHARACTERS.length)]).join(
      '',
    );
    if (checkNewPassword(password, password).length === 0) return password;
  }
};

/** The stored initials of an account: 'Ann Lee' → 'A.L.' (docs/rules/accounts.md, rule 7). */
export const accountInitials = (fullName: string) =>
  fullName
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${word[0]?.toUpperCase()}.`)
    .join('');

/** Logins are compared and stored without case. Only ASCII letters are folded, so that no two different logins look alike afterwards. */
export const foldLogin = (login: string) => login.trim().replace(/[A-Z]/g, (c) => c.toLowerCase());

const plainWord = (text: string) =>
  latinOf(text)
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

/**
 * The login suggested for a provider's EVV account: the e-mail address, or first.last if there is no suitable one, with a
 * number if it is taken.
 */
export const providerLogin = (
  provider: { readonly email: string | null; readonly first: string; readonly last: string },
  isTaken: (login: string) => boolean,
): string => {
  const most = ACCOUNT_LIMITS.login;
  const address = foldLogin(provider.email ?? '');
  if (address.length >= MINIMUM && address.length <= most && !isTaken(address)) return address;
  const name = [plainWord(provider.first), plainWord(provider.last)].filter(Boolean).join('.');
  const base = name.length < MINIMUM ? 'provider' : name;
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : String(number);
    const login = base.slice(0, most - end.length) + end;
    if (!isTaken(login)) return login;
  }
};

// ---- the message with the link of a first password

export const LINK_MISSING = `The message needs ${LINK_PLACE}: the link is put there when it is sent.`;

/** The suggested message, which contains no data of the record except name and login. */
export const passwordMail = (
  provider: { readonly name: string; readonly login: string },
  agency: string,
) => ({
  subject: `${agency}: your account`,
  text: `Hello ${provider.name}, ${agency} has an account for your visits. Your username is ${provider.login}. Choose your password here, once, within ${TEMPORARY_HOURS} hours: ${LINK_PLACE}

Español: elija su contraseña en este enlace.`,
});

// ---- second factor

export const RECOVERY_CODES = 10;

/** A recovery code as somebody wrote it down: with or without its dash, in any case, and with similar-looking letters. */
export const foldCode = (code: string) =>
  code
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
/** Whether it is a code of the app. Anything else is tried as a recovery code. */
export const isAppCode = (code: string) => /^\d{6}$/.test(foldCode(code));

/** Crockford's alphabet, without I, L, O and U. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_HALF = 5;

/** 50 random bits, written in two halves. */
export const recoveryCode = (pick: (count: number) => number): string => {
  const half = () =>
    Array.from({ length: CODE_HALF }, () => CODE_LETTERS[pick(CODE_LETTERS.length)]).join('');
  return `${half()}-${half()}`;
};

// ---- sessions

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, 'iPhone or iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
] as const;

/** 'Firefox on Windows', from the browser's user agent. */
export const deviceWords = (agent: string | null): string => {
  const of = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([sign]) => sign.test(agent ?? ''))?.[1];
  const [browser, system] = [of(BROWSERS), of(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
};
