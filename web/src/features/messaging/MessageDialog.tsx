import { showStamp } from '@homecare/domain/calendar.ts';
import { statusOf } from '@homecare/domain/messaging/log-words.ts';
import type { SendLogRow } from '@homecare/domain/messaging/schema.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Note } from '../../ui/Note.tsx';
import { toneOf } from './message-words.ts';
import classes from './SendLogDialog.module.css';
import { SizeLine } from './SizeLine.tsx';

interface MessageDialogProps {
  readonly message: SendLogRow;
  readonly zone: string;
  readonly onClose: () => void;
}

/** One row of the send log with its full text. */
export const MessageDialog = ({ message, zone, onClose }: MessageDialogProps) => {
  const { type, to, from, name, subject, text, time, status } = message;
  const [toName, fromName] = status === 'received' ? [null, name] : [name, null];
  return (
    <ReadDialog title={`${type === 'SMS' ? 'Text' : 'E-mail'} of ${showStamp(time, zone)}`} onClose={onClose}>
      <Facts
        rows={[
          ['To', [to, toName].filter(Boolean).join(' · ')],
          ['From', [from, fromName].filter(Boolean).join(' · ')],
          ...(subject ? [['Subject', subject] as const] : []),
        ]}
      />
      <Note tone={toneOf(message) ?? 'mute'}>{statusOf(message)}</Note>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is longer than the box */}
      <section className={classes.words} tabIndex={0} aria-label="Text of the message">
        {text}
      </section>
      <SizeLine text={text} sms={type === 'SMS'} />
    </ReadDialog>
  );
};
