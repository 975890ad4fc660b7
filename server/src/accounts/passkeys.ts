import { createHash } from 'node:crypto';
import type { NewPasskey, UsedPasskey } from '@homecare/domain/accounts/passkey-shapes.ts';
import type { z } from 'zod';
import type { Scope } from '../platform/auth/scope.ts';
import type { Visit } from '../platform/http/bind.ts';

// Loaded with the first passkey, so that the server starts without it.
const library = () => import('@simplewebauthn/server');

/** Verifies passkeys by the Web Authentication standard; the private key never leaves the device. */

const placeOf = ({ request }: Visit) => ({
  // The host was found in the table of sites, so nobody else's page can answer for it.
  expectedOrigin: `${request.protocol}://${request.host}`,
  expectedRPID: request.hostname,
});

const named = (id: string) => ({ id, type: 'public-key' as const });

/** What a device stores to recognize its account; it contains nothing about the person. */
export const userHandleOf = (site: string, accountId: number): string =>
  createHash('sha256').update(`homecare passkey ${site} ${accountId}`).digest('base64url');

/** Always requires the device's own lock; our page and the library ask for the same. */
export const offerOf = async (scope: Scope, visit: Visit, existing: readonly string[] = []) => {
  const { generateRegistrationOptions } = await library();
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: scope.site.title,
    rpID: visit.request.hostname,
    userName: scope.user.login,
    userDisplayName: scope.user.fullName,
    attestationType: 'none',
    supportedAlgorithmIDs: [-8, -7, -257],
    authenticatorSelection: { userVerification: 'required' },
  });
  const { id, name, displayName } = user;
  return {
    challenge,
    rp: { id: visit.request.hostname, name: scope.site.title },
    user: { id, name, displayName },
    pubKeyCredParams: pubKeyCredParams.map(({ alg, type }) => ({ alg, type })),
    excludeCredentials: existing.map(named),
  };
};

/** What is stored of a new passkey; undefined if it was not made for this challenge and page with the device's lock. */
export const storedPasskey = async (
  visit: Visit,
  { authenticatorAttachment, response, ...made }: z.output<typeof NewPasskey>,
  expectedChallenge: string,
) => {
  const { clientDataJSON, attestationObject } = response;
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: { ...made, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    expectedChallenge,
    ...placeOf(visit),
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey), counter };
};

export const questionOf = async ({ request }: Visit, credentialId: string) => {
  const { generateAuthenticationOptions } = await library();
  const { challenge } = await generateAuthenticationOptions({
    rpID: request.hostname,
    userVerification: 'required',
  });
  return { challenge, rpId: request.hostname, allowCredentials: [named(credentialId)] };
};

/** A passkey and the challenge it must answer. */
export interface AskedPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly challenge: string;
}

/** The passkey's new use counter; undefined if its answer to this challenge is invalid. */
export const openedPasskey = async (
  visit: Visit,
  { authenticatorAttachment, response, ...used }: z.output<typeof UsedPasskey>,
  asked: AskedPasskey,
): Promise<number | undefined> => {
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: {
      ...used,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: asked.challenge,
    ...placeOf(visit),
    credential: {
      id: asked.credentialId,
      publicKey: new Uint8Array(asked.publicKey),
      counter: asked.counter,
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
};
