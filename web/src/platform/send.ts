import { ENROL_FIELD } from '@homecare/domain/accounts/rules.ts';
import type { Call, OutputOf } from '@homecare/domain/call.ts';
import {
  done,
  ERRORS,
  type ErrorCode,
  type FieldError,
  type Result,
  refuse,
} from '@homecare/domain/errors.ts';
import { requestOf, type SendInput, type WireRequest } from './call-request.ts';
import { learnServerTime } from './server-time.ts';
import { currentSession } from './session.ts';
import { waitForSignIn } from './sign-in-again.ts';

export const BASE = '/homecare/api/';
const TIMEOUT = 30_000;
const TRIES = 5;
const KEPT_ANSWERS = 60;

/** A refusal may carry the reference under which the server logged it. */
export type Sent<T> = Result<T> & { readonly reference?: string };

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Idempotency key of a creating call: the same for every try of one attempt. */
  readonly key?: string;
  /** false: the end of the session is an answer like any other and nobody is asked for the password. */
  readonly asks?: false;
}

/** randomUUID needs a secure context; this works everywhere. */
export const newAttemptKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

interface Envelope {
  readonly result: string;
  readonly Info?: unknown;
  readonly errors?: unknown;
  readonly data?: unknown;
  readonly insert_id?: unknown;
}
const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'result' in body && typeof body.result === 'string';

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

const CODES: Record<number, ErrorCode> = {
  400: 'badInput',
  401: 'notSignedIn',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  413: 'tooLarge',
  415: 'unsupported',
  421: 'unknownSite',
  429: 'tooMany',
  503: 'unavailable',
};

/**
 * The server's tests parse every answer strictly with the declared shape, so the browser trusts it; while developing,
 * a difference is told at once.
 */
const isAnswerOf = <C extends Call>(call: C, data: unknown): data is OutputOf<C> => {
  if (!import.meta.env.DEV) return true;
  const parsed = call.output.safeParse(data);
  if (!parsed.success)
    console.error(`Answer of ${call.name} differs from its declaration`, parsed.error.issues);
  return true;
};

const resultOf = <C extends Call>(
  call: C,
  status: number,
  body: unknown,
  reference: string | null,
): Sent<OutputOf<C>> => {
  const named = reference ? { reference } : {};
  if (!isEnvelope(body))
    return {
      ...refuse(CODES[status] ?? 'unavailable', status === UNREACHED.status ? NO_CONNECTION : undefined),
      ...named,
    };
  const info = typeof body.Info === 'string' && body.Info !== '' ? body.Info : undefined;
  if (body.result === 'OK') {
    const data = body.data ?? null;
    if (!isAnswerOf(call, data)) return refuse('failed');
    return done(data, {
      ...(typeof body.insert_id === 'number' ? { insertId: body.insert_id } : {}),
      ...(info ? { info } : {}),
    });
  }
  const code = CODES[status] ?? 'failed';
  const errors = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [];
  return { ...refuse(code, info ?? ERRORS[code].info, errors), ...named };
};

// The last answer of a call that has a revision; 304 answers it again, the same object.
const kept = new Map<string, { readonly etag: string; readonly answer: Done }>();
export type Done = { readonly status: number; readonly body: unknown; readonly reference: string | null };
const keep = (key: string, etag: string | null, answer: Done) => {
  kept.delete(key);
  if (etag) kept.set(key, { etag, answer });
  const oldest = kept.keys().next().value;
  if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest);
};
export const forgetAnswers = () => kept.clear();

const tryOnce = async (request: WireRequest, options: SendOptions): Promise<Done> => {
  const cacheKey = `${request.method} ${request.path} ${request.body ?? ''}`;
  const known = kept.get(cacheKey);
  const headers = new Headers({ 'X-Requested-With': 'homecare', Accept: 'application/json' });
  if (request.contentType) headers.set('Content-Type', request.contentType);
  if (options.key) headers.set('Idempotency-Key', options.key);
  if (known) headers.set('If-None-Match', known.etag);
  const timeout = AbortSignal.timeout(TIMEOUT);
  const began = performance.now();
  const response = await fetch(BASE + request.path, {
    method: request.method,
    credentials: 'include',
    cache: 'no-store',
    headers,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  learnServerTime(response.headers.get('X-Server-Time'), performance.now() - began);
  if (response.status === 304 && known) return known.answer;
  const body: unknown = await response.json().catch(() => undefined);
  const answer = { status: response.status, body, reference: response.headers.get('X-Request-Id') };
  if (response.ok) keep(cacheKey, response.headers.get('ETag'), answer);
  return answer;
};

const PASSING = new Set([502, 503, 504]);

/** 0.1 to 5 s, doubled each time, with jitter so that a crowd of browsers does not come back at once. */
const pause = (failures: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const longest = Math.min(5000, 100 * 2 ** failures);
    const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** No answer at all came. */
export const UNREACHED: Done = { status: 0, body: undefined, reference: null };
export const NO_CONNECTION = 'The server cannot be reached: check the connection, then try again.';

/** Reads, and creations under their key, are tried again when the way was broken; other writes never are. */
const trySeveral = async (request: WireRequest, again: boolean, options: SendOptions): Promise<Done> => {
  let last = UNREACHED;
  for (let failures = 0; failures < (again ? TRIES : 1); failures += 1) {
    if (failures > 0) await pause(failures - 1, options.signal);
    if (options.signal?.aborted) break;
    try {
      last = await tryOnce(request, options);
      if (!PASSING.has(last.status)) return last;
    } catch {
      last = UNREACHED;
    }
  }
  return last;
};

// A page that never had a session goes to /login; one that had keeps everything and asks over the page.
let hadSession = false;
let onSignedOut: () => void = () => {};
export const whenSignedOut = (listener: () => void) => {
  onSignedOut = listener;
};
export const endHadSession = () => {
  hadSession = false;
};

let onMustEnrol: () => void = () => {};
/** The agency requires a second factor since this page was opened: nothing is answered before it is set up. */
export const whenMustEnrol = (listener: () => void) => {
  onMustEnrol = listener;
};

let keptAliveAt = 0;
let tabsToldAt = Number.NEGATIVE_INFINITY;
let otherTabs: BroadcastChannel | undefined;
/** When a call last kept the session alive, in performance.now() time; polls never do. */
export const lastKeptAlive = () => keptAliveAt;
export const markKeptAlive = () => {
  keptAliveAt = performance.now();
};
const keptAlive = () => {
  markKeptAlive();
  if (keptAliveAt - tabsToldAt < 5000) return;
  tabsToldAt = keptAliveAt;
  otherTabs ??= new BroadcastChannel('homecare-session');
  otherTabs.postMessage('alive');
};

const isOpen = (call: Call) => 'open' in call.roles;

/** The one way to the server: typed by the declaration of the call. */
export const send = async <C extends Call>(
  call: C,
  input: SendInput<C>,
  options: SendOptions = {},
): Promise<Sent<OutputOf<C>>> => {
  const request = requestOf(call, input);
  const withKey = call.creates ? { ...options, key: options.key ?? newAttemptKey() } : options;
  const again = call.effect !== 'write' || call.creates === true;
  const answer = await trySeveral(request, again, withKey);
  return settle(call, answer, () => send(call, input, withKey), options.asks);
};

/** A caregiver's screen stays: what is pressed on it is kept on the phone until they have signed in again. */
const isOver = () => !currentSession() || (!hadSession && currentSession()?.role !== 'evv');

/** What an answer means, also for the session: one that is over asks for the password and then goes on. */
export const settle = async <C extends Call>(
  call: C,
  answer: Done,
  again: () => Promise<Sent<OutputOf<C>>>,
  asks = true,
): Promise<Sent<OutputOf<C>>> => {
  const result = resultOf(call, answer.status, answer.body, answer.reference);
  if (isOpen(call)) return result;
  if (result.ok) {
    hadSession = true;
    if (call.effect !== 'poll') keptAlive();
  } else if (result.code === 'notSignedIn') {
    if (!asks) return result;
    if (isOver()) onSignedOut();
    else if (await waitForSignIn()) return again();
  } else if (result.errors[0]?.field === ENROL_FIELD) onMustEnrol();
  return result;
};
