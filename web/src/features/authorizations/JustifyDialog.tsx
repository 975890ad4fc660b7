import { faultOfJustification } from '@homecare/domain/authorizations/exceeded.ts';
import { Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAnswer } from '../../platform/form/use-answer.ts';
import classes from './Authorizations.module.css';

interface JustifyDialogProps {
  /** What is exceeded, as sentences. */
  readonly exceeded: readonly string[];
  /** Label of the button that continues. */
  readonly label: string;
  readonly busy: boolean;
  readonly onJustify: (text: string) => void;
  readonly onCancel: () => void;
}

/** Asks why a client needs care beyond a limit, before it is saved. */
export const JustifyDialog = ({ exceeded, label, busy, onJustify, onCancel }: JustifyDialogProps) => {
  const answer = useAnswer({
    values: { text: '' },
    check: ({ text }) => {
      const message = faultOfJustification(text);
      return message === undefined ? [] : [{ field: 'text', message }];
    },
    pending: busy,
    onAnswer: ({ text }) => onJustify(text.trim()),
  });
  return (
    <FormDialog save={answer} title="Beyond a limit" label={label} onClose={onCancel}>
      <ul className={classes.exceeded}>
        {exceeded.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <Textarea
        label="Justification"
        description="Kept with your name and today’s date."
        required
        rows={3}
        data-autofocus
        {...answer.text('text')}
      />
    </FormDialog>
  );
};
