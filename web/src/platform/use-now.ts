import { useEffect, useState } from 'react';
import { serverNow } from './server-time.ts';

/** The server's time, updated every few seconds. */
export const useNow = (seconds: number) => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(serverNow()), seconds * 1000);
    return () => window.clearInterval(timer);
  }, [seconds]);
  return now;
};
