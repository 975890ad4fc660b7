import fc from 'fast-check';
import { z } from 'zod';

type Arb = fc.Arbitrary<unknown>;

/** Text that breaks careless code: quotes, operators, markup, formula starts, other scripts, prototype names. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    "'",
    '"',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '=HYPERLINK("x")',
    '$&',
    '%00',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    '1e309',
    '-1',
    '9999999999999999999',
    '0x10',
    '<=m',
    '!',
    '>=',
    '~*:^',
    '\u202e',
    '\ud83d\ude00',
    '2026-02-30',
    '0000-00-00',
    '24:00',
    '😀'.repeat(50),
    'x'.repeat(5_000),
    '{"a":1}',
    '[]',
    '1,2,3',
    '٣',
    'İ',
    'ﬁ',
    '\r\nBcc: a@b.c',
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** Values a schema accepts, or almost; covers the shapes used in contracts. */
export const valuesOf = (schema: z.ZodType): Arb => {
  if (schema instanceof z.ZodOptional) return fc.option(valuesOf(inner(schema)), { nil: undefined });
  if (schema instanceof z.ZodNullable) return fc.option(valuesOf(inner(schema)), { nil: null, freq: 6 });
  if (schema instanceof z.ZodDefault) return valuesOf(inner(schema));
  if (schema instanceof z.ZodPipe) {
    const { in: input, out } = schema.def;
    return valuesOf(ensure(input instanceof z.ZodTransform ? out : input));
  }
  if (schema instanceof z.ZodObject) return objectOf(schema);
  if (schema instanceof z.ZodArray) return fc.array(valuesOf(ensure(schema.element)), { maxLength: 3 });
  if (schema instanceof z.ZodTuple)
    return fc.tuple(...schema.def.items.map((item) => valuesOf(ensure(item))));
  if (schema instanceof z.ZodUnion)
    return fc.oneof(...schema.options.map((option) => valuesOf(ensure(option))));
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(fc.stringMatching(/^[A-Z]{2,6}$/), valuesOf(ensure(schema.valueType)), {
      maxKeys: 3,
    });
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return numberOf(schema);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(schema);
  return fc.constant(undefined);
};

const ensure = (schema: unknown): z.ZodType => {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('not a schema');
};
const inner = (schema: z.ZodOptional | z.ZodNullable | z.ZodDefault) => ensure(schema.def.innerType);

const objectOf = (schema: z.ZodObject): Arb =>
  fc
    .record(
      Object.fromEntries(Object.entries(schema.shape).map(([key, value]) => [key, valuesOf(ensure(value))])),
    )
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));

const numberOf = (schema: z.ZodNumber): Arb => {
  const min = schema.minValue ?? -1_000;
  const max = schema.maxValue ?? 1_000;
  const low = Math.max(Number.isFinite(min) ? min : -1_000, -2_000_000_000);
  const high = Math.min(Number.isFinite(max) ? max : 1_000, 2_000_000_000);
  // Small numbers are ids of existing rows.
  return schema.isInt
    ? fc.oneof(
        fc.integer({ min: low, max: high }),
        fc.integer({ min: Math.max(low, 1), max: Math.max(low, Math.min(high, 12)) }),
      )
    : fc.double({ min: low, max: high, noNaN: true });
};

const day = fc
  .date({ min: new Date('1899-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10));

const textOf = (schema: z.ZodString | z.ZodStringFormat): Arb => {
  const pattern = patternOf(schema);
  if (pattern) return fc.stringMatching(pattern, { size: 'small' });
  if (schema.safeParse('2026-11-20').success && !schema.safeParse('x').success) return day;
  if (schema.safeParse('2026-11-20T10:00:00Z').success && !schema.safeParse('x').success)
    return day.map((d) => `${d}T10:00:00Z`);
  return fc.oneof(
    hostile,
    fc.constantFrom('y', 'n', 'Ann', '(303) 555-0100', 'CO', '80012', 'a@example.com'),
  );
};

const patternOf = (schema: z.ZodString | z.ZodStringFormat): RegExp | undefined => {
  const pattern: unknown = schema.def.checks
    ?.map((check) => check._zod.def)
    .find((def) => 'pattern' in def && def.pattern instanceof RegExp);
  return typeof pattern === 'object' &&
    pattern !== null &&
    'pattern' in pattern &&
    pattern.pattern instanceof RegExp
    ? pattern.pattern
    : undefined;
};
