import { getSetUp } from '@homecare/domain/set-up/contract.ts';
import type { SetUpStep } from '@homecare/domain/set-up/schema.ts';
import { PageButton } from './PageButton.tsx';
import { useRead } from './query.ts';
import { may } from './role-copy.ts';
import { useSession } from './session.ts';
import { pathOfStep } from './set-up-path.ts';

/** Replaces an empty list by a link to the set-up step that fills it, as long as the step is not done. */
export const SetUpButton = ({ step }: { readonly step: SetUpStep }) => {
  const mayAsk = may(useSession()?.role, getSetUp);
  const { data } = useRead(getSetUp, {}, { enabled: mayAsk });
  const found = data?.steps.find((one) => one.step === step);
  if (!found || found.state === 'done') return null;
  return <PageButton to={pathOfStep(step)}>Open the set-up</PageButton>;
};
