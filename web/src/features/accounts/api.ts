import * as accounts from '@homecare/domain/accounts/contract.ts';
import * as phones from '@homecare/domain/accounts/phone-contract.ts';
import { temporaryPassword } from '@homecare/domain/accounts/rules.ts';
import * as own from '@homecare/domain/accounts/session-contract.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { isBehind } from '../../platform/answer.ts';
import { markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';

/** From 0 to below `count`, each as likely as the others: numbers past the last whole multiple are drawn again. */
const pick = (count: number): number => {
  const limit = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return drawn % count;
  }
};
export const newTemporaryPassword = () => temporaryPassword(pick);

// ---- managing

export const useAccounts = () => useRead(accounts.listAccounts, {}, { staleTime: 0 });
export const useProviderAccounts = (enabled = true) =>
  useRead(accounts.listProviderAccounts, {}, { enabled, staleTime: 0 });

const accountsChanged = () =>
  markStale(accounts.listAccounts, accounts.listProviderAccounts, accounts.getAccounts, getPeople);

export const addAccount = async (data: InputOf<typeof accounts.insertAccount>['data'], key: string) => {
  const sent = await send(accounts.insertAccount, { data }, { key });
  if (sent.ok || isBehind(sent)) await accountsChanged();
  return sent;
};
export const resetPassword = async (id: number, password: string, rev: number) => {
  const sent = await send(accounts.updateAccount, { id, data: { password, resetPassword: true, rev } });
  if (sent.ok || isBehind(sent)) await accountsChanged();
  return sent;
};
export const deleteAccount = async (id: number, rev: number) => {
  const sent = await send(accounts.deleteAccount, { id, data: { rev } });
  if (sent.ok || isBehind(sent)) await accountsChanged();
  return sent;
};
export const saveAccount = async (input: InputOf<typeof accounts.saveAccount>) => {
  const sent = await send(accounts.saveAccount, input);
  if (sent.ok || isBehind(sent)) await accountsChanged();
  return sent;
};
export const suspendAccount = async (id: number, rev: number) => {
  const sent = await send(accounts.suspendAccount, { id, rev });
  await accountsChanged();
  return sent;
};
export const resumeAccount = async (id: number, rev: number) => {
  const sent = await send(accounts.resumeAccount, { id, rev });
  await accountsChanged();
  return sent;
};
export const endSessionsOf = async (id: number) => {
  const sent = await send(accounts.endSessionsOf, { id });
  if (sent.ok) await accountsChanged();
  return sent;
};
export const removeFactorOf = async (id: number) => {
  const sent = await send(accounts.removeFactorOf, { id });
  await accountsChanged();
  return sent;
};
export const sendPasswordLink = (
  input: { id: number; channel: Channel; subject: string; text: string },
  key: string,
) => send(accounts.sendPasswordLink, input, { key });

/** Phones on which an account stays signed in. */
export const usePhonesOf = (id: number) => useRead(phones.listPhones, { id }, { staleTime: 0 });
export const endPhone = async (id: number, phone: number) => {
  const sent = await send(phones.endPhone, { id, phone });
  await markStale(phones.listPhones, accounts.listAccounts);
  return sent;
};

export const useFactorRule = () => useRead(accounts.getFactorRule, {}, { staleTime: 0 });
export const setFactorRule = async (required: boolean) => {
  const sent = await send(accounts.setFactorRule, { required });
  await markStale(accounts.getFactorRule, own.getFactor);
  return sent;
};

// ---- the own account

export const useFactor = () => useRead(own.getFactor, {}, { staleTime: 0 });
export const enrolFactor = (password: string) => send(own.enrolFactor, { password });
export const confirmFactor = async (code: string) => {
  const sent = await send(own.confirmFactor, { code });
  if (sent.ok) await markStale(own.getFactor, accounts.listAccounts);
  return sent;
};
export const renewCodes = async (password: string, code: string) => {
  const sent = await send(own.renewCodes, { password, code });
  if (sent.ok) await markStale(own.getFactor);
  return sent;
};
export const removeFactor = async (password: string, code: string) => {
  const sent = await send(own.removeFactor, { password, code });
  if (sent.ok) await markStale(own.getFactor, accounts.listAccounts);
  return sent;
};
export const useSessions = () => useRead(own.listSessions, {}, { staleTime: 0 });
export const endOwnSession = async (id: number | null) => {
  const sent = await send(own.endOwnSession, { id });
  await markStale(own.listSessions);
  return sent;
};
