import { mayModify, whyNotMove } from '@homecare/domain/care-plans/moves.ts';
import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { sayWeek, weeksIn } from '@homecare/domain/care-plans/weeks.ts';
import { Button } from '@mantine/core';
import { SaveBar } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { openCarePlan } from '../plan-documents/open-plan-document.ts';
import classes from './CarePlanForm.module.css';
import { CloneTempButton } from './CloneTempButton.tsx';
import { PlanFacts } from './PlanFacts.tsx';
import { PlanHead } from './PlanHead.tsx';
import { PlanTotals } from './PlanTotals.tsx';
import type { StoredPlanMode } from './plan-mode.ts';
import { WeekTable } from './WeekTable.tsx';

interface PlanViewProps {
  readonly plan: CarePlan;
  readonly typeName: string;
  readonly today: string;
  /** The user wanted to modify the plan, so explain why that is impossible. */
  readonly wantsModify: boolean;
  readonly onBack: () => void;
  readonly onOpen: (mode: StoredPlanMode) => void;
}

/** A plan for viewing, with text instead of disabled inputs. */
export const PlanView = ({ plan, typeName, today, wantsModify, onBack, onOpen }: PlanViewProps) => {
  // Past weeks can be found in the record log and in the documents of their month.
  const weeks = weeksIn(plan, { from: today, through: '9999-12-31' });
  const isModifiable = mayModify(plan, today);
  return (
    <div className={classes.page}>
      <div className={classes.content}>
        <PlanHead
          plan={plan}
          typeName={typeName}
          today={today}
          actions={
            <>
              {plan.coversPlanId === null && <Button onClick={() => onOpen('Clone')}>Clone</Button>}
              <CloneTempButton plan={plan} onClick={() => onOpen('Clone temp')} />
            </>
          }
        />
        {wantsModify && !isModifiable && <Note tone="info">{whyNotMove('Modify', plan)}</Note>}
        <PlanFacts plan={plan} />
        {weeks.map((week) => (
          <div key={week.from}>
            {weeks.length > 1 && <h3 className={classes.weekHead}>{sayWeek(week, plan)}</h3>}
            <WeekTable week={week.week} label={sayWeek(week, plan)} />
          </div>
        ))}
      </div>
      <SaveBar
        lead={<PlanTotals {...computeTotals(plan.week)} />}
        onCancel={onBack}
        cancelLabel="Go Back"
        extra={
          <>
            {plan.Status !== 'Deleted' && (
              <Button size="sm" onClick={() => openCarePlan(plan)}>
                Get care plan
              </Button>
            )}
            {isModifiable && (
              <Button size="sm" variant="filled" onClick={() => onOpen('Modify')}>
                Modify
              </Button>
            )}
          </>
        }
      />
    </div>
  );
};
