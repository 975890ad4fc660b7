import { setPlanActive, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { plansChanged } from './list-api.ts';

/** Moves of a plan in the list. The lists are asked again also after a refusal: somebody else may have been first. */
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
    /** Archives, deletes or ends it another day. */
    change: useAction({ call: updateCarePlan, ...handlers }),
    activate: useAction({ call: setPlanActive, ...handlers }),
  };
};
