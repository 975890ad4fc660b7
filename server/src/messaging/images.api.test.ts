import { startTexts } from '@homecare/domain/bulk-messages/contract.ts';
import { NOBODY } from '@homecare/domain/bulk-messages/schema.ts';
import { getSendLog, uploadImage } from '@homecare/domain/messaging/contract.ts';
import { sendAgain } from '@homecare/domain/messaging/delivery-contract.ts';
import {
  BROKEN_IMAGE,
  EMPTY_IMAGE,
  IMAGE_EXPIRED,
  IMAGE_GONE,
  IMAGE_TOO_LARGE,
  MAX_IMAGE_BYTES,
  NO_IMAGE,
  TOO_MANY_IMAGES,
  TWO_IMAGES,
  UNUSED_IMAGES,
  WRONG_IMAGE,
} from '@homecare/domain/messaging/images.ts';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { startTwilio } from '../../../simulators/src/twilio.ts';
import { addProvider } from '../../testing/care.ts';
import { exifOf, jpegOf, pngChunk, pngOf } from '../../testing/pictures.ts';
import { multipart, type SampleFile } from '../../testing/requests.ts';
import { type Caller, testServer } from '../../testing/server.ts';
import { runBulkSend } from '../bulk-messages/jobs.ts';
import { BASE } from '../platform/http/base-path.ts';
import { sweepImages } from './images.ts';
import { workMessages } from './sending.ts';

const ACCOUNT = `AC${'1'.repeat(32)}`;
const NUMBER = '+13035550110';
const NOW = '2026-11-20T17:00:00Z';
const twilio = await startTwilio({ accountSid: ACCOUNT, authToken: 'secret', number: NUMBER });
twilio.callbacks = 'none';
const textMessages = { accountSid: ACCOUNT, authToken: 'secret', from: NUMBER, url: twilio.url };
const server = await testServer({
  now: NOW,
  entry: { hosts: ['localhost', 'care.agency.test'], publicUrl: 'https://care.agency.test', textMessages },
  others: ['other'],
});
const user = await server.as('user');
afterAll(async () => {
  await server.stop();
  await twilio.stop();
});
beforeEach(() => server.clock.set(NOW));

const colors = new Map<string, number>();
/** A different picture for each word. */
const png = (word: string): SampleFile => {
  colors.set(word, colors.get(word) ?? colors.size);
  return { name: 'holiday.png', content: pngOf(colors.get(word) ?? 0) };
};
const jpg = (word: string): SampleFile => ({
  name: 'holiday.jpeg',
  content: jpegOf([], Buffer.from(word)),
});
const upload = (file: SampleFile | undefined, who: Caller = user) =>
  who.raw({ method: 'POST', url: `${BASE}/messaging/upload-image`, ...multipart({}, file) });
const idOf = async (file: SampleFile) => uploadImage.output.parse((await upload(file)).data).id;

let serial = 0;
const someone = async () => {
  serial += 1;
  const digits = String(serial).padStart(4, '0');
  const id = await addProvider(server.database.pool, `Seen${serial}`, { phone: `(720) 555-${digits}` });
  return { id, number: `+1720555${digits}` };
};
const start = (personId: number, more: { image?: string; imageId?: number }, who: Caller = user) =>
  who.call(startTexts, {
    to: { ...NOBODY, plus: [personId] },
    seen: 1,
    text: 'See our new office',
    image: '',
    ...more,
  });
const go = async (sendId: number | undefined) => {
  await runBulkSend(server.scope, sendId ?? 0);
  await workMessages(server.scope);
};
/** Where the text provider fetches the image. */
const mediaOf = (number: string) => twilio.state().texts.find(({ to }) => to === number)?.media[0] ?? '';
/** Fetches as the text provider does, without a session. */
const fetchAt = (link: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', host = 'care.agency.test') =>
  server.app.inject({ method, url: new URL(link).pathname, headers: { host } });
const keys = async () => {
  const found: string[] = [];
  for await (const { key } of server.site.files.list()) found.push(key);
  return found;
};

describe('an uploaded image', () => {
  it.each([
    ['png', png('a'), 'image/png'],
    ['jpg', jpg('a'), 'image/jpeg'],
    ['jpg that is called .png', { ...jpg('b'), name: 'b.png' }, 'image/jpeg'],
  ])('(%s) is sent with a bulk text and fetched by the text provider', async (_, file, type) => {
    const { id, number } = await someone();
    const started = await start(id, { imageId: await idOf(file) });
    expect(started.status).toBe(200);
    await go(started.insertId);
    const link = mediaOf(number);
    expect(link).toMatch(/^https:\/\/care\.agency\.test\/l\/[\w-]{43}$/);
    const fetched = await fetchAt(link);
    expect([fetched.statusCode, fetched.rawPayload]).toEqual([200, file.content]);
    expect(fetched.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-robots-tag': 'noindex, nofollow',
    });
    expect((await fetchAt(link, 'HEAD')).statusCode).toBe(200);
    expect((await fetchAt(link, 'POST')).statusCode).toBe(404);
    expect((await fetchAt(link, 'GET', 'other.agency.test')).statusCode).toBe(404);
    // Its secret is in no row, log or answer.
    const token = link.slice(-43);
    const { rows } = await server.database.pool.query<{ found: boolean }>(
      `select exists (select from messages where strpos(messages::text, $1) > 0)
        or exists (select from change_log where strpos(change_log::text, $1) > 0) as found`,
      [token],
    );
    expect(rows).toEqual([{ found: false }]);
    expect((await user.call(getSendLog, { date: '2026-11-20' })).text).not.toContain(token);
  });

  it('from a phone is sent without its location, and the right way up', async () => {
    const place = '39.7392 N 104.9903 W';
    const { id, number } = await someone();
    const photo = { name: 'IMG_1.jpg', content: jpegOf([exifOf(6, place)]) };
    const started = await start(id, { imageId: await idOf(photo) });
    await go(started.insertId);
    const { rawPayload } = await fetchAt(mediaOf(number));
    expect(rawPayload.includes(place)).toBe(false);
    expect(rawPayload.includes('Exif')).toBe(true);
    expect(rawPayload.subarray(-30)).toEqual(photo.content.subarray(-30));
  });

  it('is neither available before it was sent, nor after seven days, when its bytes are removed', async () => {
    const { id, number } = await someone();
    const started = await start(id, { imageId: await idOf(png('week')) });
    await go(started.insertId);
    const link = mediaOf(number);
    server.clock.advance({ hours: 7 * 24 - 1 });
    expect(await sweepImages(server.scope)).toBe(0);
    expect((await fetchAt(link)).statusCode).toBe(200);
    server.clock.advance({ hours: 1 });
    expect((await fetchAt(link)).statusCode).toBe(404);
    expect(await sweepImages(server.scope)).toBeGreaterThan(0);
    expect(await sweepImages(server.scope)).toBe(0);
  });

  it('that no send uses is stored for a day', async () => {
    const unused = await idOf(png('unused'));
    server.clock.advance({ hours: 24 });
    await sweepImages(server.scope);
    const { rows } = await server.database.pool.query(
      `select file.removed is not null as released, key from text_images image
       join stored_files file on file.key = stored_key where image.id = $1`,
      [unused],
    );
    expect(rows).toMatchObject([{ released: true }]);
    server.clock.set(NOW);
    expect((await start((await someone()).id, { imageId: unused })).errors).toEqual([
      { field: 'image', message: IMAGE_GONE },
    ]);
  });

  it('is on record: who uploaded it, what was sent, when it was removed', async () => {
    const imageId = await idOf(png('record'));
    await start((await someone()).id, { imageId });
    server.clock.advance({ hours: 200 });
    await sweepImages(server.scope);
    const { rows } = await server.database.pool.query(
      "select action, account_id as who from change_log where entity = 'textImage' and entity_id = $1 order by id",
      [imageId],
    );
    expect(rows).toEqual([
      { action: 'insert', who: user.accountId },
      { action: 'update', who: user.accountId },
      { action: 'delete', who: null },
    ]);
  });
});

test('a message whose image is no longer stored is not sent without it, and says why', async () => {
  const { id, number } = await someone();
  const imageId = await idOf(png('late'));
  const started = await start(id, { imageId });
  await runBulkSend(server.scope, started.insertId ?? 0);
  await server.database.pool.query('update text_images set removed = now() where id = $1', [imageId]);
  await workMessages(server.scope);
  expect(twilio.state().texts.some(({ to }) => to === number)).toBe(false);
  const { rows } = await server.database.pool.query(
    'select status, error from messages where person_id = $1',
    [id],
  );
  expect(rows).toEqual([{ status: 'failed', error: IMAGE_EXPIRED }]);
});

describe('a failed text with an image', () => {
  const failed = async (word: string) => {
    const { id, number } = await someone();
    const imageId = await idOf(png(word));
    await go((await start(id, { imageId })).insertId);
    const { rows } = await server.database.pool.query<{ id: number }>(
      "update messages set status = 'failed' where person_id = $1 returning id",
      [id],
    );
    return { messageId: rows[0]?.id ?? 0, imageId, number };
  };
  it('can be sent again with it, even if its link was about to expire', async () => {
    const { messageId, number } = await failed('again');
    server.clock.advance({ hours: 7 * 24 - 1 });
    const again = await (await server.as('user')).call(sendAgain, { id: messageId });
    expect(again.status).toBe(200);
    server.clock.advance({ hours: 2 });
    await workMessages(server.scope);
    const texts = twilio.state().texts.filter(({ to }) => to === number);
    expect(texts).toHaveLength(2);
    expect((await fetchAt(texts[1]?.media[0] ?? '')).statusCode).toBe(200);
  });
  it('cannot be sent again once its image is no longer stored', async () => {
    const { messageId, imageId } = await failed('over');
    await server.database.pool.query('update text_images set removed = now() where id = $1', [imageId]);
    expect(await user.call(sendAgain, { id: messageId })).toMatchObject({ status: 409, Info: IMAGE_EXPIRED });
  });
});

describe('an image upload', () => {
  const large = (size: number): SampleFile => ({
    name: 'large.png',
    // 12 bytes are the chunk's own overhead.
    content: pngOf(0, [pngChunk('IDAT', Buffer.alloc(size - pngOf(0).length - 12))]),
  });
  it.each([
    ['without a file', undefined, 400, NO_IMAGE],
    ['that is empty', { name: 'a.png', content: '' }, 400, EMPTY_IMAGE],
    ['that is a page', { name: 'a.png', content: '<html><script>1</script>' }, 400, WRONG_IMAGE],
    ['that is cut off', { ...png('cut'), content: pngOf(1).subarray(0, 40) }, 400, BROKEN_IMAGE],
    ['that is a GIF', { name: 'a.gif', content: 'GIF89a...........' }, 400, WRONG_IMAGE],
    ['that is larger than carriers take', large(MAX_IMAGE_BYTES + 1), 413, IMAGE_TOO_LARGE],
  ])('is refused: %s', async (_, file, status, says) => {
    const before = await keys();
    expect(await upload(file)).toMatchObject({ status, Info: says });
    expect(await keys()).toEqual(before);
  });
  it('of the largest allowed size is accepted', async () => {
    expect((await upload(large(MAX_IMAGE_BYTES))).status).toBe(200);
  });

  it('is refused for caregivers and without a session', async () => {
    for (const role of ['provider', 'evv'] as const)
      expect((await upload(png('no'), await server.as(role))).status).toBe(403);
    expect((await upload(png('no'), server.anonymous())).status).toBe(401);
  });

  it('cannot be used in the send of another account or site', async () => {
    const { id } = await someone();
    const imageId = await idOf(png('mine'));
    const other = server.siteNamed('other');
    const theirs = await server.as('admin', { site: other });
    const person = await addProvider(other.pool, 'Theirs', { phone: '(720) 555-9999' });
    for (const answer of [
      await start(id, { imageId }, await server.as('admin')),
      await start(person, { imageId }, theirs),
    ])
      expect(answer).toMatchObject({ status: 409, errors: [{ field: 'image', message: IMAGE_GONE }] });
  });

  it('is refused while a hundred unused images are stored, until one is used or a day has passed', async () => {
    server.clock.advance({ hours: 24 });
    await sweepImages(server.scope);
    const by = await server.as('user');
    const all = Array.from({ length: UNUSED_IMAGES }, (_, n) => upload(png(`many ${n}`), by));
    for (const answer of await Promise.all(all)) expect(answer.status).toBe(200);
    const before = await keys();
    expect(await upload(png('one more'), by)).toMatchObject({ status: 409, Info: TOO_MANY_IMAGES });
    expect(await keys()).toEqual(before);
    server.clock.advance({ hours: 24 });
    await sweepImages(server.scope);
    expect((await upload(png('one more'), await server.as('user'))).status).toBe(200);
  });

  it('cannot be combined with a link to another picture', async () => {
    const { id } = await someone();
    const both = { image: 'https://care.agency.test/a.png', imageId: await idOf(png('two')) };
    expect((await start(id, both)).errors).toEqual([{ field: 'image', message: TWO_IMAGES }]);
  });
});
