import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './serve.ts';

/** An S3-compatible service with one bucket in memory: signatures (version 4), checksums and pages as published. */
export interface BucketServer {
  readonly endpoint: string;
  stop(): Promise<void>;
}

export interface BucketSettings {
  readonly bucket: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
  readonly port?: number;
}

interface StoredObject {
  readonly body: Buffer;
  readonly modified: string;
}

/** Small, so that a test sees several. */
const PAGE = 10;

export const startBucketServer = async (settings: BucketSettings): Promise<BucketServer> => {
  const objects = new Map<string, StoredObject>();
  const listening = await serve(
    (request, response) => answer(request, response, settings, objects),
    settings.port,
  );
  return {
    endpoint: listening.url,
    stop: listening.stop,
  };
};

const answer = async (
  request: IncomingMessage,
  response: ServerResponse,
  settings: BucketSettings,
  objects: Map<string, StoredObject>,
) => {
  const url = new URL(request.url ?? '/', 'http://bucket');
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${code}</Code></Error>`);
  if (!isSigned(request, url, body, settings)) return refuse(403, 'SignatureDoesNotMatch');
  const [, bucket, ...rest] = url.pathname.split('/');
  if (bucket !== settings.bucket) return refuse(404, 'NoSuchBucket');
  const key = decodeURIComponent(rest.join('/'));
  const found = objects.get(key);
  switch (request.method) {
    case 'PUT': {
      const checksum = request.headers['x-amz-checksum-sha256'];
      if (checksum !== undefined && checksum !== sha256(body).toString('base64'))
        return refuse(400, 'BadDigest');
      objects.set(key, { body, modified: Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }) });
      return response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
    }
    case 'DELETE':
      objects.delete(key);
      return response.writeHead(204).end();
    case 'GET':
      if (key === '')
        return response.writeHead(200, { 'content-type': 'application/xml' }).end(list(url, objects));
      return found
        ? response.writeHead(200, { 'content-length': found.body.length }).end(found.body)
        : refuse(404, 'NoSuchKey');
    default:
      return refuse(405, 'MethodNotAllowed');
  }
};

const list = (url: URL, objects: Map<string, StoredObject>) => {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE);
  const more = keys.length > PAGE;
  const contents = page.map((key) => {
    const object = objects.get(key);
    return `<Contents><Key>${key}</Key><LastModified>${object?.modified}</LastModified><Size>${object?.body.length}</Size></Contents>`;
  });
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated><KeyCount>${page.length}</KeyCount>${next}${contents.join('')}</ListBucketResult>`;
};

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();

/** AWS Signature Version 4: the canonical request, the string to sign, the derived key. */
const isSigned = (request: IncomingMessage, url: URL, body: Buffer, settings: BucketSettings): boolean => {
  const authorization = request.headers.authorization ?? '';
  const field = (name: string) => new RegExp(`${name}=([^, ]+)`).exec(authorization)?.[1] ?? '';
  const signed = field('SignedHeaders').split(';');
  const [keyId = '', ...scope] = field('Credential').split('/');
  const [day = '', region = '', service = ''] = scope;
  if (keyId !== settings.keyId || region !== settings.region || service !== 's3') return false;
  const claimed = String(request.headers['x-amz-content-sha256'] ?? '');
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(body).toString('hex')) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&');
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query, headers, signed.join(';'), claimed].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope.join('/'),
    sha256(canonical).toString('hex'),
  ].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${settings.secret}`, day), region), service), 'aws4_request');
  const expected = hmac(key, text);
  const given = Buffer.from(field('Signature'), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

if (import.meta.main) {
  const {
    S3_BUCKET: bucket = 'files',
    S3_REGION: region = 'us-east-1',
    S3_KEY_ID: keyId = 'key',
  } = process.env;
  const { S3_SECRET: secret = 'secret', PORT: port = '9000' } = process.env;
  const { endpoint } = await startBucketServer({ bucket, region, keyId, secret, port: Number(port) });
  process.stdout.write(`Bucket ${bucket} at ${endpoint}\n`);
}
