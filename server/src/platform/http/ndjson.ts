import { rowsWithin } from '@homecare/domain/access-log/looked-at.ts';
import { lookOf } from '@homecare/domain/access-log/looks.ts';
import type { Call } from '@homecare/domain/call.ts';
import type { FastifyRequest } from 'fastify';

/** A list as lines of JSON, for programs that read row by row (docs/rules/calls.md, rule 22). */

export const NDJSON = 'application/x-ndjson';

export const wantsLines = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes(NDJSON);

/** What a caller needs besides the rows: how many there are, and where to continue. */
interface End {
  readonly tag: string | undefined;
  readonly removed: readonly number[] | undefined;
  readonly time: string | undefined;
}

const rowsOf = (call: Call, data: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(data)) return data;
  if (call.effect === 'write') return undefined;
  const look = lookOf(call);
  return 'within' in look ? rowsWithin(data, look.within) : undefined;
};

/** One row per line and a different last line; undefined if the answer is not a list. */
export const linesOf = (call: Call, data: unknown, { tag, removed, time }: End): string | undefined => {
  const rows = rowsOf(call, data);
  if (!rows) return undefined;
  const end = { rows: rows.length, ...(removed && { removed }), etag: tag ?? null, time: time ?? null };
  return [...rows, { $end: end }].map((row) => `${JSON.stringify(row)}\n`).join('');
};
