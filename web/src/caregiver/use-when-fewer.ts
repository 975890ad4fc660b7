import { useEffect, useRef } from 'react';

/** Calls `act` whenever the count decreases. */
export const useWhenFewer = (count: number, act: () => void) => {
  const before = useRef(count);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (count < before.current) latest.current();
    before.current = count;
  }, [count]);
};
