import * as accounts from '@homecare/domain/accounts/contract.ts';
import * as phones from '@homecare/domain/accounts/phone-contract.ts';
import { listRoles } from '@homecare/domain/accounts/role-contract.ts';
import { temporaryPassword } from '@homecare/domain/accounts/rules.ts';
import * as own from '@homecare/domain/accounts/session-contract.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { useRead } from '../../platform/query.ts';
import { randomPick } from '../../platform/random-pick.ts';

export const newTemporaryPassword = () => temporaryPassword(randomPick);

// ---- managing accounts

export const useAccounts = () => useRead(accounts.listAccounts, {}, { staleTime: 0 });
export const useProviderAccounts = (enabled = true) =>
  useRead(accounts.listProviderAccounts, {}, { enabled, staleTime: 0 });

const ACCOUNT_READERS = [
  listRoles,
  accounts.listAccounts,
  accounts.listProviderAccounts,
  accounts.getAccounts,
  getPeople,
];
export const ADD_ACCOUNT = { call: accounts.insertAccount, changes: ACCOUNT_READERS } as const;
export const RESET_PASSWORD = { call: accounts.updateAccount, changes: ACCOUNT_READERS } as const;
export const DELETE_ACCOUNT = { call: accounts.deleteAccount, changes: ACCOUNT_READERS } as const;
export const SAVE_ACCOUNT = { call: accounts.saveAccount, changes: ACCOUNT_READERS } as const;
export const SUSPEND_ACCOUNT = { call: accounts.suspendAccount, changes: ACCOUNT_READERS } as const;
export const RESUME_ACCOUNT = { call: accounts.resumeAccount, changes: ACCOUNT_READERS } as const;
export const END_SESSIONS = { call: accounts.endSessionsOf, changes: ACCOUNT_READERS } as const;
export const REMOVE_FACTOR_OF = { call: accounts.removeFactorOf, changes: ACCOUNT_READERS } as const;

/** Phones on which an account stays signed in. */
export const usePhonesOf = (id: number) => useRead(phones.listPhones, { id }, { staleTime: 0 });
export const END_PHONE = {
  call: phones.endPhone,
  changes: [phones.listPhones, accounts.listAccounts],
} as const;

export const useFactorRule = () => useRead(accounts.getFactorRule, {}, { staleTime: 0 });
export const SET_FACTOR_RULE = {
  call: accounts.setFactorRule,
  changes: [accounts.getFactorRule, own.getFactor],
} as const;

// ---- the user's own account

export const useFactor = () => useRead(own.getFactor, {}, { staleTime: 0 });
export const CONFIRM_FACTOR = {
  call: own.confirmFactor,
  changes: [own.getFactor, accounts.listAccounts],
} as const;
export const RENEW_CODES = { call: own.renewCodes, changes: [own.getFactor] } as const;
export const REMOVE_FACTOR = {
  call: own.removeFactor,
  changes: [own.getFactor, accounts.listAccounts],
} as const;
export const useSessions = () => useRead(own.listSessions, {}, { staleTime: 0 });
export const END_SESSION = { call: own.endOwnSession, changes: [own.listSessions] } as const;
