import { login } from '@homecare/domain/accounts/contract.ts';
import type { SessionValues } from '@homecare/domain/accounts/schema.ts';
import { ERRORS } from '@homecare/domain/errors.ts';
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { KeptNote } from '../phone/KeptNote.tsx';
import { failureOf } from '../shell/query.ts';
import { send } from '../shell/send.ts';
import { homeOf, keepSession, startOf } from '../shell/session.ts';
import { dropSession } from '../shell/sign-out.ts';
import { PRODUCT, useDocumentTitle } from '../shell/title.ts';
import { useSite, useSiteConfig } from '../sites/api.ts';
import { Logo, useSiteIcon } from '../sites/Brand.tsx';
import { Note } from '../ui/Note.tsx';
import { MAIN_ID } from '../ui/theme.ts';
import classes from './accounts.module.css';
import { LoginDrawing } from './LoginDrawing.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

/** Sites to choose from: none when the origin answers for one site. */
const usePicker = () => {
  const config = useSiteConfig().data ?? {};
  const entries = Object.entries(config);
  return entries.some(([, entry]) => entry.picker)
    ? entries.map(([name, entry]) => ({ value: name, label: entry.title }))
    : [];
};

const useSignIn = (
  site: string | undefined,
  picked: boolean,
  onSignedIn: (values: SessionValues) => void,
) => {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const signIn = async (typedName: string, pass: string) => {
    const user = typedName.trim().toLowerCase();
    if (!site) {
      setProblem(ERRORS.unknownSite.info);
      return;
    }
    setProblem('');
    setBusy(true);
    const sent = await send(login, { data: picked ? { user, pass, site } : { user, pass } });
    setBusy(false);
    if (!sent.ok) {
      setProblem(sent.code === 'notSignedIn' ? 'Wrong username or password!' : sent.info);
      return;
    }
    dropSession();
    keepSession(sent.data, user, site);
    onSignedIn(sent.data);
  };
  return { problem, busy, signIn };
};

export const LoginPage = () => {
  const site = useSite();
  const config = useSiteConfig();
  const picker = usePicker();
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [pass, setPass] = useState('');
  const [tried, setTried] = useState(false);
  const [values, setValues] = useState<SessionValues>();
  const navigate = useNavigate();
  const search: { redirect?: string } = useSearch({ strict: false });
  useDocumentTitle('Sign in', site?.title);
  useSiteIcon();

  const askPeople = useRef<() => Promise<void>>(undefined);
  const enter = (signedIn: SessionValues) => {
    // The list travels while the frame is drawn.
    if (homeOf(signedIn.role) === '/dashboard') void askPeople.current?.();
    void navigate({ href: startOf(signedIn.role, search.redirect), replace: true });
  };
  const siteName = picker.length > 0 ? chosen || undefined : site?.name;
  const { problem, busy, signIn } = useSignIn(siteName, picker.length > 0, (signedIn) => {
    if (signedIn.reset_password === 1) setValues(signedIn);
    else enter(signedIn);
  });
  const unreached = failureOf(config, '') && config.error?.message;

  // The frame and the People screen are fetched while the name is typed.
  useEffect(() => {
    const timer = window.setTimeout(() => {
      void import('../shell/Shell.tsx');
      void import('../people/PeoplePage.tsx');
      void import('../people/api.ts').then(({ prefetchPeople }) => {
        askPeople.current = prefetchPeople;
      });
    }, 300);
    return () => window.clearTimeout(timer);
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const empty = name.trim() === '' ? 'username' : pass === '' ? 'password' : undefined;
    if (empty) event.currentTarget.querySelector<HTMLInputElement>(`[name="${empty}"]`)?.focus();
    else if (!busy) void signIn(name, pass);
  };
  return (
    <main className={classes.login} id={MAIN_ID}>
      <div className={classes.formSide}>
        <div className={classes.brand}>
          <Logo size={40} />
          <div>
            <div className={classes.agency}>{site?.title ?? PRODUCT}</div>
            {site && <div className={classes.product}>{PRODUCT}</div>}
          </div>
        </div>
        <h1 className={classes.title}>Sign in</h1>
        <p className={classes.hint}>Use the name your office gave you.</p>
        <KeptNote />
        {(problem || unreached) && (
          <Note tone="danger" live>
            {problem || unreached}
          </Note>
        )}
        <form className={classes.form} onSubmit={submit} noValidate>
          <TextInput
            label="Username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            size="md"
            value={name}
            error={tried && name.trim() === '' && 'Enter your username'}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            size="md"
            value={pass}
            error={tried && pass === '' && 'Enter your password'}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
            onChange={(event) => setPass(event.currentTarget.value)}
          />
          {picker.length > 0 && (
            <NativeSelect
              label="Database"
              size="md"
              data={[{ value: '', label: 'Choose a database' }, ...picker]}
              value={chosen}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
          <Button type="submit" size="md" variant="filled" fullWidth loading={busy}>
            Submit
          </Button>
        </form>
        <p className={classes.small}>
          Forgot your password? Ask an admin of your agency for a new temporary one.
        </p>
      </div>
      <LoginDrawing />
      {values && <PasswordDialog onChanged={() => enter(values)} />}
    </main>
  );
};
