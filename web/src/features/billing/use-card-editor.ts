import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { ITEM_DELETED, ITEM_OMITTED, ITEM_SAVED } from '@homecare/domain/billing/moves.ts';
import { NO_VISIT_DATA } from '@homecare/domain/billing/rules.ts';
import type { CardStatus, SavedCard } from '@homecare/domain/billing/schema.ts';
import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { useRef, useState } from 'react';
import { useSending, useTask } from '../../platform/form/use-action.ts';
import { closeErrors, toast } from '../../platform/toasts.ts';
import { useStable } from '../../platform/use-stable.ts';
import { type CardFields, DELETE_CARD, INSERT_CARD, onWire, readVisits, UPDATE_CARD } from './api.ts';
import { type CardContext, gapsOf, toSave, unreadable } from './card-draft.ts';
import {
  askJustification,
  askOverlap,
  type CardState,
  fillVisits,
  finish,
  isChanged,
  keepPatch,
  nameOfState,
  openCard,
  overtake,
  type Step,
  showFaults,
  shownRows,
} from './card-state.ts';

const RECORD_GONE = 'Someone deleted this record while you were editing. Your changes are still here.';
const UNREADABLE = 'Enter times as 08:30 and travel in minutes. Correct the marked cells.';

/** What the user agreed to, and why the card bills beyond a limit. */
type Consent = Pick<CardFields, 'allowOverlap' | 'limitJustification'>;

/** Sends a card and handles the result. */
const useCardSending = (context: CardContext, state: CardState, apply: (step: Step) => void) => {
  const { card, month } = context;
  const { saved } = card;
  const { draft, base, faults } = state;
  const inserting = useSending(INSERT_CARD);
  const updating = useSending(UPDATE_CARD);
  const deleting = useSending(DELETE_CARD);
  const taking = useTask(async () => {
    const { from, through } = daysOfMonth(month);
    const visits = await readVisits(card.plan, from, through).catch(() => undefined);
    if (visits) apply(fillVisits(visits));
    else toast.error(NO_VISIT_DATA);
  });
  const isBusy = [inserting, updating, deleting, taking].some(({ pending }) => pending);

  const showRefusal = (refusal: Refusal<Reason>) => {
    if (saved && refusal.reason === 'notFound') return toast.error(RECORD_GONE);
    // The time conflict stays until it is dismissed (docs/rules/billing.md, rule 38).
    toast.error(refusal.info, refusal.reason === 'hoursTaken' ? { stay: 'untilClosed' } : {});
    apply(showFaults(refusal.errors));
  };
  const update = ({ id, rev }: SavedCard, fields: Partial<CardFields> & { readonly status?: CardStatus }) =>
    updating.run({ input: { id, data: { ...onWire(fields), rev } } });

  const agreed = useRef<Consent>({});
  const save = async (consent: Consent = {}) => {
    agreed.current = consent;
    // The refusal of the last attempt no longer applies.
    closeErrors(faults.map(({ message }) => message));
    if (unreadable(draft.rows).size > 0) return toast.error(UNREADABLE);
    const { fields, faults: found } = toSave(draft, context);
    apply(showFaults(found));
    for (const message of new Set(found.map((fault) => fault.message))) toast.error(message);
    if (found.length > 0 || isBusy) return;
    const data = { ...fields, ...consent };
    const sent = saved
      ? await update(base ?? saved, data)
      : await inserting.run({ input: { data: onWire({ planId: card.plan.id, date: month, ...data }) } });
    if (!sent) return;
    if (!sent.ok && sent.reason === 'hoursElsewhere') return apply(askOverlap(sent.info));
    if (!sent.ok && sent.reason === 'justificationMissing')
      return apply(askJustification(sent.errors.map(({ message }) => message)));
    if (!sent.ok) return showRefusal(sent);
    toast.success(sent.info ?? ITEM_SAVED);
    apply(finish);
  };
  const patch = async (data: { readonly status?: CardStatus; readonly remarks?: string | null }) => {
    if (!saved || isBusy) return;
    const sent = await update(saved, data);
    if (!sent) return;
    if (!sent.ok) return showRefusal(sent);
    toast.success(sent.info ?? ITEM_SAVED);
    apply(keepPatch(sent.data.rev, data.remarks));
  };
  const remove = async () => {
    if (!saved || isBusy) return;
    const sent = await deleting.run({ input: { id: saved.id, data: { rev: saved.rev } } });
    if (!sent) return;
    if (!sent.ok) return showRefusal(sent);
    toast.success(sent.info ?? ITEM_DELETED);
    apply(finish);
  };
  return { isBusy, save, agreed: () => agreed.current, patch, remove, takeVisits: () => void taking.run() };
};

/** One card of the page, with its state and all actions. */
export const useCardEditor = (context: CardContext, onOmit: () => void) => {
  const { saved } = context.card;
  const [state, setState] = useState(() => openCard(context));
  const apply = useStable((step: Step) => setState((before) => step(before, context)));
  const { isBusy, save, agreed, patch, remove, takeVisits } = useCardSending(context, state, apply);
  const name = nameOfState(state, saved);
  if (name === 'saved' && !isBusy && isChanged(state)) setState(overtake(state, context));
  const shown = shownRows(state, context);
  return {
    ...state,
    name,
    isEditing: name !== 'saved',
    isBusy,
    shown,
    gaps: gapsOf(context, shown),
    wrong: unreadable(shown),
    isDirty: name !== 'saved' && isChanged(state),
    apply,
    takeVisits: () => (state.filled?.by === 'visits' ? apply(fillVisits(undefined)) : takeVisits()),
    /** Called with undefined to cancel saving. */
    justify: (limitJustification?: string) => {
      apply(askJustification([]));
      if (limitJustification !== undefined) void save({ ...agreed(), limitJustification });
    },
    answerOverlap: (isYes: boolean) => {
      apply(askOverlap(undefined));
      if (isYes) void save({ ...agreed(), allowOverlap: true });
    },
    omit: () => {
      onOmit();
      toast.success(ITEM_OMITTED);
    },
    save: () => void save(),
    setStatus: (status: CardStatus) => void patch({ status }),
    setRemarks: (remarks: string) => void patch({ remarks: remarks.trim() || null }),
    remove,
  };
};
export type CardEditor = ReturnType<typeof useCardEditor>;
