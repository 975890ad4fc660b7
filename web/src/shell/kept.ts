import { useEffect, useState } from 'react';

const store = new Map<string, unknown>();
const listeners = new Map<string, Set<(value: unknown) => void>>();

/** State that outlives its page until sign-out: filters, tabs, pages, scroll. Never written to the browser's storage. */
export const useKept = <T>(key: string, initial: T): readonly [T, (value: T) => void] => {
  const [value, setValue] = useState<T>(() => {
    const before = store.get(key);
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
      store.set(key, next);
      setValue(next);
    },
  ];
};

/** From outside its page, whether the page is open or not: a notice sets the filter of a list. */
export const keep = (key: string, value: unknown) => {
  store.set(key, value);
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
  for (const forget of forgetting) forget();
};
