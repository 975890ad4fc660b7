import { WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import type { DayFinding } from '@homecare/domain/care-plans/rules.ts';
import type { DayMark, DayMarks } from './grid-actions.ts';
import { daysOf, useForAWhile } from './use-plan-checks.ts';

/** Milliseconds for which frames are visible (docs/rules/care-plans.md, rule 22). */
const CONFLICT_FRAMES = 20_000;
const WARNING_FRAMES = 3_000;
const marksOf = (
  conflictDays: readonly Weekday[],
  gapDays: readonly Weekday[],
  framed: { readonly conflict: boolean; readonly warning: boolean },
): DayMarks =>
  Object.fromEntries(
    WEEKDAYS.map((day): [Weekday, DayMark | undefined] => {
      if (conflictDays.includes(day)) return [day, { tone: 'danger', framed: framed.conflict }];
      return [day, gapDays.includes(day) ? { tone: 'warn', framed: framed.warning } : undefined];
    }),
  );

/** The highlighted days. A change of `tries` shows the frames again. */
export const useDayMarks = (
  conflicts: readonly DayFinding[],
  gaps: readonly DayFinding[],
  { openDays, tries }: { readonly openDays: readonly Weekday[]; readonly tries: number },
): DayMarks => {
  const messages = (findings: readonly DayFinding[]) => findings.map(({ message }) => message).join('|');
  return marksOf(daysOf(conflicts), openDays, {
    conflict: useForAWhile(`${tries} ${messages(conflicts)}`, CONFLICT_FRAMES),
    warning: useForAWhile(`${tries} ${messages(gaps)}`, WARNING_FRAMES),
  });
};
