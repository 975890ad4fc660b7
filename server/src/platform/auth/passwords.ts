import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { currentAgency } from '../log/origin.ts';
import { FairQueue } from './fair-queue.ts';

/** argon2id, 19 MiB, t=2, p=1. Two run at a time and at most 100 wait, enough for a whole office signing in at eight. */
const PARAMETERS = { parallelism: 1, tagLength: 32, memory: 19 * 1024, passes: 2 } as const;
const AT_A_TIME = 2;
const WAITING = 100;
/** The caller of passwords that a signed-in user sets or proves. */
const SIGNED_IN = 'signed in';

/** Argon2 runs in threads of Node.js; two at a time leave the other two for files and DNS. */
const hashing = new FairQueue(AT_A_TIME, WAITING);

const derive = (password: string, nonce: Buffer, caller: string): Promise<Buffer> =>
  hashing.run(
    caller,
    () =>
      new Promise<Buffer>((resolve, reject) =>
        argon2('argon2id', { ...PARAMETERS, message: Buffer.from(password, 'utf8'), nonce }, (error, key) =>
          error ? reject(error) : resolve(Buffer.from(key)),
        ),
      ),
    currentAgency(),
  );

const encoded = (nonce: Buffer, key: Buffer) =>
  `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${nonce.toString('base64')}$${key.toString('base64')}`;

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  return encoded(nonce, await derive(password, nonce, SIGNED_IN));
};

// An unknown login costs the same hash as a known one, so that timing reveals nothing.
const DUMMY = encoded(Buffer.alloc(16, 7), Buffer.alloc(32));

/**
 * True only if the account exists and the password is correct; takes equally long either way. `caller` determines the turn among
 * those not signed in.
 */
export const verifyPassword = async (
  password: string,
  hash: string | undefined,
  caller: string = SIGNED_IN,
): Promise<boolean> => {
  const [, , , , nonce = '', key = ''] = (hash ?? DUMMY).split('$');
  const expected = Buffer.from(key, 'base64');
  const actual = await derive(password, Buffer.from(nonce, 'base64'), caller);
  return actual.length === expected.length && timingSafeEqual(actual, expected) && hash !== undefined;
};
