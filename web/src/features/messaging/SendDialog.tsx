import { REASONS, type Reason, type Refusal } from '@homecare/domain/errors.ts';
import {
  canMail,
  EMPTY_MESSAGE,
  fillTemplate,
  hasPlaceholder,
  MAX_MAIL,
  MAX_SMS,
  MAX_SUBJECT,
  notQueued,
  QUEUED,
  smsNumber,
} from '@homecare/domain/messaging/rules.ts';
import type { Channel, Recipient } from '@homecare/domain/messaging/schema.ts';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DraftNote, UNSENT } from '../../platform/form/DraftNote.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { useAnswer } from '../../platform/form/use-answer.ts';
import { useClosing } from '../../platform/form/use-closing.tsx';
import { closeErrors, toast } from '../../platform/toasts.ts';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { focusField } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { SEND_ERRORS, SEND_MAIL, SEND_SMS } from './api.ts';
import { ChannelButton } from './ChannelButton.tsx';
import { subjectError, useChannelReasons } from './channels.ts';
import classes from './SendDialog.module.css';
import { SizeLine } from './SizeLine.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';

type Draft = { readonly subject: string; readonly text: string };

interface SendDialogProps {
  readonly to: Recipient;
  readonly onClose: () => void;
  /** Initial subject and text, such as the link of a document. */
  readonly initial?: Draft;
  /** Message after sending. */
  readonly success?: string;
}

/** Sends texts and e-mails by separate calls. The dialog shows the server's refusal (docs/rules/messaging.md, rule 17). */
const useMessage = ({ to, onClose, success = QUEUED }: SendDialogProps) => {
  const answers = {
    onDone: () => {
      closeErrors(SEND_ERRORS);
      toast.success(success);
      onClose();
    },
    onRefused: ({ reason }: Refusal<Reason>) => toast.error(notQueued(REASONS[reason].status)),
  };
  const sms = useAction({ ...SEND_SMS, ...answers });
  const mail = useAction({ ...SEND_MAIL, ...answers });
  const pending: Channel | undefined = sms.pending ? 'SMS' : mail.pending ? 'Email' : undefined;
  const send = (channel: Channel, { subject, text }: Draft) => {
    if (pending) return;
    sms.forget();
    mail.forget();
    if (channel === 'SMS')
      void sms.run({
        sms: [{ number: smsNumber(to.phone ?? ''), text: fillTemplate(text, { name: to.name }) }],
      });
    else
      void mail.run({
        email: [{ email: to.email ?? '', subject: subject.trim(), text: fillTemplate(text, to) }],
      });
  };
  return { send, pending, refusal: sms.refusal ?? mail.refusal };
};

const contactOf = ({ phone, email }: Recipient) => [phone, email].filter(Boolean).join(' · ');

const NOTHING: Draft = { subject: '', text: '' };

interface PreviewProps {
  readonly text: string;
  readonly to: Recipient;
  readonly open: { readonly sms: boolean; readonly mail: boolean };
}

/** Previews the text as it will be sent: once if all channels send the same, otherwise once per available channel. */
const readingsOf = ({ text, to, open }: PreviewProps) => {
  const sms = fillTemplate(text, { name: to.name });
  const mail = fillTemplate(text, to);
  if (open.sms && open.mail && sms !== mail)
    return [
      { label: 'SMS reads:', text: sms },
      { label: 'Email reads:', text: mail },
    ];
  return [{ label: 'Reads:', text: open.mail ? mail : sms }];
};
const Preview = (props: PreviewProps) =>
  hasPlaceholder(props.text) &&
  readingsOf(props).map(({ label, text }) => (
    <p key={label} className={classes.preview}>
      {label} {text}
    </p>
  ));

const isEmpty = (text: string) => text.trim() === '';
const checkDraft = ({ subject, text }: Draft) => {
  const message = isEmpty(text) ? EMPTY_MESSAGE : subjectError(subject);
  return message === undefined ? [] : [{ field: isEmpty(text) ? 'text' : 'subject', message }];
};

/**
 * Email/SMS sender with recipient, template picker and message box, and a subject if there is an address
 * (docs/rules/messaging.md, rule 16).
 */
export const SendDialog = (props: SendDialogProps) => {
  const { to, onClose, initial = NOTHING } = props;
  const answer = useAnswer<Draft>({
    values: initial,
    check: checkDraft,
    // A text provided by a screen needs no draft, because the screen provides it again.
    draft: initial === NOTHING ? `message to ${to.id}` : undefined,
  });
  const draft = answer.values;
  const { text } = draft;
  const [asksSubject, setAsksSubject] = useState(false);
  const reasons = useChannelReasons(to, text);
  const open = { sms: !reasons.SMS, mail: !reasons.Email };
  const main: Channel | undefined = open.mail ? 'Email' : open.sms ? 'SMS' : undefined;
  const giveUp = () => {
    answer.giveUp();
    onClose();
  };
  const { send, pending, refusal } = useMessage({ ...props, onClose: giveUp });
  const start = (channel: Channel) => {
    const checked = answer.checked();
    if (!checked) {
      if (isEmpty(text)) toast.error(EMPTY_MESSAGE);
    } else if (channel === 'Email' && checked.subject.trim() === '') setAsksSubject(true);
    else send(channel, checked);
  };
  const { leave, question } = useClosing({ save: answer, onClose });
  return (
    <Dialog
      opened
      title={`Send to ${to.name || 'Case Manager'}`}
      forced={question !== undefined}
      onClose={leave}
      actions={
        <>
          <Button size="sm" onClick={leave}>
            Cancel
          </Button>
          {(['SMS', 'Email'] as const).map((channel) => (
            <ChannelButton
              key={channel}
              channel={channel}
              reason={reasons[channel]}
              main={main === channel}
              pending={pending === channel}
              onClick={() => start(channel)}
            >
              Send {channel}
            </ChannelButton>
          ))}
        </>
      }
    >
      <p className="ink2">{contactOf(to) || 'No phone and no e-mail address on record.'}</p>
      <Stack gap={12} pt={12} ref={answer.place}>
        {refusal && (
          <Note tone="danger" live>
            {refusal.info}
          </Note>
        )}
        <DraftNote draft={answer.draft} said={UNSENT} />
        <TemplatePicker message={text} onPick={(picked) => answer.set({ text: picked })} />
        {canMail(to.email) && (
          <TextInput
            label="Subject"
            description="Email only"
            maxLength={MAX_SUBJECT}
            autoComplete="off"
            {...answer.text('subject')}
          />
        )}
        <Textarea
          label="Message"
          required
          rows={6}
          maxLength={open.mail ? MAX_MAIL : MAX_SMS}
          data-autofocus
          {...answer.text('text')}
        />
        <SizeLine text={fillTemplate(text, open.sms ? { name: to.name } : to)} sms={open.sms} />
        <Preview text={text} to={to} open={open} />
      </Stack>
      {asksSubject && (
        <ConfirmDialog
          opened
          title="Send without a subject?"
          confirmLabel="Send without a subject"
          cancelLabel="Add a subject"
          focusCancel
          onConfirm={() => {
            setAsksSubject(false);
            send('Email', draft);
          }}
          onCancel={() => {
            setAsksSubject(false);
            focusField('subject');
          }}
        >
          <p>Mail programs often file an email without a subject as spam.</p>
        </ConfirmDialog>
      )}
      {question}
    </Dialog>
  );
};
