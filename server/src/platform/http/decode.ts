import type { FieldError } from '@homecare/domain/errors.ts';
import { JSON_BOUNDS, jsonExcess } from '@homecare/domain/json-bounds.ts';
import { type Operator, parseOperator } from '@homecare/domain/wire.ts';
import sjson from 'secure-json-parse';

/** The only decoder of field/value lists, forms and query strings (docs/rules/calls.md, rules 2 and 3). */
export const LIMITS = { depth: 4, pairs: 200, valueBytes: 64 * 1024, fieldLength: 100 } as const;

export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly [FieldError, ...FieldError[]] };

const bad = (field: string, message: string): Decoded<never> => ({ ok: false, errors: [{ field, message }] });

/** NUL cannot be stored and a lone surrogate is not text, so both are refused and never repaired. */
export const isPlainText = (text: string) => !text.includes('\0') && text.isWellFormed();

const hasMorePairs = (text: string, most: number) => {
  let at = -1;
  for (let pairs = 1; pairs <= most; pairs += 1) {
    at = text.indexOf('&', at + 1);
    if (at < 0) return false;
  }
  return true;
};

/** Decodes a form body or query string into a flat record. A repeated name is refused, because it would turn a scalar into a list. */
export const decodeForm = (text: string): Decoded<Record<string, string>> => {
  if (hasMorePairs(text, LIMITS.pairs)) return bad('', `A request has at most ${LIMITS.pairs} fields.`);
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name.length > LIMITS.fieldLength || !isPlainText(name))
      return bad('', 'A field name is not understood.');
    if (Object.hasOwn(fields, name)) return bad(name, `${name} was sent twice.`);
    if (!isPlainText(value)) return bad(name, `${name} holds characters that cannot be stored.`);
    fields[name] = value;
  }
  return { ok: true, value: fields };
};

const hasBadText = (value: unknown): boolean =>
  typeof value === 'string'
    ? !isPlainText(value)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).some(([key, inner]) => !isPlainText(key) || hasBadText(inner))
      : false;

/** Decodes JSON without prototype keys, at most `depth` levels deep; its size is checked before parsing. */
export const decodeJson = (text: string, field: string, depth: number = LIMITS.depth): Decoded<unknown> => {
  const excess = jsonExcess(text, { ...JSON_BOUNDS, depth });
  if (excess === 'depth') return bad(field, `${field || 'The body'} is nested too deeply.`);
  if (excess === 'size') return bad(field, `${field || 'The body'} holds too many values.`);
  let value: unknown;
  try {
    value = sjson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    return bad(field, `${field || 'The body'} is not JSON.`);
  }
  if (hasBadText(value)) return bad(field, `${field || 'The body'} holds characters that cannot be stored.`);
  return { ok: true, value };
};

type Pair = { readonly field: string; readonly value: string | number | boolean | null };

const decodePairs = (text: string | undefined): Decoded<Pair[]> => {
  if (text === undefined || text === '') return { ok: true, value: [] };
  const json = decodeJson(text, 'data', 2);
  if (!json.ok) return json;
  if (!Array.isArray(json.value)) return bad('data', 'data is a list of field and value.');
  if (json.value.length > LIMITS.pairs) return bad('data', `data holds more than ${LIMITS.pairs} fields.`);
  const pairs: Pair[] = [];
  for (const item of json.value as unknown[]) {
    if (typeof item !== 'object' || item === null || !('field' in item) || typeof item.field !== 'string')
      return bad('data', 'data is a list of field and value.');
    const field = item.field;
    const value: unknown = 'value' in item ? item.value : null;
    if (field.length > LIMITS.fieldLength) return bad('data', 'A field name is not understood.');
    if (value !== null && !['string', 'number', 'boolean'].includes(typeof value))
      return bad(field, `${field} must be a single value.`);
    if (typeof value === 'number' && !Number.isFinite(value)) return bad(field, `${field} is not a number.`);
    if (typeof value === 'string' && Buffer.byteLength(value) > LIMITS.valueBytes)
      return bad(field, `${field} is too long.`);
    pairs.push({ field, value: value as Pair['value'] });
  }
  return { ok: true, value: pairs };
};

/** Decodes `data` of a writing command: values are taken literally, and a repeated field is refused. */
export const decodeFields = (text: string | undefined): Decoded<Record<string, Pair['value']>> => {
  const pairs = decodePairs(text);
  if (!pairs.ok) return pairs;
  const fields: Record<string, Pair['value']> = Object.create(null);
  for (const { field, value } of pairs.value) {
    if (Object.hasOwn(fields, field)) return bad(field, `${field} was sent twice.`);
    fields[field] = value;
  }
  return { ok: true, value: fields };
};

/** Decodes `data` of a reading command: a value may begin with an operator, and several filters on one field are ANDed. */
export const decodeFilters = (
  text: string | undefined,
): Decoded<{ field: string; op: Operator; value: string }[]> => {
  const pairs = decodePairs(text);
  if (!pairs.ok) return pairs;
  return {
    ok: true,
    value: pairs.value.map(({ field, value }) => ({
      field,
      ...parseOperator(value === null ? '' : String(value)),
    })),
  };
};
