import { WEEKDAY_NAMES, type Weekday } from '@homecare/domain/calendar.ts';
import type { DayFinding } from '@homecare/domain/care-plans/rules.ts';
import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';
import classes from './DayNotes.module.css';

interface DayNotesProps {
  readonly conflicts: readonly DayFinding[];
  readonly gaps: readonly DayFinding[];
  readonly isApproved: (gap: DayFinding) => boolean;
  readonly onApprove: (gap: DayFinding) => void;
  readonly onDisapprove: (gap: DayFinding) => void;
  readonly onOpen: (planId: number) => void;
}

const Line = ({ day, children }: { readonly day: Weekday; readonly children: string }) => (
  <>
    <b className={classes.day}>{WEEKDAY_NAMES[day]}</b> · {children}
  </>
);

interface OpenPlanProps {
  readonly id: number | null;
  readonly onOpen: (planId: number) => void;
}
/** Opens the other plan; conflicts with daycare or other services have none. */
const OpenPlan = ({ id, onOpen }: OpenPlanProps) =>
  id !== null && <Button onClick={() => onOpen(id)}>Open plan {id}</Button>;

const keyOf = (finding: DayFinding) => `${finding.day} ${finding.planId} ${finding.message}`;

/** Lists time conflicts and short gaps above the week. The user must approve a gap. */
export const DayNotes = ({ conflicts, gaps, isApproved, onApprove, onDisapprove, onOpen }: DayNotesProps) => (
  <div className={classes.notes} role="status">
    {conflicts.map((conflict) => (
      <Note key={keyOf(conflict)} tone="danger" actions={<OpenPlan id={conflict.planId} onOpen={onOpen} />}>
        <Line day={conflict.day}>{conflict.message}</Line>
      </Note>
    ))}
    {gaps.map((gap) => {
      const approved = isApproved(gap);
      const name = WEEKDAY_NAMES[gap.day];
      return (
        <Note
          key={keyOf(gap)}
          tone={approved ? 'mute' : 'warn'}
          actions={
            <>
              <OpenPlan id={gap.planId} onOpen={onOpen} />
              {approved ? (
                <span className={classes.plan}>Approved</span>
              ) : (
                <Button aria-label={`Approve ${name}`} onClick={() => onApprove(gap)}>
                  Approve
                </Button>
              )}
              <Button aria-label={`Disapprove ${name}`} onClick={() => onDisapprove(gap)}>
                Disapprove
              </Button>
            </>
          }
        >
          <Line day={gap.day}>{gap.message}</Line>
        </Note>
      );
    })}
  </div>
);
