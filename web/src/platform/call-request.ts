import { type Call, type InputOf, methodOf } from '@homecare/domain/call.ts';
import type { Filter } from '@homecare/domain/wire.ts';
import { toWire } from '@homecare/domain/wire-names.ts';

/** Input as a screen passes it, where filters may be omitted. */
export type SendInput<C> = C extends Call
  ? Omit<InputOf<C>, 'filters'> & (InputOf<C> extends { filters: infer F } ? { filters?: F } : unknown)
  : never;

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to /homecare/api/, with the query. */
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
}

type Values = Readonly<Record<string, unknown>>;
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Scalars are sent as they are, objects and lists as JSON text, null as '' (docs/rules/calls.md, rule 2). */
const wireValue = (value: unknown) =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : value;

const isFilter = (value: unknown): value is Filter =>
  isValues(value) && typeof value.field === 'string' && typeof value.value === 'string';

const filterPairs = (filters: unknown) =>
  (Array.isArray(filters) ? filters : [])
    .filter(isFilter)
    .map(({ field, op, value }) => ({ field, value: op === '=' ? value : `${op}${value}` }));

const dataPairs = (data: Values) =>
  Object.entries(data).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, value: wireValue(value) }],
  );

const commandRequest = (cmd: string, input: Values): WireRequest => {
  const form = new URLSearchParams({ cmd });
  if (input.id !== undefined && input.id !== null) form.set('id', String(input.id));
  if (typeof input.customId === 'string') form.set('customId', input.customId);
  if (typeof input.since === 'string') form.set('since', input.since);
  form.set('data', JSON.stringify(isValues(input.data) ? dataPairs(input.data) : filterPairs(input.filters)));
  return {
    method: 'POST',
    path: 'poster.php',
    body: form.toString(),
    contentType: 'application/x-www-form-urlencoded',
  };
};

const queryOf = (input: Values) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null) query.set(name, String(wireValue(value)));
  const text = query.toString();
  return text && `?${text}`;
};

/** Builds the request of a declared call. `since` is the tag of the held answer of a followed list. */
export const requestOf = <C extends Call>(call: C, input: SendInput<C>, since?: string): WireRequest => {
  const named = toWire(call.input, input);
  const values: Values = { ...(isValues(named) ? named : {}), ...(since !== undefined && { since }) };
  if (call.transport.via === 'command') return commandRequest(call.transport.cmd, values);
  const [path] = call.transport.paths;
  if (methodOf(call) === 'GET') return { method: 'GET', path: path + queryOf(values) };
  return { method: 'POST', path, body: JSON.stringify(values), contentType: 'application/json' };
};

/** Builds the body of a declared upload from the input's fields and the file. */
export const formOf = (input: object, file: File): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(input))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  form.append('file', file, file.name);
  return form;
};
