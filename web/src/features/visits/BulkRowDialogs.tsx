import type { BulkAction } from '@homecare/domain/visits/bulk.ts';
import { applyBulk } from '@homecare/domain/visits/contract.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import { LOCATION_REASON } from '@homecare/domain/visits/exceptions.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { newAttemptKey, send } from '../../platform/send.ts';
import { toast } from '../../platform/toasts.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { refreshVisits } from './office-api.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { FIRST_REASON } from './ReasonFields.tsx';
import type { BulkWords } from './use-bulk.ts';
import { useSending } from './use-sending.ts';
import type { VisitDialogProps } from './visit-dialog.ts';

const DONE: Record<BulkAction, string> = {
  accept: 'Success: Recorded time accepted',
  reject: 'Success: Recorded time rejected',
  send: 'Success: Sent to Sandata',
  close: 'Success: Visit closed',
  reopen: 'Success: Visit reopened',
  reason: 'Success: Reason saved',
};

/** A bulk action for one visit, by the same rule and call. */
export const applyToVisit = async (
  { id }: Pick<Visit, 'id'>,
  action: BulkAction,
  words: BulkWords,
  key: string,
) => {
  const sent = await send(applyBulk, { action, ids: [id], ...words }, { key });
  const reason = sent.ok ? sent.data.refused[0]?.reason : sent.info;
  if (reason === undefined) toast.success(DONE[action]);
  else toast.error(`Error: ${reason}`);
  await refreshVisits();
  return sent;
};

export const rejectRecorded = (visit: Visit) => applyToVisit(visit, 'reject', {}, newAttemptKey());

export const reopenVisit = (visit: Visit) => applyToVisit(visit, 'reopen', {}, newAttemptKey());

export const CloseVisitDialog = ({ visit, onClose }: VisitDialogProps) => {
  const { sending, run } = useSending();
  return (
    <CloseDialog
      title={`Close visit: ${visit.ProviderName}, ${planText(visit)}`}
      sending={sending}
      onSave={(words) => void run((key) => applyToVisit(visit, 'close', words, key), onClose)}
      onCancel={onClose}
    />
  );
};

/** A reason for the visit as it stands; of a wrong place the one that answers for it is chosen first. */
export const GiveReasonDialog = ({ visit, onClose }: VisitDialogProps) => {
  const { sending, run } = useSending();
  const isMisplaced = visit.StartLocationError || visit.EndLocationError;
  return (
    <ReasonDialog
      first={isMisplaced ? { code: LOCATION_REASON, memo: '' } : FIRST_REASON}
      sending={sending}
      onSave={({ code, memo }) =>
        void run(
          (key) => applyToVisit(visit, 'reason', { changeCode: code, memo: memo.trim() || null }, key),
          onClose,
        )
      }
      onCancel={onClose}
    />
  );
};
