import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { useState } from 'react';
import type { Sent } from '../../platform/answer.ts';
import { toast } from '../../platform/toasts.ts';

/** One move of a plan being sent: what the server refused, and whether it is on its way. */
export const usePlanMove = (onDone: () => void) => {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal<Reason>>();
  const run = async (move: () => Promise<Sent<readonly string[], Reason>>) => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    const sent = await move();
    setBusy(false);
    if (!sent.ok) return setRefusal(sent);
    for (const message of sent.data) toast.success(message);
    onDone();
  };
  return { run, busy, refusal };
};
