import * as calls from '@homecare/domain/accounts/phone-contract.ts';
import { perform } from '../../platform/form/use-action.ts';
import { useRead } from '../../platform/query.ts';
import { answerByPasskey, makePasskey } from './browser-passkeys.ts';

export const usePhone = () => useRead(calls.getPhone, {}, { staleTime: 10 * 60_000 });
export const KEEP_PHONE = { call: calls.keepPhone, changes: [calls.getPhone] } as const;
export const FORGET_PHONE = { call: calls.forgetPhone, changes: [calls.getPhone] } as const;

/** undefined if the phone's dialog was cancelled or its lock did not open. */
export const keepByPasskey = async () => {
  const offer = await perform({ call: calls.offerPasskey }, {});
  if (!offer.ok) return offer;
  const passkey = await makePasskey(offer.data, { here: true });
  return typeof passkey === 'object' ? perform(KEEP_PHONE, { passkey }) : undefined;
};

export const unlockByPin = (pin: string) => perform({ call: calls.unlockPhone }, { pin });

export const unlockByPasskey = async () => {
  const begun = await perform({ call: calls.beginUnlock }, {});
  if (!begun.ok) return begun;
  const passkey = begun.data.question ? await answerByPasskey(begun.data.question) : undefined;
  return passkey && perform({ call: calls.unlockPhone }, { passkey });
};
