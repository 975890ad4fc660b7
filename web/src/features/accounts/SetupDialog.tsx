import type { enrolFactor as enrolCall } from '@homecare/domain/accounts/session-contract.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { signOut } from '../../platform/sign-out.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { confirmFactor, enrolFactor } from './api.ts';
import { CodeInput } from './CodeInput.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useAccountWords } from './words.ts';

type Secret = OutputOf<typeof enrolCall>;

/** Quiet zone around the code, in modules. */
const QUIET = 4;

const ScanCode = ({ qr, label }: { readonly qr: Secret['qr']; readonly label: string }) => {
  const side = qr.size + 2 * QUIET;
  return (
    <svg
      className={classes.qr}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  );
};

/** 'ABCD EFGH …': read and typed in fours. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

interface SetupDialogProps {
  /** The password that was typed a moment ago; without it the dialog asks. */
  readonly password?: string | undefined;
  readonly onDone: () => void;
  /** Without it the dialog is forced: the agency requires a second factor, and nothing else opens before. */
  readonly onClose?: () => void;
}

/** Sets up a second factor: password, code to scan, first code of the app, recovery codes. */
export const SetupDialog = ({ password: given, onDone, onClose }: SetupDialogProps) => {
  const { words, said } = useAccountWords();
  const formId = useId();
  const [password, setPassword] = useState(given ?? '');
  const [secret, setSecret] = useState<Secret>();
  const [code, setCode] = useState('');
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [banner, setBanner] = useState('');
  const [busy, setBusy] = useState(false);
  const begun = useRef(false);

  const errorOf = (field: string) => {
    const message = errors.find((error) => error.field === field)?.message;
    return message && said(message);
  };
  const refused = (sent: { errors: readonly FieldError[]; info: string }) => {
    setErrors(sent.errors);
    setBanner(sent.errors.length === 0 ? sent.info : '');
  };
  const begin = async (typed: string) => {
    if (typed === '') return setErrors([{ field: 'password', message: words.enterPassword }]);
    setBusy(true);
    const sent = await enrolFactor(typed);
    setBusy(false);
    if (!sent.ok) return refused(sent);
    setErrors([]);
    setBanner('');
    setSecret(sent.data);
  };
  const confirm = async () => {
    if (code.trim() === '') return setErrors([{ field: 'code', message: words.enterSix }]);
    setBusy(true);
    const sent = await confirmFactor(code);
    setBusy(false);
    if (!sent.ok) return refused(sent);
    setRecoveryCodes(sent.data.recoveryCodes);
  };
  const start = useRef(begin);
  useEffect(() => {
    if (!given || begun.current) return;
    begun.current = true;
    void start.current(given);
  }, [given]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void (secret ? confirm() : begin(password));
  };

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onClose={onDone} />;
  return (
    <Dialog
      opened
      forced={!onClose}
      title={words.setUpFactor}
      onClose={() => onClose?.()}
      actions={
        <>
          <Button size="sm" onClick={() => (onClose ? onClose() : void signOut())}>
            {onClose ? words.cancel : words.logout}
          </Button>
          <Button size="sm" variant="filled" type="submit" form={formId} loading={busy}>
            {secret ? words.turnOn : words.next}
          </Button>
        </>
      }
    >
      <p>
        {onClose ? '' : `${words.required} `}
        {secret ? words.scan : words.willEnter}
      </p>
      <form id={formId} className={classes.form} onSubmit={submit} noValidate>
        {banner && (
          <Note tone="danger" live>
            {said(banner)}
          </Note>
        )}
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
            <CodeInput words={words} appOnly value={code} error={errorOf('code')} onChange={setCode} />
          </>
        ) : (
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
        )}
      </form>
    </Dialog>
  );
};
