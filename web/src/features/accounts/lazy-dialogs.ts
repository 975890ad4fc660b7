// Few users meet these dialogs, but everybody waits for the first page, so they load on demand with the form kit.
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
