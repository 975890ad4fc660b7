import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import type { ReactNode } from 'react';
import { SaveBar } from '../../ui/form.tsx';
import { ModifyKinds } from './ModifyKinds.tsx';
import { PlanState } from './PlanState.tsx';
import { PlanTotals } from './PlanTotals.tsx';
import type { After } from './plan-state.ts';
import type { PlanFindings } from './use-plan-findings.ts';
import type { OpenPlan } from './use-plan-form.ts';

const FIELD_NAMES: Record<string, string> = {
  ProviderID: 'Provider',
  ClientID: 'Client',
  StartDate: 'Start Date',
  createReason: 'Create reason',
  excluded: 'Excluded from',
  coversPlanId: 'Covers plan',
  EndDate: 'End Date',
  weekFrom: 'Changes start on',
};

interface PlanBarProps {
  readonly plan: OpenPlan;
  readonly found: PlanFindings;
  readonly pending: boolean;
  /** For a new plan: the button that saves it without a caregiver. */
  readonly requesting: ReactNode;
  readonly onSave: (after: After) => void;
  readonly onCancel: () => void;
  readonly onExit: () => void;
  readonly onShow: () => void;
  readonly onShowRefusal: () => void;
}

/** Totals, problems and the save buttons. */
export const PlanBar = ({ plan, found, pending, requesting, onSave, ...on }: PlanBarProps) => {
  const { stored, refusal, stale } = plan;
  const isSaved = plan.isSaved && !plan.isChanged;
  return (
    <SaveBar
      lead={<PlanTotals {...computeTotals(found.week)} />}
      problems={found.problems.map(({ field }) => ({ name: field, label: FIELD_NAMES[field] ?? field }))}
      state={
        <PlanState
          conflicts={found.conflicts.length}
          toApprove={found.approvals.open.length}
          modified={isSaved ? { onExit: on.onExit, onShow: on.onShow } : undefined}
        />
      }
      onShowRefusal={refusal || stale ? on.onShowRefusal : undefined}
      onSave={() => onSave('stay')}
      onCancel={on.onCancel}
      cancelLabel="Go Back"
      saveLabel={stored ? 'Modify' : 'Create'}
      saving={pending}
      // Without changes to save, the next actions are shown beside the state.
      extra={
        stored
          ? !isSaved && (
              <ModifyKinds busy={pending} onShow={() => onSave('show')} onExit={() => onSave('exit')} />
            )
          : requesting
      }
    />
  );
};
