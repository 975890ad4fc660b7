import { setPlanActive, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { plansChanged } from './list-api.ts';

/** Status changes of a plan in the list. Lists are reloaded even after a refusal, because somebody else may have been faster. */
export const usePlanMove = (onDone: () => void) => {
  const handlers = {
    onDone: ({ data }: { readonly data: object }) => {
      plansChanged();
      if ('messages' in data && Array.isArray(data.messages))
        for (const message of data.messages) toast.success(message);
      onDone();
    },
    onRefused: plansChanged,
  };
  return {
    /** Archives or deletes a plan, or changes its end. */
    change: useAction({ call: updateCarePlan, ...handlers }),
    activate: useAction({ call: setPlanActive, ...handlers }),
  };
};
