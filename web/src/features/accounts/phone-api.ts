import * as calls from '@homecare/domain/accounts/phone-contract.ts';
import { perform } from '../../platform/form/use-action.ts';
import { useRead } from '../../platform/query.ts';

export const usePhone = () => useRead(calls.getPhone, {}, { staleTime: 10 * 60_000 });
export const KEEP_PHONE = { call: calls.keepPhone, changes: [calls.getPhone] } as const;
export const FORGET_PHONE = { call: calls.forgetPhone, changes: [calls.getPhone] } as const;

/** The browser's own part of passkeys travels when one is made or used. */
const browserPart = () => import('@simplewebauthn/browser');

/** Whether this phone has a lock of its own that can open a passkey here. */
export const hasOwnLock = async (): Promise<boolean> =>
  (await globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.()) === true;

/** undefined: the phone's own dialog was left, or its lock did not open. */
const answered = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined);

export const keepByPasskey = async () => {
  const offer = await perform({ call: calls.offerPasskey }, {});
  if (!offer.ok) return offer;
  const { startRegistration } = await browserPart();
  const passkey = await answered(
    startRegistration({
      optionsJSON: {
        ...offer.data,
        attestation: 'none',
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          residentKey: 'discouraged',
          userVerification: 'required',
        },
      },
    }),
  );
  if (!passkey) return undefined;
  const { clientDataJSON, attestationObject } = passkey.response;
  const { id, rawId, type } = passkey;
  const response = { clientDataJSON, attestationObject };
  return perform(KEEP_PHONE, { passkey: { id, rawId, type, clientExtensionResults: {}, response } });
};

export const unlockByPin = (pin: string) => perform({ call: calls.unlockPhone }, { pin });

export const unlockByPasskey = async () => {
  const begun = await perform({ call: calls.beginUnlock }, {});
  if (!begun.ok) return begun;
  if (!begun.data.question) return undefined;
  const { startAuthentication } = await browserPart();
  const passkey = await answered(
    startAuthentication({ optionsJSON: { ...begun.data.question, userVerification: 'required' } }),
  );
  if (!passkey) return undefined;
  const { id, rawId, type } = passkey;
  const { clientDataJSON, authenticatorData, signature } = passkey.response;
  const response = { clientDataJSON, authenticatorData, signature };
  return perform(
    { call: calls.unlockPhone },
    { passkey: { id, rawId, type, clientExtensionResults: {}, response } },
  );
};
