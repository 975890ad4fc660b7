import { enrolFactor } from '@homecare/domain/accounts/session-contract.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { signOut } from '../../platform/sign-out.ts';
import { ScanCode } from '../../ui/ScanCode.tsx';
import classes from './accounts.module.css';
import { CONFIRM_FACTOR } from './api.ts';
import { CodeInput } from './CodeInput.tsx';
import { OwnPasswordInput } from './OwnPasswordInput.tsx';
import { PasskeyInstead } from './PasskeyInstead.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useAccountWords } from './words.ts';

type Secret = OutputOf<typeof enrolFactor>;

/** Groups a secret by fours ('ABCD EFGH …'), for reading and typing. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

interface SetupDialogProps {
  /** The password typed a moment ago; without it the dialog asks. */
  readonly password?: string | undefined;
  readonly onDone: () => void;
  /** Without it the dialog is forced, because the agency requires a second factor before anything else opens. */
  readonly onClose?: () => void;
}

/** Sets up a second factor: password, QR code, first code of the app, recovery codes. */
export const SetupDialog = ({ password: given, onDone, onClose }: SetupDialogProps) => {
  const { words, translate } = useAccountWords();
  const [secret, setSecret] = useState<Secret>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const begun = useRef(false);
  const begin = useSave({
    call: enrolFactor,
    values: { password: given ?? '' },
    input: (values) => values,
    check: ({ password }) => (password === '' ? [{ field: 'password', message: words.enterPassword }] : []),
    say: translate,
    onSaved: ({ data }) => setSecret(data),
  });
  const confirm = useSave({
    ...CONFIRM_FACTOR,
    values: { code: '' },
    input: (values) => values,
    check: ({ code }) => (code.trim() === '' ? [{ field: 'code', message: words.enterSix }] : []),
    say: translate,
    onSaved: ({ data }) => setRecoveryCodes(data.recoveryCodes),
  });
  const start = useRef(begin.submit);
  useEffect(() => {
    if (!given || begun.current) return;
    begun.current = true;
    start.current();
  }, [given]);

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onClose={onDone} />;
  return (
    <FormDialog
      save={secret ? confirm : begin}
      forced={!onClose}
      plain
      title={words.setUpFactor}
      onClose={() => (onClose ? onClose() : void signOut())}
      actions={!onClose && <PasskeyInstead password={begin.values.password} onDone={onDone} />}
      label={secret ? words.turnOn : words.next}
      cancelLabel={onClose ? words.cancel : words.logout}
      intro={
        <p>
          {onClose ? '' : `${words.required} `}
          {secret ? words.scan : words.willEnter}
        </p>
      }
    >
      {secret ? (
        <>
          <div className={classes.scan}>
            <ScanCode qr={secret.qr} label={words.codeToScan} />
            <div>
              <p className={classes.small}>{words.cannotScan}</p>
              <p className={classes.key}>{inFours(secret.secret)}</p>
              <a className={classes.small} href={secret.uri}>
                {words.openInApp}
              </a>
            </div>
          </div>
          <CodeInput words={words} appOnly {...confirm.box('code')} />
        </>
      ) : (
        <OwnPasswordInput words={words} {...begin.text('password')} />
      )}
    </FormDialog>
  );
};
