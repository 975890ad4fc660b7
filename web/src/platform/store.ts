import { useSyncExternalStore } from 'react';

/** A value of this window that what is drawn follows. */
export const createStore = <T>(initial: T) => {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    set: (next: T) => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
    /** A part of it that stays the same object as long as nothing of it changed: only then is nothing drawn anew. */
    usePart: <P>(part: (value: T) => P): P => useSyncExternalStore(subscribe, () => part(value)),
  };
};
