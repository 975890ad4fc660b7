import type { IntakeRecord } from '@homecare/domain/aggregator/intake.ts';
import type { RecordType } from '@homecare/domain/aggregator/schema.ts';
import { type Outgoing, send } from '../platform/net/outgoing.ts';
import type { AggregatorAccess } from '../platform/site/connections.ts';

/** How a request ended. */
export type Reply =
  | { readonly kind: 'answer'; readonly json: unknown }
  /** Certainly not accepted, and the next one would not be either, so everything waits. */
  | { readonly kind: 'closed'; readonly reason: string; readonly waitSeconds: number | null }
  /** The address does not exist. */
  | { readonly kind: 'missing'; readonly isAnswered: boolean }
  /** This request is unreadable; others may be fine. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** It is unknown whether the request was accepted. */
  | { readonly kind: 'unclear'; readonly reason: string };

const TIMEOUT_MS = 30_000;
const PATHS: Record<RecordType, string> = { Provider: 'employees', Client: 'clients', Visit: 'visits' };

const addressOf = (access: AggregatorAccess, type: RecordType) =>
  `${access.url.replace(/\/+$/, '')}/${PATHS[type]}/rest/api/v1.1`;

const CLOSED: Readonly<Record<number, string>> = {
  401: 'Sandata refuses the user name or password (401).',
  403: 'Sandata refuses this machine or account (403).',
  429: 'Sandata asks for fewer requests (429).',
  503: 'Sandata is closed for the moment (503).',
};
const UNREADABLE = new Set([400, 413, 422]);
/** Only these errors prove that nothing was sent. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);

const codeOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
};

const waitOf = (response: Response): number | null => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3_600) : null;
};

const ask = async (access: AggregatorAccess, url: string, init: Omit<Outgoing, 'signal'>): Promise<Reply> => {
  let response: Response;
  let body: string;
  try {
    response = await send(url, access.reach ?? 'any', {
      ...init,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...init.headers,
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${access.user}:${access.password}`).toString('base64')}`,
        account: access.account,
      },
    });
    body = await response.text();
  } catch (error) {
    return NEVER_SENT.has(codeOf(error))
      ? { kind: 'closed', reason: 'Sandata cannot be reached.', waitSeconds: null }
      : { kind: 'unclear', reason: 'Sandata did not answer.' };
  }
  const { status } = response;
  const closed = CLOSED[status];
  if (closed) return { kind: 'closed', reason: closed, waitSeconds: waitOf(response) };
  if (status >= 500) return { kind: 'unclear', reason: `Sandata failed (${status}).` };
  if (status === 404) return { kind: 'missing', isAnswered: isObject(body) };
  if (UNREADABLE.has(status))
    return { kind: 'unreadable', reason: `Sandata did not read the request (${status}).` };
  if (status >= 300)
    return { kind: 'closed', reason: `Sandata refuses requests (${status}).`, waitSeconds: null };
  try {
    return { kind: 'answer', json: JSON.parse(body) };
  } catch {
    return { kind: 'unclear', reason: 'The answer of Sandata could not be read.' };
  }
};

const isObject = (body: string): boolean => {
  try {
    const answered: unknown = JSON.parse(body);
    return typeof answered === 'object' && answered !== null;
  } catch {
    return false;
  }
};

/** Sends 1 to 5,000 records of one type. */
export const postRecords = (access: AggregatorAccess, type: RecordType, records: readonly IntakeRecord[]) =>
  ask(access, addressOf(access, type), {
    method: 'POST',
    body: JSON.stringify(records),
    headers: { 'content-type': 'application/json' },
  });

export const askStatus = (access: AggregatorAccess, type: RecordType, uuid: string) =>
  ask(access, `${addressOf(access, type)}/status?uuid=${encodeURIComponent(uuid)}`, {});

const INTAKE = '/interfaces/intake';

/** Tests whether the aggregator accepts the account, by asking about a batch that never existed. */
export const tryAggregator = async (
  access: AggregatorAccess,
): Promise<{ readonly works: boolean; readonly answer: string }> => {
  const reply = await askStatus(access, 'Provider', '00000000-0000-4000-8000-000000000000');
  switch (reply.kind) {
    case 'answer':
    case 'unreadable':
      return { works: true, answer: 'Sandata accepts the account.' };
    case 'missing':
      // Once it has let us in, an aggregator does not find that batch. A missing web page would not answer in JSON.
      if (reply.isAnswered && access.url.replace(/\/+$/, '').endsWith(INTAKE))
        return { works: true, answer: 'Sandata accepts the account.' };
      return { works: false, answer: 'Sandata was not found at this address (404).' };
    case 'closed':
    case 'unclear':
      return { works: false, answer: reply.reason };
  }
};
