import { addDays } from '@homecare/domain/calendar.ts';
import fc from 'fast-check';
import { z } from 'zod';
import { hostile } from './arbitrary.ts';
import type { SampleFile } from './requests.ts';

/** One wrong or just different thing in a valid payload. */
type Change = (value: unknown) => unknown;

/** Means that the field is left out. */
const DROPPED = Symbol('dropped');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

type Path = readonly (string | number)[];

/** Every place inside, except the whole; in a list the first three items. */
const placesOf = (value: unknown, at: Path = []): Path[] => {
  const inside: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.slice(0, 3).map((item: unknown, n) => [n, item] as const)
    : isObject(value)
      ? Object.entries(value).filter(([, item]) => item !== undefined)
      : [];
  return inside.flatMap(([key, item]) => [[...at, key], ...placesOf(item, [...at, key])]);
};

/** A copy with the value at the place changed. */
const changedAt = (value: unknown, [key, ...rest]: Path, change: Change): unknown => {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.flatMap((item: unknown, n) => {
      const now = n === key ? changedAt(item, rest, change) : item;
      return now === DROPPED ? [] : [now];
    });
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const now = name === key ? changedAt(item, rest, change) : item;
      return now === DROPPED ? [] : [[name, now]];
    }),
  );
};

const nested = (value: unknown, depth: number, isList: boolean): unknown => {
  let all = value;
  for (let n = 0; n < depth; n += 1) all = isList ? [all] : { a: all };
  return all;
};

const longer = (value: unknown, times: number): unknown => {
  if (Array.isArray(value)) return Array.from({ length: times }, () => value).flat();
  if (isObject(value))
    return { ...value, ...Object.fromEntries(Array.from({ length: times }, (_, n) => [`more${n}`, n])) };
  return String(value).repeat(times).slice(0, 150_000) || 'x'.repeat(times);
};

/** Of the same kind, and often just as valid. */
const slightly = (value: unknown, by: number): unknown => {
  if (typeof value === 'number') return value + by;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return by % 2 === 0 ? value.toReversed() : value.slice(1);
  if (typeof value !== 'string') return value;
  if (z.iso.date().safeParse(value).success) return addDays(value, by * 10);
  const others = [`${value} `, `${value}é`, value.toUpperCase(), value.slice(0, -1), `${value}'s`];
  return others[Math.abs(by) % others.length];
};

const OTHER_TYPES: readonly unknown[] = [null, true, false, 0, 1.5, '', '1', [], {}, [[]], [null], { a: 1 }];
const NUMBERS = [0, -1, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_992, 1e300, -0.5];

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: -9, max: 9 }).map((by) => (value: unknown) => slightly(value, by)),
  },
  // Ids of other rows.
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: 1, max: 60 })
      .map((id) => (value: unknown) => (typeof value === 'number' ? id : String(id))),
  },
  { weight: 2, arbitrary: fc.constant(() => DROPPED) },
  { weight: 4, arbitrary: hostile.map((text) => () => text) },
  {
    weight: 3,
    arbitrary: fc.tuple(hostile, fc.boolean()).map(([text, isBefore]) => (value: unknown) => {
      if (typeof value !== 'string') return value;
      return isBefore ? text + value : value + text;
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom(...OTHER_TYPES).map((other) => () => other) },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS).map((other) => () => other) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(1, 2, 5, 8, 40, 1_000), fc.boolean()).map(
      ([depth, isList]) =>
        (value: unknown) =>
          nested(value, depth, isList),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2, 40, 300, 5_000).map((times) => (value: unknown) => longer(value, times)),
  },
  // An undeclared field.
  {
    weight: 1,
    arbitrary: fc.tuple(hostile, hostile).map(
      ([name, text]) =>
        (value: unknown) =>
          isObject(value) ? { ...value, [name]: text } : text,
    ),
  },
);

/** Changes a valid input at one of its places, even inside JSON text. */
const mutation: fc.Arbitrary<Change> = fc.tuple(fc.nat(), fc.nat(), change).map(([pick, deeper, make]) => {
  const inside: Change = (value) => {
    const places = placesOf(value);
    const place = places[pick % Math.max(places.length, 1)];
    return place ? changedAt(value, place, (old) => inText(old, make, deeper)) : make(value);
  };
  return inside;
});

/** The input once for each number in it, typed or as text, replaced by `other`. */
export const withOtherNumbers = (input: unknown, other: number): unknown[] =>
  placesOf(input).flatMap((place) => {
    let isNumber = false;
    const changed = changedAt(input, place, (value) => {
      isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,9}$/.test(value));
      return typeof value === 'number' ? other : String(other);
    });
    return isNumber ? [changed] : [];
  });

/** An earlier change may have broken it. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const inText = (value: unknown, make: Change, deeper: number): unknown => {
  const json = typeof value === 'string' && /^[[{]/.test(value) ? parsed(value) : undefined;
  if (json === undefined || deeper % 4 === 0) return make(value);
  const places = placesOf(json);
  const place = places[deeper % Math.max(places.length, 1)];
  return JSON.stringify(place ? changedAt(json, place, make) : json);
};

/** Mostly one change, sometimes several. */
export const mutations: fc.Arbitrary<Change> = fc
  .oneof(
    { weight: 5, arbitrary: mutation.map((one) => [one]) },
    { weight: 1, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 4 }) },
  )
  .map(
    (all) => (input: unknown) =>
      // If the whole value was dropped, later changes have nothing to act on.
      all.reduce((value, one) => {
        const now = one(value);
        return now === DROPPED ? undefined : now;
      }, input),
  );

/** A valid file that is cut, doubled, emptied, missing a piece, with a repeated or replaced piece, or under another name. */
export const fileMutations: fc.Arbitrary<(file: SampleFile) => SampleFile> = fc
  .tuple(fc.nat(), fc.nat(), fc.nat({ max: 8 }), hostile)
  .map(([from, length, kind, text]) => (file: SampleFile) => {
    const bytes = Buffer.from(file.content);
    const start = from % Math.max(bytes.length, 1);
    const end = Math.min(start + 1 + (length % 40), bytes.length);
    const [head, piece, tail] = [bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)];
    const contents = [
      head,
      Buffer.concat([head, tail]),
      Buffer.concat([head, piece, piece, tail]),
      Buffer.concat([head, Buffer.from(text), tail]),
      Buffer.concat([bytes, bytes]),
      withoutElement(bytes, from),
      Buffer.alloc(0),
      bytes,
    ];
    const content = contents[kind] ?? bytes;
    return kind < 7 ? { ...file, content } : { name: text.replace(/["\r\n]/g, '_') || 'file', content };
  });

/** Removes one element of its segments, or one cell of its lines. */
const withoutElement = (bytes: Buffer, pick: number): Buffer => {
  const parts = bytes.toString('latin1').split(/([*~,\n])/);
  return Buffer.from(parts.toSpliced(pick % parts.length, 1, '').join(''), 'latin1');
};
