// What a session that ends needs.
import { lazy } from 'react';

export const StillThereDialog = lazy(async () => ({
  default: (await import('./StillThereDialog.tsx')).StillThereDialog,
}));

const bringForm = async () => ({ default: (await import('./SignInAgainForm.tsx')).SignInAgainForm });
export const SignInAgainForm = lazy(bringForm);
/** Brings what a session that ends needs, while the connection is good. */
export const loadSessionDialogs = () => Promise.all([bringForm(), import('./StillThereDialog.tsx')]);
