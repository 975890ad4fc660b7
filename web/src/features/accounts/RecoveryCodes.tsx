import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useSite } from '../../platform/own-site.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { useAccountWords } from './words.ts';

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

/** Shows new recovery codes once. Only its own button closes it. */
export const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps) => {
  const { words } = useAccountWords();
  const title = useSite()?.title ?? '';
  const text = codes.join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(words.codesCopied),
      () => toast.error(words.notCopied),
    );
  return (
    <Dialog
      opened
      forced
      title={words.recoveryTitle}
      onClose={onClose}
      actions={
        <Button size="sm" variant="filled" data-autofocus onClick={onClose}>
          {words.keptThem}
        </Button>
      }
    >
      <p>{words.eachOpens}</p>
      <div className={classes.made}>
        <Note tone="warn">{words.neverAgain}</Note>
      </div>
      <ul className={classes.codes} aria-label={words.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.row}>
        {/* The clipboard needs https or localhost. */}
        {'clipboard' in navigator && (
          <Button leftSection={<IconCopy {...menuIcon} />} onClick={() => void copy()}>
            {words.copy}
          </Button>
        )}
        <Button
          leftSection={<IconDownload {...menuIcon} />}
          onClick={() => saveAs('recovery-codes.txt', `${title}\n${words.recoveryCodes}\n\n${text}\n`)}
        >
          {words.download}
        </Button>
      </div>
    </Dialog>
  );
};
