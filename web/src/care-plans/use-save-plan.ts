import { WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import {
  checkNotEmpty,
  checkWeek,
  type DayFinding,
  gapQuestion,
  type PlanDraft,
} from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { useRef, useState } from 'react';
import { newAttemptKey, type Sent } from '../shell/send.ts';
import { closeAllToasts, toast } from '../shell/toasts.ts';
import { focusField } from '../ui/form.tsx';
import { createCarePlan, type NewPlan, refreshPlans } from './api.ts';
import { type WrongCell, withoutEmptyTasks } from './plan-form.ts';

export interface PlanToSave {
  readonly draft: PlanDraft;
  readonly week: PlanWeek;
  readonly fieldErrors: readonly FieldError[];
  readonly wrong: readonly WrongCell[];
  readonly conflicts: readonly DayFinding[];
  /** Days with a short gap, and those of them that the user has approved already. */
  readonly gapDays: readonly Weekday[];
  readonly approvedDays: readonly Weekday[];
}

const focusCell = ({ row, day }: WrongCell) =>
  document.querySelector<HTMLElement>(`input[data-row="${CSS.escape(row)}"][data-day="${day}"]`)?.focus();

/** The specification's own messages are toasts too; the others have their place at the field. */
const isLiteral = (message: string) => message.startsWith('Error:') || message.startsWith('Please select');

const tellOnce = (messages: readonly string[], stay?: 'conflict') => {
  for (const message of new Set(messages)) toast.error(message, stay ? { stay } : {});
};

/** Says the first group of faults that stands in the way and goes there; false: nothing does. */
const tellFaults = (plan: PlanToSave): boolean => {
  const mismatches = checkWeek(plan.week);
  const [empty] = checkNotEmpty(plan.week.time);
  const firstField = plan.fieldErrors[0];
  const firstWrong = plan.wrong[0];
  tellOnce(plan.fieldErrors.map(({ message }) => message).filter(isLiteral));
  if (firstField) focusField(firstField.field);
  else if (firstWrong) {
    toast.error(`${WEEKDAY_NAMES[firstWrong.day]} has an entry that cannot be read.`);
    focusCell(firstWrong);
  } else if (mismatches[0]) {
    tellOnce(mismatches.map(({ message }) => message));
    focusCell({ row: 'out', day: mismatches[0].day });
  } else if (empty) {
    toast.error(empty.message);
    focusCell({ row: 'in', day: 'Mon' });
  } else if (plan.conflicts[0]) {
    tellOnce(
      plan.conflicts.map(({ message }) => message),
      'conflict',
    );
    focusCell({ row: 'in', day: plan.conflicts[0].day });
  } else return false;
  return true;
};

type Saved = Sent<{ readonly id: number; readonly visits: { readonly created: number } }>;

/** The server met short gaps that this screen did not know of: their days. */
const unknownGaps = (sent: Extract<Saved, { ok: false }>): Weekday[] => {
  const days = WEEKDAYS.filter((day) => sent.errors.some(({ field }) => field === day));
  return sent.code === 'conflict' && days.length > 0 && sent.info === gapQuestion(days) ? days : [];
};

/** What was wrong before is over. */
const tellSuccess = (visits: number) => {
  closeAllToasts();
  toast.success('Success: Careplan created');
  if (visits > 0) toast.success('Success: EVV records created');
};

/** Create: all checks, the question about short gaps, the call, the messages. */
export const useSavePlan = (onSaved: () => void) => {
  const [saving, setSaving] = useState(false);
  /** How often Create was pressed: errors are shown from the first time on. */
  const [tries, setTries] = useState(0);
  const [asked, setAsked] = useState<PlanToSave>();
  const [refusal, setRefusal] = useState<Extract<Saved, { ok: false }>>();
  const attempt = useRef({ content: '', key: '' });

  const keyOf = (plan: NewPlan) => {
    const content = JSON.stringify(plan);
    if (attempt.current.content !== content) attempt.current = { content, key: newAttemptKey() };
    return attempt.current.key;
  };

  const store = async (plan: PlanToSave, approvedDays: readonly Weekday[]) => {
    if (saving) return;
    setSaving(true);
    const content: NewPlan = {
      draft: plan.draft,
      week: withoutEmptyTasks(plan.week),
      approvedDays: [...approvedDays],
    };
    const sent = await createCarePlan(content, keyOf(content));
    setSaving(false);
    if (sent.ok) {
      tellSuccess(sent.data.visits.created);
      onSaved();
      return;
    }
    void refreshPlans();
    const gapDays = unknownGaps(sent);
    if (gapDays.length > 0) {
      setAsked({ ...plan, approvedDays, gapDays });
      return;
    }
    setRefusal(sent);
    tellOnce([sent.info], sent.code === 'conflict' ? 'conflict' : undefined);
  };

  return {
    saving,
    tries,
    /** The server's no; it stands on the form until the next try. */
    refusal,
    /** Days with short gaps that the user is asked about now. */
    askedDays: asked?.gapDays,
    save: (plan: PlanToSave) => {
      if (saving) return;
      setTries((count) => count + 1);
      setRefusal(undefined);
      if (tellFaults(plan)) return;
      const open = plan.gapDays.filter((day) => !plan.approvedDays.includes(day));
      if (open.length > 0) setAsked({ ...plan, gapDays: open });
      else void store(plan, plan.approvedDays);
    },
    answer: (yes: boolean) => {
      setAsked(undefined);
      if (yes && asked) void store(asked, [...new Set([...asked.approvedDays, ...asked.gapDays])]);
    },
  };
};
