import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { hashedStream } from './hashed-stream.ts';

const parts = [Buffer.from('one '), Buffer.from('two')];
const through = async (stream: ReturnType<typeof hashedStream>['stream']) => {
  const came: Buffer[] = [];
  const into = new Writable({
    write(part: Buffer, _encoding, done) {
      came.push(part);
      done();
    },
  });
  await pipeline(Readable.from(parts), stream, into);
  return Buffer.concat(came).toString();
};

it('data passes through unchanged, with its hash and size', async () => {
  const { stream, result } = hashedStream();
  expect(await through(stream)).toBe('one two');
  expect(result()).toEqual({ sha256: createHash('sha256').update('one two').digest(), size: 7 });
});

it('an error for a part ends the stream', async () => {
  const { stream } = hashedStream((_part, size) => (size > 4 ? new Error('too much') : undefined));
  await expect(through(stream)).rejects.toThrow('too much');
});
