import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openStream, SealBroken, sealStream } from '../crypto/sealed-stream.ts';
import { derived, type KeyChoice } from '../crypto/secrets.ts';
import { hashedStream } from './hashed-stream.ts';
import { discard, type FileStore, type IncomingFile } from './store.ts';

/** Files are sealed with a key of the site: these four bytes, the last of which is the key's number, and then the stream. */
const MAGIC = Buffer.from('HCF');
const HEAD = MAGIC.length + 1;

/** The key's number; undefined for an unsealed file of an earlier release. */
export const keyNumberOfFile = (bytes: Buffer): number | undefined =>
  bytes.length > HEAD && bytes.subarray(0, MAGIC.length).equals(MAGIC) ? bytes[MAGIC.length] : undefined;

/** Bytes per turn, so that other calls are answered in between. */
const OPENED_AT_ONCE = 4 * 1024 * 1024;
async function* inTurns(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += OPENED_AT_ONCE) {
    if (at > 0) await nextTurn();
    yield bytes.subarray(at, at + OPENED_AT_ONCE);
  }
}

/** Reads the first bytes of a stream, which show whether it is sealed. */
const headOf = async (source: Readable) => {
  const parts: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let isOver = false;
  while (head.length <= HEAD && !isOver) {
    const next = await parts.next();
    isOver = next.done === true;
    if (next.done !== true) head = Buffer.concat([head, next.value]);
  }
  const rest = async function* () {
    try {
      yield keyNumberOfFile(head) === undefined ? head : head.subarray(HEAD);
      for await (const part of { [Symbol.asyncIterator]: () => parts }) yield part;
    } finally {
      source.destroy();
    }
  };
  return { number: keyNumberOfFile(head), rest };
};

type Head = Awaited<ReturnType<typeof headOf>>;

export interface FileSeal {
  /** Opens sealed bytes; unsealed ones stay as they are. Throws SealBroken if a byte is missing or was changed. */
  open(bytes: Buffer): Promise<Buffer>;
  /** The same for a stream, which fails with SealBroken at the first damaged part. */
  opening(source: Readable): Promise<Readable>;
  /** The same for a stream whose beginning has been read. */
  openingRest(head: Head): Readable;
  /** Writes a sealed copy next to it, on disk. */
  seal(file: IncomingFile): Promise<IncomingFile>;
}

export const fileSeal = (keys: KeyChoice): FileSeal => {
  const keyOf = derived(keys, 'files');
  const openingRest = ({ number, rest }: Head): Readable => {
    const sealed = Readable.from(rest(), { objectMode: false });
    if (number === undefined) return sealed;
    const opened = openStream(keyOf(number));
    // A failure on the way surfaces where the stream is read.
    pipeline(sealed, opened).catch(() => undefined);
    return opened;
  };
  return {
    openingRest,
    open: async (bytes) => {
      const number = keyNumberOfFile(bytes);
      if (number === undefined) return bytes;
      const opened = openStream(keyOf(number));
      const [content] = await Promise.all([
        buffer(opened),
        pipeline(Readable.from(inTurns(bytes.subarray(HEAD))), opened),
      ]);
      return content;
    },
    opening: async (source) => openingRest(await headOf(source)),
    seal: async (file) => {
      const number = keys.current;
      const place = `${file.path}.sealed`;
      const hash = createHash('sha256');
      const head = Buffer.concat([MAGIC, Buffer.of(number)]);
      let isHeadWritten = false;
      const hashed = new Transform({
        transform(part: Buffer, _encoding, done) {
          const whole = isHeadWritten ? part : Buffer.concat([head, part]);
          isHeadWritten = true;
          hash.update(whole);
          done(null, whole);
        },
      });
      try {
        await pipeline(
          createReadStream(file.path),
          sealStream(keyOf(number)),
          hashed,
          createWriteStream(place, { mode: 0o600, flush: true }),
        );
        return { path: place, name: file.name, size: (await stat(place)).size, sha256: hash.digest() };
      } catch (error) {
        await rm(place, { force: true });
        throw error;
      }
    },
  };
};

/** A store whose files are sealed before they reach it; `reseal` seals one with the current key. */
export interface SealedStore extends FileStore {
  /** Returns false if it is sealed with that key already, or missing. */
  reseal(key: string): Promise<boolean>;
}

export const sealedStore = (inner: FileStore, keys: KeyChoice): SealedStore => {
  const { open, opening, openingRest, seal } = fileSeal(keys);
  const put = async (key: string, file: IncomingFile) => {
    const sealed = await seal(file);
    try {
      await inner.put(key, sealed);
    } finally {
      await discard(sealed);
    }
    await discard(file);
  };
  return {
    incoming: inner.incoming,
    put,
    read: async (key) => {
      const bytes = await inner.read(key);
      if (!bytes) return undefined;
      return open(bytes).catch((error: unknown) => {
        // A damaged file is as good as missing.
        if (error instanceof SealBroken) return undefined;
        throw error;
      });
    },
    stream: async (key) => {
      const source = await inner.stream(key);
      return source && opening(source);
    },
    remove: (key) => inner.remove(key),
    list: () => inner.list(),
    reseal: async (key) => {
      const source = await inner.stream(key);
      if (!source) return false;
      const head = await headOf(source);
      if (head.number === keys.current) {
        source.destroy();
        return false;
      }
      // A file may exceed memory, above all an agency's archive.
      const place = path.join(inner.incoming, `reseal-${randomBytes(8).toString('hex')}`);
      const { stream, result } = hashedStream();
      try {
        await pipeline(openingRest(head), stream, createWriteStream(place, { mode: 0o600 }));
        await put(key, { path: place, name: '', ...result() });
      } catch (error) {
        await rm(place, { force: true });
        throw error;
      }
      return true;
    },
  };
};
