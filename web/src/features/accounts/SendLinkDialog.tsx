import { LINK_MISSING, passwordMail } from '@homecare/domain/accounts/rules.ts';
import type { ProviderAccount } from '@homecare/domain/accounts/schema.ts';
import { REASONS } from '@homecare/domain/errors.ts';
import {
  canMail,
  canText,
  EMPTY_MESSAGE,
  isOneLine,
  LINK_PLACE,
  MAX_SMS,
  MAX_SUBJECT,
  notQueued,
  QUEUED,
} from '@homecare/domain/messaging/rules.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconMail, IconMessage } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { newAttemptKey } from '../../platform/send.ts';
import { useCapabilities, useSite } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import classes from './accounts.module.css';
import { sendPasswordLink } from './api.ts';
import { endOfTemporary } from './password-state.ts';

interface SendLinkDialogProps {
  readonly provider: ProviderAccount;
  readonly accountId: number;
  readonly password: string;
  readonly zone: string;
  readonly onClose: () => void;
}

/** Why a channel cannot be used now; undefined: it can. */
const useReasons = ({ phone, email }: ProviderAccount) => {
  const { smsEnabled, emailEnabled } = useCapabilities() ?? {};
  const sms = !smsEnabled
    ? 'Text messages are not switched on for your agency'
    : canText(phone)
      ? undefined
      : 'The phone needs ten digits';
  const mail = !emailEnabled
    ? 'E-mail is not switched on for your agency'
    : canMail(email)
      ? undefined
      : 'No valid email address';
  return { SMS: sms, Email: mail } as const;
};

const faultOf = (text: string) => {
  if (text.trim() === '') return EMPTY_MESSAGE;
  return text.includes(LINK_PLACE) ? undefined : LINK_MISSING;
};

/** Email/Sms sender after an EVV account was made or reset: a link instead of the password; that is told in person. */
export const SendLinkDialog = ({ provider, accountId, password, zone, onClose }: SendLinkDialogProps) => {
  const agency = useSite()?.title ?? '';
  const [draft, setDraft] = useState(() =>
    passwordMail({ name: provider.fullName, login: provider.login }, agency),
  );
  const [until] = useState(() => endOfTemporary(zone));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState<Channel>();
  const [refusal, setRefusal] = useState('');
  const [sentBy, setSentBy] = useState<readonly Channel[]>([]);
  const attempts = useRef<Partial<Record<Channel, string>>>({});
  const reasons = useReasons(provider);
  const fault = faultOf(draft.text);
  const subjectFault = isOneLine(draft.subject) ? undefined : 'A subject is one line.';

  const change = (next: Partial<typeof draft>) => {
    attempts.current = {};
    setDraft((before) => ({ ...before, ...next }));
  };
  const start = async (channel: Channel) => {
    setTried(true);
    setRefusal('');
    if (busy) return;
    if (fault || subjectFault) {
      if (fault) toast.error(fault);
      return;
    }
    attempts.current[channel] ??= newAttemptKey();
    setBusy(channel);
    const sent = await sendPasswordLink({ id: accountId, channel, ...draft }, attempts.current[channel]);
    setBusy(undefined);
    if (sent.ok) {
      toast.success(QUEUED);
      setSentBy((before) => [...new Set([...before, channel])]);
      return;
    }
    if (sent.reason !== 'unavailable') delete attempts.current[channel];
    toast.error(notQueued(REASONS[sent.reason].status));
    setRefusal(sent.info);
  };
  return (
    <Dialog
      opened
      title="Email/Sms sender"
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
          <ReasonButton
            size="sm"
            reason={reasons.SMS}
            leftSection={<IconMessage {...menuIcon} />}
            loading={busy === 'SMS'}
            onClick={() => void start('SMS')}
          >
            Send via SMS
          </ReasonButton>
          <ReasonButton
            size="sm"
            reason={reasons.Email}
            leftSection={<IconMail {...menuIcon} />}
            loading={busy === 'Email'}
            onClick={() => void start('Email')}
          >
            Send via Email
          </ReasonButton>
        </>
      }
    >
      <dl className={classes.facts}>
        <div>
          <dt>Recipient</dt>
          <dd>{provider.name}</dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>{provider.phone || '–'}</dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd>{provider.email || '–'}</dd>
        </div>
      </dl>
      <div className={classes.form}>
        <Note tone="info">
          {provider.login} signs in with <span className={classes.secret}>{password}</span> until {until}. It
          is shown only here; a message carries a link instead, where the caregiver chooses a password.
        </Note>
        {refusal && (
          <Note tone="danger" live>
            {refusal}
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
          value={draft.subject}
          error={tried ? subjectFault : undefined}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
        <Textarea
          label="Message"
          required
          rows={5}
          maxLength={MAX_SMS}
          description={`The link replaces ${LINK_PLACE}.`}
          value={draft.text}
          error={tried ? fault : undefined}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      </div>
    </Dialog>
  );
};
