import { Button } from '@mantine/core';
import { IconDownload, IconListDetails, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Sent } from '../../platform/answer.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import classes from './ClaimsDialog.module.css';

/** Loading of a payer's files, for claims and eligibility alike. */

/** Loads a file at once when it is chosen; what the server found wrong stays until the next one. */
export const useAnswerLoading = (loadFile: (file: File) => Promise<Sent<unknown>>) => {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [said, setSaid] = useState<string>();
  const forget = () => {
    setRefused([]);
    setSaid(undefined);
  };
  const load = async (file: File) => {
    if (busy) return;
    setBusy(true);
    forget();
    const sent = await loadFile(file);
    setBusy(false);
    if (sent.ok) setSaid(sent.info ?? '');
    else setRefused(sent.errors.length > 0 ? sent.errors.map(({ message }) => message) : [sent.info]);
  };
  return { busy, refused, said, load, forget };
};
type Loading = ReturnType<typeof useAnswerLoading>;

interface LoadButtonProps extends Pick<Loading, 'busy' | 'load'> {
  readonly label: string;
  /** Of the file box. */
  readonly fileLabel: string;
}

export const LoadButton = ({ busy, load, label, fileLabel }: LoadButtonProps) => (
  <FileButton
    size="sm"
    variant="filled"
    loading={busy}
    leftSection={<IconUpload {...smallIcon} />}
    fileLabel={fileLabel}
    onFiles={([file]) => file && void load(file)}
  >
    {label}
  </FileButton>
);

export const LoadedNotes = ({ said, refused }: Pick<Loading, 'said' | 'refused'>) => (
  <>
    {said && (
      <Note tone="ok" live>
        {said}
      </Note>
    )}
    {refused.length > 0 && (
      <Note tone="danger" live>
        The file was not loaded, and nothing was changed.
        <ul className={classes.list}>
          {refused.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </Note>
    )}
  </>
);

interface AnswerDetailsProps {
  readonly name: string;
  /** What came of the file, in one line. */
  readonly said: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One file of the payer, in place of the list. */
export const AnswerDetails = ({ name, said, onClose, children }: AnswerDetailsProps) => (
  <div className={classes.panel}>
    <div className={classes.head}>
      <h3>{name}</h3>
      <Button onClick={onClose}>Back to the list</Button>
    </div>
    <p>{said}</p>
    {children}
  </div>
);

/** A part of what a file said; nothing where there is none. */
export const AnswerLines = ({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly string[];
}) =>
  lines.length === 0 ? null : (
    <div>
      <b>{title}</b>
      <ul className={classes.list}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand twice
          <li key={at}>{line}</li>
        ))}
      </ul>
    </div>
  );

interface AnswerActionsProps {
  readonly name: string;
  readonly onShow: () => void;
  /** Without one there is no file. */
  readonly onDownload: (() => void) | undefined;
}

export const AnswerActions = ({ name, onShow, onDownload }: AnswerActionsProps) => (
  <>
    <IconButton label={`Details of ${name}`} icon={<IconListDetails {...rowIcon} />} onClick={onShow} />
    {onDownload && (
      <IconButton label={`Download ${name}`} icon={<IconDownload {...rowIcon} />} onClick={onDownload} />
    )}
  </>
);
