import { faultOfJustification } from '@homecare/domain/authorizations/exceeded.ts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import classes from './Authorizations.module.css';

interface JustifyDialogProps {
  /** What is exceeded, in sentences. */
  readonly exceeded: readonly string[];
  /** The button that goes on. */
  readonly label: string;
  readonly busy: boolean;
  readonly onJustify: (text: string) => void;
  readonly onCancel: () => void;
}

/** Asks why a client needs care beyond a limit, before it is saved. */
export const JustifyDialog = ({ exceeded, label, busy, onJustify, onCancel }: JustifyDialogProps) => {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const fault = faultOfJustification(text);
  const save = () => {
    setTried(true);
    if (!busy && fault === undefined) onJustify(text.trim());
  };
  return (
    <Dialog
      opened
      title="Beyond a limit"
      onClose={onCancel}
      onMain={save}
      actions={<SaveActions label={label} busy={busy} onCancel={onCancel} onSave={save} />}
    >
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
        value={text}
        error={tried && fault}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Dialog>
  );
};
