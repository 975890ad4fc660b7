import { isCaregiver } from '@homecare/domain/permissions.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useId, useState } from 'react';
import { useSiteConfig } from '../../platform/own-site.ts';
import { keptLock } from '../../platform/phone-lock.ts';
import { keepSession, useSession } from '../../platform/session.ts';
import { postponeSignIn, settleSignIn } from '../../platform/sign-in-again.ts';
import { signOut } from '../../platform/sign-out.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { CodeInput } from './CodeInput.tsx';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { useSignIn } from './use-sign-in.tsx';
import { useAccountWords } from './words.ts';

const UnlockForm = lazy(async () => ({ default: (await import('./UnlockForm.tsx')).UnlockForm }));

const PasswordForm = ({ notice }: { readonly notice: string }) => {
  const session = useSession();
  const { words, translate } = useAccountWords();
  const picker = Object.values(useSiteConfig().config ?? {}).some((entry) => entry.picker);
  const formId = useId();
  const [pass, setPass] = useState('');
  const [code, setCode] = useState('');
  const { problem, pending, asksCode, signIn, enter, firstStepDialog } = useSignIn({
    onSession: (values, user) => session && keepSession(values, user, session.site),
    onReady: () => settleSignIn(true),
  });
  if (!session) return null;
  const isOnPhone = isCaregiver(session.role);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { username: user, site } = session;
    void signIn({ user, pass, ...(picker && { site }) }, asksCode ? code : '');
  };
  if (firstStepDialog) return firstStepDialog;
  return (
    <Dialog
      opened
      forced={!isOnPhone}
      isBlurred={!isOnPhone}
      title={words.signInAgain}
      onClose={postponeSignIn}
      actions={
        <>
          <Button size="sm" onClick={() => void signOut()}>
            {words.signOut}
          </Button>
          <Button size="sm" variant="filled" type="submit" form={formId} loading={pending}>
            {words.submit}
          </Button>
        </>
      }
    >
      <p>
        {isOnPhone
          ? `${words.signedOut} ${words.signedOutText}`
          : 'Your session ended. Everything you typed is still on this page.'}
      </p>
      <PasskeySignIn
        {...(picker && { site: session.site })}
        login={session.username}
        onSignedIn={({ site, login, ...values }) => {
          keepSession(values, login, site);
          enter(values);
        }}
      />
      <form id={formId} className={classes.form} onSubmit={submit}>
        {(problem || notice) && (
          <Note tone="danger" live>
            {translate(problem || notice)}
          </Note>
        )}
        <TextInput
          label={words.username}
          name="username"
          autoComplete="username"
          size="sm"
          value={session.username}
          readOnly
        />
        <PasswordInput
          label={words.password}
          name="password"
          autoComplete="current-password"
          size="sm"
          data-autofocus
          value={pass}
          visibilityToggleButtonProps={{ 'aria-label': words.showPassword, tabIndex: 0 }}
          onChange={(event) => setPass(event.currentTarget.value)}
        />
        {asksCode && <CodeInput words={words} value={code} onChange={setCode} />}
      </form>
    </Dialog>
  );
};

/** A phone that stays signed in is unlocked without the password, as long as that works. */
export const SignInAgainForm = () => {
  const [lock] = useState(keptLock);
  const [notice, setNotice] = useState<string>();
  if (lock === undefined || notice !== undefined) return <PasswordForm notice={notice ?? ''} />;
  return (
    <Suspense>
      <UnlockForm lock={lock} onPassword={setNotice} />
    </Suspense>
  );
};
