import { showStamp } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { REMOVE_FACTOR, RENEW_CODES, useFactor } from './api.ts';
import { CodeInput } from './CodeInput.tsx';
import { OwnPasswordInput } from './OwnPasswordInput.tsx';
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

/** Asks for password and code again before the second factor changes. */
const ProofDialog = ({ step, onClose, onDone }: ProofDialogProps) => {
  const { words, translate } = useAccountWords();
  const proof = {
    values: { password: '', code: '' },
    input: (values: { readonly password: string; readonly code: string }) => values,
    check: ({ password, code }: { readonly password: string; readonly code: string }) => [
      ...(password === '' ? [{ field: 'password', message: words.enterPassword }] : []),
      ...(code.trim() === '' ? [{ field: 'code', message: words.enterACode }] : []),
    ],
    say: translate,
  };
  const renew = useSave({ ...RENEW_CODES, ...proof, onSaved: ({ data }) => onDone(data.recoveryCodes) });
  const remove = useSave({ ...REMOVE_FACTOR, ...proof, onSaved: () => onDone(undefined) });
  const save = step === 'renew' ? renew : remove;
  const { title, text, action } = wordsOf(step, words);
  return (
    <FormDialog
      save={save}
      title={title}
      onClose={onClose}
      label={action}
      cancelLabel={words.cancel}
      danger={step === 'remove'}
      plain
      intro={<p>{text}</p>}
    >
      <OwnPasswordInput words={words} {...save.text('password')} />
      <CodeInput words={words} focused={false} {...save.box('code')} />
    </FormDialog>
  );
};

const FEW_CODES = 3;

/** The user's own second factor: whether it is on, its recovery codes, setting it up and removing it. */
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
