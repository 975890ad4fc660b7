import type { SignedIn } from '@homecare/domain/accounts/schema.ts';
import { login } from '@homecare/domain/accounts/sign-in-contract.ts';
import { WRONG_LOGIN } from '@homecare/domain/accounts/signing-in.ts';
import type { ReasonOf } from '@homecare/domain/call.ts';
import type { Refusal } from '@homecare/domain/errors.ts';
import { Suspense, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { PasswordDialog, SetupDialog } from './lazy-dialogs.ts';

export interface Credentials {
  readonly user: string;
  readonly pass: string;
  /** The chosen site, if the origin serves several. */
  readonly site?: string | undefined;
}

type LoginRefusal = Refusal<ReasonOf<typeof login>>;

const problemOf = ({ reason, info }: LoginRefusal) => {
  switch (reason) {
    // Asking for the code for the first time is no error.
    case 'codeRequired':
      return '';
    case 'notSignedIn':
      return WRONG_LOGIN;
    default:
      return info;
  }
};

interface SignInOptions {
  /** The password is right, and the session has begun. */
  readonly onSession: (values: SignedIn, user: string) => void;
  /** Called once no further step is needed, such as a new password or a second factor. */
  readonly onReady: (values: SignedIn) => void;
}

/** Signs in with the password, and with a code if the account has a second factor. */
export const useSignIn = ({ onSession, onReady }: SignInOptions) => {
  const [asksCode, setAsksCode] = useState(false);
  /** The user is signed in, but another step comes first. */
  const [firstStep, setFirstStep] = useState<{ readonly values: SignedIn; readonly pass: string }>();
  const { pending, refusal, run, forget } = useAction({
    call: login,
    onRefused: ({ reason }: LoginRefusal) =>
      setAsksCode(reason === 'codeRequired' || reason === 'codeRejected'),
  });

  const proceed = (values: SignedIn, pass: string) => {
    if (values.reset_password === 1 || values.must_enrol === 1) setFirstStep({ values, pass });
    else onReady(values);
  };
  const signIn = ({ user, pass, site }: Credentials, code: string) =>
    run(
      { data: { user, pass, ...(site && { site }), ...(code && { code }) } },
      {
        onDone: ({ data }) => {
          onSession(data, user);
          proceed(data, pass);
        },
      },
    );
  const firstStepDialog = firstStep && (
    <Suspense>
      {firstStep.values.reset_password === 1 ? (
        <PasswordDialog onChanged={(pass) => proceed({ ...firstStep.values, reset_password: 0 }, pass)} />
      ) : (
        <SetupDialog password={firstStep.pass} onDone={() => onReady(firstStep.values)} />
      )}
    </Suspense>
  );
  const startOver = () => {
    setAsksCode(false);
    forget();
  };
  return {
    problem: refusal ? problemOf(refusal) : '',
    pending,
    asksCode,
    signIn,
    /** Signs in without a password. */
    enter: (values: SignedIn) => proceed(values, ''),
    startOver,
    firstStepDialog,
  };
};
