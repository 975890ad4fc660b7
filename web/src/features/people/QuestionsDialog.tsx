import type { Question } from '@homecare/domain/people/questions.ts';
import { Button } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import { focusField } from '../../ui/form.tsx';

interface QuestionsDialogProps {
  readonly questions: readonly Question[];
  readonly onKeep: () => void;
  readonly onCancel: () => void;
}

/** Asks once about values that are possible but unlikely, before they are saved. */
export const QuestionsDialog = ({ questions, onKeep, onCancel }: QuestionsDialogProps) => {
  const correct = () => {
    onCancel();
    const [first] = questions;
    if (first) focusField(first.field);
  };
  return (
    <Dialog
      opened
      title="Is this right?"
      onClose={correct}
      actions={
        <>
          <Button size="sm" onClick={onKeep}>
            Save as it is
          </Button>
          <Button size="sm" variant="filled" data-autofocus onClick={correct}>
            Go back and correct
          </Button>
        </>
      }
    >
      <ul>
        {questions.map(({ field, message }) => (
          <li key={`${field} ${message}`}>{message}</li>
        ))}
      </ul>
    </Dialog>
  );
};
