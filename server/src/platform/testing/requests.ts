import type { Call } from '@homecare/domain/call.ts';
import type { InjectOptions } from 'fastify';
import { BASE } from '../http/base-path.ts';

/** Form fields of a command, as every client sends them. */
export const commandBody = (cmd: string, input: unknown): string => {
  const form = new URLSearchParams({ cmd });
  if (typeof input === 'object' && input !== null) {
    if ('id' in input && input.id !== undefined && input.id !== null) form.set('id', String(input.id));
    if ('customId' in input && typeof input.customId === 'string') form.set('customId', input.customId);
    if ('data' in input && typeof input.data === 'object' && input.data !== null)
      form.set(
        'data',
        JSON.stringify(
          Object.entries(input.data)
            .filter(([, value]) => value !== undefined)
            .map(([field, value]) => ({ field, value: scalar(value) })),
        ),
      );
    if ('filters' in input && Array.isArray(input.filters))
      form.set(
        'data',
        JSON.stringify(
          input.filters.map(({ field, op, value }) => ({ field, value: `${op === '=' ? '' : op}${value}` })),
        ),
      );
  }
  return form.toString();
};

const scalar = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** The request of a declared call. */
export const requestOf = (call: Call, input: unknown): InjectOptions => {
  const { transport } = call;
  if (transport.via === 'command')
    return {
      method: 'POST',
      url: `${BASE}/poster.php`,
      payload: commandBody(transport.cmd, input),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  const url = `${BASE}/${transport.paths[0]}`;
  if (transport.method === 'POST')
    return { method: 'POST', url, payload: typeof input === 'object' && input !== null ? input : {} };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {}))
    if (value !== undefined && value !== null) query.set(name, String(value));
  return { method: 'GET', url: `${url}?${query}` };
};
