import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function for ever that does what the newest one would: a memoised part of the page is not drawn again for it. */
export const useStable = <A extends readonly unknown[], R>(work: (...args: A) => R): ((...args: A) => R) => {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: A) => latest.current(...args), []);
};
