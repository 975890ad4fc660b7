import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** argon2id, 19 MiB, t=2, p=1 (R8): two at a time, at most 50 waiting. */
const PARAMETERS = { parallelism: 1, tagLength: 32, memory: 19 * 1024, passes: 2 } as const;
const AT_A_TIME = 2;
const WAITING = 50;

let running = 0;
const queue: (() => void)[] = [];

/** Thrown when too many logins wait already; answered as 429. */
export class TooManyHashes extends Error {}

const takeTurn = async () => {
  if (running < AT_A_TIME) {
    running += 1;
    return;
  }
  if (queue.length >= WAITING) throw new TooManyHashes();
  await new Promise<void>((resolve) => queue.push(resolve));
};

const endTurn = () => {
  const next = queue.shift();
  if (next) next();
  else running -= 1;
};

const derive = async (password: string, nonce: Buffer): Promise<Buffer> => {
  await takeTurn();
  try {
    return await new Promise<Buffer>((resolve, reject) =>
      argon2('argon2id', { ...PARAMETERS, message: Buffer.from(password, 'utf8'), nonce }, (error, key) =>
        error ? reject(error) : resolve(Buffer.from(key)),
      ),
    );
  } finally {
    endTurn();
  }
};

const encoded = (nonce: Buffer, key: Buffer) =>
  `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${nonce.toString('base64')}$${key.toString('base64')}`;

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  return encoded(nonce, await derive(password, nonce));
};

// An unknown login costs the same hash as a known one, so that time tells nothing (T5).
const DUMMY = encoded(Buffer.alloc(16, 7), Buffer.alloc(32));

/** True only when the account exists and the password is its own; takes the same time either way. */
export const verifyPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const [, , , , nonce = '', key = ''] = (hash ?? DUMMY).split('$');
  const expected = Buffer.from(key, 'base64');
  const actual = await derive(password, Buffer.from(nonce, 'base64'));
  return actual.length === expected.length && timingSafeEqual(actual, expected) && hash !== undefined;
};
