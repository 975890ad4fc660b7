import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Seals single values with a key outside the database. */
export interface Secrets {
  /** AES-256-GCM with a new nonce, so the same text never seals to the same bytes. */
  encrypt(text: string): Buffer;
  decrypt(sealed: Buffer): string;
  /** HMAC-SHA256: the same text always gives the same bytes, so a unique index works. */
  fingerprint(text: string): Buffer;
}

const FIRST_VERSION = 1;
const VERSION = 2;
const NONCE = 12;
const TAG = 16;

/** Random bytes are generated for many nonces at once; each part is used once. */
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

/** The keys of a site by number; the current one seals. */
export interface KeyChoice {
  readonly current: number;
  /** Undefined if there is no such key. */
  keyOf(number: number): Buffer | undefined;
}

const deriveFrom = (key: Buffer, use: string) =>
  Buffer.from(hkdfSync('sha256', key, '', `homecare ${use}`, 32));

/** A purpose's key by number, derived once. */
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

/** Finds the key's number and the nonce in a sealed value. The first key's values have a version without a number. */
const headOf = (sealed: Buffer) => {
  const [version, number] = sealed;
  if (version === FIRST_VERSION) return { number: 0, at: 1 };
  if (version === VERSION && number !== undefined) return { number, at: 2 };
  throw new Error('this value was not sealed here');
};

/** The number of the key that sealed a value. */
export const keyNumberOf = (sealed: Buffer): number => headOf(sealed).number;

/** Derives separate keys from the site's key, so that no purpose weakens another. */
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
    // Uses the first key whichever one seals, because a unique index compares values of any time.
    fingerprint: (text) => createHmac('sha256', indexKey(0)).update(text).digest(),
  };
};
