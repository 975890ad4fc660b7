import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';
import { useUnpaidTime } from './run-api.ts';
import { UnbilledNotes } from './UnbilledNotes.tsx';
import { sayUnpaid } from './unpaid-words.ts';
import type { ChosenRun } from './use-run-choice.ts';

interface UnpaidNoteProps {
  readonly chosen: Pick<ChosenRun, 'choice' | 'words'>;
  readonly onReview: () => void;
}

/** Before a run: recorded time of its days that it does not pay. */
export const UnpaidNote = ({ chosen: { choice, words }, onReview }: UnpaidNoteProps) => {
  const { days = [], unbilled = [] } = useUnpaidTime(choice).data ?? {};
  return (
    <>
      {days.length > 0 && (
        <Note
          tone="warn"
          actions={
            <Button size="sm" onClick={onReview}>
              Review
            </Button>
          }
        >
          {words}: {sayUnpaid(days)}. The run does not pay this time.
        </Note>
      )}
      <UnbilledNotes months={unbilled} />
    </>
  );
};
