import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type BucketServer, startBucketServer } from '../../../../simulators/src/s3.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { localStore } from './local-store.ts';
import { s3Store } from './s3-store.ts';
import { sealedStore } from './sealed-store.ts';
import { type FileStore, isFileKey, isRoomFor, newFileKey } from './store.ts';
import { sweepFiles } from './sweep.ts';

let root = '';
let bucket: BucketServer;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'homecare-store-'));
  bucket = await startBucketServer({
    bucket: 'files',
    keyId: 'test-key',
    secret: 'test-secret',
    region: 'eu-1',
  });
});
afterAll(async () => {
  await bucket.stop();
  await rm(root, { recursive: true });
});

const toBucket = (site: string, secret = 'test-secret') =>
  s3Store(
    { endpoint: bucket.endpoint, region: 'eu-1', bucket: 'files', keyId: 'test-key', secret },
    root,
    site,
  );

const arrive = async (store: FileStore, content: Buffer) => {
  await mkdir(store.incoming, { recursive: true });
  const file = path.join(store.incoming, newFileKey().slice(3));
  await writeFile(file, content);
  const sha256 = createHash('sha256').update(content).digest();
  return { path: file, name: 'a.pdf', size: content.length, sha256 };
};
/** The file as a stream; undefined if there is no such key. */
const streamed = async (store: FileStore, key: string) => {
  const source = await store.stream(key);
  return source && buffer(source);
};
const keysOf = async (store: FileStore) => {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
};

describe.each([
  ['a folder', (site: string) => localStore(root, site)],
  ['a bucket', (site: string) => toBucket(site)],
])('%s', (_, storeOf) => {
  it('stores, lists and removes files', async () => {
    const store = storeOf('one');
    const content = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 251));
    const [a, b] = [newFileKey(), newFileKey()];
    await store.put(a, await arrive(store, content));
    await store.put(b, await arrive(store, Buffer.from('')));
    expect((await store.read(a))?.equals(content)).toBe(true);
    expect(await store.read(b)).toHaveLength(0);
    expect((await streamed(store, a))?.equals(content)).toBe(true);
    expect(await streamed(store, b)).toHaveLength(0);
    expect(await streamed(store, newFileKey())).toBeUndefined();
    expect(await keysOf(store)).toEqual([a, b].sort());
    await store.remove(a);
    await store.remove(a);
    expect(await store.read(a)).toBeUndefined();
    expect(await keysOf(store)).toEqual([b]);
  });

  it('keeps sites separate', async () => {
    const [mine, theirs] = [storeOf('mine'), storeOf('theirs')];
    const key = newFileKey();
    await mine.put(key, await arrive(mine, Buffer.from('mine')));
    expect(await theirs.read(key)).toBeUndefined();
    expect(await keysOf(theirs)).toEqual([]);
  });

  it.each(['../../etc/passwd', '/etc/passwd', 'ab/../x', '', '__proto__', `ab/${'f'.repeat(61)}/`])(
    'refuses the key %o',
    async (key) => {
      expect(isFileKey(key)).toBe(false);
      await expect(storeOf('one').read(key)).rejects.toThrow('not a key');
    },
  );
});

describe('a sealed store', () => {
  const ringOf = (...keys: Buffer[]) => ({
    current: keys.length - 1,
    keyOf: (number: number) => keys[number],
  });
  const content = Buffer.from(Array.from({ length: 150_000 }, (_, n) => n % 251));

  it.each([
    ['a folder', (site: string) => localStore(root, site)],
    ['a bucket', (site: string) => toBucket(site)],
  ])('of %s contains nothing readable without the site’s key', async (_, storeOf) => {
    const [inner, key] = [storeOf('sealed'), randomBytes(32)];
    const store = sealedStore(inner, ringOf(key));
    const name = newFileKey();
    await store.put(name, await arrive(store, content));
    expect((await store.read(name))?.equals(content)).toBe(true);
    expect((await streamed(store, name))?.equals(content)).toBe(true);
    const lies = (await inner.read(name)) ?? Buffer.of();
    expect(lies.subarray(0, 3).toString()).toBe('HCF');
    expect(lies.includes(content.subarray(0, 64))).toBe(false);
    // Nothing of it remains in the incoming folder.
    expect(await readdir(store.incoming)).toEqual([]);
    // Another site's key opens nothing.
    expect(await sealedStore(inner, ringOf(randomBytes(32))).read(name)).toBeUndefined();
  });

  it('returns nothing of a file with a changed byte or a missing part', async () => {
    const inner = localStore(root, 'spoiled');
    const store = sealedStore(inner, ringOf(randomBytes(32)));
    for (const spoil of [
      (bytes: Buffer) => bytes.fill((bytes[9] ?? 0) ^ 1, 9, 10),
      (bytes: Buffer) => bytes.fill((bytes[100_000] ?? 0) ^ 1, 100_000, 100_001),
      (bytes: Buffer) => bytes.subarray(0, bytes.length - 1),
      (bytes: Buffer) => bytes.subarray(0, 70_000),
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(0)]),
      // The first part of the stream is missing, and its header is there.
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 24), bytes.subarray(24 + 65_552)]),
    ]) {
      const name = newFileKey();
      await store.put(name, await arrive(store, content));
      const bytes = (await inner.read(name)) ?? Buffer.of();
      await inner.put(name, await arrive(inner, spoil(Buffer.from(bytes))));
      expect(await store.read(name)).toBeUndefined();
      await expect(streamed(store, name)).rejects.toThrow('sealed');
    }
  });

  it('opens files from before sealing and those sealed by an earlier key; both get the current key', async () => {
    const inner = localStore(root, 'resealed');
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const [plain, old] = [newFileKey(), newFileKey()];
    await inner.put(plain, await arrive(inner, content));
    await sealedStore(inner, ringOf(first)).put(old, await arrive(inner, content));
    // Like an archive of several years, which fits in no memory.
    const tooLong = () => Promise.reject(new RangeError('greater than 2 GiB'));
    const long = sealedStore({ ...inner, read: tooLong }, ringOf(first, second));
    const store = sealedStore(inner, ringOf(first, second));
    for (const name of [plain, old]) {
      expect((await store.read(name))?.equals(content)).toBe(true);
      expect((await streamed(store, name))?.equals(content)).toBe(true);
      expect(await long.reseal(name)).toBe(true);
      expect(await long.reseal(name)).toBe(false);
      expect((await inner.read(name))?.[3]).toBe(1);
      expect((await store.read(name))?.equals(content)).toBe(true);
    }
    expect(await store.reseal(newFileKey())).toBe(false);
    expect(await readdir(store.incoming)).toEqual([]);
  });
});

test('a file too long for memory is sent to a bucket as a stream', async () => {
  const account = { endpoint: bucket.endpoint, region: 'eu-1', bucket: 'files' };
  const store = s3Store({ ...account, keyId: 'test-key', secret: 'test-secret' }, root, 'long', 1_000);
  const content = randomBytes(300_000);
  const key = newFileKey();
  await store.put(key, await arrive(store, content));
  expect((await streamed(store, key))?.equals(content)).toBe(true);
});

test('a bucket lists more than one page', async () => {
  const store = toBucket('pages');
  const keys = Array.from({ length: 23 }, newFileKey);
  for (const key of keys) await store.put(key, await arrive(store, Buffer.from(key)));
  expect(await keysOf(store)).toEqual(keys.sort());
});

test('a bucket refuses a wrong secret, and a body that does not match its checksum', async () => {
  const store = toBucket('one', 'wrong');
  await expect(store.put(newFileKey(), await arrive(store, Buffer.from('x')))).rejects.toThrow();
  const right = toBucket('one');
  const file = await arrive(right, Buffer.from('damaged on the way'));
  const key = newFileKey();
  await expect(right.put(key, { ...file, sha256: Buffer.alloc(32) })).rejects.toThrow();
  expect(await right.read(key)).toBeUndefined();
});

test.each([
  [10_000_000, 1_010_000_000, true],
  [10_000_000, 1_009_999_999, false],
  [0, 999_999_999, false],
])('%i bytes where %i are free: %s', (bytes, free, room) => expect(isRoomFor(bytes, free)).toBe(room));

describe('the cleanup', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.stop());

  it('removes old files no row refers to or needs, and old leftovers of uploads, nothing else', async () => {
    const { files } = server.site;
    const placeOf = (key: string) => path.join(files.incoming, '..', '..', 'demo', key);
    const age = async (file: string) => {
      const old = (await stat(file)).mtimeMs / 1000 - 3_700;
      await utimes(file, old, old);
    };
    const [named, orphan, fresh] = [newFileKey(), newFileKey(), newFileKey()];
    for (const key of [named, orphan, fresh]) await files.put(key, await arrive(files, Buffer.from(key)));
    await server.database.pool.query('insert into stored_files (key, size, sha256) values ($1, 1, $2)', [
      named,
      Buffer.alloc(32),
    ]);
    const [left, arriving] = [
      await arrive(files, Buffer.from('left')),
      await arrive(files, Buffer.from('now')),
    ];
    const released = newFileKey();
    await files.put(released, await arrive(files, Buffer.from('released')));
    await server.database.pool.query(
      'insert into stored_files (key, size, sha256, removed) values ($1, 1, $2, now())',
      [released, Buffer.alloc(32)],
    );
    for (const file of [placeOf(named), placeOf(orphan), placeOf(released), left.path]) await age(file);
    expect(await sweepFiles(server.scope)).toBe(3);
    expect(await keysOf(files)).toEqual([named, fresh].sort());
    expect(await readdir(files.incoming)).toEqual([path.basename(arriving.path)]);
    expect(await sweepFiles(server.scope)).toBe(0);
  });
});
