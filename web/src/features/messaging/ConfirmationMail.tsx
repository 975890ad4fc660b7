import { canMail } from '@homecare/domain/messaging/rules.ts';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useCapabilities } from '../../platform/site.ts';
import { smallIcon } from '../../ui/icons.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { sendConfirmationMail } from './api.ts';
import classes from './ConfirmationMail.module.css';

interface ConfirmationMailProps {
  readonly personId: number;
  /** As it is stored, and as it stands in the form. */
  readonly stored: string | null;
  readonly typed: string;
  readonly confirmed: boolean;
}

/** Mails a link that sets confirmedEmail (docs/rules/people.md, rule 44). */
export const ConfirmationMail = ({ personId, stored, typed, confirmed }: ConfirmationMailProps) => {
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const isOn = useCapabilities()?.emailEnabled ?? false;
  const isChanged = typed.trim() !== (stored ?? '');
  if (!isOn || (confirmed && !isChanged) || !canMail(isChanged ? typed.trim() : stored)) return null;
  const send = async () => {
    setBusy(true);
    const sent = await sendConfirmationMail(personId);
    setBusy(false);
    if (sent.ok) setSentTo(sent.data.to);
  };
  if (sentTo === stored && !isChanged)
    return (
      <p className={classes.line} role="status">
        Confirmation mail to {sentTo} added to queue.
      </p>
    );
  return (
    <div className={classes.line}>
      <ReasonButton
        reason={isChanged ? 'Save the new address first' : undefined}
        leftSection={<IconMailCheck {...smallIcon} />}
        loading={busy}
        onClick={() => void send()}
      >
        Send confirmation mail
      </ReasonButton>
    </div>
  );
};
