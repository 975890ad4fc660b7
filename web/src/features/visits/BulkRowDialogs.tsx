import type { BulkAction } from '@homecare/domain/visits/bulk.ts';
import { applyBulk, getEvvList, listExceptions } from '@homecare/domain/visits/contract.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import { LOCATION_REASON } from '@homecare/domain/visits/exceptions.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import type { SentOf } from '../../platform/answer.ts';
import { perform, useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { refreshVisits } from './office-api.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { FIRST_REASON } from './ReasonFields.tsx';
import type { BulkWords } from './use-bulk.ts';
import type { VisitDialogProps } from './visit-dialog.ts';

const DONE: Record<BulkAction, string> = {
  accept: 'Success: Recorded time accepted',
  reject: 'Success: Recorded time rejected',
  send: 'Success: Sent to Sandata',
  close: 'Success: Visit closed',
  reopen: 'Success: Visit reopened',
  reason: 'Success: Reason saved',
};

const APPLY = { call: applyBulk, changes: [getEvvList, listExceptions] } as const;

const showOutcome = (action: BulkAction, sent: SentOf<typeof applyBulk>) => {
  const reason = sent.ok ? sent.data.refused[0]?.reason : sent.info;
  if (reason === undefined) toast.success(DONE[action]);
  else toast.error(`Error: ${reason}`);
};

/** A bulk action for one visit, by the same rule and call. */
const applyToVisit = async ({ id }: Pick<Visit, 'id'>, action: BulkAction) => {
  showOutcome(action, await perform(APPLY, { action, ids: [id] }));
  await refreshVisits();
};

export const rejectRecorded = (visit: Visit) => applyToVisit(visit, 'reject');

export const reopenVisit = (visit: Visit) => applyToVisit(visit, 'reopen');

/** The same where words are asked for first. */
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

export const CloseVisitDialog = ({ visit, onClose }: VisitDialogProps) => {
  const { pending, apply } = useApply(visit, 'close', onClose);
  return (
    <CloseDialog
      title={`Close visit: ${visit.ProviderName}, ${planText(visit)}`}
      sending={pending}
      onSave={apply}
      onCancel={onClose}
    />
  );
};

/** A reason for the visit as it is; of a wrong place the one that answers for it is chosen first. */
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
