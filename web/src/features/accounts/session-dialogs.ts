// Dialogs for a session that ends.
import { lazy } from 'react';

export const StillThereDialog = lazy(async () => ({
  default: (await import('./StillThereDialog.tsx')).StillThereDialog,
}));

const bringForm = async () => ({ default: (await import('./SignInAgainForm.tsx')).SignInAgainForm });
export const SignInAgainForm = lazy(bringForm);
/** Loads the dialogs for the end of a session while the connection is good. */
export const loadSessionDialogs = () => Promise.all([bringForm(), import('./StillThereDialog.tsx')]);
