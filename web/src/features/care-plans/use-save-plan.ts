import type { Weekday } from '@homecare/domain/calendar.ts';
import { gapDaysOf } from '@homecare/domain/care-plans/rules.ts';
import type { Refusal } from '@homecare/domain/errors.ts';
import { useState } from 'react';
import type { Sent } from '../../platform/answer.ts';
import { closeAllToasts, toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { type Override, refreshPlans, type Saved, type SaveOptions } from './api.ts';
import {
  type CheckedPlan,
  tellFieldFaults,
  tellOnce,
  tellTimeFaults,
  timeFaults,
  unknownTimeFaults,
} from './plan-faults.ts';

export interface PlanToSave extends CheckedPlan {
  /** Days with a short gap, and those of them that the user has approved already. */
  readonly gapDays: readonly Weekday[];
  readonly approvedDays: readonly Weekday[];
  /** `key` is the same for every try to save the same content. */
  readonly send: (options: SaveOptions, key: string) => Promise<Sent<Saved>>;
  /** Changes with what is sent. */
  readonly content: unknown;
  /** What comes after the save. */
  readonly onSaved: (saved: Saved) => void;
}

interface Overriding {
  readonly plan: PlanToSave;
  /** The time errors, in words. */
  readonly faults: readonly string[];
  /** What the server said to the password or the remark. */
  readonly refusal?: Refusal;
}

/** Days that are over are about to be changed: the server's question. */
interface AskedAboutPast {
  readonly plan: PlanToSave;
  readonly override: Override | undefined;
  readonly question: string;
}

interface Options {
  /** An admin may save despite time errors. */
  readonly mayOverride: boolean;
  /** Answers whether the refusal found its place elsewhere, as that of a plan which somebody else changed. */
  readonly onRefused: (refusal: Refusal) => Promise<boolean>;
}

const isOfOverride = ({ reason, errors }: Refusal) =>
  reason === 'tooMany' || errors.some(({ field }) => field.startsWith('override'));

/** Create and Modify: all checks, the question about short gaps, an admin's override, the call, the messages. */
export const useSavePlan = ({ mayOverride, onRefused }: Options) => {
  const [saving, setSaving] = useState(false);
  /** How often it was tried: errors are shown from the first time on. */
  const [tries, setTries] = useState(0);
  const [asked, setAsked] = useState<PlanToSave>();
  const [overriding, setOverriding] = useState<Overriding>();
  const [past, setPast] = useState<AskedAboutPast>();
  const [refusal, setRefusal] = useState<Refusal>();
  const attempt = useAttempt();

  const refuse = async (sent: Refusal, plan: PlanToSave, override: Override | undefined) => {
    void refreshPlans();
    const gapDays = gapDaysOf(sent);
    const faults = unknownTimeFaults(sent);
    if (override && isOfOverride(sent)) {
      tellOnce([sent.info]);
      setOverriding((now) => now && { ...now, refusal: sent });
      return;
    }
    setOverriding(undefined);
    const question = sent.errors.find(({ field }) => field === 'weekFrom' && sent.reason === 'conflict');
    if (question) setPast({ plan, override, question: question.message });
    else if (gapDays.length > 0) setAsked({ ...plan, gapDays });
    else if (faults.length > 0 && mayOverride) setOverriding({ plan, faults });
    else if (!(await onRefused(sent))) {
      setRefusal(sent);
      tellOnce([sent.info], sent.reason === 'conflict' ? 'conflict' : undefined);
    }
  };

  const store = async (plan: PlanToSave, override?: Override, pastApproved?: true) => {
    if (saving) return;
    setSaving(true);
    const options = {
      approvedDays: [...plan.approvedDays],
      ...(override && { override }),
      ...(pastApproved && { pastApproved }),
    };
    const sent = await attempt([plan.content, options], (key) => plan.send(options, key));
    setSaving(false);
    if (!sent.ok) return refuse(sent, plan, override);
    setOverriding(undefined);
    setTries(0);
    // What was wrong before is over.
    closeAllToasts();
    for (const message of sent.data.messages) toast.success(message);
    plan.onSaved(sent.data);
  };

  const proceed = (plan: PlanToSave) => {
    const faults = timeFaults(plan);
    const open = plan.timed ? plan.gapDays.filter((day) => !plan.approvedDays.includes(day)) : [];
    if (faults.length > 0 && !mayOverride) return;
    if (open.length > 0) setAsked({ ...plan, gapDays: open });
    else if (faults.length > 0)
      setOverriding({ plan, faults: [...new Set(faults.map(({ message }) => message))] });
    else void store(plan);
  };

  return {
    saving,
    tries,
    /** The server's no; it stands on the form until the next try. */
    refusal,
    /** Days with short gaps that the user is asked about now. */
    askedDays: asked?.gapDays,
    /** The time errors that an admin is asked about now. */
    overriding,
    /** What the user is asked about days that are over. */
    pastQuestion: past?.question,
    answerPast: (yes: boolean) => {
      setPast(undefined);
      if (yes && past) void store(past.plan, past.override, true);
    },
    save: (plan: PlanToSave) => {
      if (saving) return;
      setTries((count) => count + 1);
      setRefusal(undefined);
      if (tellFieldFaults(plan)) return;
      if (timeFaults(plan).length > 0) tellTimeFaults(plan);
      proceed(plan);
    },
    answer: (yes: boolean) => {
      setAsked(undefined);
      if (yes && asked)
        proceed({ ...asked, approvedDays: [...new Set([...asked.approvedDays, ...asked.gapDays])] });
    },
    override: (override: Override) => overriding && void store(overriding.plan, override),
    cancelOverride: () => setOverriding(undefined),
    forgetRefusal: () => setRefusal(undefined),
  };
};
