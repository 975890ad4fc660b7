import type { LeftOut, Outgoing } from '@homecare/domain/bulk-messages/rules.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { smsSize } from '@homecare/domain/messaging/segments.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Box, Button } from '@mantine/core';
import { useMemo } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './SenderPage.module.css';
import type { Uploaded } from './use-image-upload.ts';

const MOST_NAMED = 5;

const NamedSkips = ({ leftOut }: { readonly leftOut: readonly LeftOut[] }) => (
  <>
    <Box component="p" mt={12} mb={4} c="var(--warn-fg)">
      {leftOut.length === 1
        ? '1 person is skipped:'
        : `${leftOut.length.toLocaleString('en-US')} people are skipped:`}
    </Box>
    <Box component="ul" m={0} pl={18} c="dimmed" fz={13}>
      {leftOut.slice(0, MOST_NAMED).map(({ person, reason }) => (
        <li key={person.id}>
          {person.name}: {reason}
        </li>
      ))}
      {leftOut.length > MOST_NAMED && (
        <li>and {(leftOut.length - MOST_NAMED).toLocaleString('en-US')} more</li>
      )}
    </Box>
  </>
);

interface ConfirmSendProps {
  readonly channel: Channel;
  readonly subject: string;
  readonly going: readonly Outgoing[];
  readonly leftOut: readonly LeftOut[];
  /** One that was uploaded. */
  readonly image: Uploaded | null;
  /** To an image on the agency's pages; '' is none. */
  readonly link: string;
  readonly busy: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** The last look: what goes to how many, and who gets nothing. */
export const ConfirmSend = ({
  channel,
  subject,
  going,
  leftOut,
  image,
  link,
  busy,
  onSend,
  onCancel,
}: ConfirmSendProps) => {
  const one = channel === 'SMS' ? 'text' : 'e-mail';
  const what = counted(going.length, one);
  const segments = useMemo(
    () => (channel === 'SMS' ? sum(going.map(({ text }) => smsSize(text).segments)) : 0),
    [channel, going],
  );
  const size =
    channel === 'Email'
      ? ''
      : image || link
        ? `, ${going.length === 1 ? '' : 'each '}with an image`
        : `, ${counted(segments, 'segment')} in all`;
  const [first] = going;
  return (
    <Dialog
      opened
      title={`Send ${what}`}
      onClose={onCancel}
      actions={
        <>
          {/* An Enter that is held down must not send to hundreds. */}
          <Button size="sm" data-autofocus onClick={onCancel}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" loading={busy} onClick={onSend}>
            Send {what}
          </Button>
        </>
      }
    >
      <p>
        {what} {going.length === 1 ? 'goes' : 'go'} into the queue{size}.
      </p>
      {first && (
        <Box mt={10}>
          <Box component="span" fz={13} fw={500}>
            To {first.person.called}
          </Box>
          <div className={classes.firstText}>
            {image && (
              <img className={classes.image} src={image.preview} alt={`Sent with it: ${image.name}`} />
            )}
            {first.text}
          </div>
        </Box>
      )}
      {channel === 'Email' && subject.trim() === '' && (
        <Note tone="warn">There is no subject. Mail programs often file such an email as spam.</Note>
      )}
      {leftOut.length > 0 && <NamedSkips leftOut={leftOut} />}
    </Dialog>
  );
};
