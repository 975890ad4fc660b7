import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { type FileStore, isFileKey } from './store.ts';

/** A bucket of any S3-compatible service (docs/operations.md). */
export interface Bucket {
  /** Amazon's own endpoint of the region by default. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly keyId: string;
  readonly secret: string;
}

/** Files up to this size are sent from memory, so that the library can retry after a fault. */
const WHOLE_BYTES = 64 * 1024 * 1024;

/** Keys begin with the site's name, because several sites share a bucket. */
export const s3Store = (
  bucket: Bucket,
  filesRoot: string,
  site: string,
  whole: number = WHOLE_BYTES,
): FileStore => {
  const keyed = (key: string) => {
    if (!isFileKey(key)) throw new Error('not a key of this store');
    return { Bucket: bucket.bucket, Key: `${site}/${key}` };
  };
  // The library is large, so it is loaded when a bucket is configured and first used.
  let opened: ReturnType<typeof openClient> | undefined;
  const open = () => {
    opened ??= openClient(bucket);
    return opened;
  };
  return {
    incoming: path.join(filesRoot, '.incoming', site),
    put: async (key, file) => {
      const { s3, client } = await open();
      await client.send(
        new s3.PutObjectCommand({
          ...keyed(key),
          // A stream cannot be retried, so only what is too long for memory is sent as one.
          Body: file.size > whole ? createReadStream(file.path) : await readFile(file.path),
          ContentLength: file.size,
          // The service compares the checksum and refuses a body damaged on the way.
          ChecksumSHA256: file.sha256.toString('base64'),
        }),
      );
    },
    read: async (key) => {
      const body = await bodyOf(await open(), keyed(key));
      return body && Buffer.from(await body.transformToByteArray());
    },
    stream: async (key) => {
      const body = await bodyOf(await open(), keyed(key));
      return body instanceof Readable ? body : undefined;
    },
    remove: async (key) => {
      const { s3, client } = await open();
      await client.send(new s3.DeleteObjectCommand(keyed(key)));
    },
    list: async function* () {
      const { s3, client } = await open();
      const prefix = `${site}/`;
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: bucket.bucket, Prefix: prefix });
      for await (const { Contents = [] } of pages)
        for (const { Key = '', LastModified } of Contents) {
          const key = Key.slice(prefix.length);
          if (isFileKey(key) && LastModified)
            yield { key, modified: Temporal.Instant.fromEpochMilliseconds(LastModified.getTime()) };
        }
    },
  };
};

interface OpenedClient {
  readonly s3: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
}

/** Undefined if there is no such key. */
const bodyOf = async (
  { s3, client }: OpenedClient,
  at: { readonly Bucket: string; readonly Key: string },
) => {
  try {
    return (await client.send(new s3.GetObjectCommand(at))).Body;
  } catch (error) {
    if (error instanceof s3.NoSuchKey) return undefined;
    throw error;
  }
};

const openClient = async (bucket: Bucket): Promise<OpenedClient> => {
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region: bucket.region,
    ...(bucket.endpoint && { endpoint: bucket.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: bucket.keyId, secretAccessKey: bucket.secret },
    // Compatible services differ in newer checksums, so ours is named explicitly.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  });
  return { s3, client };
};
