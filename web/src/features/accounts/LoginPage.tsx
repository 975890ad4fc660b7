import type { SignedIn } from '@homecare/domain/accounts/schema.ts';
import { REASONS } from '@homecare/domain/errors.ts';
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, Suspense, useState } from 'react';
import { LanguageButton } from '../../platform/LanguageButton.tsx';
import { useLanguage, usePageLanguage } from '../../platform/language.ts';
import { failureOf } from '../../platform/query.ts';
import { keepSession, startOf } from '../../platform/session.ts';
import { dropSession } from '../../platform/sign-out.ts';
import { useSite, useSiteConfig } from '../../platform/site.ts';
import { PRODUCT, useDocumentTitle } from '../../platform/title.ts';
import { Note } from '../../ui/Note.tsx';
import { MAIN_ID } from '../../ui/theme.ts';
import { Logo, useSiteIcon } from '../sites/Brand.tsx';
import classes from './accounts.module.css';
import { CodeInput } from './CodeInput.tsx';
import { LoginDrawing } from './LoginDrawing.tsx';
import { PasswordDialog, SetupDialog } from './lazy-dialogs.ts';
import { type Credentials, useSignIn } from './use-sign-in.ts';
import { useSignInWords } from './words.ts';

/** Sites to choose from: none when the origin answers for one site. */
const usePicker = () => {
  const config = useSiteConfig().data ?? {};
  const entries = Object.entries(config);
  return entries.some(([, entry]) => entry.picker)
    ? entries.map(([name, entry]) => ({ value: name, label: entry.title }))
    : [];
};

interface LoginPageProps {
  /** What is told above the form. */
  readonly note?: ReactNode;
  /** Called as soon as somebody has signed in, before the first page opens. */
  readonly onEnter?: (role: SignedIn['role']) => void;
}

export const LoginPage = ({ note, onEnter }: LoginPageProps) => {
  const { words, said } = useSignInWords();
  const language = useLanguage();
  usePageLanguage(language);
  const site = useSite();
  const config = useSiteConfig();
  const picker = usePicker();
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [pass, setPass] = useState('');
  const [code, setCode] = useState('');
  /** The step that was submitted: the next one is not wrong before anybody typed in it. */
  const [tried, setTried] = useState<'password' | 'code'>();
  /** Signed in, but something comes first: another password, then a second factor. */
  const [held, setHeld] = useState<{ readonly values: SignedIn; readonly pass: string }>();
  const navigate = useNavigate();
  const search: { redirect?: string } = useSearch({ strict: false });
  useDocumentTitle('Sign in', site?.title);
  useSiteIcon();

  const enter = (signedIn: SignedIn) => {
    onEnter?.(signedIn.role);
    void navigate({ href: startOf(signedIn.role, search.redirect), replace: true });
  };
  const siteName = picker.length > 0 ? chosen || undefined : site?.name;
  const goOn = (values: SignedIn, password: string) => {
    if (values.reset_password === 1 || values.must_enrol === 1) setHeld({ values, pass: password });
    else enter(values);
  };
  const { problem, setProblem, busy, asksCode, signIn, startOver } = useSignIn(
    (signedIn, { user, pass: typed }) => {
      if (!siteName) return;
      dropSession();
      keepSession(signedIn, user, siteName);
      goOn(signedIn, typed);
    },
  );
  const signInHere = () => {
    const user = name.trim().toLowerCase();
    if (!siteName) return setProblem(REASONS.unknownSite.info);
    const credentials: Credentials = { user, pass, ...(picker.length > 0 && { site: siteName }) };
    void signIn(credentials, asksCode ? code : '');
  };
  const unreached = failureOf(config, '') && config.error?.message;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(asksCode ? 'code' : 'password');
    const given = asksCode ? { code: code.trim() } : { username: name.trim(), password: pass };
    const empty = Object.entries(given).find(([, text]) => text === '')?.[0];
    if (empty) event.currentTarget.querySelector<HTMLInputElement>(`[name="${empty}"]`)?.focus();
    else if (!busy) signInHere();
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
        <h1 className={classes.title}>{words.signIn}</h1>
        <p className={classes.hint}>{asksCode ? words.oneMore(name.trim()) : words.nameOfOffice}</p>
        {note}
        {(problem || unreached) && (
          <Note tone="danger" live>
            {said(problem) || unreached}
          </Note>
        )}
        <form className={classes.form} onSubmit={submit} noValidate>
          {asksCode ? (
            <CodeInput
              words={words}
              size="md"
              value={code}
              error={tried === 'code' && code.trim() === '' ? words.enterCode : undefined}
              onChange={setCode}
            />
          ) : (
            <>
              <TextInput
                label={words.username}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                size="md"
                value={name}
                error={tried === 'password' && name.trim() === '' && words.enterUsername}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <PasswordInput
                label={words.password}
                name="password"
                autoComplete="current-password"
                size="md"
                value={pass}
                error={tried === 'password' && pass === '' && words.enterPassword}
                visibilityToggleButtonProps={{ 'aria-label': words.showPassword, tabIndex: 0 }}
                onChange={(event) => setPass(event.currentTarget.value)}
              />
              {picker.length > 0 && (
                <NativeSelect
                  label={words.database}
                  size="md"
                  data={[{ value: '', label: words.chooseDatabase }, ...picker]}
                  value={chosen}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                />
              )}
            </>
          )}
          <Button type="submit" size="md" variant="filled" fullWidth loading={busy}>
            {words.submit}
          </Button>
          {asksCode && (
            <Button
              size="md"
              fullWidth
              onClick={() => {
                setCode('');
                setTried(undefined);
                startOver();
              }}
            >
              {words.back}
            </Button>
          )}
        </form>
        <p className={classes.small}>{asksCode ? words.lostPhone : words.forgotten}</p>
        <LanguageButton />
      </div>
      <LoginDrawing />
      <Suspense>
        {held?.values.reset_password === 1 && (
          <PasswordDialog onChanged={(password) => goOn({ ...held.values, reset_password: 0 }, password)} />
        )}
        {held?.values.reset_password === 0 && (
          <SetupDialog password={held.pass} onDone={() => enter(held.values)} />
        )}
      </Suspense>
    </main>
  );
};
