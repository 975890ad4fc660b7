import { type Call, methodOf } from '@homecare/domain/call.ts';
import { toWire } from '@homecare/domain/wire-names.ts';
import type { InjectOptions } from 'fastify';
import { BASE } from '../src/platform/http/base-path.ts';

/** A command's form fields, as every client sends them. */
export const commandBody = (cmd: string, input: unknown): string => {
  const form = new URLSearchParams({ cmd });
  if (typeof input === 'object' && input !== null) {
    if ('id' in input && input.id !== undefined && input.id !== null) form.set('id', String(input.id));
    if ('customId' in input && typeof input.customId === 'string') form.set('customId', input.customId);
    if ('since' in input && typeof input.since === 'string') form.set('since', input.since);
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
          // A mutated payload may have anything in place of a filter.
          input.filters.map((filter) => {
            const { field, op, value } = filter ?? {};
            return { field, value: `${op === '=' ? '' : op}${value}` };
          }),
        ),
      );
  }
  return form.toString();
};

const scalar = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** A file to send; `content` may be any text or bytes. */
export interface SampleFile {
  readonly name: string;
  readonly content: string | Buffer;
}
/** The smallest file that opens as a PDF. */
export const SAMPLE_FILE: SampleFile = {
  name: 'sample.pdf',
  content: '%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n',
};

const BOUNDARY = 'homecare-test-boundary';

/** A form with the input's fields followed by the file, as a browser sends it. */
export const multipart = (input: unknown, file: SampleFile | undefined) => {
  const fields = Object.entries(input ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${part(name)}\r\n\r\n${String(value)}\r\n`)
    .join('');
  const head = file
    ? `${part('file')}; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
    : '';
  const end = `${file ? '\r\n' : ''}--${BOUNDARY}--\r\n`;
  const payload = Buffer.concat([fields + head, file?.content ?? '', end].map((text) => Buffer.from(text)));
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
};
const part = (name: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '_')}"`;

/** The request of a declared call. */
export const requestOf = (call: Call, given: unknown, file: SampleFile = SAMPLE_FILE): InjectOptions => {
  const { transport } = call;
  const input = toWire(call.input, given);
  if (transport.via === 'command')
    return {
      method: 'POST',
      url: `${BASE}/poster.php`,
      payload: commandBody(transport.cmd, input),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  const url = `${BASE}/${transport.paths[0]}`;
  if (transport.upload) return { method: 'POST', url, ...multipart(input, file) };
  if (methodOf(call) === 'POST')
    return { method: 'POST', url, payload: typeof input === 'object' && input !== null ? input : {} };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {}))
    if (value !== undefined && value !== null) query.set(name, String(value));
  return { method: 'GET', url: `${url}?${query}` };
};
