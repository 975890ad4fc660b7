import type { OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import { saveOpenRequest } from '@homecare/domain/care-plans/open-requests-contract.ts';
import { checkWeek } from '@homecare/domain/care-plans/rules.ts';
import { useSending } from '../../platform/form/use-action.ts';
import { closeAllToasts, toast } from '../../platform/toasts.ts';
import { showFieldFaults, showOnce, showTimeFaults } from './plan-faults.ts';
import { changes } from './use-open-requests.ts';
import { type PlanFindings, planToSave, withoutCaregiver } from './use-plan-findings.ts';
import type { OpenPlan } from './use-plan-form.ts';

/** Saves the form as an open request, with the checks of a plan except those about its caregiver. */
export const useSaveRequest = (
  { dispatch, ...plan }: OpenPlan,
  found: PlanFindings,
  stored: OpenRequest | undefined,
  onSaved: () => void,
) => {
  const { pending, run } = useSending({ call: saveOpenRequest, changes });
  const save = async () => {
    if (pending) return;
    dispatch({ do: 'try', isRequest: true });
    const checked = planToSave({ dispatch, ...plan }, found, 'exit');
    const faults = { ...checked, fieldErrors: withoutCaregiver(checked.fieldErrors), conflicts: [] };
    if (showFieldFaults(faults)) return;
    showTimeFaults(faults);
    const { ClientID, Type, StartDate, Remarks, createReason } = checked.draft;
    const { week } = checked.change;
    if (checkWeek(checked.week).length > 0 || !week || !ClientID || !Type || !StartDate) return;
    const id = { id: stored?.id ?? null, rev: stored?.rev ?? null };
    const sent = await run({
      input: { ...id, ClientID, Type, StartDate, Remarks, createReason: createReason ?? '', week },
    });
    if (!sent) return;
    if (!sent.ok) {
      dispatch({ do: 'refuse', refusal: sent });
      showOnce([sent.info]);
      return;
    }
    closeAllToasts();
    toast.success(stored ? 'The open request is saved.' : 'Kept as an open request.');
    onSaved();
  };
  return { pending, save };
};
