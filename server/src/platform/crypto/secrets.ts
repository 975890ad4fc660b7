import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Sealing of single values with a key that is not in the database. */
export interface Secrets {
  /** AES-256-GCM with a fresh nonce: the same text never seals to the same bytes. */
  encrypt(text: string): Buffer;
  decrypt(sealed: Buffer): string;
  /** HMAC-SHA256: the same text always gives the same bytes, so that a unique index works on it. */
  fingerprint(text: string): Buffer;
}

const FIRST_VERSION = 1;
const VERSION = 2;
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

/** The keys of a site by their numbers; the current one seals. */
export interface KeyChoice {
  readonly current: number;
  /** Undefined: there is no such key. */
  keyOf(number: number): Buffer | undefined;
}

const deriveFrom = (key: Buffer, use: string) =>
  Buffer.from(hkdfSync('sha256', key, '', `homecare ${use}`, 32));

/** The key of a use by number, derived once. */
export const derived = (keys: KeyChoice, use: string) => {
  const known = new Map<number, Buffer>();
  return (number: number): Buffer => {
    const before = known.get(number);
    if (before) return before;
    const key = keys.keyOf(number);
    if (!key) throw new Error('what was sealed here needs a key that is not there');
    const own = deriveFrom(key, use);
    known.set(number, own);
    return own;
  };
};

/** Where the number of the key and the nonce are in what was sealed. The first key says its number by its version. */
const headOf = (sealed: Buffer) => {
  const [version, number] = sealed;
  if (version === FIRST_VERSION) return { number: 0, at: 1 };
  if (version === VERSION && number !== undefined) return { number, at: 2 };
  throw new Error('this value was not sealed here');
};

/** With which key a value was sealed. */
export const keyNumberOf = (sealed: Buffer): number => headOf(sealed).number;

/** Different keys are derived from the site's key, so that no use weakens another. */
export const secretsOf = (given: Buffer | KeyChoice): Secrets => {
  const keys = Buffer.isBuffer(given) ? { current: 0, keyOf: () => given } : given;
  const sealKey = derived(keys, 'seal');
  const indexKey = derived(keys, 'index');
  return {
    encrypt: (text) => {
      const number = keys.current;
      const nonce = newNonce();
      const cipher = createCipheriv('aes-256-gcm', sealKey(number), nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const head = number === 0 ? Buffer.of(FIRST_VERSION) : Buffer.of(VERSION, number);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
    },
    decrypt: (sealed) => {
      const { number, at } = headOf(sealed);
      const [tagAt, bodyAt] = [at + NONCE, at + NONCE + TAG];
      if (sealed.length < bodyAt) throw new Error('this value was not sealed here');
      const decipher = createDecipheriv('aes-256-gcm', sealKey(number), sealed.subarray(at, tagAt), {
        authTagLength: TAG,
      });
      decipher.setAuthTag(sealed.subarray(tagAt, bodyAt));
      return Buffer.concat([decipher.update(sealed.subarray(bodyAt)), decipher.final()]).toString('utf8');
    },
    // Of the first key whatever key seals: a unique index compares what was stored at any time.
    fingerprint: (text) => createHmac('sha256', indexKey(0)).update(text).digest(),
  };
};
