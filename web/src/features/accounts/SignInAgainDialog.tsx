import { Suspense } from 'react';
import { useSignInShown } from '../../platform/sign-in-again.ts';
import { SignInAgainForm } from './session-dialogs.ts';

/** Signing in again happens over the page: calls wait for it and nothing typed is lost. */
export const SignInAgainDialog = () => <Suspense>{useSignInShown() && <SignInAgainForm />}</Suspense>;
