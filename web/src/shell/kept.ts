import { useState } from 'react';

const store = new Map<string, unknown>();

/** State that outlives its page until sign-out: filters, tabs, pages, scroll. Never written to the browser's storage. */
export const useKept = <T>(key: string, initial: T): readonly [T, (value: T) => void] => {
  const [value, setValue] = useState<T>(() => {
    const before = store.get(key);
    return isSame(before, initial) ? before : initial;
  });
  return [
    value,
    (next) => {
      store.set(key, next);
      setValue(next);
    },
  ];
};

/** A kept value is taken up only when it is of the kind of the initial one. */
const isSame = <T>(value: unknown, initial: T): value is T =>
  value !== undefined && (initial === null || value === null || typeof value === typeof initial);

export const forgetKept = () => store.clear();
