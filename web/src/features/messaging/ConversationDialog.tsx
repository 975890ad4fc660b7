import { formatPhone } from '@homecare/domain/formats.ts';
import type { Conversation, ConversationText } from '@homecare/domain/messaging/delivery-contract.ts';
import { EMPTY_MESSAGE, MAX_SMS, QUEUED } from '@homecare/domain/messaging/rules.ts';
import { Box, Stack, Textarea } from '@mantine/core';
import { IconMessage, IconMessages } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { FormBody } from '../../platform/form/FormBody.tsx';
import { perform } from '../../platform/form/use-action.ts';
import { useClosing } from '../../platform/form/use-closing.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { CloseAction, DialogOrTab } from '../../ui/DialogOrTab.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import classes from './ConversationDialog.module.css';
import { ConversationTexts } from './ConversationTexts.tsx';
import { ANSWER, MARK_READ, type ThreadOf, useConversation } from './conversation-api.ts';
import { SendAgainDialog } from './SendAgainDialog.tsx';
import { SizeLine } from './SizeLine.tsx';

/** Marks the texts in the dialog as read, up to the last one shown, so that one arriving right now stays new. */
const useMarkRead = (thread: ThreadOf, texts: readonly ConversationText[] | undefined) => {
  const { personId, number } = thread;
  const upTo = texts?.findLast(({ unread }) => unread)?.id;
  useEffect(() => {
    if (upTo !== undefined) void perform(MARK_READ, { personId, number, upTo });
  }, [personId, number, upTo]);
  // The 'New' line stays where it was when the dialog opened.
  const first = useRef<number | undefined>(undefined);
  first.current ??= texts?.find(({ unread }) => unread)?.id;
  return first.current;
};

/**
 * The phone number must not be stored in plain text beside the encrypted draft, so a phone that belongs to nobody is
 * identified by its first text.
 */
const draftName = ({ personId }: ThreadOf, firstId: number | null | undefined) => {
  if (personId) return `answer to ${personId}`;
  return firstId ? `answer to text ${firstId}` : undefined;
};

const sharedLine = (names: readonly string[]) =>
  `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} the same phone: its texts appear under each of them.`;

interface ConversationDialogProps {
  readonly thread: ThreadOf;
  /** Shown until the server has answered the name. */
  readonly name: string;
  readonly onClose: () => void;
}

/** The texts with one person or phone, oldest first, and a box to answer. */
export const ConversationDialog = ({ thread, name, onClose }: ConversationDialogProps) => {
  const query = useConversation(thread);
  const zone = useZone();
  const { data } = query;
  const firstNew = useMarkRead(thread, data?.texts);
  const [again, setAgain] = useState<ConversationText>();
  const box = useRef<HTMLTextAreaElement>(null);
  const save = useSave({
    ...ANSWER,
    draft: draftName(thread, data?.firstId),
    values: { text: '' },
    input: ({ text }) => ({ personId: thread.personId, number: data?.answerTo ?? '', text }),
    check: ({ text }) => (text.trim() === '' ? [{ field: 'text', message: EMPTY_MESSAGE }] : []),
    savedAs: () => ({ value: { text: '' }, rev: 0 }),
    onSaved: () => {
      toast.success(QUEUED);
      box.current?.focus();
    },
  });
  const { text: draft } = save.values;
  const isEmpty = draft.trim() === '';
  const { leave, question } = useClosing({ save, onClose });

  const start = () => (data?.answerTo && !data.reason ? save.submit() : box.current?.focus());
  const failure = failureOf(query, 'Couldn’t load the texts');
  return (
    <DialogOrTab
      opened
      wide
      title={`Text messages with ${data?.name ?? name}`}
      forced={question !== undefined || again !== undefined}
      onClose={leave}
      actions={
        <>
          <CloseAction onClose={leave} />
          <ReasonButton
            size="sm"
            variant="filled"
            reason={data?.reason ?? undefined}
            leftSection={<IconMessage {...menuIcon} />}
            loading={save.pending}
            onClick={start}
          >
            Send SMS
          </ReasonButton>
        </>
      }
    >
      {failure ? (
        <ErrorState {...failure} />
      ) : (
        <Stack gap={12}>
          {data ? (
            <Texts data={data} zone={zone} firstNew={firstNew} onAgain={setAgain} />
          ) : (
            <Box component="p" mih={200} role="status">
              Loading the texts…
            </Box>
          )}
          {data && data.sharedWith.length > 0 && <Note tone="info">{sharedLine(data.sharedWith)}</Note>}
          {data?.reason && <Note tone="warn">{data.reason}</Note>}
          <FormBody save={save} className={classes.answer} plain>
            <Textarea
              ref={box}
              label={data?.answerTo ? `Answer to ${formatPhone(data.answerTo)}` : 'Answer'}
              rows={3}
              maxLength={MAX_SMS}
              disabled={data === undefined || data.reason !== null}
              data-autofocus
              {...save.text('text')}
            />
            {!isEmpty && <SizeLine text={draft} sms />}
          </FormBody>
        </Stack>
      )}
      {question}
      {again && (
        <SendAgainDialog
          message={{ ...again, to: formatPhone(again.number) }}
          onClose={() => setAgain(undefined)}
        />
      )}
    </DialogOrTab>
  );
};

interface TextsProps {
  readonly data: Conversation;
  readonly zone: string;
  readonly firstNew: number | undefined;
  readonly onAgain: (text: ConversationText) => void;
}

const Texts = ({ data, zone, firstNew, onAgain }: TextsProps) =>
  data.texts.length === 0 ? (
    <EmptyState icon={IconMessages} title="No texts yet" text="Texts to and from this phone appear here." />
  ) : (
    <ConversationTexts {...data} zone={zone} firstNew={firstNew} onAgain={onAgain} />
  );
