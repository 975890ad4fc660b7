import { useEffect, useState } from 'react';

const store = new Map<string, unknown>();
const listeners = new Map<string, Set<(value: unknown) => void>>();

/**
 * What lists look at survives a reload too, in the storage of this tab alone and until sign-out: it may hold a name that was
 * searched for, so it is never in a URL or in what other tabs see.
 */
const LASTING: ReadonlySet<string> = new Set([
  'people.view',
  'people.look',
  'care-plans.look',
  'visits.look',
  'exceptions.look',
  'candidates.look',
  'eligibility.look',
  'authorizations.look',
  'claims.view',
  'denials.look',
  'claim-files.look',
  'accounts.look',
  'inbox.view',
  'care-plans.view',
  'evv-admin.view',
  'evv-admin.date',
  'bulk.SMS.search',
  'bulk.Email.search',
  'reports.search',
  'payroll.page',
  'schedule.view',
  'schedule.day',
  'schedule.plan.days',
  'schedule.plan.draft',
  'schedule.plan.assigned',
  'schedule.only-can',
]);
const placeOf = (key: string) => `kept.${key}`;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Written by whatever version was here before the reload: only values of the kind of the initial ones are taken up. */
const fitted = (value: unknown, initial: unknown): unknown => {
  if (!isRecord(initial) || !isRecord(value)) return value;
  const isAlike = ([name, one]: [string, unknown]) =>
    Object.hasOwn(initial, name) &&
    (initial[name] === undefined || initial[name] === null || typeof one === typeof initial[name]) &&
    Array.isArray(one) === Array.isArray(initial[name]);
  return { ...initial, ...Object.fromEntries(Object.entries(value).filter(isAlike)) };
};

const readLasting = (key: string, initial: unknown): unknown => {
  if (!LASTING.has(key)) return undefined;
  try {
    const text = sessionStorage.getItem(placeOf(key));
    return text === null ? undefined : fitted(JSON.parse(text), initial);
  } catch {
    // A browser without storage, or somebody else's text in its place: the list begins anew.
    return undefined;
  }
};

const put = (key: string, value: unknown) => {
  store.set(key, value);
  if (!LASTING.has(key)) return;
  try {
    sessionStorage.setItem(placeOf(key), JSON.stringify(value));
  } catch {
    // Full or forbidden: it is kept until the reload.
  }
};

/** State that outlives its page until sign-out: filters, tabs, pages, scroll; of lists it outlives a reload too. */
export const useKept = <T>(key: string, initial: T): readonly [T, (value: T) => void] => {
  const [value, setValue] = useState<T>(() => {
    const before = store.get(key) ?? readLasting(key, initial);
    return isSame(before, initial) ? before : initial;
  });
  useEffect(() => {
    const follow = (next: unknown) => isSame(next, initial) && setValue(next);
    const here = listeners.get(key) ?? new Set();
    listeners.set(key, here.add(follow));
    return () => void here.delete(follow);
  }, [key, initial]);
  return [
    value,
    (next) => {
      put(key, next);
      setValue(next);
    },
  ];
};

/** From outside its page, whether the page is open or not: a notice sets the filter of a list. */
export const keep = (key: string, value: unknown) => {
  put(key, value);
  for (const follow of listeners.get(key) ?? []) follow(value);
};

/** A kept value is taken up only when it is of the kind of the initial one. */
const isSame = <T>(value: unknown, initial: T): value is T =>
  value !== undefined && (initial === null || value === null || typeof value === typeof initial);

const forgetting = new Set<() => void>();
/** For what is still going on when its owner signs out. */
export const onForgetKept = (forget: () => void) => void forgetting.add(forget);

export const forgetKept = () => {
  store.clear();
  try {
    for (const key of LASTING) sessionStorage.removeItem(placeOf(key));
  } catch {
    // Nothing was stored where nothing can be.
  }
  for (const forget of forgetting) forget();
};
