import { Suspense } from 'react';
import { useSignInShown } from '../../platform/sign-in-again.ts';
import { SignInAgainForm } from './session-dialogs.ts';

/** Asks on top of the page to sign in again. Calls wait for it, so no input is lost. */
export const SignInAgainDialog = () => <Suspense>{useSignInShown() && <SignInAgainForm />}</Suspense>;
