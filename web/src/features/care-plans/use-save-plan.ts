import { insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { EVV_CREATED, mayModify, PLAN_CREATED } from '@homecare/domain/care-plans/moves.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { useSending } from '../../platform/form/use-action.ts';
import { closeAllToasts, toast } from '../../platform/toasts.ts';
import { plansChanged, readPlanAgain, refreshPlans } from './api.ts';
import { showFieldFaults, showOnce, showTimeFaults, timeFaults } from './plan-faults.ts';
import {
  type Consent,
  type Override,
  type PlanRefusal,
  type PlanToSave,
  questionAfter,
  questionBefore,
  type StalePlan,
} from './plan-state.ts';
import type { OpenPlan } from './use-plan-form.ts';

interface Options {
  readonly plan: OpenPlan;
  readonly today: string;
  /** The open request that a new plan fulfills. */
  readonly requestId: number | undefined;
  /** Admins may save despite time errors. */
  readonly mayOverride: boolean;
  /** Called right after saving, before the plan is read again. */
  readonly onSaved: (saved: PlanToSave) => void;
  /** Called if the plan is archived or deleted and can no longer be modified. */
  readonly onEnded: (plan: CarePlan) => void;
}

/** Sends a plan. Lists are reloaded only once the form knows that it was saved. */
const useSendPlan = (stored: CarePlan | undefined, requestId: number | undefined) => {
  const creating = useSending({ call: insertCarePlan });
  const changing = useSending({ call: updateCarePlan });
  const create = async ({ draft, change: { week = null }, approvedDays }: PlanToSave, consent: Consent) => {
    const isTemporary = draft.coversPlanId !== null;
    const filled = requestId === undefined ? {} : { openRequestId: requestId };
    const data = { ...draft, isTemporary, week, approvedDays: [...approvedDays], ...consent, ...filled };
    const sent = await creating.run({ input: { data } });
    if (!sent?.ok) return sent;
    const messages = [PLAN_CREATED, ...(sent.data.visits.created > 0 ? [EVV_CREATED] : [])];
    return { ...sent, data: { messages, rev: undefined } };
  };
  const modify = async (plan: CarePlan, { change, approvedDays }: PlanToSave, consent: Consent) => {
    const data = { ...change, rev: plan.rev, approvedDays: [...approvedDays], ...consent };
    const sent = await changing.run({ input: { id: plan.id, data } });
    if (!sent?.ok) return sent;
    const { messages, rev } = 'messages' in sent.data ? sent.data : { messages: [], rev: undefined };
    return { ...sent, data: { messages, rev } };
  };
  return {
    pending: creating.pending || changing.pending,
    send: (plan: PlanToSave, consent: Consent) =>
      stored ? modify(stored, plan, consent) : create(plan, consent),
  };
};

/** Errors caused by another record stay readable for longer. */
const stayOf = ({ reason }: PlanRefusal) =>
  reason === 'conflict' || reason === 'timesTaken' || reason === 'stale' ? 'conflict' : undefined;

/** Somebody else saved the plan too; its current state decides what happens. */
const findStale = async (
  stored: CarePlan | undefined,
  { reason, info }: PlanRefusal,
): Promise<StalePlan | undefined> => {
  const fresh = stored && reason === 'stale' ? await readPlanAgain(stored.id) : undefined;
  return fresh && fresh.rev !== stored?.rev ? { info, fresh } : undefined;
};

/** Earlier errors no longer apply. */
const showSaved = (messages: readonly string[]) => {
  closeAllToasts();
  for (const message of messages) toast.success(message);
};

/** Create and Modify: all checks, questions, the call, messages, and the plan as it is then stored. */
export const useSavePlan = ({ plan: { stored, question, stale, dispatch }, ...options }: Options) => {
  const { mayOverride, today, onEnded } = options;
  const { pending, send } = useSendPlan(stored, options.requestId);

  const refuse = async (refusal: PlanRefusal, plan: PlanToSave, consent: Consent) => {
    void refreshPlans();
    const next = questionAfter(refusal, plan, consent, { mayOverride, asked: question });
    const stale = next ? undefined : await findStale(stored, refusal);
    if (stale) return dispatch({ do: 'meetOther', stale });
    dispatch(next ? { do: 'ask', question: next } : { do: 'refuse', refusal });
    if (!next) showOnce([refusal.info], stayOf(refusal));
    else if (next.about === 'override' && next.refusal) showOnce([refusal.info]);
  };
  const readAgain = async ({ id }: CarePlan, { sent }: PlanToSave, rev: number | undefined) => {
    const fresh = await readPlanAgain(id);
    dispatch({ do: 'reload', sent, fresh, rev });
    if (fresh && !mayModify(fresh, today)) onEnded(fresh);
  };
  const store = async (plan: PlanToSave, consent: Consent = {}): Promise<boolean> => {
    const sent = await send(plan, consent);
    if (sent && !sent.ok) await refuse(sent, plan, consent);
    if (!sent?.ok) return false;
    dispatch({ do: 'save' });
    showSaved(sent.data.messages);
    options.onSaved(plan);
    plansChanged();
    if (stored && plan.after !== 'exit') await readAgain(stored, plan, sent.data.rev);
    return true;
  };
  const proceed = async (plan: PlanToSave): Promise<boolean> => {
    const next = questionBefore(plan, mayOverride);
    if (next) dispatch({ do: 'ask', question: next });
    return !next && timeFaults(plan).length === 0 && store(plan);
  };

  return {
    pending,
    question,
    /** Returns whether it was saved; false as well if a question comes first. */
    save: async (plan: PlanToSave): Promise<boolean> => {
      if (pending) return false;
      dispatch({ do: 'try' });
      if (showFieldFaults(plan)) return false;
      showTimeFaults(plan);
      return proceed(plan);
    },
    answer: (yes: boolean) => {
      dispatch({ do: 'ask' });
      if (!yes || !question) return;
      const { plan } = question;
      if (question.about === 'past') void store(plan, { ...question.consent, pastApproved: true });
      else void proceed({ ...plan, approvedDays: [...new Set([...plan.approvedDays, ...plan.gapDays])] });
    },
    override: (override: Override) => question && void store(question.plan, override),
    justify: (limitJustification: string) =>
      question?.about === 'limits' && void store(question.plan, { ...question.consent, limitJustification }),
    mayModifyStale: stale !== undefined && mayModify(stale.fresh, today),
    takeTheirs: () => {
      dispatch({ do: 'takeTheirs' });
      if (stale && !mayModify(stale.fresh, today)) onEnded(stale.fresh);
    },
  };
};

export type SavingPlan = ReturnType<typeof useSavePlan>;
