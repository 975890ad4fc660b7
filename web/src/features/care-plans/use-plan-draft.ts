import { useEffect } from 'react';
import { type OfferedDraft, useDraft } from '../../platform/form/use-draft.ts';
import { changedWords } from './plan-merge.ts';
import type { OpenPlan } from './use-plan-form.ts';

/** Keeps the input of a plan on the device until it is saved or discarded. */
export const usePlanDraft = (name: string, { form, base, isChanged, dispatch }: OpenPlan) => {
  const { found, offer, note, forget } = useDraft({ form: name, stored: base });
  useEffect(() => note(form, base, isChanged), [note, form, base, isChanged]);
  if (!found) return { offered: undefined, forget };
  const mine = changedWords(found.typed, found.base);
  // Weeks from different days are not compared, because they differ by plan and not by somebody's change.
  const isOneWeek = base.weekFrom === found.base.weekFrom;
  const theirs = isOneWeek ? changedWords(base, found.base) : [];
  const offered: OfferedDraft = {
    at: found.at,
    both: theirs.filter((word) => mine.includes(word)),
    restore: () => {
      offer(undefined);
      dispatch({ do: 'restore', typed: found.typed, base: found.base });
    },
    discard: forget,
  };
  return { offered, forget };
};
