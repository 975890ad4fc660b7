import { checkPin, PASSKEY_FAILED, PHONE_DAYS, PIN_DIGITS } from '@homecare/domain/accounts/phone.ts';
import type { PhoneLock } from '@homecare/domain/accounts/schema.ts';
import { refuse } from '@homecare/domain/errors.ts';
import { Button, PasswordInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useTask } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { rememberLock } from '../../platform/phone-lock.ts';
import { toast } from '../../platform/toasts.ts';
import { phoneIcon } from '../../ui/icons.ts';
import { hasOwnLock } from './browser-passkeys.ts';
import { KEEP_PHONE, keepByPasskey } from './phone-api.ts';
import { useAccountWords } from './words.ts';

/** 'Stay signed in on this phone', with the phone's own lock if it has one, or with a PIN. */
export const StayDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { words, translate } = useAccountWords();
  const [ownLock, setOwnLock] = useState(false);
  useEffect(() => {
    void hasOwnLock().then(setOwnLock);
  }, []);
  const finish = (lock: PhoneLock) => {
    rememberLock(lock);
    toast.success(words.staysSignedIn);
    onClose();
  };
  const save = useSave({
    ...KEEP_PHONE,
    values: { pin: '', pinAgain: '' },
    input: ({ pin }) => ({ pin }),
    check: ({ pin, pinAgain }) => {
      const faults = checkPin(pin);
      return faults.length > 0 || pin === pinAgain
        ? faults
        : [{ field: 'pinAgain', message: words.pinsDiffer }];
    },
    say: translate,
    onSaved: ({ data }) => finish(data.lock),
  });
  const byLock = useTask(async () => {
    const sent = await keepByPasskey();
    if (sent?.ok) finish(sent.data.lock);
    else await save.refuse(sent ?? refuse('failed', PASSKEY_FAILED));
  });
  const box = (name: 'pin' | 'pinAgain', label: string) => (
    <PasswordInput
      {...save.text(name)}
      label={label}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={PIN_DIGITS}
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': words.showPin, tabIndex: 0 }}
      onChange={(event) => save.set({ [name]: event.currentTarget.value.replace(/\D/g, '') })}
    />
  );
  return (
    <FormDialog
      save={save}
      title={words.stayTitle}
      onClose={onClose}
      label={words.usePin}
      cancelLabel={words.cancel}
      disabled={byLock.pending}
      plain
      intro={<p>{words.stayText(PHONE_DAYS)}</p>}
    >
      {ownLock && (
        <>
          <Button
            size="lg"
            variant="filled"
            fullWidth
            loading={byLock.pending}
            disabled={save.pending}
            leftSection={<IconFingerprint {...phoneIcon} />}
            onClick={() => void byLock.run()}
          >
            {words.useOwnLock}
          </Button>
          <p className="ink2">{words.orPin}</p>
        </>
      )}
      {box('pin', words.pin)}
      {box('pinAgain', words.pinAgain)}
    </FormDialog>
  );
};
