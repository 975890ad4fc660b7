import { canMail, QUEUED } from '@homecare/domain/messaging/rules.ts';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { smallIcon } from '../../ui/icons.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { SEND_CONFIRMATION } from './api.ts';
import classes from './ConfirmationMail.module.css';

interface ConfirmationMailProps {
  readonly personId: number;
  /** The stored address; `typed` is the one in the form. */
  readonly stored: string | null;
  readonly typed: string;
  readonly confirmed: boolean;
}

/** Mails a link that sets confirmedEmail (docs/rules/people.md, rule 44). */
export const ConfirmationMail = ({ personId, stored, typed, confirmed }: ConfirmationMailProps) => {
  const [sentTo, setSentTo] = useState<string>();
  const mail = useAction({
    ...SEND_CONFIRMATION,
    onDone: ({ data }) => {
      toast.success(QUEUED);
      setSentTo(data.to);
    },
  });
  const isOn = useCapabilities()?.emailEnabled ?? false;
  const isChanged = typed.trim() !== (stored ?? '');
  if (!isOn || (confirmed && !isChanged) || !canMail(isChanged ? typed.trim() : stored)) return null;
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
        loading={mail.pending}
        onClick={() => void mail.run({ id: personId })}
      >
        Send confirmation mail
      </ReasonButton>
    </div>
  );
};
