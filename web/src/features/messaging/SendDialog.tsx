import {
  canMail,
  canText,
  EMPTY_MESSAGE,
  fillTemplate,
  hasPlaceholder,
  isOneLine,
  MAX_MAIL,
  MAX_SMS,
  MAX_SUBJECT,
} from '@homecare/domain/messaging/rules.ts';
import type { Channel, Recipient } from '@homecare/domain/messaging/schema.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconMail, IconMessage } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { newAttemptKey } from '../../platform/send.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { sendMail, sendSms } from './api.ts';
import classes from './SendDialog.module.css';
import { SizeLine } from './SizeLine.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';

/** Why a channel cannot be used now; undefined: it can (docs/rules/messaging.md, rule 16). */
const useChannels = ({ phone, email }: Recipient, text: string) => {
  const capabilities = useCapabilities();
  const smsReason = !capabilities?.smsEnabled
    ? 'Text messages are not switched on for your agency'
    : !canText(phone)
      ? 'The phone needs ten digits'
      : text.length > MAX_SMS
        ? `A text message has at most ${MAX_SMS.toLocaleString('en-US')} characters`
        : undefined;
  const mailReason = !capabilities?.emailEnabled
    ? 'E-mail is not switched on for your agency'
    : canMail(email)
      ? undefined
      : 'No valid email address';
  return { smsReason, mailReason };
};

interface Draft {
  readonly subject: string;
  readonly text: string;
}

/** One attempt of a channel keeps its key until the server has answered it: pressed again, nothing goes twice. */
const useSending = (to: Recipient, onSent: () => void, told: string | undefined) => {
  const attempts = useRef<Partial<Record<Channel, string>>>({});
  const [busy, setBusy] = useState<Channel>();
  const [refusal, setRefusal] = useState<string>();
  const send = async (channel: Channel, { subject, text }: Draft) => {
    if (busy) return;
    setBusy(channel);
    setRefusal(undefined);
    attempts.current[channel] ??= newAttemptKey();
    const key = { key: attempts.current[channel], told };
    const sent =
      channel === 'SMS'
        ? await sendSms(to.phone ?? '', fillTemplate(text, { name: to.name }), key)
        : await sendMail(to.email ?? '', subject.trim(), fillTemplate(text, to), key);
    setBusy(undefined);
    if (sent.ok) return onSent();
    if (sent.reason !== 'unavailable') delete attempts.current[channel];
    setRefusal(sent.info);
  };
  // What is changed after an unanswered attempt is another message.
  const forget = () => {
    attempts.current = {};
    setRefusal(undefined);
  };
  return { send, forget, busy, refusal };
};

const contactOf = ({ phone, email }: Recipient) => [phone, email].filter(Boolean).join(' · ');

const subjectError = (subject: string) => (isOneLine(subject) ? undefined : 'A subject is one line.');

const NOTHING: Draft = { subject: '', text: '' };

interface SendDialogProps {
  readonly to: Recipient;
  readonly onClose: () => void;
  /** What stands in the boxes at first, e.g. the link of a document. */
  readonly initial?: Draft;
  /** What is said when it was sent. */
  readonly told?: string;
}

/** The text as it goes: one line where every channel says the same, else one for each that is open. */
const readingsOf = (text: string, to: Recipient, open: { readonly sms: boolean; readonly mail: boolean }) => {
  const sms = fillTemplate(text, { name: to.name });
  const mail = fillTemplate(text, to);
  if (open.sms && open.mail && sms !== mail)
    return [
      { label: 'SMS reads:', text: sms },
      { label: 'Email reads:', text: mail },
    ];
  return [{ label: 'Reads:', text: open.mail ? mail : sms }];
};

/**
 * Email/SMS sender: recipient, template picker, message box; the subject when there is an address
 * (docs/rules/messaging.md, rule 16).
 */
export const SendDialog = ({ to, onClose, initial = NOTHING, told }: SendDialogProps) => {
  const [draft, setDraft] = useState<Draft>(initial);
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [subjectless, setSubjectless] = useState(false);
  const subject = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const { smsReason, mailReason } = useChannels(to, draft.text);
  const { send, forget, busy, refusal } = useSending(to, onClose, told);
  const isEmpty = draft.text.trim() === '';

  const change = (next: Partial<Draft>) => {
    forget();
    setDraft((before) => ({ ...before, ...next }));
  };
  const start = (channel: Channel) => {
    setTried(true);
    if (isEmpty) toast.error(EMPTY_MESSAGE);
    if (isEmpty || subjectError(draft.subject)) box.current?.focus();
    else if (channel === 'Email' && draft.subject.trim() === '') setSubjectless(true);
    else void send(channel, draft);
  };
  const addSubject = () => {
    setSubjectless(false);
    subject.current?.focus();
  };
  // What nobody has typed is no loss.
  const leave = () => (isEmpty || draft.text === initial.text ? onClose() : setLeaving(true));
  const main: Channel | undefined = mailReason ? (smsReason ? undefined : 'SMS') : 'Email';
  return (
    <Dialog
      opened
      title={`Send to ${to.name || 'Case Manager'}`}
      forced={leaving}
      onClose={leave}
      onMain={() => main && start(main)}
      actions={
        <>
          <Button size="sm" onClick={leave}>
            Cancel
          </Button>
          <ReasonButton
            size="sm"
            reason={smsReason}
            variant={main === 'SMS' ? 'filled' : 'default'}
            leftSection={<IconMessage {...menuIcon} />}
            loading={busy === 'SMS'}
            onClick={() => start('SMS')}
          >
            Send SMS
          </ReasonButton>
          <ReasonButton
            size="sm"
            reason={mailReason}
            variant={main === 'Email' ? 'filled' : 'default'}
            leftSection={<IconMail {...menuIcon} />}
            loading={busy === 'Email'}
            onClick={() => start('Email')}
          >
            Send Email
          </ReasonButton>
        </>
      }
    >
      <p className={classes.contact}>{contactOf(to) || 'No phone and no e-mail address on record.'}</p>
      <div className={classes.fields}>
        {refusal && (
          <Note tone="danger" live>
            {refusal}
          </Note>
        )}
        <TemplatePicker message={draft.text} onPick={(text) => change({ text })} />
        {canMail(to.email) && (
          <TextInput
            ref={subject}
            label="Subject"
            description="Email only"
            maxLength={MAX_SUBJECT}
            autoComplete="off"
            value={draft.subject}
            error={subjectError(draft.subject)}
            onChange={(event) => change({ subject: event.currentTarget.value })}
          />
        )}
        <Textarea
          ref={box}
          label="Message"
          required
          rows={6}
          maxLength={mailReason ? MAX_SMS : MAX_MAIL}
          data-autofocus
          value={draft.text}
          error={tried && isEmpty ? EMPTY_MESSAGE : undefined}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <SizeLine text={fillTemplate(draft.text, smsReason ? to : { name: to.name })} sms={!smsReason} />
        {hasPlaceholder(draft.text) &&
          readingsOf(draft.text, to, { sms: !smsReason, mail: !mailReason }).map(({ label, text }) => (
            <p key={label} className={classes.preview}>
              {label} {text}
            </p>
          ))}
      </div>
      {subjectless && (
        <ConfirmDialog
          opened
          title="Send without a subject?"
          confirmLabel="Send without a subject"
          cancelLabel="Add a subject"
          focusCancel
          onConfirm={() => {
            setSubjectless(false);
            void send('Email', draft);
          }}
          onCancel={addSubject}
        >
          <p>Mail programs often file an email without a subject as spam.</p>
        </ConfirmDialog>
      )}
      {/* Mounted only then: the Escape that opens it must not close it too. */}
      {leaving && (
        <ConfirmDialog
          opened
          title="Discard the message?"
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
    </Dialog>
  );
};
