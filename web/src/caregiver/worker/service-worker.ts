// Serves the files of the caregiver's screen offline and sends stored entries while the page is closed. Answers of
// calls are health data and never stored here.
import type { Reason } from '@homecare/domain/errors.ts';
import { isServerFault, readAnswer, readBody, type Sent } from '../../platform/answer.ts';
import { formOf, requestOf } from '../../platform/call-request.ts';
import type { Stored } from '../attempts.ts';
import { sweepDays } from '../days.ts';
import { type Delivery, deliveryOf, sendKept, withEntry } from '../sending.ts';
import { storedOwner } from '../store.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build: a hash of the release, and the files of the caregiver's screen. */
declare const RELEASE: string;
declare const FILES: readonly string[];

const PREFIX = 'employee-';
const CACHE = `${PREFIX}${RELEASE}`;
const PAGE = '/evv';
const SCREENS = ['/', '/evv', '/login'];
/** A network that does not answer within this time counts as offline. */
const PATIENCE = 4_000;

const install = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
  // All or nothing: if a file is missing, the previous release stays.
  await self.skipWaiting();
};

/** Keeps the previous release, because pages opened with it still load its files. */
const activate = async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  for (const name of names.slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
  await sweepDays();
};

const storedPage = async () => (await (await caches.open(CACHE)).match(PAGE)) ?? Response.error();

/** Prefers the page from the network, which is always consistent. Offline or without a server, uses the stored one. */
const page = async (request: Request): Promise<Response> => {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    return isServerFault(answer) ? await storedPage() : answer;
  } catch {
    return storedPage();
  }
};

const asset = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate' && SCREENS.includes(url.pathname.toLowerCase()))
    event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

const outcomeOf = (entry: Stored, sent: Sent<unknown, Reason>): Delivery => {
  if (sent.ok) return deliveryOf(entry, sent.data);
  switch (sent.reason) {
    // The visit is unchanged, but the server has recorded the attempt for the office, so nothing is left to send.
    case 'attemptRecorded':
      return { outcome: 'sent' };
    case 'notSignedIn':
      return { outcome: 'signedOut' };
    case 'unavailable':
    case 'failed':
      return { outcome: 'unreached' };
    default:
      return { outcome: 'stuck' };
  }
};

/** Only a plain success counts here. Everything else is left to the page, which knows who is signed in. */
const deliver = (entry: Stored): Promise<Delivery> =>
  withEntry(entry, async (call, input, file): Promise<Delivery> => {
    const { method, path, body, contentType } = requestOf(call, input);
    try {
      const response = await fetch(`/homecare/api/${path}`, {
        method,
        body: file ? formOf(input, file) : (body ?? null),
        credentials: 'include',
        cache: 'no-store',
        headers: {
          'X-Requested-With': 'homecare',
          // For a form with a file the browser sets the boundary of its parts.
          ...(file ? {} : { 'Content-Type': contentType ?? '' }),
          'Idempotency-Key': entry.key,
        },
        signal: AbortSignal.timeout(30_000),
      });
      return outcomeOf(entry, readAnswer(call, await readBody(response)));
    } catch {
      return { outcome: 'unreached' };
    }
  });

const sync = async () => {
  const owner = await storedOwner();
  // Rejecting makes the browser try again later.
  if (owner !== undefined && (await sendKept(owner, deliver)) === 'unreached')
    throw new Error('no way to the server');
};

self.addEventListener('sync', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(sync());
});
