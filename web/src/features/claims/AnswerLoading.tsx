import type { Call } from '@homecare/domain/call.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconListDetails, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { SendInput } from '../../platform/call-request.ts';
import { type Sending, useAction } from '../../platform/form/use-action.ts';
import { markStale } from '../../platform/query.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import classes from './ClaimsDialog.module.css';

/** Loading of a payer's files, for claims and eligibility alike. */

type LoadedBy<C extends Call> = Sending<C> & { readonly changes: readonly Call[] };

/** Loads a file at once when it is chosen; what the server found wrong stays until the next one. */
export const useAnswerLoading = <C extends Call>(declared: LoadedBy<C>) => {
  const [said, setSaid] = useState<string>();
  const { pending, refusal, run, forget } = useAction({
    ...declared,
    onDone: ({ info }) => setSaid(info ?? ''),
    // A file that was refused is listed too.
    onRefused: () => void markStale(...declared.changes),
  });
  const faults = refusal?.errors.map(({ message }) => message) ?? [];
  return {
    pending,
    refused: refusal && faults.length === 0 ? [refusal.info] : faults,
    said,
    load: (input: SendInput<C>, file: File) => {
      setSaid(undefined);
      void run(input, { file });
    },
    forget: () => {
      setSaid(undefined);
      forget();
    },
  };
};

interface LoadButtonProps {
  readonly pending: boolean;
  readonly onFile: (file: File) => void;
  readonly label: string;
  /** Of the file box. */
  readonly fileLabel: string;
}

export const LoadButton = ({ pending, onFile, label, fileLabel }: LoadButtonProps) => (
  <FileButton
    size="sm"
    variant="filled"
    loading={pending}
    leftSection={<IconUpload {...smallIcon} />}
    fileLabel={fileLabel}
    onFiles={([file]) => file && onFile(file)}
  >
    {label}
  </FileButton>
);

interface LoadedNotesProps {
  readonly said: string | undefined;
  readonly refused: readonly string[];
}

export const LoadedNotes = ({ said, refused }: LoadedNotesProps) => (
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
