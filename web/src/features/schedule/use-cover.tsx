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
import { JustifyDialog } from '../authorizations/JustifyDialog.tsx';
import { COVER, UNCOVER } from './api.ts';
import { setPlacing } from './assigning.ts';
import { lastName, shortDay } from './board-words.ts';

export interface Chosen {
  readonly visit: OpenVisit;
  readonly providerId: number;
  readonly name: string;
  /** Times of a cover that begins after the planned start; undefined if the server proposes them where needed. */
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
  `${name} covers ${lastName(visit.Client)}, ${shortDay(visit.date)}, ${shortSpan(times ?? visit)}.`;

interface Consent {
  readonly approvedDays: Weekday[];
  /** Why the client needs this caregiver beyond a limit. */
  readonly justification?: string;
}
interface Question {
  readonly chosen: Chosen;
  readonly info: string;
  /** What the user has agreed to so far. */
  readonly consent: Consent;
  /** Limits that would be exceeded; empty if the question is about warnings or short gaps. */
  readonly exceeded: readonly string[];
}

const aboutWarnings = (chosen: Chosen, warnings: readonly string[]): Question => ({
  chosen,
  info: warnings.map((one) => `${one}.`).join(' '),
  consent: { approvedDays: [] },
  exceeded: [],
});

/** Assigns an open visit to a caregiver. Asks about short gaps and for the reason beyond a limit, and offers Undo in its toast. */
export const useCover = (onCovered?: () => void) => {
  const [question, setQuestion] = useState<Question>();
  const last = useRef<Chosen>(undefined);
  const agreed = useRef<Consent>({ approvedDays: [] });
  const action = useAction({
    ...COVER,
    onDone: ({ data: { times } }) => {
      const chosen = last.current;
      if (chosen) toast.undo(sentence({ ...chosen, times: chosen.times ?? times }), () => void undo(chosen));
      onCovered?.();
    },
    onRefused: (refusal) => {
      const chosen = last.current;
      const { reason, info, errors } = refusal;
      const consent = agreed.current;
      if (reason === 'shortGaps' && chosen)
        setQuestion({
          ...{ chosen, info, exceeded: [] },
          consent: { ...consent, approvedDays: gapDaysOf(refusal) },
        });
      else if (reason === 'justificationMissing' && chosen)
        setQuestion({ chosen, info, consent, exceeded: errors.map(({ message }) => message) });
      else toast.error(refusal.info);
    },
    onEnd: () => setPlacing(null),
  });
  const cover = (chosen: Chosen, consent: Consent = { approvedDays: [] }) => {
    if (action.pending) return;
    last.current = chosen;
    agreed.current = consent;
    setQuestion(undefined);
    setPlacing(chosen);
    void action.run({ ...inputOf(chosen), ...consent });
  };
  /** Asks once about warnings, if the user has seen only the caregiver's row. */
  const ask = (chosen: Chosen, warnings: readonly string[]) =>
    warnings.length === 0 ? cover(chosen) : setQuestion(aboutWarnings(chosen, warnings));
  const ofLimits = question && question.exceeded.length > 0 && (
    <JustifyDialog
      exceeded={question.exceeded}
      label={`Assign ${question.chosen.name}`}
      busy={action.pending}
      onJustify={(justification) => cover(question.chosen, { ...question.consent, justification })}
      onCancel={() => setQuestion(undefined)}
    />
  );
  const dialog = question && (
    <ConfirmDialog
      opened
      title={`Assign ${question.chosen.name}?`}
      confirmLabel="Assign anyway"
      onCancel={() => setQuestion(undefined)}
      onConfirm={() => cover(question.chosen, question.consent)}
    >
      <p>{question.info}</p>
    </ConfirmDialog>
  );
  return { cover, ask, pending: action.pending, dialog: ofLimits || dialog };
};
