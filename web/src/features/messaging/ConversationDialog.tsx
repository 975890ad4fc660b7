import { formatPhone } from '@homecare/domain/formats.ts';
import type { Conversation, ConversationText } from '@homecare/domain/messaging/delivery-contract.ts';
import { EMPTY_MESSAGE, MAX_SMS } from '@homecare/domain/messaging/rules.ts';
import { Button, Textarea } from '@mantine/core';
import { IconMessage, IconMessages } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { newAttemptKey } from '../../platform/send.ts';
import { useCapabilities } from '../../platform/site.ts';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import classes from './ConversationDialog.module.css';
import { ConversationTexts } from './ConversationTexts.tsx';
import { readTexts, sendAnswer, type ThreadOf, useConversation } from './conversation-api.ts';
import { SendAgainDialog } from './SendAgainDialog.tsx';
import { SizeLine } from './SizeLine.tsx';

/** What stands in the dialog is read: by the last text that is shown, so that one which comes just now stays new. */
const useMarkRead = (thread: ThreadOf, texts: readonly ConversationText[] | undefined) => {
  const { personId, number } = thread;
  const upTo = texts?.findLast(({ unread }) => unread)?.id;
  useEffect(() => {
    if (upTo !== undefined) void readTexts({ personId, number }, upTo);
  }, [personId, number, upTo]);
  // 'New' stays where it was when the dialog opened.
  const first = useRef<number | undefined>(undefined);
  first.current ??= texts?.find(({ unread }) => unread)?.id;
  return first.current;
};

/** One attempt keeps its key until the server has answered it: pressed again, nothing goes twice. */
const useAnswer = (personId: number | null) => {
  const attempt = useRef<string>(undefined);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const answer = async (number: string, text: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setRefusal(undefined);
    attempt.current ??= newAttemptKey();
    const sent = await sendAnswer(personId, number, text, attempt.current);
    setBusy(false);
    if (sent.ok || sent.reason !== 'unavailable') attempt.current = undefined;
    if (!sent.ok) setRefusal(sent.info);
    return sent.ok;
  };
  // What is changed after an unanswered attempt is another text.
  const forget = () => {
    attempt.current = undefined;
    setRefusal(undefined);
  };
  return { answer, forget, busy, refusal };
};

const sharedLine = (names: readonly string[]) =>
  `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} the same phone: texts stand with each of them.`;

interface ConversationDialogProps {
  readonly thread: ThreadOf;
  /** Until the server has told it. */
  readonly name: string;
  readonly onClose: () => void;
}

/** The texts with one person or phone, oldest first, and the answer to them. */
export const ConversationDialog = ({ thread, name, onClose }: ConversationDialogProps) => {
  const query = useConversation(thread);
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const { data } = query;
  const firstNew = useMarkRead(thread, data?.texts);
  const [draft, setDraft] = useState('');
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [again, setAgain] = useState<ConversationText>();
  const box = useRef<HTMLTextAreaElement>(null);
  const { answer, forget, busy, refusal } = useAnswer(thread.personId);
  const isEmpty = draft.trim() === '';
  const leave = () => (isEmpty ? onClose() : setLeaving(true));

  const start = async () => {
    setTried(true);
    if (isEmpty || !data?.answerTo || data.reason) return box.current?.focus();
    if (!(await answer(data.answerTo, draft))) return;
    setDraft('');
    setTried(false);
    box.current?.focus();
  };
  const change = (text: string) => {
    forget();
    setDraft(text);
  };
  const failure = failureOf(query, 'The texts could not be loaded');
  return (
    <Dialog
      opened
      wide
      title={`Text messages with ${data?.name ?? name}`}
      forced={leaving || again !== undefined}
      onClose={leave}
      onMain={() => void start()}
      actions={
        <>
          <Button size="sm" onClick={leave}>
            Close
          </Button>
          <ReasonButton
            size="sm"
            variant="filled"
            reason={data?.reason ?? undefined}
            leftSection={<IconMessage {...menuIcon} />}
            loading={busy}
            onClick={() => void start()}
          >
            Send SMS
          </ReasonButton>
        </>
      }
    >
      {failure ? (
        <ErrorState {...failure} />
      ) : (
        <div className={classes.conversation}>
          {data ? (
            <Texts data={data} zone={zone} firstNew={firstNew} onAgain={setAgain} />
          ) : (
            <p className={classes.waiting} role="status">
              Loading the texts…
            </p>
          )}
          {data && data.sharedWith.length > 0 && <Note tone="info">{sharedLine(data.sharedWith)}</Note>}
          {data?.reason && <Note tone="warn">{data.reason}</Note>}
          {refusal && (
            <Note tone="danger" live>
              {refusal}
            </Note>
          )}
          <div className={classes.answer}>
            <Textarea
              ref={box}
              label={data?.answerTo ? `Answer to ${formatPhone(data.answerTo)}` : 'Answer'}
              rows={3}
              maxLength={MAX_SMS}
              disabled={data === undefined || data.reason !== null}
              data-autofocus
              value={draft}
              error={tried && isEmpty && !data?.reason ? EMPTY_MESSAGE : undefined}
              onChange={(event) => change(event.currentTarget.value)}
            />
            {!isEmpty && <SizeLine text={draft} sms />}
          </div>
        </div>
      )}
      {/* Mounted only then: the Escape that opens it must not close it too. */}
      {leaving && (
        <ConfirmDialog
          opened
          title="Discard the answer?"
          confirmLabel="Discard"
          cancelLabel="Keep writing"
          danger
          focusCancel
          onConfirm={onClose}
          onCancel={() => setLeaving(false)}
        >
          <p>It was not sent.</p>
        </ConfirmDialog>
      )}
      {again && (
        <SendAgainDialog
          message={{ ...again, to: formatPhone(again.number) }}
          onClose={() => setAgain(undefined)}
        />
      )}
    </Dialog>
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
