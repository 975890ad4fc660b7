import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { type Question, questionsIn } from '@homecare/domain/people/questions.ts';
import { type ReactNode, useRef, useState } from 'react';
import { QuestionsDialog } from './QuestionsDialog.tsx';

/** What a save is asked about: answered with a yes it goes again with the sentences; one of another value is asked anew. */
export const useQuestions = () => {
  const confirmed = useRef<readonly string[]>([]);
  const [open, setOpen] = useState<readonly Question[]>();
  return {
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
