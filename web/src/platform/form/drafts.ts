// Unsaved input survives a closed window, an empty battery and the end of the session. It is stored encrypted on this
// device, for the account that typed it only (docs/decisions/0172-drafts-stay-on-the-device.md).

import { sealedStore } from '../sealed-store.ts';
import { currentSession, type Session } from '../session.ts';

const { inStore, rowsOf, seal, unseal } = sealedStore('homecare-drafts', { drafts: { keyPath: 'place' } });

/** After that, a record has usually changed too much for its draft. */
const KEPT_DAYS = 7;

/** Unsaved input, and the stored values that it was typed over. */
export interface Draft<V> {
  readonly typed: V;
  readonly base: V;
  /** Time of the last change, as an instant. */
  readonly at: string;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/** Earlier releases may have stored other fields. Drafts that no longer match the form are ignored. */
const isLike = <V extends object>(value: unknown, example: V): value is V => {
  if (!isObject(value)) return false;
  const own = new Map<string, unknown>(Object.entries(value));
  return Object.entries(example).every(([name, one]) => {
    const other = own.get(name);
    const isEmpty = one === null || one === undefined || other === null || other === undefined;
    return isEmpty ? own.has(name) || one === undefined : kindOf(one) === kindOf(other);
  });
};

const placeOf = (form: string, session = currentSession()) =>
  session && `${session.site}:${session.uid} ${form}`;

// Runs one operation after the other, so that a draft is not written after it was forgotten.
let turn: Promise<unknown> = Promise.resolve();
const inTurn = <T>(work: () => Promise<T>): Promise<T | undefined> => {
  // A browser without storage keeps no drafts, but the form still works.
  const done = turn.then(work).catch(() => undefined);
  turn = done;
  return done;
};

const remove = (place: string) => inStore('drafts', 'readwrite', (drafts) => drafts.delete(place));

export const keepDraft = <V extends object>(form: string, typed: V, base: V) => {
  const place = placeOf(form);
  const draft: Draft<V> = { typed, base, at: Temporal.Now.instant().toString() };
  return inTurn(async () => {
    if (!place) return;
    const sealed = await seal(draft);
    await inStore('drafts', 'readwrite', (drafts) => drafts.put({ place, at: draft.at, sealed }));
  });
};

export const forgetDraft = (form: string) => {
  const place = placeOf(form);
  return inTurn(async () => place && remove(place));
};

/** The draft of a form that opens with `example`. Unreadable and old drafts are deleted. */
export const findDraft = <V extends object>(form: string, example: V): Promise<Draft<V> | undefined> =>
  inTurn(async () => {
    const place = placeOf(form);
    if (!place) return undefined;
    const row: unknown = await inStore('drafts', 'readonly', (drafts) => drafts.get(place));
    if (row === undefined) return undefined;
    const draft = isObject(row) && 'sealed' in row ? await unseal(row.sealed) : undefined;
    if (!isObject(draft) || !('typed' in draft && 'base' in draft && 'at' in draft)) return undefined;
    const { typed, base, at } = draft;
    const fits = isLike(typed, example) && isLike(base, example) && typeof at === 'string' && isRecent(at);
    if (fits) return { typed, base, at };
    await remove(place);
    return undefined;
  });

const isRecent = (at: string) => Temporal.Now.instant().since(at).total('hours') < KEPT_DAYS * 24;

/** Called after a deliberate sign-out, when the pages are gone. Deletes all drafts of this account, and expired ones of any account. */
export const forgetDrafts = (session: Session | undefined) => {
  const own = placeOf('', session);
  return inTurn(async () => {
    for (const row of await rowsOf('drafts')) {
      if (!isObject(row) || !('place' in row && 'at' in row)) continue;
      const { place, at } = row;
      if (typeof place !== 'string' || typeof at !== 'string') continue;
      if ((own && place.startsWith(own)) || !isRecent(at)) await remove(place);
    }
  });
};
