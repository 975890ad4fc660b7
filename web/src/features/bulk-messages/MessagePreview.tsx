import type { Outgoing } from '@homecare/domain/bulk-messages/rules.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { Group, Stack } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { SizeLine } from '../messaging/SizeLine.tsx';
import classes from './SenderPage.module.css';
import type { Uploaded } from './use-image-upload.ts';

interface MessagePreviewProps {
  readonly channel: Channel;
  readonly going: readonly Outgoing[];
  /** One that was uploaded. */
  readonly image: Uploaded | null;
}

/** What each one gets, one after the other. */
export const MessagePreview = ({ channel, going, image }: MessagePreviewProps) => {
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, going.length - 1);
  const shown = going[at];
  if (!shown) return null;
  return (
    <Stack gap={4}>
      <Group gap={4} wrap="nowrap" fz={13}>
        <span className={classes.previewName} data-cut>
          To {shown.person.called}
        </span>
        <span className={classes.previewPlace} role="status">
          {(at + 1).toLocaleString('en-US')} of {going.length.toLocaleString('en-US')}
        </span>
        <IconButton
          label="Preview of the one before"
          icon={<IconChevronLeft {...rowIcon} />}
          disabledReason={at === 0 ? 'This is the first one' : undefined}
          onClick={() => setWanted(at - 1)}
        />
        <IconButton
          label="Preview of the next one"
          icon={<IconChevronRight {...rowIcon} />}
          disabledReason={at === going.length - 1 ? 'This is the last one' : undefined}
          onClick={() => setWanted(at + 1)}
        />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is longer than the box */}
      <section className={classes.previewText} tabIndex={0} aria-label="Text of the preview">
        {image && <img className={classes.image} src={image.preview} alt={`Sent with it: ${image.name}`} />}
        {shown.text}
      </section>
      <SizeLine text={shown.text} sms={channel === 'SMS'} />
    </Stack>
  );
};
