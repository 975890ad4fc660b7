import { WEEKDAY_NAMES } from '@homecare/domain/calendar.ts';
import { checkNotEmpty, checkWeek, type DayFinding, isToast } from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { toast } from '../../platform/toasts.ts';
import { focusField } from '../../ui/form.tsx';
import type { WrongCell } from './plan-form.ts';

/** What is checked before saving. */
export interface CheckedPlan {
  readonly week: PlanWeek;
  readonly fieldErrors: readonly FieldError[];
  readonly wrong: readonly WrongCell[];
  /** False if neither the week nor its dates changed, so that times are not checked again (daysToTime in change.ts). */
  readonly timed: boolean;
  readonly conflicts: readonly DayFinding[];
}

const focusCell = ({ row, day }: WrongCell) =>
  document.querySelector<HTMLElement>(`input[data-row="${CSS.escape(row)}"][data-day="${day}"]`)?.focus();

export const showOnce = (messages: readonly string[], stay?: 'conflict') => {
  for (const message of new Set(messages)) toast.error(message, stay ? { stay } : {});
};

/** Shows the first group of errors that nobody may override, and focuses it. Returns false if there are none. */
export const showFieldFaults = (plan: CheckedPlan): boolean => {
  const [empty] = plan.timed ? checkNotEmpty(plan.week.time) : [];
  const [firstField] = plan.fieldErrors;
  const [firstWrong] = plan.wrong;
  showOnce(plan.fieldErrors.filter(isToast).map(({ message }) => message));
  if (firstField) focusField(firstField.field);
  else if (firstWrong) {
    toast.error(`${WEEKDAY_NAMES[firstWrong.day]} has an entry that cannot be read.`);
    focusCell(firstWrong);
  } else if (empty) {
    toast.error(empty.message);
    focusCell({ row: 'in', day: 'Mon' });
  } else return false;
  return true;
};

/** Time errors, the only ones that an admin may override (docs/rules/care-plans.md, rule 21). */
export const timeFaults = ({ timed, week, conflicts }: CheckedPlan): readonly DayFinding[] =>
  timed ? [...checkWeek(week), ...conflicts] : [];

/** Shows time errors, first those within the week and then conflicts with others, and focuses the first. */
export const showTimeFaults = (plan: CheckedPlan) => {
  if (!plan.timed) return;
  const [mismatch] = checkWeek(plan.week);
  const [conflict] = plan.conflicts;
  if (mismatch) {
    showOnce(checkWeek(plan.week).map(({ message }) => message));
    focusCell({ row: 'out', day: mismatch.day });
  } else if (conflict) {
    showOnce(
      plan.conflicts.map(({ message }) => message),
      'conflict',
    );
    focusCell({ row: 'in', day: conflict.day });
  }
};
