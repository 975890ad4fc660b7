import { login } from '@homecare/domain/accounts/contract.ts';
import { WRONG_LOGIN } from '@homecare/domain/accounts/rules.ts';
import type { SignedIn } from '@homecare/domain/accounts/schema.ts';
import type { ReasonOf } from '@homecare/domain/call.ts';
import type { Refusal } from '@homecare/domain/errors.ts';
import { useState } from 'react';
import { send } from '../../platform/send.ts';

export interface Credentials {
  readonly user: string;
  readonly pass: string;
  /** Chosen where the page's origin does not tell it. */
  readonly site?: string | undefined;
}

const problemOf = ({ reason, info }: Refusal<ReasonOf<typeof login>>) => {
  switch (reason) {
    // The first question for the code is no fault.
    case 'codeRequired':
      return '';
    case 'notSignedIn':
      return WRONG_LOGIN;
    default:
      return info;
  }
};

/** One way to sign in: with the password, and with a code where the account has a second factor. */
export const useSignIn = (onSignedIn: (values: SignedIn, credentials: Credentials) => void) => {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);

  const signIn = async (credentials: Credentials, code = '') => {
    if (busy) return;
    const { user, pass, site } = credentials;
    setProblem('');
    setBusy(true);
    const data = { user, pass, ...(site && { site }), ...(code && { code }) };
    const sent = await send(login, { data });
    setBusy(false);
    if (sent.ok) return onSignedIn(sent.data, credentials);
    setAsksCode(sent.reason === 'codeRequired' || sent.reason === 'codeRejected');
    setProblem(problemOf(sent));
  };
  const startOver = () => {
    setAsksCode(false);
    setProblem('');
  };
  return { problem, setProblem, busy, asksCode, signIn, startOver };
};
