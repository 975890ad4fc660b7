import { sendPasswordLink } from '@homecare/domain/accounts/contract.ts';
import { LINK_MISSING, passwordMail } from '@homecare/domain/accounts/rules.ts';
import type { ProviderAccount } from '@homecare/domain/accounts/schema.ts';
import { type FieldError, REASONS } from '@homecare/domain/errors.ts';
import {
  EMPTY_MESSAGE,
  LINK_PLACE,
  MAX_SMS,
  MAX_SUBJECT,
  notQueued,
  QUEUED,
} from '@homecare/domain/messaging/rules.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClosing } from '../../platform/form/use-closing.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { useSite } from '../../platform/own-site.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Note } from '../../ui/Note.tsx';
import { ChannelButton } from '../messaging/ChannelButton.tsx';
import { subjectError, useChannelReasons } from '../messaging/channels.ts';
import classes from './accounts.module.css';
import { endOfTemporary } from './password-state.ts';

interface SendLinkDialogProps {
  readonly provider: ProviderAccount;
  readonly accountId: number;
  readonly password: string;
  readonly zone: string;
  readonly onClose: () => void;
}

const check = ({ subject, text }: { readonly subject: string; readonly text: string }): FieldError[] => {
  const missing = text.trim() === '' ? EMPTY_MESSAGE : text.includes(LINK_PLACE) ? undefined : LINK_MISSING;
  if (missing) toast.error(missing);
  const wrong = subjectError(subject);
  return [
    ...(wrong ? [{ field: 'subject', message: wrong }] : []),
    ...(missing ? [{ field: 'text', message: missing }] : []),
  ];
};

/** Sends a link after an EVV account was created or reset. The password itself is only handed over in person. */
export const SendLinkDialog = ({ provider, accountId, password, zone, onClose }: SendLinkDialogProps) => {
  const agency = useSite()?.title ?? '';
  const [mail] = useState(() => passwordMail({ name: provider.fullName, login: provider.login }, agency));
  const [until] = useState(() => endOfTemporary(zone));
  const [sentBy, setSentBy] = useState<readonly Channel[]>([]);
  const [channel, setChannel] = useState<Channel>('SMS');
  const save = useSave({
    call: sendPasswordLink,
    keyed: true,
    values: { ...mail, channel },
    input: (values) => ({ id: accountId, ...values }),
    check,
    savedAs: (_, value) => ({ value, rev: 0 }),
    onSaved: (_, values) => {
      toast.success(QUEUED);
      setSentBy((before) => [...new Set([...before, values.channel])]);
    },
    onRefused: ({ reason }) => {
      toast.error(notQueued(REASONS[reason].status));
    },
  });
  const { leave, question } = useClosing({ save, onClose });
  const reasons = useChannelReasons(provider, save.values.text);
  const start = (by: Channel) => {
    if (save.pending) return;
    setChannel(by);
    save.set({ channel: by });
    save.submit();
  };
  const pending = save.pending ? channel : undefined;
  return (
    <Dialog
      opened
      title="Email/Sms sender"
      onClose={leave}
      actions={
        <>
          <Button size="sm" onClick={leave}>
            Close
          </Button>
          {(['SMS', 'Email'] as const).map((by) => (
            <ChannelButton
              key={by}
              channel={by}
              reason={reasons[by]}
              pending={pending === by}
              onClick={() => start(by)}
            >
              Send via {by}
            </ChannelButton>
          ))}
        </>
      }
    >
      <Facts
        look="line"
        rows={[
          ['Recipient', provider.name],
          ['Phone', provider.phone],
          ['E-mail', provider.email],
        ]}
      />
      <div className={classes.form} ref={save.place}>
        <Note tone="info">
          {provider.login} signs in with <span className={classes.secret}>{password}</span> until {until}. It
          is shown only here; a message carries a link instead, where the caregiver chooses a password.
        </Note>
        {save.refusal && (
          <Note tone="danger" live>
            {save.refusal}
          </Note>
        )}
        {sentBy.length > 0 && (
          <Note tone="ok" live>
            {`Queued: ${sentBy.map((channel) => (channel === 'SMS' ? 'SMS' : 'e-mail')).join(' and ')}.`}
          </Note>
        )}
        <TextInput
          label="Subject"
          description="Email only"
          maxLength={MAX_SUBJECT}
          autoComplete="off"
          {...save.text('subject')}
        />
        <Textarea
          label="Message"
          required
          rows={5}
          maxLength={MAX_SMS}
          description={`The link replaces ${LINK_PLACE}.`}
          {...save.text('text')}
        />
      </div>
      {question}
    </Dialog>
  );
};
