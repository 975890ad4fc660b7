import { z } from 'zod';

/** What browsers and servers exchange about passkeys, in the form of the Web Authentication standard. */

const base64url = z
  .string()
  .max(2_000)
  .regex(/^[\w-]*$/);
const transport = z.string().max(20);
const common = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};
/** The browser's answer after creating a passkey. */
export const NewPasskey = z.strictObject({
  ...common,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: z
      .string()
      .max(20_000)
      .regex(/^[\w-]*$/),
    authenticatorData: base64url.optional(),
    publicKey: base64url.optional(),
    publicKeyAlgorithm: z.int().optional(),
    transports: z.array(transport).max(10).optional(),
  }),
});
/** The browser's answer after the device's lock released a passkey. */
export const UsedPasskey = z.strictObject({
  ...common,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

const Named = z.strictObject({ id: z.string(), type: z.literal('public-key') });

/** What the browser needs to create a passkey on this device. */
export const PasskeyOffer = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  /** Passkeys that the account already has. A device that holds one creates no second. */
  excludeCredentials: z.array(Named),
});
/** What the browser is asked to prove with an existing passkey. */
export const PasskeyQuestion = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(Named),
});
