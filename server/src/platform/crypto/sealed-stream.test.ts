import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStream, SealBroken, sealStream } from './sealed-stream.ts';

const key = randomBytes(32);
const CHUNK = 65_536;

/** Passes data through a stream in parts of the given size, as a disk or network does. */
const inParts = (data: Buffer, size: number) => {
  const parts: Buffer[] = [];
  for (let at = 0; at < data.length; at += size) parts.push(data.subarray(at, at + size));
  return Readable.from(parts);
};
const seal = (plain: Buffer, part = 10_000) => buffer(inParts(plain, part).pipe(sealStream(key)));
const open = (sealed: Buffer, part = 10_000, opener = key) =>
  new Promise<Buffer>((resolve, reject) => {
    const stream = openStream(opener);
    stream.on('error', reject);
    buffer(inParts(sealed, part).pipe(stream)).then(resolve, reject);
  });
const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex');

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 300_000])(
  'a stream of %i bytes opens as it was sealed, in parts of any size',
  async (length) => {
    const plain = randomBytes(length);
    for (const part of [7_919, CHUNK, 1_000_000]) {
      const sealed = await seal(plain, part);
      expect(hashOf(await open(sealed, part + 1))).toBe(hashOf(plain));
      if (length > 100) expect(sealed.includes(plain.subarray(0, 100))).toBe(false);
    }
    expect((await seal(plain)).equals(await seal(plain))).toBe(false);
  },
);

test('a stream with a changed byte, cut anywhere, or extended does not open', async () => {
  const sealed = await seal(randomBytes(2 * CHUNK + 500));
  const spoil = fc.oneof(
    fc.nat(sealed.length - 1).map((at) => {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed;
    }),
    fc.nat(sealed.length - 1).map((at) => sealed.subarray(0, at)),
    fc.constant(Buffer.concat([sealed, Buffer.of(0)])),
  );
  await fc.assert(
    fc.asyncProperty(spoil, async (spoiled) => {
      await expect(open(spoiled)).rejects.toThrow(SealBroken);
    }),
    { numRuns: 60 },
  );
});

test('swapped chunks, chunks of another stream and another key do not open', async () => {
  const [one, other] = await Promise.all([seal(randomBytes(3 * CHUNK)), seal(randomBytes(3 * CHUNK))]);
  const [head, size] = [20, CHUNK + 16];
  const chunkOf = (sealed: Buffer, at: number) => sealed.subarray(head + at * size, head + (at + 1) * size);
  const swapped = [one.subarray(0, head), chunkOf(one, 1), chunkOf(one, 0), chunkOf(one, 2)];
  await expect(open(Buffer.concat(swapped))).rejects.toThrow(SealBroken);
  const mixed = [one.subarray(0, head), chunkOf(one, 0), chunkOf(other, 1), chunkOf(one, 2)];
  await expect(open(Buffer.concat(mixed))).rejects.toThrow(SealBroken);
  await expect(open(one, 10_000, randomBytes(32))).rejects.toThrow(SealBroken);
});
