import type { Weekday } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { gapDaysOf } from '@homecare/domain/care-plans/rules.ts';
import { shortSpan } from '@homecare/domain/schedule/rules.ts';
import type { coverVisit } from '@homecare/domain/staffing/contract.ts';
import type { CoverTimes } from '@homecare/domain/staffing/cover.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { useRef, useState } from 'react';
import { perform, sayUndone, useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { COVER, UNCOVER } from './api.ts';
import { setPlacing } from './assigning.ts';
import { lastName, shortDay } from './board-words.ts';

export interface Chosen {
  readonly visit: OpenVisit;
  readonly providerId: number;
  readonly name: string;
  /** Of a cover that begins after the planned start; undefined: the server proposes them where they are needed. */
  readonly times?: CoverTimes | undefined;
}

const undo = async (chosen: Chosen): Promise<void> => {
  const { visit, name } = chosen;
  const sent = await perform(UNCOVER, { planId: visit.planId, day: visit.day });
  sayUndone(sent, `Undone. ${name} does not come, and the visit is open again.`, () => void undo(chosen));
};

const inputOf = ({ visit, providerId, times }: Chosen): InputOf<typeof coverVisit> => ({
  planId: visit.planId,
  day: visit.day,
  providerId,
  ...(times && { times }),
});

const sentence = ({ visit, name, times }: Chosen) =>
  `${name} covers ${lastName(visit.Client)}, ${shortDay(visit.day)}, ${shortSpan(times ?? visit)}.`;

interface Question {
  readonly chosen: Chosen;
  readonly info: string;
  readonly days: Weekday[];
}

/** Assigns an open visit to a caregiver; asks only about short gaps, and can be undone in the message after it. */
export const useCover = (onCovered?: () => void) => {
  const [question, setQuestion] = useState<Question>();
  const last = useRef<Chosen>(undefined);
  const action = useAction({
    ...COVER,
    onDone: () => {
      const chosen = last.current;
      if (chosen) toast.undo(sentence(chosen), () => void undo(chosen));
      onCovered?.();
    },
    onRefused: (refusal) => {
      const chosen = last.current;
      if (refusal.reason === 'shortGaps' && chosen)
        setQuestion({ chosen, info: refusal.info, days: gapDaysOf(refusal) });
      else toast.error(refusal.info);
    },
    onEnd: () => setPlacing(null),
  });
  const cover = (chosen: Chosen, approvedDays: Weekday[] = []) => {
    if (action.pending) return;
    last.current = chosen;
    setQuestion(undefined);
    setPlacing(chosen);
    void action.run({ ...inputOf(chosen), approvedDays });
  };
  const dialog = question && (
    <ConfirmDialog
      opened
      title={`Assign ${question.chosen.name}?`}
      confirmLabel="Assign anyway"
      onCancel={() => setQuestion(undefined)}
      onConfirm={() => cover(question.chosen, question.days)}
    >
      <p>{question.info}</p>
    </ConfirmDialog>
  );
  return { cover, pending: action.pending, dialog };
};
