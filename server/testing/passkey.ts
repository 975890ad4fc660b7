import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (value: string) => Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)]);
const VERIFIED = 0x05;
const WITH_KEY = 0x40;

/** A software passkey: what a phone's own lock does for one page (Web Authentication Level 3, sections 6 and 7). */
export const softPasskey = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const data = (rpId: string, flags: number, more: Buffer = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, more]);
  };
  const said = (type: 'webauthn.create' | 'webauthn.get', challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
  } as const;
  return {
    id: named.id,
    make: (challenge: string, rpId: string) => {
      const bytes = (part: string) => Buffer.concat([Buffer.of(0x58, 32), Buffer.from(part, 'base64url')]);
      // ES256 as a COSE key: kty 2, alg -7, crv 1, x, y.
      const key = Buffer.concat([
        Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
        bytes(x),
        Buffer.of(0x22),
        bytes(y),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const authData = data(rpId, VERIFIED | WITH_KEY, attested);
      const attestationObject = Buffer.concat([
        Buffer.of(0xa3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.of(0xa0),
        text('authData'),
        Buffer.of(0x58, authData.length),
        authData,
      ]);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: said('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
        },
      };
    },
    /** `verified`: the phone's lock was opened, rather than just a button pressed. */
    use: (challenge: string, rpId: string, verified = true, userHandle?: string) => {
      const authenticatorData = data(rpId, verified ? VERIFIED : 0x01);
      const clientData = said('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
};
