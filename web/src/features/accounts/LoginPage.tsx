import type { SignedIn } from '@homecare/domain/accounts/schema.ts';
import { REASONS } from '@homecare/domain/errors.ts';
import { Box, Button, Group, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
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
import { useSignIn } from './use-sign-in.tsx';
import { useSignInWords } from './words.ts';

/** Sites to choose from: none when the origin answers for one site. */
const usePicker = () => {
  const config = useSiteConfig().data ?? {};
  const entries = Object.entries(config);
  return entries.some(([, entry]) => entry.picker)
    ? entries.map(([name, entry]) => ({ value: name, label: entry.title }))
    : [];
};

const NOTHING = { username: '', password: '', code: '', site: '' };
type Typed = typeof NOTHING;

interface FieldsProps {
  readonly typed: Typed;
  readonly onType: (typed: Partial<Typed>) => void;
  /** What is missing is said once the step was submitted. */
  readonly tried: boolean;
}

/** The first step: who somebody is, and of which agency where the origin does not tell it. */
const PasswordFields = ({ typed: { username, password, site }, onType, tried }: FieldsProps) => {
  const { words } = useSignInWords();
  const picker = usePicker();
  return (
    <>
      <TextInput
        label={words.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        size="md"
        value={username}
        error={tried && username.trim() === '' && words.enterUsername}
        onChange={(event) => onType({ username: event.currentTarget.value })}
      />
      <PasswordInput
        label={words.password}
        name="password"
        autoComplete="current-password"
        size="md"
        value={password}
        error={tried && password === '' && words.enterPassword}
        visibilityToggleButtonProps={{ 'aria-label': words.showPassword, tabIndex: 0 }}
        onChange={(event) => onType({ password: event.currentTarget.value })}
      />
      {picker.length > 0 && (
        <NativeSelect
          label={words.database}
          size="md"
          data={[{ value: '', label: words.chooseDatabase }, ...picker]}
          value={site}
          onChange={(event) => onType({ site: event.currentTarget.value })}
        />
      )}
    </>
  );
};

interface LoginPageProps {
  /** What is told above the form. */
  readonly note?: ReactNode;
  /** Called as soon as somebody has signed in, before the first page opens. */
  readonly onEnter?: (role: SignedIn['role']) => void;
}

const SignInForm = ({ note, onEnter }: LoginPageProps) => {
  const { words, said } = useSignInWords();
  const ownSite = useSite()?.name;
  const hasPicker = usePicker().length > 0;
  const config = useSiteConfig();
  const [typed, setTyped] = useState(NOTHING);
  const type = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  /** The step that was submitted: the next one is not wrong before anybody typed in it. */
  const [tried, setTried] = useState<'password' | 'code'>();
  const [isUnknownSite, setUnknownSite] = useState(false);
  const navigate = useNavigate();
  const search: { redirect?: string } = useSearch({ strict: false });
  const site = hasPicker ? typed.site || undefined : ownSite;
  const { problem, pending, asksCode, signIn, startOver, firstStepDialog } = useSignIn({
    onSession: (values, user) => {
      if (!site) return;
      dropSession();
      keepSession(values, user, site);
    },
    onReady: ({ role }) => {
      onEnter?.(role);
      void navigate({ href: startOf(role, search.redirect), replace: true });
    },
  });
  const username = typed.username.trim();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(asksCode ? 'code' : 'password');
    const given = asksCode ? { code: typed.code.trim() } : { username, password: typed.password };
    const empty = Object.entries(given).find(([, text]) => text === '')?.[0];
    if (empty) return event.currentTarget.querySelector<HTMLInputElement>(`[name="${empty}"]`)?.focus();
    setUnknownSite(!site);
    if (!site) return;
    const credentials = { user: username.toLowerCase(), pass: typed.password, ...(hasPicker && { site }) };
    void signIn(credentials, asksCode ? typed.code : '');
  };
  const unreached = failureOf(config, '') && config.error?.message;
  const trouble = isUnknownSite ? REASONS.unknownSite.info : said(problem) || unreached;
  return (
    <>
      <Box component="p" mt={4} mb={20} c="dimmed">
        {asksCode ? words.oneMore(username) : words.nameOfOffice}
      </Box>
      {note}
      {trouble && (
        <Note tone="danger" live>
          {trouble}
        </Note>
      )}
      <form className={classes.form} onSubmit={submit} noValidate>
        {asksCode ? (
          <CodeInput
            words={words}
            size="md"
            value={typed.code}
            error={tried === 'code' && typed.code.trim() === '' ? words.enterCode : undefined}
            onChange={(code) => type({ code })}
          />
        ) : (
          <PasswordFields typed={typed} onType={type} tried={tried === 'password'} />
        )}
        <Button type="submit" size="md" variant="filled" fullWidth loading={pending}>
          {words.submit}
        </Button>
        {asksCode && (
          <Button
            size="md"
            fullWidth
            onClick={() => {
              type({ code: '' });
              setTried(undefined);
              startOver();
            }}
          >
            {words.back}
          </Button>
        )}
      </form>
      <p className={classes.small}>{asksCode ? words.lostPhone : words.forgotten}</p>
      {firstStepDialog}
    </>
  );
};

export const LoginPage = (props: LoginPageProps) => {
  const { words } = useSignInWords();
  usePageLanguage(useLanguage());
  const site = useSite();
  useDocumentTitle('Sign in', site?.title);
  useSiteIcon();
  return (
    <main className={classes.login} id={MAIN_ID}>
      <div className={classes.formSide}>
        <Group gap={12} wrap="nowrap" mih={40} mb={36}>
          <Logo size={40} />
          <div>
            <Box fz={16} fw={600} lh={1.25}>
              {site?.title ?? PRODUCT}
            </Box>
            {site && (
              <Box fz={13} c="dimmed">
                {PRODUCT}
              </Box>
            )}
          </div>
        </Group>
        <h1 className={classes.title}>{words.signIn}</h1>
        <SignInForm {...props} />
        <LanguageButton />
      </div>
      <LoginDrawing />
    </main>
  );
};
