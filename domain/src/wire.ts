import { z } from 'zod';
import { since } from './followed.ts';
import { jsonExcess } from './json-bounds.ts';

const empty = (value: unknown) => value === '' || value === undefined;

/** Text that may be empty: a missing value and '' are both null. Stored as typed. */
export const wireText = (max: number) =>
  z.preprocess(
    (v) => (empty(v) ? null : typeof v === 'number' ? String(v) : v),
    z.string().max(max).nullable(),
  );

/** Largest value of an integer column, such as an id or revision. */
export const MAX_ID = 2_147_483_647;

/** Whole number; '' is null. */
export const wireInt = (min = 0, max = MAX_ID) =>
  z.preprocess(
    (v) => (empty(v) ? null : typeof v === 'string' && /^-?\d{1,16}$/.test(v) ? Number(v) : v),
    z.int().min(min).max(max).nullable(),
  );

/** Yes/no as true, false, 1, 0, '1', '0', 'true', 'false'. */
export const wireBool = z.preprocess((v) => {
  if (v === 1 || v === '1' || v === 'true') return true;
  if (v === 0 || v === '0' || v === 'false' || empty(v)) return false;
  return v;
}, z.boolean());

/** Whether the text is an existing day in YYYY-MM-DD. */
export const isDay = (text: string) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
};
export const daysInMonth = (year: number, month: number) =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31;

/**
 * Shapes for answers: YYYY-MM-DD, HH:mm (00:00-23:59), YYYY-MM, and ISO stamps in UTC. With `abort`, rules across several
 * fields run only if each of them is valid.
 */
export const dateText = z.string().refine(isDay, { error: 'This date does not exist.', abort: true });
export const timeText = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'A time looks like 08:30.', abort: true });
export const monthText = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Error: Wrong date, date format (YYYY-MM)', abort: true });
export const stampText = z.iso.datetime({ offset: true });

/** The same shapes for requests; '' is null. */
export const wireDate = z.preprocess((v) => (empty(v) ? null : v), dateText.nullable());
export const wireTime = z.preprocess((v) => (empty(v) ? null : v), timeText.nullable());

/** An object or list sent as JSON text; '' is null. */
export const wireJson = <S extends z.ZodType>(schema: S) =>
  z.preprocess((v, ctx) => {
    if (empty(v)) return null;
    if (typeof v !== 'string') return v;
    if (jsonExcess(v)) {
      ctx.addIssue({ code: 'custom', message: 'This holds too much.' });
      return z.NEVER;
    }
    try {
      return JSON.parse(v) as unknown;
    } catch {
      ctx.addIssue({ code: 'custom', message: 'This is not JSON.' });
      return z.NEVER;
    }
  }, schema.nullable());

export const OPERATORS = ['=', '!', '<', '<=', '>', '>='] as const;
export type Operator = (typeof OPERATORS)[number];
export interface Filter<F extends string = string> {
  readonly field: F;
  readonly op: Operator;
  readonly value: string;
}

/** Splits filter text such as 'value', '!value' or '<=value'. Writes are never parsed for operators. */
export const parseOperator = (text: string): { op: Operator; value: string } => {
  const m = /^(<=|>=|<|>|!)?([\s\S]*)$/.exec(text);
  return { op: (m?.[1] ?? '=') as Operator, value: m?.[2] ?? '' };
};

/** The operators that a filterable field accepts, and the shape of its value. */
export interface Filterable {
  readonly ops: readonly Operator[];
  readonly value: z.ZodType<unknown, string>;
}

export const equality: readonly Operator[] = ['=', '!'];
export const ranges: readonly Operator[] = OPERATORS;

const filterList = <F extends string>(fields: Record<F, Filterable>) =>
  z
    .array(
      z
        .object({
          field: z.string().meta({ enum: Object.keys(fields) }),
          op: z.enum(OPERATORS),
          value: z.string().max(200),
        })
        .transform((f, ctx) => {
          const rule = Object.hasOwn(fields, f.field) ? fields[f.field as F] : undefined;
          if (!rule?.ops.includes(f.op) || !rule.value.safeParse(f.value).success) {
            ctx.addIssue({
              code: 'custom',
              path: [f.field],
              message: `${f.field} cannot be filtered like this.`,
            });
            return z.NEVER;
          }
          return f as Filter<F>;
        }),
    )
    .max(40);

/** Input of a command that reads: an optional id, and filters on the given fields only. */
export const filtered = <F extends string>(fields: Record<F, Filterable>) =>
  z.strictObject({ id: wireInt(1, MAX_ID).optional(), filters: filterList(fields).default([]) });

/** The same for a list that callers can follow. */
export const filteredList = <F extends string>(fields: Record<F, Filterable>) =>
  filtered(fields).extend({ since });

/** Input of a command that writes. `customIds` lists other columns that `id` may refer to; the caller names one in `customId`. */
export const command = <D extends z.ZodType, C extends string = never>(
  data: D,
  options: { customIds?: readonly [C, ...C[]] } = {},
) =>
  z.strictObject({
    id: wireInt(1, MAX_ID).optional(),
    customId: options.customIds ? z.enum(options.customIds).optional() : z.undefined().optional(),
    data,
  });

/** Revision of an editable row. Older clients omit it and then change only the fields that they send. */
export const rev = wireInt(0, MAX_ID).optional();

/** Escapes of notes on the wire. They are decoded once on arrival and stored as plain text (docs/rules/people.md, rule 42). */
const ESCAPES = { '&': '&amp;', "'": '&apos;', '"': '&quot;', '\n': '&#10;' } as const;
export const encodeNote = (text: string) =>
  text.replace(/[&'"\n]/g, (c) => ESCAPES[c as keyof typeof ESCAPES]);
export const decodeNote = (wire: string) =>
  wire.replace(
    /&(amp|apos|quot|#10);/g,
    (_, name: string) => ({ amp: '&', apos: "'", quot: '"' })[name] ?? '\n',
  );
