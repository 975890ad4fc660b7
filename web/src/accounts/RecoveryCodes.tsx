import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { toast } from '../shell/toasts.ts';
import { useSite } from '../sites/api.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { menuIcon } from '../ui/icons.ts';
import { Note } from '../ui/Note.tsx';
import classes from './accounts.module.css';

const saveAs = (name: string, text: string) => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shown once, right after they were made: only its own button closes it. */
export const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps) => {
  const title = useSite()?.title ?? '';
  const text = codes.join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Recovery codes copied'),
      () => toast.error('The codes could not be copied. Write them down.'),
    );
  return (
    <Dialog
      opened
      forced
      title="Your recovery codes"
      onClose={onClose}
      actions={
        <Button size="sm" variant="filled" data-autofocus onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <p>
        Each of these opens your account once in place of a code of the app. Keep them where your phone is
        not.
      </p>
      <div className={classes.made}>
        <Note tone="warn">They are shown now and never again.</Note>
      </div>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.row}>
        {/* The clipboard needs https or localhost. */}
        {'clipboard' in navigator && (
          <Button leftSection={<IconCopy {...menuIcon} />} onClick={() => void copy()}>
            Copy
          </Button>
        )}
        <Button
          leftSection={<IconDownload {...menuIcon} />}
          onClick={() => saveAs('recovery-codes.txt', `${title}\nRecovery codes\n\n${text}\n`)}
        >
          Download
        </Button>
      </div>
    </Dialog>
  );
};
