// Few meet these, and everybody waits for what the first pages load: the form kit comes with the dialog that needs it.
import { lazy } from 'react';

export const FactorDialog = lazy(async () => ({
  default: (await import('./FactorDialog.tsx')).FactorDialog,
}));
export const PasskeysDialog = lazy(async () => ({
  default: (await import('./PasskeysDialog.tsx')).PasskeysDialog,
}));
export const PasswordDialog = lazy(async () => ({
  default: (await import('./PasswordDialog.tsx')).PasswordDialog,
}));
export const SessionsDialog = lazy(async () => ({
  default: (await import('./SessionsDialog.tsx')).SessionsDialog,
}));
export const SetupDialog = lazy(async () => ({ default: (await import('./SetupDialog.tsx')).SetupDialog }));
