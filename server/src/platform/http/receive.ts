import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { UploadLimits } from '@homecare/domain/call.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { NO_SPACE, TOO_LARGE } from '@homecare/domain/files/rules.ts';
import type { FastifyRequest } from 'fastify';
import { hashedStream } from '../files/hashed-stream.ts';
import { discard, type IncomingFile, isRoomFor } from '../files/store.ts';
import { isPlainText, LIMITS } from './decode.ts';

/** A multipart body: its text fields, and its one file if there was one. */
export interface Received {
  readonly fields: Record<string, string>;
  readonly file: IncomingFile | undefined;
}

/** Space for what parts contain besides their content. */
const OVERHEAD = 64 * 1024;
/** How much of a refused body is still read, so that the browser can read the answer. */
const DROPPED = 32 * 1024 * 1024;

class TooLarge extends Error {}
const NOT_UNDERSTOOD = 'The upload was not understood.';

/** Streams the body into the incoming folder, at most `maxBytes` of file. A refusal leaves nothing behind. */
export const receive = async (
  request: FastifyRequest,
  incoming: string,
  { maxBytes, tooLarge = TOO_LARGE }: UploadLimits,
): Promise<Result<Received>> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + OVERHEAD)
    return refuse('tooLarge', tooLarge);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  if (!isRoomFor(maxBytes, await freeBytes(incoming))) return refuse('unavailable', NO_SPACE);
  const place = path.join(incoming, randomUUID());
  const stopWatching = endAfter(request, maxBytes + 2 * OVERHEAD);
  const received = await receiveParts(request, place, maxBytes).catch((error: unknown) =>
    refusalOf(error, tooLarge),
  );
  stopWatching();
  if (!received.ok) await discard({ path: place });
  return received;
};

const freeBytes = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const receiveParts = async (
  request: FastifyRequest,
  place: string,
  maxBytes: number,
): Promise<Result<Received>> => {
  const fields: Record<string, string> = Object.create(null);
  let file: IncomingFile | undefined;
  const limits = {
    files: 1,
    fields: 20,
    parts: 21,
    fieldSize: LIMITS.valueBytes,
    fileSize: maxBytes + OVERHEAD,
  };
  for await (const part of request.parts({ limits })) {
    const name = part.fieldname;
    if (part.type === 'file') {
      if (name !== 'file') return refuse('badInput', `${name} is not a file of this call.`);
      file = await store(part, place, maxBytes);
    } else {
      if (typeof part.value !== 'string' || part.valueTruncated || part.fieldnameTruncated)
        return refuse('badInput', NOT_UNDERSTOOD);
      if (name in fields) return refuse('badInput', `${name} was sent twice.`);
      if (!isPlainText(name) || !isPlainText(part.value))
        return refuse('badInput', 'A field holds characters that cannot be stored.');
      fields[name] = part.value;
    }
  }
  return done({ fields, file });
};

/** Resolves once the file is hashed and on disk. */
const store = async (part: MultipartFile, place: string, maxBytes: number): Promise<IncomingFile> => {
  const { stream, result } = hashedStream((_part, size) => (size > maxBytes ? new TooLarge() : undefined));
  await pipeline(part.file, stream, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }));
  return { path: place, name: part.filename, ...result() };
};

/** A truncated or broken body is the sender's fault; a full disk is ours and is reported as such. */
const refusalOf = (error: unknown, tooLarge: string): Result<Received> => {
  if (error instanceof TooLarge) return refuse('tooLarge', tooLarge);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return refuse('unavailable', NO_SPACE);
  if (code === 'EACCES' || code === 'EROFS' || code === 'EIO') throw error;
  return refuse('badInput', NOT_UNDERSTOOD);
};

/** A body that never ends, even within a part's header, loses its connection. */
const endAfter = ({ raw }: FastifyRequest, bytes: number) => {
  let left = bytes;
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  };
  raw.on('data', count);
  return () => void raw.off('data', count);
};

/** Discards the unread rest of a refused body. */
export const dropRest = (request: FastifyRequest) => {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  endAfter(request, DROPPED);
  raw.resume();
};
