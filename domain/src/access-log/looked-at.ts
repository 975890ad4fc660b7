import type { z } from 'zod';
import type { Call } from '../call.ts';
import { type Look, lookOf, type Subject } from './looks.ts';

/** How something was looked at: requested by its number, shown among others in a list, or sent as a changed row of a followed list. */
export const WAYS = ['opened', 'listed', 'changed'] as const;
export type Way = (typeof WAYS)[number];

/** What one answer showed, in record numbers only (docs/rules/access-log.md, rules 3 and 4). */
export interface LookedAt {
  readonly way: Way;
  readonly subjects: readonly (readonly [Subject, number])[];
  /** Number of rows if the answer is a list. */
  readonly rows: number | null;
  readonly filter: Readonly<Record<string, unknown>> | null;
}

/** An answer, or as much of it as is known; for a file only its row count is known. */
export interface Shown {
  readonly data?: unknown;
  readonly rows?: number | undefined;
  /** Keys of the rows that were sent because they changed. */
  readonly changed?: readonly number[] | undefined;
}

/** For longer lists only the row count is recorded, because nobody reads every row of them. */
export const MOST_NAMED = 20;
/** No input names more records than this. */
const MOST_SUBJECTS = 500;

/** Fields whose name already says which kind of record their numbers belong to. */
const NAMED: ReadonlyMap<string, Subject> = new Map([
  ...['clientId', 'clientID', 'ClientID', 'clientIds', 'client', 'personId', 'keepId', 'awayId'].map(
    (name) => [name, 'person'] as const,
  ),
  ...['providerId', 'ProviderID', 'provider'].map((name) => [name, 'person'] as const),
  ...['planId', 'CareID', 'coversPlanId'].map((name) => [name, 'plan'] as const),
  ['visitId', 'visit'],
  ['cardId', 'card'],
]);
const OWN_NAMES = new Set(['id', 'ids', 'ID']);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);
const numbersIn = (value: unknown): number[] => (Array.isArray(value) ? value : [value]).filter(isNumber);

interface Filter {
  readonly field: string;
  readonly op: string;
  readonly value: string;
}
const isFilter = (value: unknown): value is Filter =>
  isFields(value) && typeof value.field === 'string' && typeof value.value === 'string';
const filtersOf = ({ filters }: Fields): readonly Filter[] =>
  Array.isArray(filters) ? filters.filter(isFilter) : [];

const ofOwn = ({ id }: Look, input: Fields) => (typeof id === 'function' ? id(input) : id);

/** The records that the input asks for by number. */
const askedIn = (look: Look, input: Fields) => {
  const own = ofOwn(look, input);
  const subjectOf = (name: string) => (OWN_NAMES.has(name) ? own : NAMED.get(name));
  const found: [Subject, number][] = [];
  const add = (name: string, numbers: readonly number[]) => {
    const subject = subjectOf(name);
    if (subject) for (const id of numbers) if (found.length < MOST_SUBJECTS) found.push([subject, id]);
  };
  for (const name of Object.keys(input)) add(name, numbersIn(input[name]));
  for (const { field, op, value } of filtersOf(input))
    if (op === '=' && /^\d{1,10}$/.test(value)) add(field, [Number(value)]);
  return { found, isSubject: (name: string) => subjectOf(name) !== undefined };
};

const isFixed = (schema: z.core.$ZodType): boolean => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'boolean':
    case 'enum':
    case 'literal':
      return true;
    case 'nullable':
    case 'optional':
    case 'default':
      return isFixed(def.innerType);
    case 'pipe':
      return isFixed(def.out) || isFixed(def.in);
    default:
      return false;
  }
};

/** Input fields that accept only a fixed set of values. */
const fixedFields = (schema: z.core.$ZodType): ReadonlySet<string> => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return fixedFields(def.in);
  if (def.type !== 'object') return new Set();
  return new Set(Object.keys(def.shape).filter((name) => def.shape[name] && isFixed(def.shape[name])));
};

const DAY_OR_MONTH = /^\d{4}-\d{2}(-\d{2})?$/;

/** Keeps numbers, days, months and choices. For typed text and search values it keeps only the fact that there were any. */
const keptOf = (input: Fields, fixed: ReadonlySet<string>, isSubject: (name: string) => boolean) => {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (isSubject(name) || value === null || value === undefined || value === '') continue;
    const isDay = typeof value === 'string' && DAY_OR_MONTH.test(value);
    if (typeof value === 'number' || isDay || fixed.has(name)) kept[name] = value;
    else if (typeof value === 'string' && name !== 'since') kept[name] = '…';
  }
  const searched = filtersOf(input).flatMap(({ field }) => (isSubject(field) ? [] : [field]));
  if (searched.length > 0) kept.filters = searched;
  return Object.keys(kept).length > 0 ? kept : null;
};

/** The rows of an answer at the path that its look declares. */
export const rowsWithin = (data: unknown, within: string | undefined): readonly unknown[] | undefined => {
  const at = (within?.split('.') ?? []).reduce<unknown>(
    (value, name) => (isFields(value) ? value[name] : undefined),
    data,
  );
  return Array.isArray(at) ? at : undefined;
};

const idOfRow = (row: unknown) => (isFields(row) ? [row.id, row.ID].find(isNumber) : undefined);

/** The rows of a list short enough to name each of them. */
const listedIn = (rows: readonly unknown[] | undefined, subject: Subject | undefined) => {
  if (!subject || !rows || rows.length > MOST_NAMED) return [];
  return rows.flatMap((row) => {
    const id = idOfRow(row);
    return id === undefined ? [] : [[subject, id] as const];
  });
};

/** Builds the function that turns a call's answers into looks; undefined if its answers show nobody. */
export const lookReader = (
  call: Call,
): ((input: unknown, shown: Shown) => LookedAt | undefined) | undefined => {
  const look = call.effect === 'write' ? undefined : lookOf(call);
  if (!look || 'nothing' in look) return undefined;
  const fixed = fixedFields(call.input);
  const isPoll = call.effect === 'poll';
  return (given, { data, rows: known, changed }) => {
    const input = isFields(given) ? given : {};
    const { found, isSubject } = askedIn(look, input);
    const filter = look.isTyped ? null : keptOf(input, fixed, isSubject);
    if (changed) {
      const subjects = changed.flatMap((id) => (look.rows ? [[look.rows, id] as const] : []));
      return changed.length > 0 ? { way: 'changed', subjects, rows: changed.length, filter } : undefined;
    }
    const list = rowsWithin(data, look.within);
    const rows = known ?? list?.length ?? null;
    if (found.length > 0) return { way: 'opened', subjects: found, rows, filter };
    // A screen that polls by itself and gets nothing has shown nobody.
    if (isPoll && rows === 0) return undefined;
    return { way: 'listed', subjects: listedIn(list, look.rows), rows, filter };
  };
};
