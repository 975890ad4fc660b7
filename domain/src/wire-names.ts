import type { z } from 'zod';

/**
 * Older clients are bound to some field names on the wire that our code calls differently. A shape declares such names once.
 * Our names never leave the product, and the wire names appear only in the declaration.
 */
type Names = Readonly<Record<string, string>>;

/** A shape with our names in place of the wire names. */
export type Renamed<T, N> = { [K in keyof T as K extends keyof N ? N[K] & string : K]: T[K] };

interface Renaming {
  readonly shape: z.ZodObject;
  readonly names: Names;
}
const RENAMINGS = new WeakMap<z.core.$ZodType, Renaming>();

const renameKeys = (value: object, names: Names) =>
  Object.fromEntries(Object.entries(value).map(([key, field]) => [names[key] ?? key, field]));

/** Renames fields of a wire shape when it is parsed: `renamed(visit, { SunDataStatus: 'aggregatorStatus' })`. */
export const renamed = <
  S extends z.ZodObject,
  const N extends { readonly [K in keyof z.output<S>]?: string },
>(
  shape: S,
  names: N,
) => {
  const known = Object.fromEntries(Object.entries<string | undefined>(names).map(([a, b]) => [a, b ?? a]));
  const pipe = shape.transform((value) => renameKeys(value, known) as Renamed<z.output<S>, N>);
  RENAMINGS.set(pipe, { shape, names: known });
  return pipe;
};

/** The wire shape behind a renamed one. */
export const wireShapeOf = (schema: z.core.$ZodType): z.ZodObject | undefined => RENAMINGS.get(schema)?.shape;

type Direction = 'toWire' | 'fromWire';
type Convert = (value: unknown) => unknown;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const convertObject = (shape: z.core.$ZodShape, wire: Names, to: Direction): Convert | undefined => {
  const fields = new Map(
    Object.entries(shape).flatMap(([name, field]) => {
      const [before, after] = to === 'toWire' ? [wire[name] ?? name, name] : [name, wire[name] ?? name];
      const convert = converter(field, to);
      return convert || before !== after ? [[before, { after, convert }] as const] : [];
    }),
  );
  if (fields.size === 0) return undefined;
  return (value) => {
    if (!isObject(value)) return value;
    const converted: Record<string, unknown> = {};
    // Copying by hand is fast: a day of visits has thousands of fields, and nearly all stay as they are.
    for (const name of Object.keys(value)) {
      const field = fields.get(name);
      if (!field) converted[name] = value[name];
      else converted[field.after] = field.convert ? field.convert(value[name]) : value[name];
    }
    return converted;
  };
};

const compile = (schema: z.core.$ZodType, to: Direction): Convert | undefined => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return convertObject(def.shape, {}, to);
    case 'array': {
      const each = converter(def.element, to);
      return each && ((value) => (Array.isArray(value) ? value.map(each) : value));
    }
    case 'nullable':
    case 'optional':
    case 'default':
      return converter(def.innerType, to);
    case 'pipe': {
      const renaming = RENAMINGS.get(schema);
      if (renaming) return convertObject(renaming.shape.shape, renaming.names, to);
      return converter((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in, to);
    }
    default:
      return undefined;
  }
};

/** Returns the same output object for the same input object, so that a followed list keeps its unchanged rows. */
const remembering = (convert: Convert): Convert => {
  const known = new WeakMap<object, unknown>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return convert(value);
    if (!known.has(value)) known.set(value, convert(value));
    return known.get(value);
  };
};

type Converters = WeakMap<z.core.$ZodType, Convert | null>;
const compiled: Record<Direction, Converters> = { toWire: new WeakMap(), fromWire: new WeakMap() };
const converter = (schema: z.core.$ZodType, to: Direction): Convert | undefined => {
  const known = compiled[to];
  if (!known.has(schema)) {
    const convert = compile(schema, to);
    known.set(schema, convert ? (to === 'fromWire' ? remembering(convert) : convert) : null);
  }
  return known.get(schema) ?? undefined;
};

/** Converts our field names to wire names. Shapes without renamed fields cost nothing. */
export const toWire = (schema: z.ZodType, value: unknown): unknown =>
  converter(schema, 'toWire')?.(value) ?? value;

/** Converts wire names of an answer to our names. */
export const fromWire = (schema: z.ZodType, value: unknown): unknown =>
  converter(schema, 'fromWire')?.(value) ?? value;

/** All renamed fields of a shape with both names. */
const namesIn = (schema: z.core.$ZodType): readonly (readonly [wire: string, own: string])[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const own = Object.entries(RENAMINGS.get(schema)?.names ?? {});
  if (def.type === 'pipe') return [...own, ...namesIn(def.in)];
  if (def.type === 'object') return Object.values(def.shape).flatMap(namesIn);
  return own;
};

/** Translates the field name of a validation error, for sending it and for reading it. */
export const fieldToWire = (input: z.ZodType, field: string): string =>
  namesIn(input).find(([, own]) => own === field)?.[0] ?? field;
export const fieldFromWire = (input: z.ZodType, field: string): string =>
  namesIn(input).find(([wire]) => wire === field)?.[1] ?? field;
