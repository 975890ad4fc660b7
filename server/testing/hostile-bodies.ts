import { BASE } from '../src/platform/http/base-path.ts';

/** A request no browser sends, meant to cost much or to hit an unexpected case. */
export interface HostileBody {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const numbered = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n));

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const keys = (count: number) => `{${numbered(count, (n) => `"unknown${n}":${n}`).join(',')}}`;
const list = (count: number) => `[${numbered(count, String).join(',')}]`;
const pairs = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, n) => ({ field: `f${n}`, value: n })));

/** Contents of a JSON body, or of one of its fields. */
const values: readonly (readonly [name: string, value: string])[] = [
  ['lists 5,000 deep', nested(5_000)],
  ['objects 5,000 deep', nestedObjects(5_000)],
  ['lists 100,000 deep', nested(100_000)],
  ['lists that never end', '['.repeat(100_000)],
  ['100,000 keys', keys(100_000)],
  ['3,000 keys', keys(3_000)],
  ['a list of 200,000 numbers', list(200_000)],
  ['a list of 20,000 numbers', list(20_000)],
  ['a key of 60 kB', `{"${'k'.repeat(60_000)}":1}`],
  ['a text of backslashes', `"${'\\\\'.repeat(20_000)}"`],
  ['prototype keys', '{"__proto__":{"a":1},"constructor":{"prototype":{}}}'],
  ['half a surrogate', '{"a":"\\ud800"}'],
  ['a number beyond all', '{"a":1e9999}'],
  ['nothing', ''],
  ['null', 'null'],
];

const QUERIES = [
  'start=08:00&end=n',
  'start=2026-13-45&end=2026-99-99',
  'date=2026-99&from=x&to=y',
  'dateFrom=%00&dateTo=n&id=1&provider=1',
  'id=9'.repeat(400),
  numbered(1_000, (n) => `k${n}=1`).join('&'),
];

/** Every kind of malicious request to JSON paths and to commands. */
export const hostileBodies = (paths: readonly string[], commands: readonly string[]): HostileBody[] => [
  ...paths.flatMap((path) => [
    ...values.map(([name, payload]) => ({
      name: `${path}: ${name}`,
      method: 'POST' as const,
      url: `${BASE}/${path}`,
      headers: JSON_TYPE,
      payload,
    })),
    ...QUERIES.map((query, n) => ({
      name: `${path}: query ${n}`,
      method: 'GET' as const,
      url: `${BASE}/${path}?${query}`,
      headers: {},
    })),
  ]),
  ...commands.flatMap((cmd) =>
    [
      ...values.map(([name, value]) => [name, `cmd=${cmd}&data=${encodeURIComponent(value)}`] as const),
      ...values.map(
        ([name, value]) =>
          [
            `${name} as value`,
            `cmd=${cmd}&data=${encodeURIComponent(JSON.stringify([{ field: 'json', value }]))}`,
          ] as const,
      ),
      ['10,000 pairs', `cmd=${cmd}&data=${encodeURIComponent(pairs(10_000))}`] as const,
      ['20,000 form fields', `cmd=${cmd}&${numbered(20_000, (n) => `f${n}=${n}`).join('&')}`] as const,
      ['only ampersands', `cmd=${cmd}${'&'.repeat(60_000)}`] as const,
    ].map(([name, payload]) => ({
      name: `${cmd}: ${name}`,
      method: 'POST' as const,
      url: `${BASE}/poster.php`,
      headers: FORM_TYPE,
      payload,
    })),
  ),
];
