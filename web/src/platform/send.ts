import { type Call, isOfFamily } from '@homecare/domain/call.ts';
import { refuse } from '@homecare/domain/errors.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import {
  type Answer,
  applyChanges,
  isPassing,
  readAnswer,
  readBody,
  type SentOf,
  UNREACHED,
} from './answer.ts';
import { requestOf, type SendInput, type WireRequest } from './call-request.ts';
import { randomName } from './random-name.ts';
import { whyTaken } from './role-copy.ts';
import { learnServerTime } from './server-time.ts';
import { currentSession } from './session.ts';
import { waitForSignIn } from './sign-in-again.ts';

export const BASE = '/homecare/api/';
const TIMEOUT = 30_000;
const TRIES = 5;
const KEPT_ANSWERS = 60;

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Idempotency key of a creating call, the same for all tries of one attempt. */
  readonly key?: string;
  /** Set to return the end of the session like any other answer, without asking for the password. */
  readonly asks?: false;
}

export const newAttemptKey = randomName;

// The last answers of calls with revisions. A 304 returns the same object again.
const kept = new Map<string, { readonly etag: string; readonly answer: Answer }>();
const keep = (key: string, etag: string | null, answer: Answer) => {
  kept.delete(key);
  if (etag) kept.set(key, { etag, answer });
  const oldest = kept.keys().next().value;
  if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest);
};
export const forgetAnswers = () => kept.clear();

/** A request, and how to ask for the changes since the answer with this tag. */
interface Asked {
  readonly call: Call;
  readonly requestSince: (tag?: string) => WireRequest;
}

const tryOnce = async ({ call, requestSince }: Asked, options: SendOptions): Promise<Answer> => {
  const whole = requestSince();
  const cacheKey = `${whole.method} ${whole.path} ${whole.body ?? ''}`;
  const known = kept.get(cacheKey);
  const request = known && call.followed ? requestSince(known.etag) : whole;
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
  const answer = applyChanges(call, known?.answer, await readBody(response));
  // A response cut off on its way has no body. Cached, it would stay the answer until the list changes.
  if (response.ok && answer.body !== undefined) keep(cacheKey, response.headers.get('ETag'), answer);
  return answer;
};

/** Waits 0.1 to 5 s, doubling each time, with jitter so that many browsers do not return at once. */
const pause = (failures: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const longest = Math.min(5000, 100 * 2 ** failures);
    const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Retries reads, and creations under their key, after network failures. Never retries other writes. */
const trySeveral = async (asked: Asked, again: boolean, options: SendOptions): Promise<Answer> => {
  let last = UNREACHED;
  for (let failures = 0; failures < (again ? TRIES : 1); failures += 1) {
    if (failures > 0) await pause(failures - 1, options.signal);
    if (options.signal?.aborted) break;
    try {
      last = await tryOnce(asked, options);
      if (!isPassing(last)) return last;
    } catch {
      last = UNREACHED;
    }
  }
  return last;
};

// Without an earlier session the page goes to /login. Otherwise it keeps everything and asks for the password on top.
let hadSession = false;
let onSignedOut: () => void = () => {};
export const whenSignedOut = (listener: () => void) => {
  onSignedOut = listener;
};
export const endHadSession = () => {
  hadSession = false;
};

let onMustEnrol: () => void = () => {};
/** Called when the agency has started to require a second factor. Nothing is answered until it is set up. */
export const whenMustEnrol = (listener: () => void) => {
  onMustEnrol = listener;
};

let keptAliveAt = 0;
let tabsNotifiedAt = Number.NEGATIVE_INFINITY;
let otherTabs: BroadcastChannel | undefined;
/** When a call last kept the session alive, in performance.now() time. Polls do not. */
export const lastKeptAlive = () => keptAliveAt;
export const markKeptAlive = () => {
  keptAliveAt = performance.now();
};
const keptAlive = () => {
  markKeptAlive();
  if (keptAliveAt - tabsNotifiedAt < 5000) return;
  tabsNotifiedAt = keptAliveAt;
  otherTabs ??= new BroadcastChannel('homecare-session');
  otherTabs.postMessage('alive');
};

let onForbidden: () => void = () => {};
/** Called when the role may have lost a permission since the page was opened. */
export const whenForbidden = (listener: () => void) => {
  onForbidden = listener;
};

const isOpen = (call: Call) => 'open' in call.roles;

/** The only way to the server, typed by the declaration of the call. */
export const send = async <C extends Call>(
  call: C,
  input: SendInput<C>,
  options: SendOptions = {},
): Promise<SentOf<C>> => {
  const taken = whyTaken(call);
  if (taken !== undefined) return refuse('forbidden', taken);
  const asked = { call, requestSince: (tag?: string) => requestOf(call, input, tag) };
  const withKey = call.creates ? { ...options, key: options.key ?? newAttemptKey() } : options;
  const again = call.effect !== 'write' || call.creates === true;
  const answer = await trySeveral(asked, again, withKey);
  return settle(call, answer, () => send(call, input, withKey), options.asks);
};

/** A caregiver's screen stays open, and its input is stored on the phone until the next sign-in. */
const isOver = () => !currentSession() || (!hadSession && !isCaregiver(currentSession()?.role));

/** Interprets an answer. If the session has ended, asks for the password and then continues. */
export const settle = async <C extends Call>(
  call: C,
  answer: Answer,
  again: () => Promise<SentOf<C>>,
  asks = true,
): Promise<SentOf<C>> => {
  const result = readAnswer(call, answer);
  if (isOpen(call)) return result;
  if (result.ok) {
    hadSession = true;
    if (call.effect !== 'poll') keptAlive();
  } else if (result.reason === 'notSignedIn') {
    if (!asks) return result;
    // Families sign in by link or passkey, so their page never asks for a password.
    if (isOfFamily(call)) onSignedOut();
    else if (isOver()) onSignedOut();
    else if (await waitForSignIn()) return again();
  } else if (result.reason === 'enrolRequired') onMustEnrol();
  else if (result.reason === 'forbidden') onForbidden();
  return result;
};
