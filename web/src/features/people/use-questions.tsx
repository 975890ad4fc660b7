import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { type Question, questionsIn, unanswered } from '@homecare/domain/people/questions.ts';
import { type ReactNode, useRef, useState } from 'react';
import { QuestionsDialog } from './QuestionsDialog.tsx';

/** What a save is asked about: answered with a yes it goes again with the sentences; one of another value is asked anew. */
export const useQuestions = () => {
  const confirmed = useRef<readonly string[]>([]);
  const [open, setOpen] = useState<readonly Question[]>();
  const askFirst = (all: readonly Question[]): boolean => {
    const questions = unanswered(all, confirmed.current);
    if (questions.length > 0) setOpen(questions);
    return questions.length > 0;
  };
  return {
    /** Before anything is sent: true where something is asked that was not answered with a yes yet. */
    askFirst,
    confirmed: () => [...confirmed.current],
    /** For `onRefused`: true where the refusal asks. */
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
