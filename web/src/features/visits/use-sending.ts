import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { useRef, useState } from 'react';
import type { Sent } from '../../platform/answer.ts';
import { newAttemptKey } from '../../platform/send.ts';

/** One save of a dialog at a time, each under a key of its own: what is sent twice on the way is done once. */
export const useSending = () => {
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal<Reason>>();
  const under = useRef(false);
  const run = async <T>(
    work: (key: string) => Promise<Sent<T, Reason>>,
    onDone: (sent: Sent<T> & { ok: true }) => void,
  ) => {
    if (under.current) return;
    under.current = true;
    setSending(true);
    const sent = await work(newAttemptKey());
    under.current = false;
    setSending(false);
    if (sent.ok) return onDone(sent);
    setRefusal(sent);
  };
  return { sending, refusal, run };
};
