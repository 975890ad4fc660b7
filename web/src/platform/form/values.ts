import type { FieldError } from '@homecare/domain/errors.ts';
import { type FieldErrors, type FieldValues, get, set } from 'react-hook-form';

/** Initial values of a form, with the revision if the record has one. */
export interface Stored<V> {
  readonly value: V;
  readonly rev: number;
  /** Names of values changed by others that are not part of the form. */
  readonly elsewhere?: readonly string[];
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Names of the values in which two forms differ. */
export const differences = (a: object, b: object): string[] => {
  const other = new Map(Object.entries(b));
  return Object.entries(a).flatMap(([name, value]) => (isSame(value, other.get(name)) ? [] : [name]));
};

/** The stored values with the changes since `base` on top. Values named in `always` are taken even if unchanged. */
export const putOnTop = <V extends object>(
  typed: V,
  base: V,
  fresh: V,
  always: readonly string[] = [],
): V => {
  const mine = new Set([...always, ...differences(typed, base)]);
  return { ...fresh, ...Object.fromEntries(Object.entries(typed).filter(([name]) => mine.has(name))) };
};

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const errorsAt = (node: unknown, field: string): FieldError[] => {
  if (!isNode(node)) return [];
  const own = typeof node.message === 'string' ? [{ field, message: node.message }] : [];
  const names = Object.keys(node).filter(
    (name) => !['type', 'message', 'ref', 'types', 'root'].includes(name),
  );
  return [...own, ...names.flatMap((name) => errorsAt(node[name], `${field}.${name}`))];
};

/** Flattens the nested errors of a form to the list used by rules. */
export const errorsOf = <V extends FieldValues>(errors: FieldErrors<V>): FieldError[] =>
  Object.entries(errors).flatMap(([name, node]) => errorsAt(node, name));

/** Nests the errors of rules for a form. The first error of a field wins. */
export const nestErrors = <V extends FieldValues>(errors: readonly FieldError[]): FieldErrors<V> => {
  const nested: FieldErrors<V> = {};
  for (const { field, message } of errors)
    if (!get(nested, field)) set(nested, field, { type: 'rule', message });
  return nested;
};
