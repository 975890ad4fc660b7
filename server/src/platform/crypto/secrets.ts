import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Sealing of single values with a key that is not in the database. */
export interface Secrets {
  /** AES-256-GCM with a fresh nonce: the same text never seals to the same bytes. */
  encrypt(text: string): Buffer;
  decrypt(sealed: Buffer): string;
  /** HMAC-SHA256: the same text always gives the same bytes, so that a unique index works on it. */
  fingerprint(text: string): Buffer;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/** Random bytes are drawn for many nonces at a time; each part is handed out once. */
const nonceSource = () => {
  let pool = Buffer.alloc(0);
  return () => {
    if (pool.length < NONCE) pool = randomBytes(NONCE * 256);
    const nonce = pool.subarray(0, NONCE);
    pool = pool.subarray(NONCE);
    return nonce;
  };
};
const newNonce = nonceSource();

/** Two keys are derived from the site's key, so that neither use weakens the other. */
export const secretsOf = (key: Buffer): Secrets => {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `homecare ${use}`, 32));
  const sealKey = derive('seal');
  const indexKey = derive('index');
  return {
    encrypt: (text) => {
      const nonce = newNonce();
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    decrypt: (sealed) => {
      if (sealed[0] !== VERSION || sealed.length < 1 + NONCE + TAG)
        throw new Error('this value was not sealed here');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(1, 1 + NONCE), {
        authTagLength: TAG,
      });
      decipher.setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
      return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]).toString(
        'utf8',
      );
    },
    fingerprint: (text) => createHmac('sha256', indexKey).update(text).digest(),
  };
};
