import { showDate } from '@homecare/domain/calendar.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { lastDayOf, sayWeek, type WeekOfPlan, weeksIn } from '@homecare/domain/care-plans/weeks.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import classes from './PlanWeeksBar.module.css';

interface PlanWeeksBarProps {
  readonly plan: CarePlan;
  readonly today: string;
  /** First day of the week in the grid, or the typed text that is no date. */
  readonly weekFrom: string;
  readonly error: string | undefined;
  /** There is no input that removing a week would discard. */
  readonly mayRemove: boolean;
  /** Called with another first day, or with text that is no date. */
  readonly onDay: (day: string) => void;
  readonly onRemove: (from: string) => void;
}

const isIn = ({ from, through }: WeekOfPlan, at: number, day: string) =>
  (at === 0 || from <= day) && (through === null || day <= through);

/** Shows from which day a change applies, and the weeks that the plan has so far. */
export const PlanWeeksBar = ({
  plan,
  today,
  weekFrom,
  error,
  mayRemove,
  onDay,
  onRemove,
}: PlanWeeksBarProps) => {
  const [asking, setAsking] = useState(false);
  const weeks = weeksIn(plan, { from: '0001-01-01', through: '9999-12-31' });
  const at = weeks.findIndex((week, n) => isIn(week, n, weekFrom));
  const shown = isIsoDate(weekFrom) ? weeks[at] : undefined;
  const last = plan.EndDate === null ? undefined : lastDayOf(plan);
  /** A change to the current week applies from today on; a change to another week from its first day. */
  const firstDay = (week: WeekOfPlan, n: number) =>
    isIn(week, n, today) && week.from < today ? today : week.from;
  return (
    <div className={classes.bar}>
      <DateBox
        label="Changes start on"
        required
        data-field="weekFrom"
        value={weekFrom}
        min={plan.StartDate}
        {...(last !== undefined && { max: last })}
        error={error}
        description="Earlier days keep their week"
        onChange={onDay}
      />
      {weeks.length > 1 && (
        <fieldset className={classes.weeks}>
          <legend>Weeks of this care plan</legend>
          {weeks.map((week, n) => (
            <Button
              key={week.from}
              variant={week === shown ? 'light' : 'default'}
              aria-pressed={week === shown}
              onClick={() => onDay(firstDay(week, n))}
            >
              {sayWeek(week, plan)}
            </Button>
          ))}
          {shown && at > 0 && (
            <ReasonButton
              variant="subtle"
              color="red"
              reason={mayRemove ? undefined : 'Save or undo your changes first'}
              onClick={() => setAsking(true)}
            >
              Remove this week…
            </ReasonButton>
          )}
        </fieldset>
      )}
      {shown && (
        <ConfirmDialog
          opened={asking}
          title={`Remove the week from ${showDate(shown.from)}?`}
          confirmLabel="Remove week"
          danger
          focusCancel
          onConfirm={() => {
            setAsking(false);
            onRemove(shown.from);
          }}
          onCancel={() => setAsking(false)}
        >
          <p>
            The week before it continues. Planned visits of {plan.Provider} from {showDate(shown.from)} on
            take its times.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
};
