/** Archives in the oldest open format (POSIX ustar): a 512-byte header before each file, and padding to a multiple of 512. */

const BLOCK = 512;
const NAME_BYTES = 100;

export interface TarEntry {
  readonly name: string;
  readonly body: Buffer;
}

const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;

/** Nothing in a header depends on day or machine, so equal content gives an equal archive. */
const headOf = (name: string, size: number): Buffer => {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new Error(`${name} is too long for an archive`);
  const head = Buffer.alloc(BLOCK);
  head.write(name, 0);
  head.write(octal(0o600, 8), 100);
  head.write(octal(0, 8), 108);
  head.write(octal(0, 8), 116);
  head.write(octal(size, 12), 124);
  head.write(octal(0, 12), 136);
  head.write(' '.repeat(8), 148);
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${octal(sum, 7)} `, 148);
  return head;
};

const fillOf = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** The bytes of an archive, entry by entry. */
export async function* tarOf(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, body } of entries) {
    yield headOf(name, body.length);
    yield body;
    yield fillOf(body.length);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Random access to the bytes of an archive. */
export interface Bytes {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

export class TarDamaged extends Error {}

const readAt = async (source: Bytes, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await source.read(buffer, at, length - at, position + at);
    if (bytesRead === 0) throw new TarDamaged('the archive ends too early');
    at += bytesRead;
  }
  return buffer;
};

const textOf = (head: Buffer, from: number, length: number) =>
  head
    .toString('utf8', from, from + length)
    .replace(/\0.*$/s, '')
    .trim();

/** A file in an archive; its content is read on request. */
export interface PackedFile {
  readonly name: string;
  readonly read: () => Promise<Buffer>;
}

export async function* readTar(source: Bytes): AsyncGenerator<PackedFile> {
  for (let position = 0; ; ) {
    const head = await readAt(source, position, BLOCK);
    if (head.every((byte) => byte === 0)) return;
    const size = Number.parseInt(textOf(head, 124, 12), 8);
    if (textOf(head, 257, 6) !== 'ustar' || !Number.isSafeInteger(size))
      throw new TarDamaged('this is not an archive of an agency');
    const begin = position + BLOCK;
    yield { name: textOf(head, 0, NAME_BYTES), read: () => readAt(source, begin, size) };
    position = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
}
