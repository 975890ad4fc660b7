import { getSendLog, queueSms } from '@homecare/domain/messaging/contract.ts';
import {
  answerText,
  getConversation,
  listUnread,
  markRead,
  sendAgain,
} from '@homecare/domain/messaging/delivery-contract.ts';
import { afterAll, describe, expect, it, test } from 'vitest';
import { startTwilio } from '../../../simulators/src/twilio.ts';
import { newSid, signatureOf } from '../../../simulators/src/twilio-books.ts';
import { addClient, addProvider } from '../../testing/care.ts';
import { testServer } from '../../testing/server.ts';
import { workMessages } from './sending.ts';

const ACCOUNT = `AC${'1'.repeat(32)}`;
const NUMBER = '+13035550110';
const PUBLIC = 'https://care.agency.test';
const twilio = await startTwilio({ accountSid: ACCOUNT, authToken: 'secret', number: NUMBER });
const server = await testServer({
  now: '2026-11-20T17:00:00Z',
  entry: {
    hosts: ['localhost', 'care.agency.test'],
    publicUrl: PUBLIC,
    textMessages: { accountSid: ACCOUNT, authToken: 'secret', from: NUMBER, url: twilio.url },
  },
  others: ['other'],
});
afterAll(async () => {
  await server.stop();
  await twilio.stop();
});
twilio.callbacks = 'none';
const [user, admin, provider] = await Promise.all([
  server.as('user'),
  server.as('admin'),
  server.as('provider'),
]);
const { pool } = server.database;
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await pool.query<T>(text, values)).rows;

let serial = 0;
const someone = async (columns: Record<string, unknown> = {}) => {
  serial += 1;
  const digits = String(serial).padStart(4, '0');
  const phone = `(720) 555-${digits}`;
  const id = await addProvider(pool, `Texted${serial}`, { phone, ...columns });
  return { id, phone, number: `+1720555${digits}` };
};

interface Posted {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly host?: string;
  readonly signature?: string;
}
const post = ({ path, fields, host = 'care.agency.test', signature }: Posted) => {
  const url = `/homecare/api/hooks/twilio/${path}`;
  return server.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      host,
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature ?? signatureOf('secret', `${PUBLIC}${url}`, fields),
    },
  });
};

const account = { AccountSid: ACCOUNT, ApiVersion: '2010-04-01' };

describe('a status callback for a text', () => {
  const sentText = async () => {
    const { id, number } = await someone();
    await user.call(queueSms, { sms: [{ number, text: 'Hello' }] });
    await workMessages(server.scope);
    const [row] = await query<{ id: number; sid: string }>(
      'select id, sid from messages where person_id = $1',
      [id],
    );
    return { messageId: row?.id ?? 0, sid: row?.sid ?? '' };
  };
  const report = (sid: string, status: string, more: Record<string, string> = {}, query = '') =>
    post({
      path: `status${query}`,
      fields: { ...account, MessageSid: sid, MessageStatus: status, SmsSid: sid, ...more },
    });
  const stateOf = async (id: number) =>
    (
      await query<{ status: string; error: string | null }>(
        'select status, error from messages where id = $1',
        [id],
      )
    )[0];

  it('advances its status, in whatever order callbacks arrive and however often', async () => {
    const orders = [
      ['sent', 'delivered'],
      ['delivered', 'sent'],
      ['sent', 'sent', 'delivered', 'delivered'],
      ['delivered', 'queued', 'sent', 'delivered', 'undelivered', 'failed'],
    ];
    for (const order of orders) {
      const { messageId, sid } = await sentText();
      for (const status of order) expect((await report(sid, status)).statusCode).toBe(200);
      expect(await stateOf(messageId)).toEqual({ status: 'delivered', error: null });
      const events = await query('select event from message_events where sid = $1', [sid]);
      expect(events).toHaveLength(new Set(order).size);
      const moves = await query(
        "select changes->'Status' as move from change_log where entity = 'message' and entity_id = $1 and call = 'messaging.takeStatus' and changes ? 'Status'",
        [messageId],
      );
      expect(moves.length).toBe(order[0] === 'sent' ? 2 : 1);
    }
  });

  it('says why it did not arrive', async () => {
    const { messageId, sid } = await sentText();
    await report(sid, 'undelivered', { ErrorCode: '30005' });
    await report(sid, 'delivered');
    expect(await stateOf(messageId)).toEqual({
      status: 'undelivered',
      error: 'This number no longer exists. (Code 30005)',
    });
  });

  it('resolves a text with an unknown outcome, by the id in the callback’s address', async () => {
    const { id, number } = await someone();
    twilio.script.push('lost');
    await user.call(queueSms, { sms: [{ number, text: 'Hello' }] });
    await workMessages(server.scope);
    const [row] = await query<{ id: number; status: string }>(
      'select id, status from messages where person_id = $1',
      [id],
    );
    expect(row?.status).toBe('unknown');
    const sid = twilio.state().texts.at(-1)?.sid ?? '';
    await report(sid, 'delivered', {}, `?message=${row?.id}`);
    expect(await query('select status, sid, error from messages where person_id = $1', [id])).toEqual([
      { status: 'delivered', sid, error: null },
    ]);
    // Another text of the provider for the same row is ignored.
    await report(newSid('SM'), 'failed', {}, `?message=${row?.id}`);
    expect(await stateOf(row?.id ?? 0)).toEqual({ status: 'delivered', error: null });
  });

  it('saying that the number has opted out counts as STOP', async () => {
    const { messageId, sid } = await sentText();
    await report(sid, 'undelivered', { ErrorCode: '21610' });
    expect((await stateOf(messageId))?.error).toBe('This number has answered STOP. (Code 21610)');
    const number = `+1720555${String(serial).padStart(4, '0')}`;
    expect((await user.call(queueSms, { sms: [{ number, text: 'Hello' }] })).status).toBe(409);
  });

  it('for a message that was never started is about another one, because a restored backup reuses ids', async () => {
    const { id, number } = await someone();
    await user.call(queueSms, { sms: [{ number, text: 'Hello' }] });
    const [row] = await query<{ id: number }>('select id from messages where person_id = $1', [id]);
    await report(newSid('SM'), 'delivered', {}, `?message=${row?.id}`);
    await workMessages(server.scope);
    const [gone] = await query<{ sid: string }>('select sid from messages where person_id = $1', [id]);
    await report(gone?.sid ?? '', 'delivered', {}, `?message=${row?.id}`);
    expect(await stateOf(row?.id ?? 0)).toEqual({ status: 'delivered', error: null });
  });

  it('that arrives before the answer itself is stored', async () => {
    const { id, number } = await someone();
    await user.call(queueSms, { sms: [{ number, text: 'Hello' }] });
    const [row] = await query<{ id: number }>('select id from messages where person_id = $1', [id]);
    await query(
      "update messages set status = 'sending', lease = 'x', leased_until = now() + interval '1 year' where id = $1",
      [row?.id],
    );
    await report(newSid('SM'), 'delivered', {}, `?message=${row?.id}`);
    expect(await stateOf(row?.id ?? 0)).toEqual({ status: 'delivered', error: null });
  });

  it.each([
    ['without a signature', { signature: '' }],
    ['with a guessed one', { signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }],
    ['signed for another account', { fields: { AccountSid: `AC${'2'.repeat(32)}` } }],
    ['at another site', { host: 'other.agency.test' }],
  ])('with %s is forged and changes nothing', async (_, forged) => {
    const { messageId, sid } = await sentText();
    const fields = { ...account, MessageSid: sid, MessageStatus: 'delivered' };
    const answer = await post({ path: 'status', fields, ...forged });
    expect(answer.statusCode).toBe(403);
    expect(await stateOf(messageId)).toEqual({ status: 'queued', error: null });
    expect(await query('select from message_events where sid = $1', [sid])).toEqual([]);
  });

  it('that was changed after signing is forged', async () => {
    const { messageId, sid } = await sentText();
    const fields = { ...account, MessageSid: sid, MessageStatus: 'sent' };
    const signature = signatureOf('secret', `${PUBLIC}/homecare/api/hooks/twilio/status`, fields);
    const changed = await post({
      path: 'status',
      fields: { ...fields, MessageStatus: 'failed' },
      signature,
    });
    const moved = await post({ path: `status?message=${messageId}`, fields, signature });
    expect([changed.statusCode, moved.statusCode]).toEqual([403, 403]);
    expect(await stateOf(messageId)).toEqual({ status: 'queued', error: null });
  });

  it('that is not understood is answered and ignored', async () => {
    const before = await query('select status from messages order by id');
    for (const fields of [
      { MessageSid: newSid('SM'), MessageStatus: 'delivered' },
      { MessageSid: 'nonsense', MessageStatus: 'delivered' },
      { MessageStatus: 'sent' },
      { MessageSid: newSid('SM'), MessageStatus: 'teleported' },
    ])
      expect((await post({ path: 'status', fields: { ...account, ...fields } })).statusCode).toBe(200);
    expect(await query('select status from messages order by id')).toEqual(before);
  });
});

/** A text from a phone, as the provider reports it. */
const comes = (from: string, body: string, sid = newSid('SM'), more: Record<string, string> = {}) =>
  post({
    path: 'message',
    fields: { ...account, MessageSid: sid, From: from, To: NUMBER, Body: body, NumMedia: '0', ...more },
  });
const threadOf = (personId: number) => user.call(getConversation, { personId, number: null });
const unreadOf = async (number: string) =>
  (await user.call(listUnread, {})).data?.find((thread) => thread.number === number);

describe('an incoming text', () => {
  it('appears in the log and with the person, unread until someone reads it', async () => {
    const { id, number } = await someone();
    const answer = await comes(number, 'I am late');
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/xml',
      '<Response/>',
    ]);
    expect(await unreadOf(number)).toMatchObject({ people: [id], count: 1, name: `Pat Texted${serial}` });
    const log = await user.call(getSendLog, { date: '2026-11-20' });
    expect(log.data?.find(({ from }) => from === number)).toMatchObject({
      type: 'SMS',
      to: NUMBER,
      text: 'I am late',
      status: 'received',
    });
    const { data } = await threadOf(id);
    expect(data).toMatchObject({ answerTo: number, reason: null, sharedWith: [] });
    const upTo = data?.texts.at(-1)?.id ?? 0;
    expect((await user.call(markRead, { personId: id, number: null, upTo })).data).toEqual({ read: 1 });
    expect((await user.call(markRead, { personId: id, number: null, upTo })).data).toEqual({ read: 0 });
    expect(await unreadOf(number)).toBeUndefined();
  });

  it('counts once, however often it is reported', async () => {
    const { number } = await someone();
    const sid = newSid('SM');
    const answers = await Promise.all(Array.from({ length: 5 }, () => comes(number, 'once', sid)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(await unreadOf(number)).toMatchObject({ count: 1 });
  });

  it('that arrives while someone is reading stays unread', async () => {
    const { id, number } = await someone();
    await comes(number, 'first');
    const upTo = (await threadOf(id)).data?.texts.at(-1)?.id ?? 0;
    await comes(number, 'second');
    await user.call(markRead, { personId: id, number: null, upTo });
    expect(await unreadOf(number)).toMatchObject({ count: 1 });
  });

  it('with a forged signature is refused', async () => {
    const { number } = await someone();
    const fields = { ...account, MessageSid: newSid('SM'), From: number, To: NUMBER, Body: 'forged' };
    expect((await post({ path: 'message', fields, signature: 'x' })).statusCode).toBe(403);
    expect(await unreadOf(number)).toBeUndefined();
  });

  it('from a shared phone appears with each person, and is read once for all', async () => {
    const first = await someone();
    const second = await addClient(pool, 'Sharing', { alt_phone: first.phone, phone: '(303) 555-0466' });
    await comes(first.number, 'hello');
    expect((await unreadOf(first.number))?.people).toEqual([first.id, second]);
    const shared = (await threadOf(second)).data;
    expect([shared?.texts.map(({ text }) => text), shared?.sharedWith]).toEqual([
      ['hello'],
      [`Pat Texted${serial}`],
    ]);
    await user.call(markRead, { personId: second, number: null, upTo: shared?.texts[0]?.id ?? 0 });
    expect(await unreadOf(first.number)).toBeUndefined();
  });

  it('stays with its sender when the phone goes to someone else', async () => {
    const first = await someone();
    await comes(first.number, 'mine');
    await query("update people set phone = '(303) 555-0977' where id = $1", [first.id]);
    const next = await addProvider(pool, 'Next', { phone: first.phone });
    expect((await threadOf(first.id)).data?.texts.map(({ text }) => text)).toEqual(['mine']);
    expect((await threadOf(next)).data?.texts).toEqual([]);
    // It is counted and can be read where it is shown.
    expect(
      (await user.call(listUnread, {})).data?.filter(({ number }) => number === first.number),
    ).toMatchObject([{ people: [first.id], name: expect.stringMatching(/^Pat Texted/), count: 1 }]);
    await comes(first.number, 'and this is mine');
    const both = (await user.call(listUnread, {})).data?.filter(({ number }) => number === first.number);
    expect(new Map(both?.map(({ people, count }) => [people[0], count]))).toEqual(
      new Map([
        [first.id, 1],
        [next, 1],
      ]),
    );
    for (const { people } of both ?? [])
      await user.call(markRead, { personId: people[0] ?? null, number: null, upTo: 2 ** 30 });
    expect(await unreadOf(first.number)).toBeUndefined();
  });

  it('from an unknown number is stored, and cannot be answered until someone has the number', async () => {
    const number = '+17205558800';
    await comes(number, 'who is this');
    expect(await unreadOf(number)).toMatchObject({ people: [], name: null, count: 1 });
    const thread = await user.call(getConversation, { personId: null, number });
    expect(thread.data).toMatchObject({
      name: null,
      reason: 'This number is not on any record. Add it to one, then you can reply.',
    });
    const refused = await user.call(answerText, { personId: null, number, text: 'Hello?' });
    expect([refused.status, refused.Info]).toEqual([400, thread.data?.reason]);
    const id = await addProvider(pool, 'Found', { phone: '(720) 555-8800' });
    expect((await threadOf(id)).data?.texts.map(({ text }) => text)).toEqual(['who is this']);
    expect((await unreadOf(number))?.people).toEqual([id]);
  });

  it('with a picture says so', async () => {
    const { id, number } = await someone();
    await comes(number, '', newSid('MM'), { NumMedia: '2' });
    expect((await threadOf(id)).data?.texts.map(({ text }) => text)).toEqual(['[2 pictures]']);
  });

  it('from a short code or abroad does no harm', async () => {
    for (const from of ['72255', '+442079460018', 'nobody'])
      expect((await comes(from, 'x')).statusCode).toBe(200);
    expect((await unreadOf('72255'))?.people).toEqual([]);
    expect((await user.call(getConversation, { personId: null, number: '+442079460018' })).data?.reason).toBe(
      "Error: Can't send message to +442079460018",
    );
  });
});

describe('STOP and START', () => {
  it.each(['STOP', ' stop. ', 'Unsubscribe', 'quit!', 'ALTO'])(
    '%s makes the server refuse later texts',
    async (word) => {
      const { id, number } = await someone();
      await comes(number, word);
      const says = `${number} has answered STOP: no text is sent there until START comes from it.`;
      const refused = await user.call(queueSms, { sms: [{ number, text: 'Hello' }] });
      expect([refused.status, refused.Info]).toEqual([409, says]);
      const answered = await user.call(answerText, { personId: id, number, text: 'Hello' });
      expect([answered.status, answered.Info]).toEqual([409, says]);
      expect((await threadOf(id)).data?.reason).toBe(says);
    },
  );

  it('START allows texts again', async () => {
    const { id, number } = await someone();
    await comes(number, 'STOP');
    await comes(number, 'Start');
    expect((await user.call(answerText, { personId: id, number, text: 'Hello' })).status).toBe(200);
    expect((await query('select from message_opt_outs where number = $1', [number])).length).toBe(0);
  });

  it('in a sentence are ordinary words', async () => {
    const { id, number } = await someone();
    await comes(number, 'Please stop by at noon');
    expect((await threadOf(id)).data?.reason).toBeNull();
  });
});

describe('a reply', () => {
  it('goes to the phone that wrote last, and is in the conversation in order of time', async () => {
    const { id, number } = await someone({ alt_phone: '(720) 555-7701' });
    await comes('+17205557701', 'from the other phone');
    expect((await threadOf(id)).data?.answerTo).toBe('+17205557701');
    const sent = await user.call(answerText, { personId: id, number: '+17205557701', text: 'Thank you' });
    expect(sent.status).toBe(200);
    await workMessages(server.scope);
    const { data } = await threadOf(id);
    expect(
      data?.texts.map(({ direction, number: at, text, status }) => [direction, at, text, status]),
    ).toEqual([
      ['in', '+17205557701', 'from the other phone', 'received'],
      ['out', '+17205557701', 'Thank you', 'queued'],
    ]);
    expect(data?.texts[1]?.by).not.toBe('');
    expect(number).not.toBe('+17205557701');
  });

  it('is not sent to someone else who got the phone while it was being written', async () => {
    const { id, number, phone } = await someone();
    await comes(number, 'Call me');
    await query("update people set phone = '(303) 555-0978' where id = $1", [id]);
    await addProvider(pool, 'Successor', { phone });
    const refused = await user.call(answerText, { personId: id, number, text: 'About your pay' });
    expect([refused.status, refused.Info]).toEqual([
      409,
      'This person no longer has the number it was sent to.',
    ]);
  });

  it('is queued once with the same key', async () => {
    const { id, number } = await someone();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        user.call(answerText, { personId: id, number, text: 'once' }, { 'idempotency-key': 'answer-key-1' }),
      ),
    );
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1);
  });

  it('needs a text', async () => {
    const { id, number } = await someone();
    const refused = await user.call(answerText, { personId: id, number, text: ' ' });
    expect([refused.status, refused.Info]).toEqual([400, "Error: Can't send empty message."]);
  });

  it('to a case manager is not part of the client’s conversation', async () => {
    const client = await addClient(pool, 'Managed', {
      phone: '(303) 555-0911',
      managers_phone: '(303) 555-0922',
      case_manager: 'Dana Ortiz',
    });
    await comes('+13035550922', 'Call me');
    expect(await unreadOf('+13035550922')).toMatchObject({ people: [], name: 'Dana Ortiz (case manager)' });
    expect((await threadOf(client)).data?.texts).toEqual([]);
    const answered = await user.call(answerText, { personId: null, number: '+13035550922', text: 'I will' });
    expect(answered.status).toBe(200);
    expect((await threadOf(client)).data?.texts).toEqual([]);
    const thread = await user.call(getConversation, { personId: null, number: '+13035550922' });
    expect(thread.data?.texts.map(({ text }) => text)).toEqual(['Call me', 'I will']);
    // A draft is stored under the first text, even when that is no longer shown.
    const first = thread.data?.texts[0]?.id;
    await pool.query(
      `insert into messages (direction, channel, status, recipient, sender, sid, text, request, place, created, created_by)
       select 'in', 'SMS', 'received', '+17205550999', '+13035550922', 'long ' || n, 'x', 'long', n, now(), ''
       from generate_series(1, 200) n`,
    );
    const long = await user.call(getConversation, { personId: null, number: '+13035550922' });
    expect(long.data?.texts).toHaveLength(200);
    expect(long.data?.texts.map(({ id }) => id)).not.toContain(first);
    expect(long.data?.firstId).toBe(first);
  });
});

describe('sending a message again', () => {
  const failed = async (status = 'failed', more = '') => {
    const { id, number } = await someone();
    await user.call(queueSms, { sms: [{ number, text: `Hello${more}` }] });
    await query('update messages set status = $2 where person_id = $1', [id, status]);
    const [row] = await query<{ id: number }>('select id from messages where person_id = $1', [id]);
    return { id, messageId: row?.id ?? 0 };
  };
  it.each(['failed', 'undelivered', 'unknown'])('%s: staff send it as a new row, once', async (status) => {
    const { id, messageId } = await failed(status);
    const again = await user.call(sendAgain, { id: messageId });
    expect(again.status).toBe(200);
    expect((await user.call(sendAgain, { id: messageId })).Info).toBe('This message was sent again already.');
    expect(await query('select status, text from messages where person_id = $1 order by id', [id])).toEqual([
      { status, text: 'Hello' },
      { status: 'waiting', text: 'Hello' },
    ]);
  });

  it.each(['queued', 'sent', 'delivered', 'waiting'])('%s: is refused', async (status) => {
    const { messageId } = await failed(status);
    const refused = await user.call(sendAgain, { id: messageId });
    expect([refused.status, refused.Info]).toEqual([
      409,
      'Only a message that failed, or whose outcome is not known, is sent again.',
    ]);
  });

  it('is refused if the secret of its link is gone', async () => {
    const { messageId } = await failed('failed', ' %link%');
    expect((await user.call(sendAgain, { id: messageId })).Info).toMatch(/^The link of this message/);
  });

  it('is refused if someone else has the number now', async () => {
    const { id, messageId } = await failed();
    const [{ phone } = { phone: '' }] = await query<{ phone: string }>(
      'select phone from people where id = $1',
      [id],
    );
    await query("update people set phone = '(303) 555-0979' where id = $1", [id]);
    await addProvider(pool, 'Newcomer', { phone });
    expect(await user.call(sendAgain, { id: messageId })).toMatchObject({
      status: 409,
      Info: 'This person no longer has the number it was sent to.',
    });
  });

  it('works for the second phone, the case manager or the notifyVisit of a record', async () => {
    for (const column of ['alt_phone', 'managers_phone', 'notify_visit']) {
      const { id, messageId } = await failed();
      await query(`update people set ${column} = phone, phone = '(303) 555-0980' where id = $1`, [id]);
      expect((await user.call(sendAgain, { id: messageId })).status).toBe(200);
    }
  });

  it('is refused if nobody has the number anymore', async () => {
    const { id, messageId } = await failed();
    await query('update people set phone = null where id = $1', [id]);
    expect((await user.call(sendAgain, { id: messageId })).status).toBe(409);
  });
});

test('only staff of the site read and answer', async () => {
  const { id, number } = await someone();
  await comes(number, 'for the office');
  const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
  expect((await admin.call(getConversation, { personId: id, number: null })).data?.texts).toHaveLength(1);
  for (const caller of [provider, await server.as('evv', { providerId: id })]) {
    expect((await caller.call(listUnread, {})).status).toBe(403);
    expect((await caller.call(getConversation, { personId: id, number: null })).status).toBe(403);
    expect((await caller.call(markRead, { personId: id, number: null, upTo: 1 })).status).toBe(403);
    expect((await caller.call(answerText, { personId: id, number, text: 'x' })).status).toBe(403);
    expect((await caller.call(sendAgain, { id: 1 })).status).toBe(403);
  }
  expect((await elsewhere.call(listUnread, {})).data).toEqual([]);
  expect((await elsewhere.call(getConversation, { personId: id, number: null })).status).toBe(404);
});

test('an unchanged list of unread texts answers 304 without being read', async () => {
  const { number } = await someone();
  const first = await user.call(listUnread, {});
  const tag = String(first.headers.etag);
  expect((await user.call(listUnread, {}, { 'if-none-match': tag })).status).toBe(304);
  await comes(number, 'new');
  expect((await user.call(listUnread, {}, { 'if-none-match': tag })).status).toBe(200);
});

test('unread texts are read again for names and phones, not for the aggregator’s status', async () => {
  const { id, number } = await someone();
  await comes(number, 'new');
  let tag = '';
  const status = async () => {
    const answer = await user.call(listUnread, {}, { 'if-none-match': tag });
    tag = String(answer.headers.etag);
    return answer.status;
  };
  expect(await status()).toBe(200);
  await query("update people set aggregator_status = 'Failed', rev = rev + 1 where id = $1", [id]);
  expect(await status()).toBe(304);
  for (const [column, value] of Object.entries({
    first_name: 'Renamed',
    alt_phone: '(303) 555-0999',
    cur: 'n',
    case_manager: 'Dana',
  })) {
    await query(`update people set ${column} = $2 where id = $1`, [id, value]);
    expect([column, await status()]).toEqual([column, 200]);
  }
  await query("update people set cur = 'y' where id = $1", [id]);
});
