import { PASSKEY_FAILED, PIN_DIGITS } from '@homecare/domain/accounts/phone.ts';
import type { PhoneLock } from '@homecare/domain/accounts/schema.ts';
import { Button, PasswordInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTask } from '../../platform/form/use-action.ts';
import { rememberLock } from '../../platform/phone-lock.ts';
import { keepSession } from '../../platform/session.ts';
import { postponeSignIn, settleSignIn } from '../../platform/sign-in-again.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { phoneIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { unlockByPasskey, unlockByPin } from './phone-api.ts';
import { useAccountWords } from './words.ts';

interface UnlockFormProps {
  readonly lock: PhoneLock;
  /** The phone is no longer signed in, or the caregiver prefers the password. */
  readonly onPassword: (problem: string) => void;
}

/** Unlocks the phone of a caregiver who stays signed in, by the phone's lock or six digits. */
export const UnlockForm = ({ lock, onPassword }: UnlockFormProps) => {
  const { words, translate } = useAccountWords();
  const [pin, setPin] = useState('');
  const pinField = useRef<HTMLInputElement>(null);
  /** Shows the problem and lets the caregiver try again at once. */
  const retry = (sentence: string) => {
    pinField.current?.focus();
    return sentence;
  };

  const unlocking = useTask(async () => {
    const sent = await (lock === 'pin' ? unlockByPin(pin) : unlockByPasskey());
    setPin('');
    if (!sent) return retry(PASSKEY_FAILED);
    if (sent.ok) {
      const { site, login, ...values } = sent.data;
      keepSession(values, login, site);
      return settleSignIn(true);
    }
    if (sent.reason !== 'notSignedIn') return retry(sent.info);
    rememberLock(undefined);
    return onPassword(sent.info);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void unlocking.run();
  };
  return (
    <Dialog
      opened
      isBlurred={false}
      title={words.locked}
      onClose={postponeSignIn}
      actions={
        <Button size="sm" onClick={() => onPassword('')}>
          {words.usePassword}
        </Button>
      }
    >
      <p>{words.lockedText}</p>
      <form className={classes.form} onSubmit={submit}>
        {unlocking.refusal && (
          <Note tone="danger" live>
            {translate(unlocking.refusal)}
          </Note>
        )}
        {lock === 'pin' && (
          <PasswordInput
            ref={pinField}
            label={words.pin}
            name="pin"
            inputMode="numeric"
            autoComplete="off"
            maxLength={PIN_DIGITS}
            size="md"
            data-autofocus
            value={pin}
            visibilityToggleButtonProps={{ 'aria-label': words.showPin, tabIndex: 0 }}
            onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, ''))}
          />
        )}
        <Button
          type="submit"
          size="lg"
          variant="filled"
          fullWidth
          loading={unlocking.pending}
          data-autofocus={lock === 'passkey' ? true : undefined}
          leftSection={lock === 'passkey' ? <IconFingerprint {...phoneIcon} /> : undefined}
        >
          {words.unlock}
        </Button>
      </form>
    </Dialog>
  );
};
