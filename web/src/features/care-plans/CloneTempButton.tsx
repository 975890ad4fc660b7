import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { IconCopy } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { mayCloneTemp } from './plan-mode.ts';

interface CloneTempButtonProps {
  readonly plan: CarePlan;
  readonly onClick: () => void;
}

export const CloneTempButton = ({ plan, onClick }: CloneTempButtonProps) => (
  <ReasonButton
    leftSection={<IconCopy size={16} stroke={1.8} aria-hidden />}
    reason={mayCloneTemp(plan) ? undefined : 'This care plan is deleted.'}
    onClick={onClick}
  >
    Clone temp
  </ReasonButton>
);
