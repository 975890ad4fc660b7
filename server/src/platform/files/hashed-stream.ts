import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes data through and computes its hash and size. `look` sees each part with the size so far; an error it returns ends the stream. */
export const hashedStream = (look: (part: Buffer, size: number) => Error | undefined = () => undefined) => {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(part: Buffer, _encoding, pass) {
      hash.update(part);
      size += part.length;
      pass(look(part, size) ?? null, part);
    },
  });
  return { stream, result: () => ({ sha256: hash.digest(), size }) };
};
