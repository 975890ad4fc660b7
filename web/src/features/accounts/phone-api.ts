import * as calls from '@homecare/domain/accounts/phone-contract.ts';
import { markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';

export const usePhone = () => useRead(calls.getPhone, {}, { staleTime: 10 * 60_000 });
const phoneChanged = () => markStale(calls.getPhone);

/** The browser's own part of passkeys travels when one is made or used. */
const browserPart = () => import('@simplewebauthn/browser');

/** Whether this phone has a lock of its own that can open a passkey here. */
export const hasOwnLock = async (): Promise<boolean> =>
  (await globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.()) === true;

export const keepByPin = async (pin: string) => {
  const sent = await send(calls.keepPhone, { pin });
  if (sent.ok) await phoneChanged();
  return sent;
};

/** undefined: the phone's own dialog was left, or its lock did not open. */
const answered = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined);

export const keepByPasskey = async () => {
  const offer = await send(calls.offerPasskey, {});
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
  const sent = await send(calls.keepPhone, {
    passkey: { id, rawId, type, clientExtensionResults: {}, response },
  });
  if (sent.ok) await phoneChanged();
  return sent;
};

export const forgetPhone = async () => {
  const sent = await send(calls.forgetPhone, {});
  if (sent.ok) await phoneChanged();
  return sent;
};

export const unlockByPin = (pin: string) => send(calls.unlockPhone, { pin });

export const unlockByPasskey = async () => {
  const begun = await send(calls.beginUnlock, {});
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
  return send(calls.unlockPhone, { passkey: { id, rawId, type, clientExtensionResults: {}, response } });
};
