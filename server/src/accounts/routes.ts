import * as calls from '@homecare/domain/accounts/contract.ts';
import * as passkey from '@homecare/domain/accounts/passkey-contract.ts';
import * as phone from '@homecare/domain/accounts/phone-contract.ts';
import * as role from '@homecare/domain/accounts/role-contract.ts';
import * as own from '@homecare/domain/accounts/session-contract.ts';
import { login, logout, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import * as sso from '@homecare/domain/accounts/single-sign-on-contract.ts';
import { bind, bindHere, bindOpen } from '../platform/http/bind.ts';
import type { Sites } from '../platform/site/sites.ts';
import { sendPasswordLink } from './first-password.ts';
import * as managing from './managing.ts';
import * as passkeys from './own-passkeys.ts';
import { beginPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts';
import * as phones from './phones.ts';
import * as roles from './roles.ts';
import * as factor from './second-factor.ts';
import { addAccount, changePassword } from './service.ts';
import { chooseFirstPage, endOwnSession, listSessions, signIn, signOut, touch } from './sign-in.ts';
import { beginSingleSignOn, endSingleSignOn, finishSingleSignOn, getSingleSignOn } from './single-sign-on.ts';

export const accountRoutes = (sites: Sites) => [
  bindOpen(login, (visit, input) => signIn(sites, visit, input)),
  bind(logout, signOut),
  bind(calls.updateAccount, changePassword),
  bind(calls.insertAccount, addAccount),
  bind(calls.getAccounts, managing.getAccounts),
  bind(calls.deleteAccount, managing.deleteAccount),
  bind(calls.saveAccount, managing.saveAccount),
  bind(calls.suspendAccount, managing.suspendAccount),
  bind(calls.resumeAccount, managing.resumeAccount),
  bind(calls.listAccounts, managing.listAccounts),
  bind(calls.listProviderAccounts, managing.listProviderAccounts),
  bind(calls.sendPasswordLink, sendPasswordLink),
  bind(calls.endSessionsOf, managing.endSessionsOf),
  bind(calls.removeFactorOf, managing.removeFactorOf),
  bind(calls.getFactorRule, managing.getFactorRule),
  bind(calls.setFactorRule, managing.setFactorRule),
  bind(touchSession, touch),
  bind(own.listSessions, listSessions),
  bind(own.endOwnSession, endOwnSession),
  bind(own.chooseFirstPage, chooseFirstPage),
  bind(own.getFactor, factor.getFactor),
  bind(own.enrolFactor, factor.enrolFactor),
  bind(own.confirmFactor, factor.confirmFactor),
  bind(own.renewCodes, factor.renewCodes),
  bind(own.removeFactor, factor.removeFactor),
  bindOpen(passkey.beginPasskeySignIn, (visit, input) => beginPasskeySignIn(sites, visit, input)),
  bindOpen(passkey.signInWithPasskey, (visit, input) => signInWithPasskey(sites, visit, input)),
  bind(passkey.listOwnPasskeys, passkeys.listOwnPasskeys),
  bindHere(passkey.beginPasskey, passkeys.beginPasskey),
  bindHere(passkey.addPasskey, passkeys.addPasskey),
  bind(passkey.renamePasskey, passkeys.renamePasskey),
  bind(passkey.removePasskey, passkeys.removePasskey),
  bind(passkey.listPasskeys, passkeys.listPasskeys),
  bind(passkey.removePasskeyOf, passkeys.removePasskeyOf),
  bindOpen(sso.getSingleSignOn, (visit) => getSingleSignOn(sites, visit)),
  bindOpen(sso.beginSingleSignOn, (visit, input) => beginSingleSignOn(sites, visit, input)),
  bindOpen(sso.finishSingleSignOn, (visit, input) => finishSingleSignOn(sites, visit, input)),
  bindHere(sso.endSingleSignOn, endSingleSignOn),
  bind(role.listRoles, roles.listRoles),
  bind(role.addRole, roles.addRole),
  bind(role.saveRole, roles.saveRole),
  bind(role.removeRole, roles.removeRole),
  bindHere(phone.getPhone, phones.getPhone),
  bindHere(phone.offerPasskey, phones.offerPasskey),
  bindHere(phone.keepPhone, phones.keepPhone),
  bindHere(phone.forgetPhone, phones.forgetPhone),
  bindOpen(phone.beginUnlock, phones.beginUnlock),
  bindOpen(phone.unlockPhone, phones.unlockPhone),
  bind(phone.listPhones, phones.listPhones),
  bind(phone.endPhone, phones.endPhone),
];
