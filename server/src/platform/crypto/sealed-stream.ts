import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/**
 * Seals what is too long for memory, like the payload of age (https://c2sp.org/age): AES-256-GCM in chunks of 64 KiB, with a
 * separate key for each stream. The nonce counts chunks and marks the last, so that a stream that was cut, reordered or joined with
 * another does not open.
 */
const MAGIC = Buffer.from('HCS1');
const SALT = 16;
const HEAD = MAGIC.length + SALT;
const CHUNK = 65_536;
const TAG = 16;

/** Cannot be opened: another key sealed it, or a byte is missing or was changed. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

const streamKey = (key: Buffer, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, salt, 'homecare stream', 32));

const nonceOf = (chunk: number, isLast: boolean) => {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

interface Head {
  readonly size: number;
  readonly take: (head: Buffer) => void;
}

/** Passes on pieces of `size` bytes after a header; the last, which may be shorter, when the stream ends. */
const inPieces = (size: number, work: (piece: Buffer, isLast: boolean) => Buffer, head?: Head) => {
  let isHeadTaken = head === undefined;
  let waiting: Buffer = Buffer.alloc(0);
  const attempt = (done: TransformCallback, step: () => void) => {
    try {
      step();
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return new Transform({
    transform(data: Buffer, _encoding, done) {
      attempt(done, () => {
        waiting = waiting.length === 0 ? data : Buffer.concat([waiting, data]);
        let at = 0;
        if (head && !isHeadTaken) {
          if (waiting.length < head.size) return;
          head.take(waiting.subarray(0, head.size));
          [at, isHeadTaken] = [head.size, true];
        }
        for (; waiting.length - at > size; at += size)
          this.push(work(waiting.subarray(at, at + size), false));
        waiting = waiting.subarray(at);
      });
    },
    flush(done) {
      attempt(done, () => this.push(work(waiting, true)));
    },
  });
};

export const sealStream = (key: Buffer): Transform => {
  const salt = randomBytes(SALT);
  const own = streamKey(key, salt);
  let chunk = 0;
  const stream = inPieces(CHUNK, (plain, isLast) => {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(chunk, isLast));
    chunk += 1;
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  });
  stream.push(Buffer.concat([MAGIC, salt]));
  return stream;
};

/** Throws SealBroken at the first damaged chunk; everything before it is correct. */
export const openStream = (key: Buffer): Transform => {
  let own: Buffer | undefined;
  let chunk = 0;
  const take = (head: Buffer) => {
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new SealBroken('this was not sealed here');
    own = streamKey(key, head.subarray(MAGIC.length));
  };
  const open = (sealed: Buffer, isLast: boolean) => {
    if (!own || sealed.length < TAG) throw new SealBroken('a sealed stream was cut');
    const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(chunk, isLast), { authTagLength: TAG });
    chunk += 1;
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
    const plain = decipher.update(sealed.subarray(0, sealed.length - TAG));
    try {
      return Buffer.concat([plain, decipher.final()]);
    } catch {
      throw new SealBroken('a sealed stream was changed, or sealed with another key');
    }
  };
  return inPieces(CHUNK + TAG, open, { size: HEAD, take });
};
