import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { REASONS } from '@homecare/domain/errors.ts';
import {
  deleteUserFile,
  downloadFile,
  getUserFiles,
  renameUserFile,
  restoreUserFile,
  uploadFile,
} from '@homecare/domain/files/contract.ts';
import {
  BAD_NAME,
  DAMAGED,
  FILE_DELETED,
  FILE_RENAMED,
  FILE_RESTORED,
  FILE_UPLOADED,
  keepsKind,
  MAX_FILE_BYTES,
  NAME_TAKEN,
  NO_FILE,
  NO_NAME,
  NO_SUCH_FILE,
  TOO_LARGE,
  WRONG_TYPE,
} from '@homecare/domain/files/rules.ts';
import type { FileEntry } from '@homecare/domain/files/schema.ts';
import { TOO_LATE } from '@homecare/domain/undo.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider } from '../../testing/care.ts';
import { hostileNames } from '../../testing/hostile-names.ts';
import { multipart, SAMPLE_FILE, type SampleFile } from '../../testing/requests.ts';
import { type Answer, type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { BASE } from '../platform/http/base-path.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
let person: number;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
  person = await addClient(server.database.pool, 'Baca');
});
afterAll(() => server.stop());

let serial = 0;
const fresh = (word: string) => {
  serial += 1;
  return `${word} ${serial}`;
};
const url = `${BASE}/modules/uploadFile.php`;
const upload = (who: Caller, input: object, file: SampleFile | undefined = SAMPLE_FILE) =>
  who.raw({ method: 'POST', url, ...multipart(input, file) });
const names = async (id = person) =>
  (await admin.call(getUserFiles, { id })).data?.map(({ name }) => name) ?? [];
const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of server.site.files.list()) keys.push(key);
  return keys.sort();
};
const rows = async () =>
  (await server.database.pool.query<{ key: string }>('select key from stored_files order by key')).rows.map(
    ({ key }) => key,
  );
const incoming = () => readdir(server.site.files.incoming).catch(() => []);
const logOf = async (id: number) =>
  (
    await server.database.pool.query<{ action: string; changes: object }>(
      "select action, changes from change_log where entity = 'person' and entity_id = $1 order by id",
      [id],
    )
  ).rows;
/** No row without a file, no file without a row, and no incomplete upload. */
const expectWhole = async () => {
  expect(await stored()).toEqual(await rows());
  await expect.poll(incoming).toEqual([]);
};

describe('a person’s file', () => {
  it('is uploaded, listed, downloaded byte for byte, renamed and deleted', async () => {
    const id = await addProvider(server.database.pool, 'Ortiz');
    const content = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.from(Array.from({ length: 9_000 }, (_, n) => n % 256)),
    ]);
    const sent = await upload(user, { id, name: 'Driver license' }, { name: 'IMG_1.PDF', content });
    expect([sent.status, sent.Info]).toEqual([200, FILE_UPLOADED]);
    const entry = { name: 'Driver license.pdf', created: '2026-11-20T17:00:00Z', size: content.length };
    expect(uploadFile.output.parse(sent.data)).toEqual(entry);
    const [listed] = (await user.call(getUserFiles, { id })).data ?? [];
    expect({ ...listed, created: Temporal.Instant.from(listed?.created ?? '').toString() }).toEqual(entry);

    const loaded = await server.app.inject({
      url: `${BASE}/modules/downloadFile.php?id=${id}&name=Driver+license.pdf`,
      headers: { host: 'localhost', cookie: user.cookie ?? '' },
    });
    expect(loaded.rawPayload.equals(content)).toBe(true);
    expect(loaded.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Driver license.pdf"; filename*=UTF-8''Driver%20license.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });

    const renamed = await user.call(renameUserFile, { id, name: 'Driver license.pdf', rename: 'ID card' });
    expect([renamed.Info, renamed.data?.name]).toEqual([FILE_RENAMED, 'ID card.pdf']);
    expect(await names(id)).toEqual(['ID card.pdf']);

    const gone = await admin.call(deleteUserFile, { id, name: 'ID card.pdf' });
    expect(gone.Info).toBe(FILE_DELETED);
    expect(await names(id)).toEqual([]);
    for (const call of [
      await admin.call(downloadFile, { id, name: 'ID card.pdf' }),
      await admin.call(renameUserFile, { id, name: 'ID card.pdf', rename: 'x' }),
      await admin.call(deleteUserFile, { id, name: 'ID card.pdf' }),
    ])
      expect([call.status, call.Info]).toEqual([404, NO_SUCH_FILE]);
    expect(await logOf(id)).toEqual([
      { action: 'insert', changes: { File: [null, 'Driver license.pdf'] } },
      { action: 'read', changes: { File: [null, 'Driver license.pdf'] } },
      { action: 'update', changes: { File: ['Driver license.pdf', 'ID card.pdf'] } },
      { action: 'delete', changes: { File: ['ID card.pdf', null] } },
    ]);
    // The bytes of a deleted file stay, under a meaningless name.
    const [row] = (
      await server.database.pool.query<{ stored_key: string }>(
        'select stored_key from person_files where person_id = $1',
        [id],
      )
    ).rows;
    expect(row?.stored_key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{62}$/);
    expect((await server.site.files.read(row?.stored_key ?? ''))?.equals(content)).toBe(true);
    await expectWhole();
  });

  it('returns after Undo, for ten minutes, unless its name is in use by then', async () => {
    const id = await addProvider(server.database.pool, 'Undone');
    await upload(user, { id, name: 'Card' });
    const [before] = (await user.call(getUserFiles, { id })).data ?? [];
    const file = { id, name: before?.name ?? '' };
    expect(await admin.call(restoreUserFile, file)).toMatchObject({ status: 404, Info: NO_SUCH_FILE });
    await admin.call(deleteUserFile, file);
    expect((await user.call(restoreUserFile, file)).status).toBe(403);
    const back = await admin.call(restoreUserFile, file);
    expect([back.Info, back.data]).toEqual([FILE_RESTORED, before]);
    expect((await user.call(getUserFiles, { id })).data).toEqual([before]);
    expect((await logOf(id)).at(-1)).toEqual({ action: 'update', changes: { File: [null, file.name] } });

    await admin.call(deleteUserFile, file);
    await upload(user, { id, name: 'Card' });
    expect(await admin.call(restoreUserFile, file)).toMatchObject({ status: 409, Info: NAME_TAKEN });
    await admin.call(deleteUserFile, file);
    await server.database.pool.query(
      `update person_files set deleted = deleted - interval '11 minutes' where person_id = $1`,
      [id],
    );
    expect(await admin.call(restoreUserFile, file)).toMatchObject({ status: 409, Info: TOO_LATE });
  });

  it('can be renamed and deleted by the GET of older clients too, never by a navigation', async () => {
    await upload(admin, { id: person, name: 'By get' });
    const get = (query: string, headers = {}) => admin.raw({ url: `${BASE}/modules/${query}`, headers });
    const rename = `renameUserFile.php?id=${person}&name=By+get.pdf&rename=Got`;
    expect(
      (await get(rename, { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(403);
    expect((await get(rename, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await get(rename)).Info).toBe(FILE_RENAMED);
    expect((await get(`deleteUserFile.php?id=${person}&name=Got.pdf`)).Info).toBe(FILE_DELETED);
  });

  it('is only found with its own person', async () => {
    const other = await addClient(server.database.pool, 'Chen');
    const name = `${fresh('Mine')}.pdf`;
    await upload(admin, { id: person, name });
    for (const answer of [
      await admin.call(downloadFile, { id: other, name }),
      await admin.call(renameUserFile, { id: other, name, rename: 'Theirs' }),
      await admin.call(deleteUserFile, { id: other, name }),
    ])
      expect(answer.status).toBe(404);
    expect(await names()).toContain(name);
    for (const id of [987_654_321]) {
      expect((await admin.call(getUserFiles, { id })).status).toBe(404);
      expect((await upload(admin, { id, name: 'x' })).status).toBe(404);
    }
    await expectWhole();
  });
});

describe('an upload is refused', () => {
  const at = (bytes: number) => ({
    name: 'a.pdf',
    content: Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(bytes - 5)]),
  });
  test.each<[string, object, SampleFile | undefined, number, string]>([
    ['another kind', { name: 'x' }, { name: 'photo.png', content: 'x' }, 415, WRONG_TYPE],
    ['no extension', { name: 'x' }, { name: 'pdf', content: '%PDF-1.4' }, 415, WRONG_TYPE],
    ['HTML that says it is a PDF', { name: 'x' }, { name: 'a.pdf', content: '<html>' }, 415, WRONG_TYPE],
    ['HTML that says it is a document', { name: 'x' }, { name: 'a.doc', content: '<html>' }, 415, WRONG_TYPE],
    ['an empty file', { name: 'x' }, { name: 'a.pdf', content: '' }, 415, WRONG_TYPE],
    ['no file', { name: 'x' }, undefined, 400, NO_FILE],
    ['no name', {}, SAMPLE_FILE, 400, NO_NAME],
    ['a blank name', { name: ' ' }, SAMPLE_FILE, 400, NO_NAME],
    ['a name of another kind', { name: 'x.html' }, SAMPLE_FILE, 415, WRONG_TYPE],
    ['a path as name', { name: '../x' }, SAMPLE_FILE, 400, BAD_NAME],
    ['a name of another allowed kind', { name: 'x.docx' }, SAMPLE_FILE, 400, keepsKind('pdf')],
    ['10,000,001 bytes', { name: 'x' }, at(10_000_001), 413, TOO_LARGE],
    ['much more', { name: 'x' }, at(11_000_000), 413, TOO_LARGE],
  ])('if it is %s', async (_, input, file, status, info) => {
    const before = await names();
    const answer = await admin.raw({ method: 'POST', url, ...multipart({ id: person, ...input }, file) });
    expect([answer.status, answer.Info]).toEqual([status, info]);
    expect(await names()).toEqual(before);
    await expectWhole();
  });

  it('but not at exactly 10,000,000 bytes', async () => {
    const name = fresh('Largest');
    const answer = await upload(admin, { id: person, name }, at(MAX_FILE_BYTES));
    expect(answer.status).toBe(200);
    await admin.call(deleteUserFile, { id: person, name: `${name}.pdf` });
  });

  it('with fields that are unknown, repeated or malicious', async () => {
    const raw = (payload: string) =>
      admin.raw({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
    const field = (name: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = (name: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n%PDF-1\r\n`;
    const id = field('id', String(person));
    for (const body of [
      `${id}${id}${field('name', 'x')}${file('file')}--b--\r\n`,
      `${id}${field('name', 'x')}${field('role', 'admin')}${file('file')}--b--\r\n`,
      `${id}${field('name', 'x\0y')}${file('file')}--b--\r\n`,
      `${id}${field('__proto__', 'x')}${file('file')}--b--\r\n`,
      `${id}${field('name', 'x')}${file('other')}--b--\r\n`,
      `${id}${field('name', 'x')}${file('file')}${file('file')}--b--\r\n`,
      `${id}${field('name', 'x')}${file('file')}`,
      `${field('id', '1 or true')}${field('name', 'x')}${file('file')}--b--\r\n`,
      `${field('name', 'x'.repeat(70_000))}${id}${file('file')}--b--\r\n`,
      '',
      '--b',
      'nonsense',
    ])
      expect([body.slice(0, 80), (await raw(body)).status]).toEqual([body.slice(0, 80), 400]);
    expect((await admin.raw({ method: 'POST', url, payload: { id: person, name: 'x' } })).status).toBe(415);
    await expectWhole();
  });

  it('as a multipart body of any other call', async () => {
    const { payload, headers } = multipart({ cmd: 'get' }, undefined);
    expect((await admin.raw({ method: 'POST', url: `${BASE}/poster.php`, payload, headers })).status).toBe(
      415,
    );
  });

  test('when a file is renamed to a forbidden type or name', async () => {
    const name = `${fresh('Matrix')}.pdf`;
    await upload(admin, { id: person, name });
    for (const [rename, status, info] of [
      ['x.html', 415, WRONG_TYPE],
      ['x.pdf.exe', 415, WRONG_TYPE],
      ['x.svg', 415, WRONG_TYPE],
      ['x.xlsx', 400, keepsKind('pdf')],
      ['', 400, NO_NAME],
      ['../x', 400, BAD_NAME],
      ['x\u202efdp.pdf', 400, BAD_NAME],
    ] as const) {
      const answer = await user.call(renameUserFile, { id: person, name, rename });
      expect([rename, answer.status, answer.Info]).toEqual([rename, status, info]);
    }
    expect(await names()).toContain(name);
  });
});

test('one of 20 uploads with one name at the same moment is kept, the others say why', async () => {
  const name = fresh('Raced');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      upload(n % 2 ? admin : user, { id: person, name: n % 3 ? name : name.toUpperCase() }),
    ),
  );
  const said = (wanted: number) => answers.filter(({ status }) => status === wanted);
  expect(said(200)).toHaveLength(1);
  expect(said(409).map(({ Info }) => Info)).toEqual(Array.from({ length: 19 }, () => NAME_TAKEN));
  await expectWhole();
});

test('renaming onto another file is refused, onto its own name it is not', async () => {
  const [a, b] = [fresh('Aye'), fresh('Bee')];
  await upload(admin, { id: person, name: a });
  await upload(admin, { id: person, name: b });
  const taken = await admin.call(renameUserFile, { id: person, name: `${a}.pdf`, rename: b.toLowerCase() });
  expect([taken.status, taken.Info]).toEqual([409, NAME_TAKEN]);
  const own = await admin.call(renameUserFile, { id: person, name: `${a}.pdf`, rename: a.toUpperCase() });
  expect(own.data?.name).toBe(`${a.toUpperCase()}.pdf`);
});

test('the same request sent again returns the first result and leaves one file', async () => {
  const name = fresh('Again');
  const once = (file: SampleFile) =>
    admin.raw({
      method: 'POST',
      url,
      payload: multipart({ id: person, name }, file).payload,
      headers: { ...multipart({}, file).headers, 'idempotency-key': 'upload-again-1' },
    });
  const [first, second] = [await once(SAMPLE_FILE), await once(SAMPLE_FILE)];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.data).toEqual(first.data);
  const other = await once({ ...SAMPLE_FILE, content: `${String(SAMPLE_FILE.content)}%%EOF\n` });
  expect(other).toMatchObject({ status: 409, reason: 'keyUsed', Info: REASONS.keyUsed.info });
  await expectWhole();
});

test('a file with a flipped byte in the store is not sent', async () => {
  const id = await addClient(server.database.pool, 'Flipped');
  await upload(admin, { id, name: 'Plan' });
  const [row] = (
    await server.database.pool.query<{ stored_key: string }>(
      'select stored_key from person_files where person_id = $1',
      [id],
    )
  ).rows;
  const place = path.join(path.dirname(server.site.files.incoming), '..', 'demo', row?.stored_key ?? '');
  const bytes = await readFile(place);
  bytes[10] = (bytes[10] ?? 0) ^ 1;
  await writeFile(place, bytes);
  const flipped = await admin.call(downloadFile, { id, name: 'Plan.pdf' });
  expect([flipped.status, flipped.Info]).toEqual([500, DAMAGED]);
  await rm(place);
  expect((await admin.call(downloadFile, { id, name: 'Plan.pdf' })).Info).toBe(DAMAGED);
  bytes[10] = (bytes[10] ?? 0) ^ 1;
  await writeFile(place, bytes);
  expect((await admin.call(downloadFile, { id, name: 'Plan.pdf' })).status).toBe(200);
});

describe('over a real connection', () => {
  let port = 0;
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const address = server.app.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });

  const head = (cookie: string | null, length: number, type: string) =>
    [
      `POST ${url} HTTP/1.1`,
      'host: localhost',
      'x-requested-with: homecare',
      ...(cookie ? [`cookie: ${cookie}`] : []),
      `content-type: ${type}`,
      `content-length: ${length}`,
      '\r\n',
    ].join('\r\n');

  test.each([0, 50, 99])('an upload cut at %i %% leaves neither row nor file', async (percent) => {
    const name = fresh('Cut');
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3_000_000, 'x')]);
    const { payload, headers } = multipart({ id: person, name }, { name: 'a.pdf', content });
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(head(admin.cookie, payload.length, headers['content-type']));
    const part = payload.subarray(0, Math.floor((payload.length * percent) / 100));
    await new Promise((sent) => socket.write(part, sent));
    // Long enough for the server to have begun writing.
    await wait(150);
    socket.destroy();
    for (let tries = 0; (await incoming()).length > 0 && tries < 100; tries += 1) await wait(50);
    await wait(100);
    expect(await names()).not.toContain(`${name}.pdf`);
    await expectWhole();
  });

  test('an upload without permission is refused before anything of it is read', async () => {
    const evv = await server.as('evv', { providerId: await addProvider(server.database.pool, 'Field') });
    const provider = await server.as('provider', {
      providerId: await addProvider(server.database.pool, 'Pro'),
    });
    const { headers } = multipart({}, SAMPLE_FILE);
    for (const [cookie, status] of [
      [null, 401],
      [evv.cookie, 403],
      [provider.cookie, 403],
    ] as const) {
      // None of the announced 9 MB is sent, and there is still an answer.
      const socket = connect(port, '127.0.0.1');
      socket.write(head(cookie, 9_000_000, headers['content-type']));
      const [answer] = await new Promise<string[]>((resolve) =>
        socket.once('data', (data) => resolve([String(data)])),
      );
      socket.destroy();
      expect(answer).toContain(`HTTP/1.1 ${status}`);
    }
    await expect.poll(incoming).toEqual([]);
  });

  const endless = async (begin: Buffer) => {
    const { headers } = multipart({}, SAMPLE_FILE);
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    const closed = new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
    socket.write(
      `POST ${url} HTTP/1.1\r\nhost: localhost\r\nx-requested-with: homecare\r\ncookie: ${admin.cookie}\r\n` +
        `content-type: ${headers['content-type']}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    socket.write(chunk(begin));
    const more = chunk(Buffer.alloc(1 << 20, 'x'));
    let sent = 0;
    for (; !socket.destroyed && sent < 200; sent += 1)
      if (!socket.write(more))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    socket.destroy();
    return { answer, sent };
  };

  test('a file that does not end is answered and disconnected', async () => {
    const { payload } = multipart({ id: person, name: 'Endless' }, { name: 'a.pdf', content: '%PDF-' });
    const { answer, sent } = await endless(payload.subarray(0, payload.indexOf('%PDF-') + 5));
    // A client that keeps sending may see the reset before it reads the answer.
    if (answer !== '') expect(answer).toContain('HTTP/1.1 413');
    if (answer !== '') expect(answer).toContain(TOO_LARGE);
    expect(sent).toBeLessThan(100);
    await expectWhole();
  });

  test('an endless header of a part is disconnected', async () => {
    const { payload } = multipart({ id: person, name: 'Endless' }, { name: 'a.pdf', content: '%PDF-' });
    const { sent } = await endless(payload.subarray(0, payload.indexOf('a.pdf')));
    expect(sent).toBeLessThan(100);
    await expectWhole();
  });
});

test('300 malicious names reach nothing outside the store, and no header', async () => {
  const outside = await mkdtemp(path.join(tmpdir(), 'homecare-outside-'));
  const id = await addClient(server.database.pool, 'Hostile');
  const table = hostileNames(300);
  expect(new Set(table).size).toBe(300);
  const before = await stored();
  const answers: Answer<unknown>[] = [];
  for (const name of table) {
    answers.push(await admin.raw({ method: 'POST', url, ...multipart({ id, name }, SAMPLE_FILE) }));
    answers.push(await admin.call(downloadFile, { id, name }));
    answers.push(await admin.call(renameUserFile, { id, name, rename: fresh('Safe') }));
    answers.push(await admin.call(deleteUserFile, { id, name }));
  }
  for (const { status, headers } of answers) {
    expect([200, 400, 404, 409, 415]).toContain(status);
    for (const value of Object.values(headers)) expect(String(value)).not.toMatch(/[\r\n\0]/);
  }
  const listed: FileEntry[] = (await admin.call(getUserFiles, { id })).data ?? [];
  for (const { name } of listed) expect(name).toMatch(/^[^/\\\p{Cc}\p{Cf}]+\.pdf$/u);
  expect(
    (await stored())
      .filter((key) => !before.includes(key))
      .every((key) => /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(key)),
  ).toBe(true);
  expect(await readdir(outside)).toEqual([]);
  await rm(outside, { recursive: true });
  await expectWhole();
});
