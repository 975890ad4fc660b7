import { login } from '@homecare/domain/accounts/contract.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { en } from '../phone/en.ts';
import { useWords } from '../phone/words.ts';
import { send } from '../shell/send.ts';
import { keepSession, useSession } from '../shell/session.ts';
import { postponeSignIn, settleSignIn, useSignInShown } from '../shell/sign-in-again.ts';
import { signOut } from '../shell/sign-out.ts';
import { useSiteConfig } from '../sites/api.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Note } from '../ui/Note.tsx';
import classes from './accounts.module.css';
import { PasswordDialog } from './PasswordDialog.tsx';

const Form = () => {
  const session = useSession();
  const chosen = useWords();
  const picker = Object.values(useSiteConfig().data ?? {}).some((entry) => entry.picker);
  const formId = useId();
  const [pass, setPass] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [mustChange, setMustChange] = useState(false);
  if (!session) return null;
  const isCaregiver = session.role === 'evv';
  const words = isCaregiver ? chosen : en;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const { username: user, site } = session;
    const sent = await send(login, { data: picker ? { user, pass, site } : { user, pass } });
    setBusy(false);
    if (!sent.ok) {
      setProblem(sent.code === 'notSignedIn' ? 'Wrong username or password!' : sent.info);
      return;
    }
    keepSession(sent.data, user, site);
    if (sent.data.reset_password === 1) setMustChange(true);
    else settleSignIn(true);
  };
  if (mustChange) return <PasswordDialog onChanged={() => settleSignIn(true)} />;
  return (
    <Dialog
      opened
      forced={!isCaregiver}
      veil={!isCaregiver}
      title={words.signInAgain}
      onClose={postponeSignIn}
      actions={
        <>
          <Button size="sm" onClick={() => void signOut()}>
            {words.logout}
          </Button>
          <Button size="sm" variant="filled" type="submit" form={formId} loading={busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <p>
        {isCaregiver
          ? `${words.signedOut} ${words.signedOutText}`
          : 'Your session ended. Everything you typed is still on this page.'}
      </p>
      <form id={formId} className={classes.form} onSubmit={(event) => void submit(event)}>
        {problem && (
          <Note tone="danger" live>
            {problem}
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
      </form>
    </Dialog>
  );
};

/** Signing in again happens over the page: calls wait for it and nothing typed is lost (R7). */
export const SignInAgainDialog = () => (useSignInShown() ? <Form /> : null);
