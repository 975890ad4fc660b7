import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { menuIcon } from '../ui/icons.ts';
import { Note } from '../ui/Note.tsx';
import classes from './ShownOnceDialog.module.css';
import { toast } from './toasts.ts';

interface ShownOnceDialogProps {
  readonly title: string;
  /** Name of the secret, such as 'Key'. */
  readonly label: string;
  /** The secret itself. */
  readonly text: string;
  readonly warning: string;
  readonly onClose: () => void;
  /** Instructions for its use. */
  readonly children: ReactNode;
}

/** Shows a new secret. Only its own button closes it. */
export const ShownOnceDialog = ({ title, label, text, warning, onClose, children }: ShownOnceDialogProps) => {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Copied'),
      () => toast.error('It could not be copied. Select it and copy it by hand.'),
    );
  return (
    <Dialog
      opened
      forced
      title={title}
      onClose={onClose}
      actions={
        <Button size="sm" variant="filled" data-autofocus onClick={onClose}>
          I have stored it
        </Button>
      }
    >
      <Note tone="warn">{warning}</Note>
      <p role="note" className={classes.text} aria-label={label}>
        {text}
      </p>
      {/* The clipboard needs https or localhost. */}
      {'clipboard' in navigator && (
        <Button leftSection={<IconCopy {...menuIcon} />} onClick={() => void copy()}>
          Copy
        </Button>
      )}
      <p className={classes.hint}>{children}</p>
    </Dialog>
  );
};
