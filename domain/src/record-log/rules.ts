import { z } from 'zod';
import { ROLE_NAMES } from '../accounts/role-names.ts';
import { priceText } from '../billing/rates.ts';
import { RateFrom } from '../billing/schema.ts';
import { showDate, WEEKDAYS, weekdayOf } from '../calendar.ts';
import { ROLES } from '../call.ts';
import { showMoney } from '../money.ts';
import { dayOfLogKey } from '../payroll/rates.ts';
import { fieldOf, isPersonField, type PersonField } from '../people/dictionary.ts';
import { ACTIVE_STATUS, STATUS } from '../people/kind-and-status.ts';
import type { LogEntry, LoggedField } from './contract.ts';

/** A stored change of a record: maps each wire name to old and new value. */
export type Changes = Readonly<Record<string, readonly unknown[]>>;

/** Describes a change of a person in the words of the record form. */
export const personLogFields = (changes: Changes): LoggedField[] =>
  Object.entries(changes).flatMap(([name, [old, now]]) =>
    name === 'providerPayRate'
      ? rateFields(old, now)
      : [{ field: labelOf(name), old: showValue(name, old), new: showValue(name, now) }],
  );

const labelOf = (name: string) => {
  const day = dayOfLogKey(name);
  if (day !== undefined) return `Pay rate ${name.replace(day, day && showDate(day))}`;
  const [earlier, of] = name.split(' ');
  if (earlier === 'history' && of && isPersonField(of)) return `History: ${fieldOf(of).label}`;
  return isPersonField(name) ? fieldOf(name).label : name;
};

/** Shows each pay category as a field of its own and skips unchanged ones. */
const rateFields = (old: unknown, now: unknown): LoggedField[] => {
  const [before, after] = [mapOf(old), mapOf(now)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((category) => {
    const [was, is] = [before[category] ?? 0, after[category] ?? 0];
    return was === is ? [] : [{ field: `Pay rate ${category}`, old: dollars(was), new: dollars(is) }];
  });
};

const mapOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const dollars = (value: unknown) => (typeof value === 'number' ? showMoney(Math.round(value * 100)) : null);

const showValue = (name: string, value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return isPersonField(name) ? showText(name, value) : value;
  if (Array.isArray(value)) return value.map((one) => showValue(name, one) ?? '').join(', ') || null;
  return typeof value === 'object' ? showMap(value) : String(value);
};

const showText = (name: PersonField, text: string): string => {
  const { kind, options } = fieldOf(name);
  if (name === STATUS) return text === ACTIVE_STATUS ? 'Active' : 'Archived';
  if (kind === 'date') return showDate(text);
  return options?.find((option) => option.value === text)?.label ?? text;
};

/** 'CompanyName Sunrise, Mon, From 08:00': fields with a value, and ticked ones by name only. */
const showMap = (value: object): string | null =>
  Object.entries(value)
    .filter(([, one]) => one !== null && one !== false && one !== '')
    .map(([key, one]) => (one === true ? key : `${key} ${String(one)}`))
    .join(', ') || null;

/** Passes on fields that are logged in words already. */
export const wordedLogFields = (changes: Changes): LoggedField[] =>
  Object.entries(changes).map(([field, [old, now]]) => ({
    field,
    old: showValue('', old),
    new: showValue('', now),
  }));

const PLAN_LABELS: Readonly<Record<string, string>> = {
  EndDate: 'End Date',
  StartDate: 'Start Date',
  createReason: 'Create reason',
  ArchiveInfo: 'Archive info',
  DeleteInfo: 'Deleted info',
  excluded: 'Excluded',
  coversPlanId: 'Covers care plan',
  json: 'Week',
  weekFrom: 'Week from',
  endedWeeks: 'Weeks that ended with the plan',
  removeWeek: 'Week removed from',
  visits: 'Visits',
  again: 'Asked again',
};
const PLAN_DATES = new Set(['StartDate', 'EndDate', 'excluded', 'weekFrom', 'removeWeek']);

/** Describes a change of a care plan in the words of list and form. Weeks show their hours and times. */
export const planLogFields = (changes: Changes): LoggedField[] =>
  Object.entries(changes).map(([name, [old, now]]) => ({
    field: PLAN_LABELS[name] ?? name,
    old: showPlanValue(name, old),
    new: showPlanValue(name, now),
  }));

const showPlanValue = (name: string, value: unknown): string | null => {
  if (name === 'json') return showWeek(value);
  if (name === 'visits') return showVisits(value);
  if (typeof value === 'string' && PLAN_DATES.has(name)) return showDate(value) || null;
  return showValue(name, value);
};

/** 'created 6, 11-21-2026 through 12-04-2026': what happened to the visits, and on which days. */
const showVisits = (value: unknown): string | null => {
  const { from, through, ...counts } = mapOf(value);
  const days = [from, through].flatMap((day) => (typeof day === 'string' ? [showDate(day)] : []));
  return [showMap(counts), days.join(' through ')].filter(Boolean).join(', ') || null;
};

/** 'Mon 08:00-10:00, Fri 09:00-11:00 (4 h)'; null if the value is not a week. */
const showWeek = (value: unknown): string | null => {
  const week = mapOf(value);
  const [start, end] = Array.isArray(week.time) ? week.time.map(mapOf) : [];
  if (!start || !end) return null;
  const days = WEEKDAYS.flatMap((day) =>
    typeof start[day] === 'string' && typeof end[day] === 'string'
      ? [`${day} ${start[day]}-${end[day]}`]
      : [],
  );
  const hours = typeof week.totalHours === 'number' ? ` (${week.totalHours} h)` : '';
  return `${days.join(', ') || 'no day'}${hours}`;
};

const CARD_LABELS: Readonly<Record<string, string>> = {
  startPeriod: 'Start period',
  endPeriod: 'End period',
  payRate: 'Pay rate',
  rateKind: 'Rate of each day',
  rates: 'Rates',
  customDate: 'Month of calculation',
  deniedReason: 'Denied reason',
  overlap: 'Overlap allowed',
  remarks: 'Remarks',
  unit: 'Units',
  again: 'Asked again',
};
const RATE_WORDS: Readonly<Record<string, string>> = { inside: 'Inside rate', outside: 'Outside rate' };
const CARD_DATES = new Set(['startPeriod', 'endPeriod']);
/** Historical names of these fields in the log, whose stored rows are never rewritten. */
export const CARD_LOG_NAMES = { planId: 'careplanId', days: 'json', status: 'Status' } as const;
export const cardLogName = (field: string): string =>
  Object.entries(CARD_LOG_NAMES).find(([own]) => own === field)?.[1] ?? field;
/** Not shown, because the log already belongs to one plan and month. */
const CARD_KEYS = new Set<string>([CARD_LOG_NAMES.planId, 'date']);

/** Describes a change of a billing record in the words of its card, with each changed day of its grid. */
export const cardLogFields = (changes: Changes, action: LogEntry['action']): LoggedField[] => [
  ...(action === 'delete' ? [{ field: 'Billing record', old: null, new: 'Deleted' }] : []),
  ...Object.entries(changes).flatMap(([name, [old, now]]) => {
    if (CARD_KEYS.has(name)) return [];
    if (name === CARD_LOG_NAMES.days) return dayFields(old, now);
    const shown = { old: showCardValue(name, old), new: showCardValue(name, now) };
    return shown.old === null && shown.new === null ? [] : [{ field: CARD_LABELS[name] ?? name, ...shown }];
  }),
];

const showCardValue = (name: string, value: unknown): string | null => {
  if (name === 'payRate') return typeof value === 'number' ? showMoney(value) : null;
  if (name === 'rateKind') return typeof value === 'string' ? (RATE_WORDS[value] ?? value) : null;
  if (name === 'rates') {
    const rates = z.array(RateFrom).safeParse(value).data ?? [];
    return rates.length === 0 ? null : priceText({ cents: 0, rates });
  }
  if (typeof value === 'string' && CARD_DATES.has(name)) return showDate(value) || null;
  return showValue(name, value);
};

const FACTOR_STATES = new Map<unknown, string>([
  ['on', 'On'],
  ['begun', 'Being set up'],
  [true, 'Needed'],
  [false, 'Not needed'],
]);
const PASSWORD_WORDS: Readonly<Record<string, string>> = {
  'accounts.changeOwnPassword': 'Changed by its owner',
  'accounts.choosePassword': 'Chosen by the link that was sent',
  'accounts.recoverAdmin': 'A temporary one, set by the operator',
};

const showRole = (text: unknown): string | null => {
  const role = ROLES.find((one) => one === text);
  return role ? ROLE_NAMES[role] : null;
};
const roleName = (text: unknown) => {
  const role = showRole(text);
  return role === null ? '' : `, role ${role}`;
};

/**
 * Describes in words what happened to an account; `call` is what caused it. The log holds nothing that would give access to
 * the account.
 */
export const accountLogFields = (
  changes: Changes,
  {
    action,
    call,
    login,
  }: { readonly action: LogEntry['action']; readonly call: string; readonly login: string | null },
): LoggedField[] => {
  const named = (field: string, old: string | null, now: string | null): LoggedField => ({
    field: login === null ? field : `${login}: ${field}`,
    old,
    new: now,
  });
  const [wasRole, isRole] = changes.role ?? [];
  if (action === 'insert') return [named('Account', null, `Created${roleName(isRole)}`)];
  if (action === 'delete') return [named('Account', null, `Deleted${roleName(wasRole)}`)];
  return Object.entries(changes).flatMap(([name, [old, now]]) => {
    if (name === 'password') return [named('Password', null, PASSWORD_WORDS[call] ?? 'A temporary one')];
    if (name === 'recoveryCodes') return [named('Recovery codes', null, 'New ones')];
    if (name === 'passwordLink') return [named('Link for a first password', null, `Sent by ${String(now)}`)];
    if (name === 'login') return [named('Login', showValue('', old), showValue('', now))];
    if (name === 'full_name') return [named('Full name', showValue('', old), showValue('', now))];
    if (name === 'role') return [named('Role', showRole(old), showRole(now))];
    if (name === 'customRole') return [named('Copy of a role', showValue('', old), showValue('', now))];
    if (name === 'provider_id') return [named('Provider', showValue('', old), showValue('', now))];
    if (name === 'suspended') return [named('Suspended', old ? 'Yes' : 'No', now ? 'Yes' : 'No')];
    if (name === 'sessions') return [named('Sessions', null, `${String(now)} ended`)];
    if (name === 'singleSignOn') return [named('Single sign-on', null, showValue('', now))];
    if (name === 'passkey') return [named('Passkey', showValue('', old), showValue('', now))];
    if (name === 'passkeys') return [named('Passkeys', showValue('', old), null)];
    if (name === 'secondFactor')
      return [
        named(
          typeof now === 'boolean' ? 'Two-step sign-in of admins and Managers' : 'Two-step sign-in',
          FACTOR_STATES.get(old) ?? 'Off',
          FACTOR_STATES.get(now) ?? 'Off',
        ),
      ];
    return [];
  });
};

/** Entities of the site page whose changes are logged. */
export const SETTING_ENTITIES = [
  'siteSettings',
  'sitePayer',
  'connection.addresses',
  'connection.textMessages',
  'connection.mail',
  'connection.aggregator',
  'connection.signIn',
  'updateNote',
  'setting',
  'payCategory',
] as const;

export const settingLogFields = (entity: string, changes: Changes): LoggedField[] =>
  Object.entries(changes).map(([name, [old, now]]) => ({
    field: `${entity}/${name}`,
    old: showValue('', old),
    new: showValue('', now),
  }));

const daysOf = (value: unknown): ReadonlyMap<string, Readonly<Record<string, unknown>>> =>
  new Map(
    (Array.isArray(value) ? value.map(mapOf) : []).flatMap((row) =>
      typeof row.date === 'string' ? [[row.date, row] as const] : [],
    ),
  );

const dayFields = (old: unknown, now: unknown): LoggedField[] => {
  const [before, after] = [daysOf(old), daysOf(now)];
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((date) => {
    const [was, is] = [showDay(before.get(date)), showDay(after.get(date))];
    const weekday = weekdayOf(Temporal.PlainDate.from(date));
    return was === is ? [] : [{ field: `${weekday} ${showDate(date).slice(0, 5)}`, old: was, new: is }];
  });
};

/** '08:00-10:00, travel 15, not billed'; null if the day is not in the grid. */
const showDay = (row: Readonly<Record<string, unknown>> | undefined): string | null => {
  if (!row) return null;
  const { start, end, travel, billing, payroll } = row;
  return [
    typeof start === 'string' && typeof end === 'string' ? `${start}-${end}` : 'no times',
    travel ? `travel ${String(travel)}` : '',
    billing === false ? 'not billed' : '',
    payroll === false ? 'not paid' : '',
  ]
    .filter(Boolean)
    .join(', ');
};
