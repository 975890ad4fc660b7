import type { DayFinding } from '@homecare/domain/care-plans/rules.ts';
import type { RefObject } from 'react';
import { RefusedWords } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { DayNotes } from './DayNotes.tsx';
import { StalePlanNote } from './StalePlanNote.tsx';
import type { PlanFindings } from './use-plan-findings.ts';
import type { OpenPlan } from './use-plan-form.ts';
import type { SavingPlan } from './use-save-plan.ts';

interface PlanNoticesProps {
  readonly plan: OpenPlan;
  readonly found: PlanFindings;
  readonly saving: SavingPlan;
  readonly place: RefObject<HTMLDivElement | null>;
  /** Shows the other plan of a conflict. */
  readonly onOpen: (id: number) => void;
}

/** Notices between the fields and the week: refusals, changes by others, and conflicts. */
export const PlanNotices = ({ plan, found, saving, place, onOpen }: PlanNoticesProps) => {
  const { form, base, refusal, stale, actions, dispatch } = plan;
  const { who, leftOut, conflicts, gaps, approvals } = found;
  /** Withdraws the approval and clears the times of the day, to be entered again. */
  const disapprove = (gap: DayFinding) => {
    approvals.withdraw(gap);
    for (const row of ['in', 'out'] as const) {
      actions.type(row, gap.day, '');
      actions.settle(row, gap.day);
    }
    document.querySelector<HTMLElement>(`input[data-row="in"][data-day="${gap.day}"]`)?.focus();
  };
  return (
    <>
      {(refusal ?? stale) && (
        <div ref={place} tabIndex={-1}>
          {refusal && (
            <Note tone="danger" live>
              <RefusedWords info={refusal.info} />
            </Note>
          )}
          {stale && (
            <StalePlanNote
              stale={stale}
              form={form}
              base={base}
              mayModify={saving.mayModifyStale}
              onKeep={() => dispatch({ do: 'keepMine' })}
              onTake={saving.takeTheirs}
            />
          )}
        </div>
      )}
      {who.failed && (
        <Note tone="warn">
          Couldn’t load the other plans of these people. Conflicts are found when you save.
        </Note>
      )}
      {leftOut.length > 0 && (
        <Note tone="warn">{`This type does not have ${leftOut.join(', ')}: these minutes do not count.`}</Note>
      )}
      <DayNotes
        conflicts={conflicts}
        gaps={gaps}
        isApproved={approvals.isApproved}
        onApprove={approvals.approve}
        onDisapprove={disapprove}
        onOpen={onOpen}
      />
    </>
  );
};
