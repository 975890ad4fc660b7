import {
  changeOwnPassword,
  insertAccount,
  login,
  logout,
  touchSession,
} from '@homecare/domain/accounts/contract.ts';
import { bind, bindOpen } from '../platform/http/bind.ts';
import type { Sites } from '../sites/sites.ts';
import { addAccount, changePassword, signIn, signOut, touch } from './service.ts';

export const accountRoutes = (sites: Sites) => [
  bindOpen(login, (visit, input) => signIn(sites, visit, input)),
  bind(logout, (scope) => signOut(scope)),
  bind(changeOwnPassword, changePassword),
  bind(insertAccount, addAccount),
  bind(touchSession, (scope) => touch(scope)),
];
