import { checkPin, PASSKEY_FAILED, PHONE_DAYS, PIN_DIGITS } from '@homecare/domain/accounts/phone.ts';
import { Button, PasswordInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { rememberLock } from '../../platform/phone-lock.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { phoneIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { hasOwnLock, keepByPasskey, keepByPin } from './phone-api.ts';
import { useAccountWords } from './words.ts';

/** 'Stay signed in on this phone': with the phone's own lock where it has one, or with a PIN. */
export const StayDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { words, said } = useAccountWords();
  const formId = useId();
  const [ownLock, setOwnLock] = useState(false);
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void hasOwnLock().then(setOwnLock);
  }, []);

  const keep = async (work: () => ReturnType<typeof keepByPasskey>) => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    const sent = await work();
    setBusy(false);
    if (!sent) return setProblem(PASSKEY_FAILED);
    if (!sent.ok) return setProblem(sent.info);
    rememberLock(sent.data.lock);
    toast.success(words.staysSignedIn);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [fault] = checkPin(pin);
    if (fault) return setProblem(fault.message);
    if (pin !== again) return setProblem(words.pinsDiffer);
    void keep(() => keepByPin(pin));
  };
  const box = (label: string, name: string, value: string, onChange: (text: string) => void) => (
    <PasswordInput
      label={label}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={PIN_DIGITS}
      size="md"
      value={value}
      visibilityToggleButtonProps={{ 'aria-label': words.showPin, tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
    />
  );
  return (
    <Dialog
      opened
      title={words.stayTitle}
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button size="sm" variant="filled" type="submit" form={formId} loading={busy}>
            {words.usePin}
          </Button>
        </>
      }
    >
      <p>{words.stayText(PHONE_DAYS)}</p>
      {problem && (
        <div className={classes.problem}>
          <Note tone="danger" live>
            {said(problem)}
          </Note>
        </div>
      )}
      {ownLock && (
        <>
          <Button
            size="lg"
            variant="filled"
            fullWidth
            disabled={busy}
            leftSection={<IconFingerprint {...phoneIcon} />}
            onClick={() => void keep(keepByPasskey)}
          >
            {words.useOwnLock}
          </Button>
          <p className="ink2">{words.orPin}</p>
        </>
      )}
      <form id={formId} className={classes.form} onSubmit={submit}>
        {box(words.pin, 'pin', pin, setPin)}
        {box(words.pinAgain, 'pinAgain', again, setAgain)}
      </form>
    </Dialog>
  );
};
