import type { PasskeyOffer, PasskeyQuestion } from '@homecare/domain/accounts/passkey-shapes.ts';
import type { z } from 'zod';

/** The library for passkeys loads when one is made or used. */
const browserPart = () => import('@simplewebauthn/browser');

/** Whether this browser supports passkeys; it does not on pages without https. */
export const hasPasskeys = () => 'PublicKeyCredential' in globalThis;

/** Whether this device has a lock of its own that can open a passkey here. */
export const hasOwnLock = async (): Promise<boolean> =>
  (await globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.()) === true;

/**
 * undefined if the device's dialog was cancelled or its lock did not open; 'known' if it already has a passkey of the
 * account. `here` limits it to this device, for an account that is already known; otherwise any key works, and names its
 * account.
 */
export const makePasskey = async (
  offer: z.output<typeof PasskeyOffer>,
  { here }: { readonly here: boolean },
) => {
  const { startRegistration } = await browserPart();
  const passkey = await startRegistration({
    optionsJSON: {
      ...offer,
      attestation: 'none',
      authenticatorSelection: {
        ...(here && { authenticatorAttachment: 'platform' }),
        residentKey: here ? 'discouraged' : 'required',
        userVerification: 'required',
      },
    },
  }).catch((error: unknown) =>
    error instanceof Error && error.name === 'InvalidStateError' ? ('known' as const) : undefined,
  );
  if (!passkey || passkey === 'known') return passkey;
  const { id, rawId, type } = passkey;
  const { clientDataJSON, attestationObject } = passkey.response;
  return { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } };
};

/** undefined if the device's dialog was cancelled or its lock did not open. */
export const answerByPasskey = async (question: z.output<typeof PasskeyQuestion>) => {
  const { startAuthentication } = await browserPart();
  const passkey = await startAuthentication({
    optionsJSON: { ...question, userVerification: 'required' },
  }).catch(() => undefined);
  if (!passkey) return undefined;
  const { id, rawId, type } = passkey;
  const { clientDataJSON, authenticatorData, signature, userHandle } = passkey.response;
  const response = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) };
  return { id, rawId, type, clientExtensionResults: {}, response };
};
