import { getBoard } from '@homecare/domain/schedule/contract.ts';
import { listOpenVisits, planOpenVisits } from '@homecare/domain/staffing/contract.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { type BulkAction, closeCodesOf } from '@homecare/domain/visits/bulk.ts';
import { applyBulk, getEvvList, listExceptions, undoBulk } from '@homecare/domain/visits/contract.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import { LOCATION_REASON } from '@homecare/domain/visits/exceptions.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import type { SentOf } from '../../platform/answer.ts';
import { perform, sayUndone, useAction } from '../../platform/form/use-action.ts';
import { serverNow } from '../../platform/server-time.ts';
import { toast } from '../../platform/toasts.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { refreshVisits } from './office-api.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { FIRST_REASON } from './ReasonFields.tsx';
import type { BulkWords } from './use-bulk.ts';
import type { ClosableVisit, VisitDialogProps } from './visit-dialog.ts';
import { dayText } from './visit-words.ts';

const DONE: Record<BulkAction, string> = {
  accept: 'Success: Recorded time accepted',
  reject: 'Success: Recorded time rejected',
  send: 'Success: Sent to Sandata',
  close: 'Success: Visit closed',
  reopen: 'Success: Visit reopened',
  reason: 'Success: Reason saved',
};

const changes = [
  getEvvList,
  listExceptions,
  getBoard,
  listOpenVisits,
  planOpenVisits,
  getVisitStory,
] as const;
const APPLY = { call: applyBulk, changes } as const;

const undo = async (bulk: number): Promise<void> => {
  const sent = await perform({ call: undoBulk, changes }, { bulk });
  const why = sent.ok ? sent.data.refused[0]?.reason : undefined;
  if (why) toast.error(`Error: ${why}`);
  else sayUndone(sent, 'Undone. The visit is planned again.', () => void undo(bulk));
};

const showOutcome = (action: BulkAction, sent: SentOf<typeof applyBulk>) => {
  const reason = sent.ok ? sent.data.refused[0]?.reason : sent.info;
  const bulk = sent.ok && action === 'close' ? sent.data.bulk : null;
  if (reason !== undefined) toast.error(`Error: ${reason}`);
  else if (bulk !== null) toast.undo(DONE[action], () => void undo(bulk));
  else toast.success(DONE[action]);
};

/** Applies a bulk action to one visit, by the same rule and call. */
const applyToVisit = async ({ id }: Pick<Visit, 'id'>, action: BulkAction) => {
  showOutcome(action, await perform(APPLY, { action, ids: [id] }));
  await refreshVisits();
};

export const rejectRecorded = (visit: Visit) => applyToVisit(visit, 'reject');

export const reopenVisit = (visit: Pick<Visit, 'id'>) => applyToVisit(visit, 'reopen');

/** The same for actions that ask for a reason first. */
const useApply = ({ id }: Pick<Visit, 'id'>, action: BulkAction, onDone: () => void) => {
  const { pending, run } = useAction({
    ...APPLY,
    keyed: true,
    onDone: (sent) => {
      showOutcome(action, sent);
      onDone();
    },
    onRefused: (refusal) => {
      showOutcome(action, refusal);
      void refreshVisits();
    },
  });
  return { pending, apply: (words: BulkWords) => void run({ action, ids: [id], ...words }) };
};

interface CloseVisitProps extends Omit<VisitDialogProps, 'visit'> {
  readonly visit: ClosableVisit;
  readonly onClosed?: (() => void) | undefined;
}

/** Cancels a future visit by the same rule and call that close a missed one. */
export const CloseVisitDialog = ({ visit, zone, onClose, onClosed }: CloseVisitProps) => {
  const { pending, apply } = useApply(visit, 'close', () => {
    onClose();
    onClosed?.();
  });
  const codes = closeCodesOf(visit, serverNow(), zone);
  const isOver = codes.includes('absent');
  return (
    <CloseDialog
      title={
        isOver
          ? `Close visit: ${visit.ProviderName}, ${planText(visit)}`
          : `Cancel visit: ${visit.ClientName}, ${dayText(visit.Date)}, ${planText(visit)}`
      }
      label={isOver ? 'Close visit' : 'Cancel visit'}
      codes={codes}
      sending={pending}
      onSave={apply}
      onCancel={onClose}
    />
  );
};

/** Gives a reason for a visit without changing it. For a wrong place, the reason that explains it is preselected. */
export const GiveReasonDialog = ({ visit, onClose }: VisitDialogProps) => {
  const { pending, apply } = useApply(visit, 'reason', onClose);
  const isMisplaced = visit.StartLocationError || visit.EndLocationError;
  return (
    <ReasonDialog
      first={isMisplaced ? { code: LOCATION_REASON, memo: '' } : FIRST_REASON}
      sending={pending}
      onSave={({ code, memo }) => apply({ changeCode: code, memo: memo.trim() || null })}
      onCancel={onClose}
    />
  );
};
