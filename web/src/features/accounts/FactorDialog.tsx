import { showStamp } from '@homecare/domain/calendar.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { removeFactor, renewCodes, useFactor } from './api.ts';
import { CodeInput } from './CodeInput.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetupDialog } from './SetupDialog.tsx';
import { type AccountWords, useAccountWords } from './words.ts';

type Step = 'renew' | 'remove';

const wordsOf = (step: Step, words: AccountWords) =>
  step === 'renew'
    ? { title: words.newCodes, text: words.newCodesText, action: words.makeCodes }
    : { title: words.removeTitle, text: words.removeText, action: words.remove };

interface ProofDialogProps {
  readonly step: Step;
  readonly onClose: () => void;
  readonly onDone: (codes: readonly string[] | undefined) => void;
}

/** Password and code once more, before the second factor itself changes. */
const ProofDialog = ({ step, onClose, onDone }: ProofDialogProps) => {
  const { words, said } = useAccountWords();
  const formId = useId();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [banner, setBanner] = useState('');
  const [busy, setBusy] = useState(false);
  const errorOf = (field: string) => {
    const message = errors.find((error) => error.field === field)?.message;
    return message && said(message);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const missing = [
      ...(password === '' ? [{ field: 'password', message: words.enterPassword }] : []),
      ...(code.trim() === '' ? [{ field: 'code', message: words.enterACode }] : []),
    ];
    setErrors(missing);
    setBanner('');
    if (missing.length > 0) return;
    setBusy(true);
    const sent = step === 'renew' ? await renewCodes(password, code) : await removeFactor(password, code);
    setBusy(false);
    if (sent.ok) return onDone(sent.data?.recoveryCodes);
    setErrors(sent.errors);
    if (sent.errors.length === 0) setBanner(sent.info);
  };
  const { title, text, action } = wordsOf(step, words);
  return (
    <Dialog
      opened
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            size="sm"
            variant="filled"
            color={step === 'remove' ? 'red' : 'brand'}
            type="submit"
            form={formId}
            loading={busy}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <form id={formId} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {banner && (
          <Note tone="danger" live>
            {said(banner)}
          </Note>
        )}
        <PasswordInput
          label={words.yourPassword}
          autoComplete="current-password"
          data-autofocus
          size="sm"
          value={password}
          error={errorOf('password')}
          visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <CodeInput words={words} value={code} error={errorOf('code')} focused={false} onChange={setCode} />
      </form>
    </Dialog>
  );
};

const FEW_CODES = 3;

/** The own second factor: whether it is on, its recovery codes, setting it up and removing it. */
export const FactorDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { words } = useAccountWords();
  const query = useFactor();
  const zone = useCapabilities()?.timeZone;
  const [step, setStep] = useState<Step | 'set up'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const failure = failureOf(query, words.factorFailed);
  const factor = query.data;

  if (codes) return <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />;
  if (step === 'set up')
    return <SetupDialog onClose={() => setStep(undefined)} onDone={() => setStep(undefined)} />;
  if (step)
    return (
      <ProofDialog
        step={step}
        onClose={() => setStep(undefined)}
        onDone={(made) => {
          setStep(undefined);
          if (made) setCodes(made);
          else toast.success(words.factorRemoved);
        }}
      />
    );
  const isOn = Boolean(factor?.since);
  return (
    <Dialog
      opened
      title={words.factor}
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            {words.close}
          </Button>
          {factor && !isOn && (
            <Button size="sm" variant="filled" data-autofocus onClick={() => setStep('set up')}>
              {words.setUp}
            </Button>
          )}
        </>
      }
    >
      {failure && <ErrorState {...failure} />}
      {!failure && !factor && <p role="status">{words.loading}</p>}
      {factor && !isOn && <p>{words.off}</p>}
      {factor?.since && (
        <>
          <p>
            {`${words.onSince(zone ? showStamp(factor.since, zone) : '')} `}
            {factor.required && words.agencyRequires}
          </p>
          <div className={classes.made}>
            <Note tone={factor.codesLeft < FEW_CODES ? 'warn' : 'mute'}>
              {words.codesLeft(factor.codesLeft)}
            </Note>
          </div>
          <div className={classes.row}>
            <Button onClick={() => setStep('renew')}>{words.newCodes}</Button>
            <Button color="red" onClick={() => setStep('remove')}>
              {words.remove}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
};
