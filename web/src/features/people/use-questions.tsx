import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { type Question, questionsIn, unanswered } from '@homecare/domain/people/questions.ts';
import { type ReactNode, useRef, useState } from 'react';
import { QuestionsDialog } from './QuestionsDialog.tsx';

/** Questions before saving. After a yes, the save is repeated with the confirmed sentences; a changed value is asked about again. */
export const useQuestions = () => {
  const confirmed = useRef<readonly string[]>([]);
  const [open, setOpen] = useState<readonly Question[]>();
  const askFirst = (all: readonly Question[]): boolean => {
    const questions = unanswered(all, confirmed.current);
    if (questions.length > 0) setOpen(questions);
    return questions.length > 0;
  };
  return {
    /** Called before sending. Returns true if a question is asked that has not been confirmed yet. */
    askFirst,
    confirmed: () => [...confirmed.current],
    /** For `onRefused`: returns true if the refusal asks a question. */
    ask: ({ reason, errors }: Refusal<Reason>): true | undefined => {
      if (reason !== 'unanswered') return undefined;
      setOpen(questionsIn(errors));
      return true;
    },
    dialogFor: (again: () => void): ReactNode =>
      open && (
        <QuestionsDialog
          questions={open}
          onKeep={() => {
            confirmed.current = [...confirmed.current, ...open.map(({ message }) => message)];
            setOpen(undefined);
            again();
          }}
          onCancel={() => setOpen(undefined)}
        />
      ),
  };
};
