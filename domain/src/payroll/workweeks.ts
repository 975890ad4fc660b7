import { addDays, weekdayOf } from '../calendar.ts';
import { remembering } from '../remembering.ts';
import type { OvertimeRule } from './pay-rules.ts';

/** Workweeks under dated overtime rules. */

export interface Workweek {
  readonly from: string;
  readonly through: string;
  readonly rule: OvertimeRule;
}

/** The last day on or before `date` that begins a week of the rule. */
const startOnOrBefore = (date: string, { weekStart }: OvertimeRule) => {
  const back = Array.from({ length: 7 }, (_, days) => addDays(date, -days));
  return back.find((day) => weekdayOf(Temporal.PlainDate.from(day)) === weekStart) ?? date;
};

export type WeekOf = (date: string) => Workweek;

/**
 * Returns the workweek of a day. A rule applies from its first week that begins on or after its day, so that no week has two
 * rules; the week before a change of the first weekday is cut short. The oldest rule also applies to all days before it.
 */
export const workweeks = (rules: readonly OvertimeRule[]): WeekOf => {
  const inForce = rules
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .map((rule, n) => ({
      rule,
      from: n === 0 ? '' : startOnOrBefore(addDays(rule.validFrom, 6), rule),
    }));
  return remembering((date) => {
    const at = inForce.findLastIndex(({ from }) => from <= date);
    const rule = inForce[at]?.rule;
    if (!rule) throw new Error('There is no overtime rule.');
    const from = startOnOrBefore(date, rule);
    const [end, next] = [addDays(from, 6), inForce[at + 1]?.from];
    return { from, through: next !== undefined && next <= end ? addDays(next, -1) : end, rule };
  });
};

/** A stretch is followed back at most seven days before the week. */
export const LOOK_BACK = 7;
const lookBack = remembering((date) => addDays(date, -LOOK_BACK));
export const daysBefore = ({ from }: Pick<Workweek, 'from'>): string => lookBack(from);
