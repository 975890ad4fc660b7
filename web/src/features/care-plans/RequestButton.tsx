import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { PlanForm } from './plan-form.ts';

interface RequestButtonProps {
  readonly form: PlanForm;
  /** It is already an open request. */
  readonly isStored: boolean;
  readonly pending: boolean;
  readonly onSave: () => void;
}

const whyNot = ({ provider, isExcluded, ending }: PlanForm) => {
  if (provider !== null) return 'Clear the provider to keep this as an open request';
  return isExcluded || ending !== 'none'
    ? 'An open request is neither excluded nor temporary, and has no end date'
    : undefined;
};

/** Saves a new plan without a caregiver, as an open request. */
export const RequestButton = ({ form, isStored, pending, onSave }: RequestButtonProps) => (
  <ReasonButton size="sm" loading={pending} reason={whyNot(form)} onClick={onSave}>
    {isStored ? 'Save request' : 'Save as open request'}
  </ReasonButton>
);
