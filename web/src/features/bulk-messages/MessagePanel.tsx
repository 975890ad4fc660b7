import { compose } from '@homecare/domain/bulk-messages/rules.ts';
import { MAX_MAIL, MAX_SMS, MAX_SUBJECT } from '@homecare/domain/messaging/rules.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { Box, Button, Textarea, TextInput } from '@mantine/core';
import { IconMail, IconMessage } from '@tabler/icons-react';
import { useDeferredValue, useId, useMemo } from 'react';
import { DraftNote, UNSENT } from '../../platform/form/DraftNote.tsx';
import { useBarHeight } from '../../ui/form.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { SizeLine } from '../messaging/SizeLine.tsx';
import { TemplatePicker } from '../messaging/TemplatePicker.tsx';
import { ConfirmSend } from './ConfirmSend.tsx';
import { GroupButtons } from './GroupButtons.tsx';
import { ImageField } from './ImageField.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import classes from './SenderPage.module.css';
import type { SendList } from './use-send-list.ts';
import { useBulkSending } from './use-sending.ts';

interface MessagePanelProps {
  readonly channel: Channel;
  readonly list: SendList;
}

/** The Text panel: whole groups, template, message and, with a text, an image (docs/rules/bulk-messages.md, rule 2). */
export const MessagePanel = ({ channel, list }: MessagePanelProps) => {
  const isSms = channel === 'SMS';
  const sending = useBulkSending(channel, list);
  const { draft, change, image, errorOf, listError, refusal, ready, pending, sends } = sending;
  const id = useId();
  // What an error says never lies over the button that tries again.
  const bar = useBarHeight();
  // A key press paints the box at once; thousands of previews follow.
  const text = useDeferredValue(draft.text);
  const { going } = useMemo(() => compose(channel, list.members, text), [channel, list.members, text]);
  const isWritten = text.trim() !== '';
  return (
    <section className={classes.panel} data-part="text" aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>Text</h2>
      </div>
      <div className={classes.fields}>
        <GroupButtons channel={channel} list={list} />
        <DraftNote draft={sending.offered} said={UNSENT} />
        {refusal && (
          <Note tone="danger" live>
            {refusal}
          </Note>
        )}
        {listError && (
          <Note tone="danger" live>
            {listError}
          </Note>
        )}
        {!isSms && (
          <TextInput
            label="Subject"
            data-field="subject"
            autoComplete="off"
            maxLength={MAX_SUBJECT}
            value={draft.subject}
            error={errorOf('subject')}
            onChange={(event) => change({ subject: event.currentTarget.value })}
          />
        )}
        {/* After a send no template is chosen any more. */}
        <TemplatePicker key={sends} message={draft.text} onPick={(picked) => change({ text: picked })} />
        <Textarea
          label={isSms ? 'Message' : 'Body'}
          description={
            isSms ? '%username% becomes the name' : '%username% becomes the name, %id% the record ID'
          }
          required
          rows={isSms ? 5 : 8}
          data-field="text"
          maxLength={isSms ? MAX_SMS : MAX_MAIL}
          value={draft.text}
          error={errorOf('text')}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        {isWritten && going.length > 0 ? (
          <MessagePreview channel={channel} going={going} image={image} />
        ) : (
          <SizeLine text={text} sms={isSms} />
        )}
        {isSms && (
          <ImageField
            image={image}
            onImage={sending.setImage}
            link={draft.image}
            onLink={(typed) => change({ image: typed })}
            error={errorOf('image')}
          />
        )}
      </div>
      <div className={classes.send} ref={bar}>
        <Box component="span" flex={1} miw={0} c="dimmed" fz={12.5}>
          {list.members.length === 0
            ? 'Nobody is on the send list'
            : `${going.length.toLocaleString('en-US')} of ${list.members.length.toLocaleString('en-US')} have a valid ${isSms ? 'phone' : 'email address'}`}
        </Box>
        <Button
          size="sm"
          variant="filled"
          leftSection={isSms ? <IconMessage {...menuIcon} /> : <IconMail {...menuIcon} />}
          onClick={sending.prepare}
        >
          Send
        </Button>
      </div>
      {ready && (
        <ConfirmSend
          channel={channel}
          subject={draft.subject}
          going={ready.going}
          leftOut={ready.leftOut}
          image={image}
          link={draft.image.trim()}
          busy={pending}
          onSend={() => void sending.send()}
          onCancel={sending.cancel}
        />
      )}
    </section>
  );
};
