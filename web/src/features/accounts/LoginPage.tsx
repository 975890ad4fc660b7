import type { SignedIn } from '@homecare/domain/accounts/schema.ts';
import { refuse } from '@homecare/domain/errors.ts';
import { type ComponentType, type FormEvent, Fragment, type ReactNode, useState } from 'react';
import { useTask } from '../../platform/form/use-action.ts';
import { useFaults } from '../../platform/form/use-faults.ts';
import { LanguageButton } from '../../platform/LanguageButton.tsx';
import { useLanguage, usePageLanguage } from '../../platform/language.ts';
import { useSite, useSiteConfig } from '../../platform/own-site.ts';
import { keepSession } from '../../platform/session.ts';
import { PRODUCT, useDocumentTitle } from '../../platform/title.ts';
import { MAIN_ID } from '../../ui/landmarks.ts';
import { Note } from '../../ui/Note.tsx';
import { PlainButton, PlainInput, PlainPassword, PlainSelect } from '../../ui/plain.tsx';
import { Logo, useSiteIcon } from '../sites/Brand.tsx';
import { codeField } from './code-field.ts';
import { LoginDrawing } from './LoginDrawing.tsx';
import classes from './login.module.css';
import { OtherWays } from './OtherWays.tsx';
import { useSignInWords } from './sign-in-words.ts';
import { useSignIn } from './use-sign-in.tsx';

/** Sites to choose from; none if the origin serves only one. */
const usePicker = () => {
  const { config = {} } = useSiteConfig();
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
  /** Whether the field was empty when the step was submitted. */
  readonly isMissing: (field: keyof Typed) => boolean;
}

/** The first step: username and password, and the agency if the origin serves several. */
const PasswordFields = ({ typed: { username, password, site }, onType, isMissing }: FieldsProps) => {
  const { words } = useSignInWords();
  const picker = usePicker();
  return (
    <>
      <PlainInput
        label={words.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={username}
        error={isMissing('username') && words.enterUsername}
        onChange={(event) => onType({ username: event.currentTarget.value })}
      />
      <PlainPassword
        label={words.password}
        showLabel={words.showPassword}
        name="password"
        autoComplete="current-password"
        value={password}
        error={isMissing('password') && words.enterPassword}
        onChange={(event) => onType({ password: event.currentTarget.value })}
      />
      {picker.length > 0 && (
        <PlainSelect
          label={words.database}
          options={[{ value: '', label: words.chooseDatabase }, ...picker]}
          value={site}
          onChange={(event) => onType({ site: event.currentTarget.value })}
        />
      )}
    </>
  );
};

interface LoginPageProps {
  /** Shown above the form. */
  readonly note?: ReactNode;
  /** Drops what the page still holds of the previous session. */
  readonly dropSession: () => void;
  /** Context for dialogs, if the application has not loaded yet. */
  readonly around?: ComponentType<{ readonly children: ReactNode }>;
  /** Opens the first page of the user. */
  readonly onEnter: (values: SignedIn) => Promise<void>;
}

const SignInForm = ({ note, dropSession, around: Around = Fragment, onEnter }: LoginPageProps) => {
  const { words, translate } = useSignInWords();
  const ownSite = useSite()?.name;
  const hasPicker = usePicker().length > 0;
  const { problem: unreached } = useSiteConfig();
  const [typed, setTyped] = useState(NOTHING);
  const type = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const faults = useFaults();
  const isMissing = (field: keyof Typed) => faults.errorOf(field) !== undefined && typed[field].trim() === '';
  const entering = useTask(onEnter);
  const site = hasPicker ? typed.site || undefined : ownSite;
  const { problem, pending, asksCode, signIn, enter, startOver, firstStepDialog } = useSignIn({
    onSession: (values, user) => {
      if (!site) return;
      dropSession();
      keepSession(values, user, site);
    },
    onReady: (values) => void entering.run(values),
  });
  const username = typed.username.trim();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = asksCode ? { code: typed.code.trim() } : { username, password: typed.password };
    const errors = Object.entries(given).flatMap(([field, text]) =>
      text === '' ? [{ field, message: '' }] : [],
    );
    const [empty] = errors;
    if (!empty) faults.forget();
    else {
      faults.show({ errors, info: '' });
      return event.currentTarget.querySelector<HTMLInputElement>(`[name="${empty.field}"]`)?.focus();
    }
    if (!site) return faults.show(refuse('unknownSite'));
    const credentials = { user: username.toLowerCase(), pass: typed.password, ...(hasPicker && { site }) };
    void signIn(credentials, asksCode ? typed.code : '');
  };
  const trouble = faults.refusal ?? (translate(problem) || unreached);
  return (
    <>
      <p className={classes.lead}>{asksCode ? words.oneMore(username) : words.nameOfOffice}</p>
      {note}
      {trouble && (
        <Note tone="danger" live>
          {trouble}
        </Note>
      )}
      {!asksCode && (
        <OtherWays
          username={username}
          {...(hasPicker && { site: typed.site })}
          onSignedIn={({ site: at, login, ...values }) => {
            dropSession();
            keepSession(values, login, at);
            enter(values);
          }}
        />
      )}
      <form className={classes.form} onSubmit={submit} noValidate>
        {asksCode ? (
          <PlainInput
            label={words.code}
            description={words.anyCode}
            {...codeField}
            autoFocus
            value={typed.code}
            error={isMissing('code') && words.enterCode}
            onChange={(event) => type({ code: event.currentTarget.value })}
          />
        ) : (
          <PasswordFields typed={typed} onType={type} isMissing={isMissing} />
        )}
        <PlainButton type="submit" variant="filled" pending={pending || entering.pending}>
          {words.submit}
        </PlainButton>
        {asksCode && (
          <PlainButton
            onClick={() => {
              type({ code: '' });
              faults.forget();
              startOver();
            }}
          >
            {words.back}
          </PlainButton>
        )}
      </form>
      <p className={classes.small}>{asksCode ? words.lostPhone : words.forgotten}</p>
      {firstStepDialog && <Around>{firstStepDialog}</Around>}
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
        <div className={classes.agency}>
          <Logo size={40} />
          <div>
            <div className={classes.agencyName}>{site?.title ?? PRODUCT}</div>
            {site && <div className={classes.product}>{PRODUCT}</div>}
          </div>
        </div>
        <h1 className={classes.title}>{words.signIn}</h1>
        <SignInForm {...props} />
        <LanguageButton />
      </div>
      <LoginDrawing />
    </main>
  );
};
