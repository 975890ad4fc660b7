import { useSyncExternalStore } from 'react';

/** A value of this window that components can subscribe to. */
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
    /** Subscribes to a part of the value. Re-renders only if that part is another object. */
    usePart: <P>(part: (value: T) => P): P => useSyncExternalStore(subscribe, () => part(value)),
  };
};
