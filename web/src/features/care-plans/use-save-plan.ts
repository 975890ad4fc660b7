import type { Weekday } from '@homecare/domain/calendar.ts';
import { gapDaysOf } from '@homecare/domain/care-plans/rules.ts';
import type { Refusal } from '@homecare/domain/errors.ts';
import { useState } from 'react';
import type { Sent } from '../../platform/answer.ts';
import { closeAllToasts, toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { type Override, type PlanReason, refreshPlans, type Saved, type SaveOptions } from './api.ts';
import { type CheckedPlan, tellFieldFaults, tellOnce, tellTimeFaults, timeFaults } from './plan-faults.ts';

export interface PlanToSave extends CheckedPlan {
  /** Days with a short gap, and those of them that the user has approved already. */
  readonly gapDays: readonly Weekday[];
  readonly approvedDays: readonly Weekday[];
  /** `key` is the same for every try to save the same content. */
  readonly send: (options: SaveOptions, key: string) => Promise<Sent<Saved, PlanReason>>;
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
  readonly refusal?: Refusal<PlanReason>;
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
  /** Somebody else changed the plan. Answers whether that is shown beside the form. */
  readonly onStale: (refusal: Refusal<PlanReason>) => Promise<boolean>;
}

const isOfOverride = (reason: PlanReason) =>
  reason === 'tooMany' || reason === 'overrideMissing' || reason === 'overrideRejected';

/** What another record stands in the way of stays to be read. */
const stayOf = (reason: PlanReason) =>
  reason === 'conflict' || reason === 'timesTaken' || reason === 'stale' ? 'conflict' : undefined;

/** Create and Modify: all checks, the question about short gaps, an admin's override, the call, the messages. */
export const useSavePlan = ({ mayOverride, onStale }: Options) => {
  const [saving, setSaving] = useState(false);
  /** How often it was tried: errors are shown from the first time on. */
  const [tries, setTries] = useState(0);
  const [asked, setAsked] = useState<PlanToSave>();
  const [overriding, setOverriding] = useState<Overriding>();
  const [past, setPast] = useState<AskedAboutPast>();
  const [refusal, setRefusal] = useState<Refusal<PlanReason>>();
  const attempt = useAttempt();

  const refuse = async (
    sent: Refusal<PlanReason>,
    plan: PlanToSave,
    override: Override | undefined,
  ): Promise<void> => {
    void refreshPlans();
    if (override && isOfOverride(sent.reason)) {
      tellOnce([sent.info]);
      setOverriding((now) => now && { ...now, refusal: sent });
      return;
    }
    setOverriding(undefined);
    switch (sent.reason) {
      case 'pastDays':
        return setPast({ plan, override, question: sent.info });
      case 'shortGaps':
        return setAsked({ ...plan, gapDays: gapDaysOf(sent) });
      // Time errors that this screen did not know of.
      case 'weekRejected':
      case 'timesTaken':
        if (mayOverride) return setOverriding({ plan, faults: sent.errors.map(({ message }) => message) });
        break;
      case 'stale':
        if (await onStale(sent)) return;
        break;
      default:
    }
    setRefusal(sent);
    tellOnce([sent.info], stayOf(sent.reason));
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
