import { getSendLog, queueEmail, queueSms, sendConfirmation } from '@homecare/domain/messaging/contract.ts';
import { ATTACHMENT_IS_GONE, MOST_TRIES } from '@homecare/domain/messaging/delivery.ts';
import { sendAgain } from '@homecare/domain/messaging/delivery-contract.ts';
import PostalMime from 'postal-mime';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { startSmtp } from '../../../simulators/src/smtp.ts';
import { startTwilio } from '../../../simulators/src/twilio.ts';
import { addProvider } from '../../testing/care.ts';
import { testServer } from '../../testing/server.ts';
import { mutate } from '../platform/db/mutate.ts';
import { workMessages } from './sending.ts';
import { queueMessages, sealAttachment } from './service.ts';

const ACCOUNT = `AC${'1'.repeat(32)}`;
const NUMBER = '+13035550110';
const twilio = await startTwilio({ accountSid: ACCOUNT, authToken: 'secret', number: NUMBER });
const smtp = await startSmtp({ user: 'agency', password: 'secret' });
const server = await testServer({
  now: '2026-11-20T17:00:00Z',
  entry: {
    hosts: ['localhost', 'care.agency.test'],
    publicUrl: 'https://care.agency.test',
    textMessages: {
      accountSid: ACCOUNT,
      authToken: 'secret',
      from: NUMBER,
      url: twilio.url,
      answerSeconds: 1,
    },
    mail: {
      host: '127.0.0.1',
      port: smtp.port,
      security: 'none',
      user: 'agency',
      password: 'secret',
      from: 'office@agency.test',
    },
  },
});
afterAll(async () => {
  await server.stop();
  await twilio.stop();
  await smtp.stop();
});
const user = await server.as('user');
const { pool } = server.database;
twilio.callbacks = 'none';

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await pool.query<T>(text, values)).rows;
let serial = 0;
const someone = async (columns: Record<string, unknown> = {}) => {
  serial += 1;
  const digits = String(serial).padStart(4, '0');
  const email = `person${serial}@example.org`;
  const phone = `(720) 555-${digits}`;
  const id = await addProvider(pool, `Sent${serial}`, { phone, email, ...columns });
  return { id, number: `+1720555${digits}`, email };
};
const stateOf = async (id: number) =>
  query<{ status: string; error: string | null; tries: number; sid: string | null }>(
    'select status, error, tries, sid from messages where person_id = $1 order by id',
    [id],
  );
const text = (number: string, words = 'Hello') => user.call(queueSms, { sms: [{ number, text: words }] });
const mail = (email: string, more: { text?: string; subject?: string } = {}) =>
  user.call(queueEmail, { email: [{ email, text: 'Hello', subject: 'Hi', ...more }] });
const work = () => workMessages(server.scope, { batch: 5 });
const textsTo = (number: string) => twilio.state().texts.filter(({ to }) => to === number);
const mailsTo = (email: string) => smtp.taken.filter(({ to }) => to.includes(email));

beforeEach(async () => {
  twilio.mood = 'well';
  smtp.mood = 'well';
  // Clears what an earlier test left.
  await query("update messages set status = 'failed' where status = 'waiting'");
  await query('delete from message_pauses');
});

describe('a text', () => {
  it('is sent once, from the agency’s number, and the log says so', async () => {
    const { id, number } = await someone();
    await text(number, 'Your plan is ready');
    await work();
    await work();
    const [sent, ...others] = textsTo(number);
    expect([sent?.body, sent?.from, others]).toEqual(['Your plan is ready', NUMBER, []]);
    const [row] = await stateOf(id);
    expect(row).toEqual({ status: 'queued', error: null, tries: 1, sid: sent?.sid });
    expect(sent?.callback).toMatch(
      /^https:\/\/care\.agency\.test\/homecare\/api\/hooks\/twilio\/status\?message=\d+$/,
    );
    const log = await user.call(getSendLog, { date: '2026-11-20' });
    expect(log.data?.find(({ to }) => to === number)).toMatchObject({ from: NUMBER, status: 'queued' });
  });

  it('can contain a picture from the agency’s own pages', async () => {
    const { number } = await someone();
    const image = 'https://care.agency.test/a.png';
    await user.call(queueSms, { sms: [{ number, text: 'Look' }], image });
    await work();
    expect(textsTo(number).map(({ media, sid }) => [media.length, sid.slice(0, 2)])).toEqual([[1, 'MM']]);
  });

  it.each([
    ['throttled', 'waiting', 'Twilio asks for fewer requests (429).', 0],
    ['closed', 'waiting', 'Twilio is closed for the moment (503).', 0],
    ['cut', 'unknown', 'Twilio did not answer.', 0],
    ['broken', 'unknown', 'Twilio failed (500).', 0],
    ['failing', 'unknown', 'Twilio failed (500).', 1],
    ['lost', 'unknown', 'Twilio did not answer.', 1],
    ['late', 'unknown', 'Twilio did not answer.', 1],
    ['garbled', 'unknown', 'The answer of Twilio could not be read.', 1],
    ['twice', 'unknown', 'The answer of Twilio could not be read.', 1],
  ] as const)('when the provider is %s it is %s', async (mood, status, error, arrived) => {
    const { id, number } = await someone();
    twilio.script.push(mood);
    await text(number);
    await work();
    expect(await stateOf(id)).toMatchObject([{ status, error }]);
    expect(textsTo(number)).toHaveLength(arrived);
    // An hour later, messages certainly not sent are retried, and those with unknown outcome are not.
    server.clock.advance({ hours: 1 });
    await work();
    expect(textsTo(number)).toHaveLength(status === 'waiting' ? 1 : arrived);
    expect((await stateOf(id))[0]?.status).toBe(status === 'waiting' ? 'queued' : 'unknown');
    server.clock.set('2026-11-20T17:00:00Z');
  });

  it('is set aside after eight tries, where staff see it', async () => {
    const { id, number } = await someone();
    await text(number);
    twilio.mood = 'closed';
    for (let tries = 1; tries <= MOST_TRIES + 1; tries += 1) {
      await work();
      server.clock.advance({ hours: 1 });
    }
    expect(await stateOf(id)).toEqual([
      {
        status: 'failed',
        error: 'Tried 8 times. Twilio is closed for the moment (503).',
        tries: 8,
        sid: null,
      },
    ]);
    server.clock.set('2026-11-20T17:00:00Z');
  });

  it('to a number that the provider rejects fails at once and delays nobody', async () => {
    const bad = await someone({ phone: '(500) 555-0001' });
    const good = await someone();
    await text('+15005550001');
    await text(good.number);
    await work();
    expect(await stateOf(bad.id)).toMatchObject([
      { status: 'failed', error: 'Enter a number that texts can be sent to. (Code 21211)', tries: 1 },
    ]);
    expect(await stateOf(good.id)).toMatchObject([{ status: 'queued' }]);
  });

  it('to a number that opted out at the provider fails, and the next one is refused here', async () => {
    const { id } = await someone({ phone: '(500) 555-0004' });
    await text('+15005550004');
    await work();
    expect(await stateOf(id)).toMatchObject([
      { status: 'failed', error: 'This number has answered STOP. (Code 21610)' },
    ]);
    const refused = await text('+15005550004');
    expect([refused.status, refused.Info]).toEqual([
      409,
      '+15005550004 has answered STOP: no text is sent there until START comes from it.',
    ]);
  });

  it('queued before a STOP is not sent after it', async () => {
    const { id, number } = await someone();
    await text(number);
    await query('insert into message_opt_outs values ($1, now())', [number]);
    await work();
    expect(await stateOf(id)).toMatchObject([{ status: 'failed', tries: 0 }]);
    expect(textsTo(number)).toEqual([]);
  });

  it('already taken by a worker when STOP arrives is not sent either', async () => {
    const people = [await someone(), await someone(), await someone(), await someone(), await someone()];
    for (const { number } of people) await text(number);
    const last = people.at(-1);
    // While the first text is being sent, STOP arrives for the last one leased by the same worker.
    await query(
      `create function stop_last() returns trigger language plpgsql as $$ begin
         insert into message_opt_outs values ('${last?.number}', now()) on conflict do nothing; return null; end $$`,
    );
    await query(
      `create trigger stop_last after update on messages for each row
         when (new.status = 'queued') execute function stop_last()`,
    );
    await work();
    await query('drop trigger stop_last on messages');
    expect(await stateOf(last?.id ?? 0)).toMatchObject([{ status: 'failed', tries: 0 }]);
    expect(textsTo(last?.number ?? '')).toEqual([]);
  });
});

test('a message that has waited for more than a day is no longer sent automatically', async () => {
  const { id, number, email } = await someone();
  await text(number);
  await mail(email);
  server.clock.advance({ hours: 24, seconds: 1 });
  await work();
  expect(await stateOf(id)).toMatchObject(
    [1, 2].map(() => ({
      status: 'failed',
      error: 'It waited for more than a day and was not sent. Send it again if it still matters.',
      tries: 0,
    })),
  );
  expect([...textsTo(number), ...mailsTo(email)]).toEqual([]);
  server.clock.set('2026-11-20T17:00:00Z');
});

describe('an email', () => {
  it('is sent once, as plain text with the headers of a single message', async () => {
    const { id, email } = await someone();
    await mail(email, { text: 'Hello Ana,\n.\nbye', subject: 'Grüße: your visit' });
    await work();
    await work();
    const [taken, ...others] = mailsTo(email);
    expect(others).toEqual([]);
    const read = await PostalMime.parse(taken?.raw ?? '');
    expect([read.subject, read.text?.trimEnd(), read.from, read.to?.map(({ address }) => address)]).toEqual([
      'Grüße: your visit',
      'Hello Ana,\n.\nbye',
      { address: 'office@agency.test', name: 'Front Range Home Care' },
      [email],
    ]);
    expect(read.messageId).toMatch(/^<message-\d+\.demo@agency\.test>$/);
    expect(await stateOf(id)).toMatchObject([{ status: 'sent', error: null, tries: 1 }]);
  });

  it('gets its link when it is sent and then forgets the secret', async () => {
    const { id, email } = await someone();
    await user.call(sendConfirmation, { id });
    await work();
    const [taken] = mailsTo(email);
    const read = await PostalMime.parse(taken?.raw ?? '');
    expect(read.text).toMatch(/^https:\/\/care\.agency\.test\/l\/[\w-]{43}$/m);
    expect(await query('select sealed_link from messages where person_id = $1', [id])).toEqual([
      { sealed_link: null },
    ]);
  });

  it('can have a sealed attachment, which is deleted once it has been sent', async () => {
    const { id, email } = await someone();
    const file = {
      name: 'invoice_2026-0001.pdf',
      type: 'application/pdf',
      content: Buffer.from('%PDF of Ana'),
    };
    const message = {
      channel: 'Email' as const,
      recipient: email,
      owner: { personId: id, candidateId: null },
      subject: 'Invoice',
      text: 'It is attached.',
      attachment: sealAttachment(server.scope, file),
    };
    await mutate(server.scope, 'test', (tx, record) => queueMessages(tx, server.scope, [message], record));
    const kept = await query<{ content: Buffer }>('select content from message_attachments');
    expect(kept.map(({ content }) => content.includes('Ana'))).toEqual([false]);
    await work();
    const { attachments } = await PostalMime.parse(mailsTo(email)[0]?.raw ?? '');
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['invoice_2026-0001.pdf', 'application/pdf'],
    ]);
    const [{ content = '' } = {}] = attachments;
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    expect(Buffer.from(bytes).toString()).toBe('%PDF of Ana');
    expect(await query('select message_id from message_attachments')).toEqual([]);
    const [again] = await query<{ id: number }>('select id from messages where person_id = $1', [id]);
    await query("update messages set status = 'failed' where id = $1", [again?.id]);
    expect((await user.call(sendAgain, { id: again?.id ?? 0 })).Info).toBe(ATTACHMENT_IS_GONE);
    await query("update messages set status = 'sent' where id = $1", [again?.id]);
  });

  it.each([
    ['busy', 'waiting', 'The mail server asks to try again later. (451)', 0],
    ['closed', 'waiting', 'The mail server cannot be reached.', 0],
    ['shy', 'unknown', 'The mail server did not say whether it took the mail.', 0],
    ['lost', 'unknown', 'The mail server did not say whether it took the mail.', 1],
  ] as const)('when the mail server is %s it is %s', async (mood, status, error, arrived) => {
    const { id, email } = await someone();
    smtp.script.push(mood);
    await mail(email);
    await work();
    expect(await stateOf(id)).toMatchObject([{ status, error }]);
    server.clock.advance({ hours: 1 });
    await work();
    expect(mailsTo(email)).toHaveLength(status === 'waiting' ? 1 : arrived);
    server.clock.set('2026-11-20T17:00:00Z');
  });

  it('to an address that the server rejects fails, and none of the server’s words are logged', async () => {
    const { id } = await someone({ email: 'nobody@example.org' });
    await mail('nobody@example.org');
    await work();
    expect(await stateOf(id)).toMatchObject([{ status: 'failed', error: 'This address was refused. (550)' }]);
  });
});

describe('a worker that dies', () => {
  it('before starting a message leaves it to the next worker', async () => {
    const { id, number } = await someone();
    await text(number);
    await query(
      "update messages set lease = 'gone', leased_until = $2::timestamptz + interval '1 hour' where person_id = $1",
      [id, server.clock.now().toString()],
    );
    await work();
    expect(await stateOf(id)).toMatchObject([{ status: 'queued' }]);
  });

  it('after starting a message leaves it with an unknown outcome, shown and not sent again', async () => {
    const { id, number } = await someone();
    await text(number);
    await query(
      "update messages set status = 'sending', lease = 'gone', leased_until = $2::timestamptz + interval '90 s' where person_id = $1",
      [id, server.clock.now().toString()],
    );
    await work();
    expect(await stateOf(id)).toMatchObject([{ status: 'sending' }]);
    server.clock.advance({ minutes: 2 });
    await work();
    expect(await stateOf(id)).toMatchObject([
      {
        status: 'unknown',
        error: 'The server stopped while sending this message: it may or may not have gone out.',
      },
    ]);
    expect(textsTo(number)).toEqual([]);
    server.clock.set('2026-11-20T17:00:00Z');
  });
});

test('a provider that is unavailable pauses its channel, and the other continues', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => someone()));
  for (const { number } of people) await text(number);
  const [first] = people;
  await mail(first?.email ?? '');
  twilio.mood = 'closed';
  const before = twilio.state().refusals.length;
  await work();
  const tried = await query<{ tries: number }>(
    "select tries from messages where status = 'waiting' and channel = 'SMS' and tries > 0",
  );
  expect(tried.length).toBeLessThanOrEqual(5);
  expect(twilio.state().refusals.length).toBe(before);
  expect(mailsTo(first?.email ?? '')).toHaveLength(1);
  twilio.mood = 'well';
  await work();
  expect(textsTo(people[9]?.number ?? '')).toEqual([]);
  server.clock.advance({ hours: 1 });
  await work();
  for (const { number } of people) expect(textsTo(number)).toHaveLength(1);
  server.clock.set('2026-11-20T17:00:00Z');
});

test('without an account messages are recorded, and nothing leaves the server', async () => {
  const quiet = await testServer({ now: '2026-11-20T17:00:00Z' });
  try {
    const id = await addProvider(quiet.database.pool, 'Quiet', {
      phone: '(720) 555-9999',
      email: 'q@example.org',
    });
    const staff = await quiet.as('user');
    await staff.call(queueSms, { sms: [{ number: '+17205559999', text: 'x' }] });
    await staff.call(sendConfirmation, { id });
    await workMessages(quiet.scope);
    const { rows } = await quiet.database.pool.query(
      'select channel, status, sealed_link from messages order by id',
    );
    expect(rows).toEqual([
      { channel: 'SMS', status: 'recorded', sealed_link: null },
      { channel: 'Email', status: 'recorded', sealed_link: null },
    ]);
  } finally {
    await quiet.stop();
  }
});
