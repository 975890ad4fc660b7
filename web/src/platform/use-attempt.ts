import type { Reason } from '@homecare/domain/errors.ts';
import { useRef } from 'react';
import type { Sent } from './answer.ts';
import { newAttemptKey } from './send.ts';

/**
 * Sends a creating call under a key of its own. A try whose answer was lost goes again under its key, so that it is made once;
 * with other values it is another attempt: under the old key the server would answer with what it made first.
 */
export const useAttempt = () => {
  const open = useRef<{ readonly text: string; readonly key: string }>(undefined);
  return async <T, R extends Reason>(
    input: unknown,
    sendUnder: (key: string) => Promise<Sent<T, R>>,
  ): Promise<Sent<T, R>> => {
    const text = JSON.stringify(input);
    if (open.current?.text !== text) open.current = { text, key: newAttemptKey() };
    const sent = await sendUnder(open.current.key);
    if (sent.ok || sent.reason !== 'unavailable') open.current = undefined;
    return sent;
  };
};
