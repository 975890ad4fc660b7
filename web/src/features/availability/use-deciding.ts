import type { TimeOffRow, TimeOffStatus } from '@homecare/domain/availability/schema.ts';
import type { Call } from '@homecare/domain/call.ts';
import type { Refusal } from '@homecare/domain/errors.ts';
import { offerUndo } from '../../platform/form/offer-undo.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { DECIDE_TIME_OFF } from './api.ts';

const WORDS: Record<TimeOffStatus, string> = {
  Approved: 'Time off approved',
  Declined: 'Time off declined',
  Requested: 'Decision taken back',
};

/** What was just decided is asked for again. */
export const offerBack = (
  decided: TimeOffStatus,
  items: readonly { readonly id: number; readonly rev: number }[],
  changes: readonly Call[] = DECIDE_TIME_OFF.changes,
) =>
  offerUndo({
    ...DECIDE_TIME_OFF,
    changes,
    input: { items: items.map(({ id, rev }) => ({ id, rev: rev + 1 })), status: 'Requested' },
    said: WORDS[decided],
    undone: WORDS.Requested,
  });

/** Approves, declines or takes back; a decision can be undone from its message. */
export const useDeciding = (onDone: () => void) => {
  const { run, pending } = useAction({
    ...DECIDE_TIME_OFF,
    onDone: (_, { items, status }) => {
      if (status === 'Requested') toast.success(WORDS[status]);
      else offerBack(status, items);
      onDone();
    },
    onRefused: ({ info }: Refusal) => toast.error(info),
  });
  return {
    pending,
    decide: (rows: readonly TimeOffRow[], status: TimeOffStatus) =>
      void run({ items: rows.map(({ id, rev }) => ({ id, rev })), status }),
  };
};
