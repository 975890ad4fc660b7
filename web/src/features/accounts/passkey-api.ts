import { listAccounts } from '@homecare/domain/accounts/contract.ts';
import { PASSKEY_KNOWN, PASSKEY_NOT_ADDED } from '@homecare/domain/accounts/passkey.ts';
import * as calls from '@homecare/domain/accounts/passkey-contract.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import { refuse } from '@homecare/domain/errors.ts';
import { perform } from '../../platform/form/use-action.ts';
import { useRead } from '../../platform/query.ts';
import { makePasskey } from './browser-passkeys.ts';

const READERS = [calls.listOwnPasskeys, listAccounts];

export const useOwnPasskeys = () => useRead(calls.listOwnPasskeys, {}, { staleTime: 0 });
export const BEGIN_PASSKEY = { call: calls.beginPasskey } as const;
export const RENAME_PASSKEY = { call: calls.renamePasskey, changes: READERS } as const;
export const REMOVE_PASSKEY = { call: calls.removePasskey, changes: READERS } as const;

interface Offered {
  readonly offer: OutputOf<typeof calls.beginPasskey>;
  readonly name: string;
}

/** The device asks for its lock and makes the passkey; then the server stores it under its name. */
export const addMadePasskey = async ({ offer, name }: Offered) => {
  const passkey = await makePasskey(offer, { here: false });
  if (passkey === 'known') return refuse('conflict', PASSKEY_KNOWN);
  if (!passkey) return refuse('failed', PASSKEY_NOT_ADDED);
  return perform({ call: calls.addPasskey, changes: READERS }, { name, passkey });
};

/** Passkeys of another account. */
export const usePasskeysOf = (id: number) => useRead(calls.listPasskeys, { id }, { staleTime: 0 });
export const REMOVE_PASSKEY_OF = {
  call: calls.removePasskeyOf,
  changes: [calls.listPasskeys, listAccounts],
} as const;
