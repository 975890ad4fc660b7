import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { keyCheck } from '../crypto/keys.ts';
import { openStream, SealBroken, sealStream } from '../crypto/sealed-stream.ts';
import { hashedStream } from '../files/hashed-stream.ts';
import type { ArchiveStore } from './archive-store.ts';

/** A base is the cluster as copied between two points of its log, from which any later instant can be recovered. */
const Base = z.strictObject({
  format: z.literal(1),
  /** The first log segment the copy needs. */
  firstSegment: z.string(),
  /** The copy was made between these instants; anything after `end` can be restored. */
  begin: z.string(),
  end: z.string(),
  /** The content of the file backup_label, which PostgreSQL needs with the copy. */
  label: z.string(),
  bytes: z.int(),
  /** Distinguishes the correct key from a wrong one without revealing anything about it. */
  keyCheck: z.string(),
});
export type Base = z.output<typeof Base>;

/** A moment as a name that sorts by time. */
export const stampOf = (instant: Temporal.Instant) =>
  instant.toString({ smallestUnit: 'millisecond' }).replaceAll(':', '-');
export const instantOf = (stamp: string) =>
  Temporal.Instant.from(stamp.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));

/**
 * The content of the archive, compressed and sealed with its key: `wal/<segment>`, `base/<stamp>.tar` with its `base/<stamp>.json`
 * (written last, and the only plain text), `directory/<stamp>` with the sites and their keys, and `files/<site>/<key>`.
 */
export class SealedArchive {
  readonly store: ArchiveStore;
  readonly #key: Buffer;

  constructor(store: ArchiveStore, key: Buffer) {
    this.store = store;
    this.#key = key;
  }

  /** Resolves once the written data was read back and is the same. */
  async put(name: string, content: Readable): Promise<{ bytes: number }> {
    const plain = hashedStream();
    const sealing = sealStream(this.#key);
    const [written] = await Promise.allSettled([
      this.store.put(name, sealing),
      pipeline(content, plain.stream, createZstdCompress(), sealing),
    ]);
    if (written.status === 'rejected') throw written.reason;
    const copy = createHash('sha256');
    const reading = await this.get(name);
    if (!reading) throw new Error('what was just archived is not there');
    for await (const part of reading) copy.update(part);
    const { sha256, size: bytes } = plain.result();
    if (!copy.digest().equals(sha256)) throw new SealBroken('what was archived came back different');
    return { bytes };
  }

  /** Undefined if there is no such name. The stream throws SealBroken at a damaged part. */
  async get(name: string): Promise<Readable | undefined> {
    const sealed = await this.store.get(name);
    if (!sealed) return undefined;
    const opened = openStream(this.#key);
    const plain = createZstdDecompress();
    pipeline(sealed, opened, plain).catch(() => undefined);
    return plain;
  }

  async read(name: string): Promise<Buffer | undefined> {
    const content = await this.get(name);
    return content && buffer(content);
  }

  putFile = (name: string, file: string) => this.put(name, createReadStream(file));

  async putBase(stamp: string, base: Omit<Base, 'format' | 'keyCheck'>) {
    const text = JSON.stringify(
      { format: 1, ...base, keyCheck: keyCheck(this.#key) } satisfies Base,
      null,
      1,
    );
    await this.store.put(`base/${stamp}.json`, Readable.from([text]));
  }

  /** Oldest first. */
  async bases(): Promise<readonly (Base & { readonly stamp: string })[]> {
    const names = (await this.store.list('base/')).filter((name) => name.endsWith('.json'));
    return Promise.all(
      names.map(async (name) => {
        const content = await this.store.get(`base/${name}`);
        const text = content ? (await buffer(content)).toString() : '';
        return { stamp: name.replace('.json', ''), ...Base.parse(JSON.parse(text)) };
      }),
    );
  }

  isKeyOf = (base: Base) => base.keyCheck === keyCheck(this.#key);
}
