import { useState } from 'react';

/** Ignores a second press while the work of the first is running; it returns undefined. */
export const createOnce = <K>() => {
  const underWay = new Set<K>();
  return {
    isAny: () => underWay.size > 0,
    run: async <T>(key: K, work: () => Promise<T>): Promise<T | undefined> => {
      if (underWay.has(key)) return undefined;
      underWay.add(key);
      try {
        return await work();
      } finally {
        underWay.delete(key);
      }
    },
  };
};

/** Runs work on several things in parallel, but only once on each, and tracks the step that each has reached. */
export const useTasks = <K, S>() => {
  const [once] = useState(() => createOnce<K>());
  const [steps, setSteps] = useState<ReadonlyMap<K, S>>(new Map());
  const show = (key: K, step: S | undefined) =>
    setSteps((before) => {
      const others = [...before].filter(([one]) => one !== key);
      return new Map(step === undefined ? others : [...others, [key, step]]);
    });
  return {
    isAny: once.isAny,
    stepOf: (key: K) => steps.get(key),
    run: (key: K, work: (show: (step: S | undefined) => void) => Promise<void>) =>
      once.run(key, async () => {
        try {
          await work((step) => show(key, step));
        } finally {
          show(key, undefined);
        }
      }),
  };
};
