import {
  deleteTemplate,
  findCaseManager,
  getSendLog,
  getTemplates,
  insertTemplate,
  queueEmail,
  queueSms,
  updateTemplate,
} from '@homecare/domain/messaging/contract.ts';
import { MAX_PER_CALL } from '@homecare/domain/messaging/rules.ts';
import { MAX_PER_DAY } from '@homecare/domain/sites/limits.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider } from '../../testing/care.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await testServer({
    now: '2026-11-20T17:00:00Z',
    entry: { hosts: ['localhost', 'care.agency.test'] },
  });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
const countMessages = async () => (await query('select count(*)::int as count from messages'))[0]?.count;

let serial = 0;
/** A person with a unique phone and address. */
const someone = async (columns: Record<string, unknown> = {}) => {
  serial += 1;
  const phone = `(720) 555-${String(serial).padStart(4, '0')}`;
  const email = `Person${serial}@Example.org`;
  const id = await addProvider(server.database.pool, `Writer${serial}`, { phone, email, ...columns });
  return { id, phone, number: `+1720555${String(serial).padStart(4, '0')}`, email };
};

describe('templates', () => {
  it('are created, listed by name, changed and deleted by an admin', async () => {
    const late = await admin.call(insertTemplate, { data: { name: 'welcome', text: 'Hello %username%' } });
    const early = await admin.call(insertTemplate, { data: { name: 'Birthday', text: '' } });
    if (!late.insertId || !early.insertId) throw new Error('no template was made');
    expect((await user.call(getTemplates, { filters: [] })).data).toEqual([
      { id: early.insertId, name: 'Birthday', text: '', rev: 0 },
      { id: late.insertId, name: 'welcome', text: 'Hello %username%', rev: 0 },
    ]);
    const changed = await admin.call(updateTemplate, { id: late.insertId, data: { text: 'Hi', rev: 0 } });
    expect(changed.data).toEqual({ rev: 1 });
    expect((await admin.call(getTemplates, { id: late.insertId, filters: [] })).data).toMatchObject([
      { name: 'welcome', text: 'Hi' },
    ]);
    expect((await admin.call(deleteTemplate, { id: late.insertId, data: {} })).status).toBe(200);
    expect((await admin.call(deleteTemplate, { id: late.insertId, data: {} })).status).toBe(404);
    expect((await user.call(getTemplates, { filters: [] })).data).toHaveLength(1);
    const log = await query(
      "select action, changes from change_log where entity = 'template' and entity_id = $1 order by id",
      [late.insertId],
    );
    expect(log.map(({ action }) => action)).toEqual(['insert', 'update', 'delete']);
    expect(log[1]?.changes).toEqual({ text: ['Hello %username%', 'Hi'] });
  });

  it('need a unique name', async () => {
    const nameless = await admin.call(insertTemplate, { data: { name: '', text: 'x' } });
    expect([nameless.status, nameless.Info]).toEqual([400, 'Error: Please write template name']);
    const twins = await Promise.all(
      Array.from({ length: 10 }, () => admin.call(insertTemplate, { data: { name: 'Twin', text: 'x' } })),
    );
    expect(twins.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(twins.filter(({ status, errors }) => status === 409 && errors[0]?.field === 'name')).toHaveLength(
      9,
    );
  });

  it('refuse an outdated change', async () => {
    const { insertId = 0 } = await admin.call(insertTemplate, { data: { name: 'Shared', text: 'a' } });
    await admin.call(updateTemplate, { id: insertId, data: { text: 'b' } });
    for (const call of [
      admin.call(updateTemplate, { id: insertId, data: { text: 'c', rev: 0 } }),
      admin.call(deleteTemplate, { id: insertId, data: { rev: 0 } }),
    ])
      expect(await call).toMatchObject({
        status: 409,
        Info: expect.stringMatching(/^Changed by .+ at 11-20-2026 10:00 AM$/),
      });
  });
});

describe('a text message', () => {
  it('can be queued with an empty code, as older clients send it', async () => {
    const { id, phone, number } = await someone();
    const answer = await user.raw(requestOf(queueSms, { sms: [{ number, text: 'Your plan is ready' }] }));
    expect(JSON.parse(answer.text)).toEqual({ result: 'OK', code: '', data: { queued: 1 } });
    const form = new URLSearchParams({ sms: JSON.stringify([{ number: phone, text: 'Second' }]) });
    const older = await user.raw({
      method: 'POST',
      url: '/homecare/api/People/smsQueue.php',
      payload: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(JSON.parse(older.text)).toMatchObject({ result: 'OK', code: '' });
    expect(
      await query(
        'select channel, recipient, subject, text, status, account_id from messages where person_id = $1 order by id',
        [id],
      ),
    ).toEqual([
      {
        channel: 'SMS',
        recipient: number,
        subject: null,
        text: 'Your plan is ready',
        status: 'waiting',
        account_id: user.accountId,
      },
      {
        channel: 'SMS',
        recipient: number,
        subject: null,
        text: 'Second',
        status: 'waiting',
        account_id: user.accountId,
      },
    ]);
  });

  it('reaches only people of the site and their case managers, all or none', async () => {
    const { number } = await someone();
    const client = await addClient(server.database.pool, 'Managed', { managers_phone: '(303) 555-0777' });
    const before = await countMessages();
    const refused = await user.call(queueSms, {
      sms: [
        { number, text: 'x' },
        { number: '+13035559999', text: 'x' },
      ],
    });
    expect([refused.status, refused.Info]).toEqual([400, "Error: Can't send message to +13035559999"]);
    expect(refused.errors.map(({ field }) => field)).toEqual(['sms.1']);
    expect(await countMessages()).toBe(before);
    expect((await user.call(queueSms, { sms: [{ number: '+13035550777', text: 'x' }] })).status).toBe(200);
    expect(await query("select person_id from messages where recipient = '+13035550777'")).toEqual([
      { person_id: client },
    ]);
  });

  it('can also be sent to active candidates', async () => {
    const [made] = await query(
      `insert into candidates (name, phone, address, address_latitude, address_longitude, date_available, date_created, updated, updated_by)
       values ('Kim Lee', '(303) 555-0888', '1 Main St', 39, -104, '2026-12-01', now(), now(), 'T.') returning id`,
    );
    const send = () => user.call(queueSms, { sms: [{ number: '+13035550888', text: 'x' }] });
    expect((await send()).status).toBe(200);
    const owner = await query(
      "select person_id, candidate_id from messages where recipient = '+13035550888'",
    );
    expect(owner).toEqual([{ person_id: null, candidate_id: made?.id }]);
    await query("update candidates set status = 'Archive' where id = $1", [made?.id]);
    expect((await send()).status).toBe(400);
  });

  it.each([
    ['empty text', { text: ' ' }, "Error: Can't send empty message."],
    ['premium number', { number: '+19005550100' }, "Error: Can't send message to +19005550100"],
    ['another country', { number: '+442079460018' }, "Error: Can't send message to +442079460018"],
  ])('is refused: %s', async (_, more, says) => {
    const { number } = await someone();
    const refused = await user.call(queueSms, { sms: [{ number, text: 'x', ...more }] });
    expect([refused.status, refused.Info]).toEqual([400, says]);
  });

  it('can be sent to at most 500 people at once', async () => {
    const { number } = await someone();
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ number, text: `x${n}` }));
    expect((await user.call(queueSms, { sms: many(MAX_PER_CALL) })).data).toEqual({ queued: 500 });
    const refused = await user.call(queueSms, { sms: many(MAX_PER_CALL + 1) });
    expect([refused.status, refused.Info]).toEqual([413, 'At most 500 messages at once.']);
    const none = await user.call(queueSms, { sms: [] });
    expect([none.status, none.Info]).toEqual([400, 'Error: Empty send list. Please add people to send.']);
  });

  it('can only contain pictures from the agency’s own pages', async () => {
    const { number } = await someone();
    const sms = [{ number, text: 'x' }];
    for (const image of [
      'http://169.254.169.254/a.png',
      'https://evil.test/a.png',
      'https://care.agency.test/a.pdf',
    ])
      expect((await user.call(queueSms, { sms, image })).Info).toBe('Error: Incorrect media resource.');
    expect((await user.call(queueSms, { sms, image: 'https://care.agency.test/a.png' })).status).toBe(200);
  });

  it('is queued once, however often the same request arrives', async () => {
    const { id, number } = await someone();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        user.call(queueSms, { sms: [{ number, text: 'once' }] }, { 'idempotency-key': 'one-attempt-1' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await query('select text from messages where person_id = $1', [id])).toEqual([{ text: 'once' }]);
  });
});

describe('an email', () => {
  it('is queued to an address in any case; without a subject it says who is writing', async () => {
    const { id, email } = await someone();
    const list = [
      { email: email.toLowerCase(), text: 'One', subject: 'Visit' },
      { email, text: 'Two', subject: '' },
    ];
    const answer = await user.raw(requestOf(queueEmail, { email: list }));
    expect(JSON.parse(answer.text)).toEqual({ result: 'OK', code: '', data: { queued: 2 } });
    expect(
      await query('select recipient, subject, text from messages where person_id = $1 order by id', [id]),
    ).toEqual([
      { recipient: email.toLowerCase(), subject: 'Visit', text: 'One' },
      { recipient: email, subject: 'Front Range Home Care', text: 'Two' },
    ]);
  });

  it.each([
    [
      'a stranger',
      { email: 'nobody@example.org' },
      'nobody@example.org is not the address of a person of your agency.',
    ],
    ['a broken address', { email: 'ana@' }, 'Error: This user not have valid email!'],
    ['a second head line', { subject: 'Hi\r\nBcc: spy@example.org' }, 'A subject is one line.'],
    ['no text', { text: '' }, "Error: Can't send empty message."],
  ])('is refused: %s', async (_, more, says) => {
    const { email } = await someone();
    const refused = await user.call(queueEmail, { email: [{ email, text: 'x', subject: '', ...more }] });
    expect([refused.status, refused.Info]).toEqual([400, says]);
  });
});

describe('the send log', () => {
  it('shows a day of the site, newest first', async () => {
    const { number, email } = await someone();
    server.clock.set('2026-12-02T06:59:00Z');
    // The earlier session has expired by then.
    const late = await server.as('user');
    await late.call(queueSms, { sms: [{ number, text: 'last of the day' }] });
    server.clock.set('2026-12-02T07:00:00Z');
    await late.call(queueEmail, { email: [{ email, text: 'first', subject: 'Hi' }] });
    server.clock.advance({ minutes: 10 });
    await late.call(queueSms, { sms: [{ number, text: 'second' }] });
    const day = async (date: string) =>
      (await late.call(getSendLog, { date })).data?.map(({ time, type, to, text }) => [time, type, to, text]);
    expect(await day('2026-12-01')).toEqual([['2026-12-02T06:59:00Z', 'SMS', number, 'last of the day']]);
    expect(await day('2026-12-02')).toEqual([
      ['2026-12-02T07:10:00Z', 'SMS', number, 'second'],
      ['2026-12-02T07:00:00Z', 'Email', email, 'first'],
    ]);
    server.clock.set('2026-11-20T17:00:00Z');
  });

  it('shows whose number it is, and what can be sent again', async () => {
    const { id, number } = await someone();
    await user.call(queueSms, {
      sms: ['went', 'failed', 'unclear', 'again'].map((text) => ({ number, text })),
    });
    const set = (text: string, changes: string) =>
      query(`update messages set ${changes} where person_id = $1 and text = $2`, [id, text]);
    await set('failed', "status = 'failed', error = 'This number no longer exists. (Code 30005)'");
    await set('unclear', "status = 'unknown', tries = 1");
    await set('again', "status = 'failed', again_id = (select max(id) from messages)");
    const log = (await user.call(getSendLog, { date: '2026-11-20' })).data ?? [];
    const shown = log
      .filter(({ to }) => to === number)
      .map((row) => [row.text, row.maySendAgain, row.sentAgain]);
    expect(shown.sort()).toEqual([
      ['again', false, true],
      ['failed', true, false],
      ['unclear', true, false],
      ['went', false, false],
    ]);
    expect(log.find(({ to }) => to === number)?.name).toMatch(/^Writer\d+, Pat$/);
  });

  it('never loses a row', async () => {
    await expect(query('delete from messages')).rejects.toThrow('never deleted');
  });
});

test('the case manager of a client can be found, that of a provider cannot', async () => {
  const { pool } = server.database;
  const id = await addClient(pool, 'Led', { case_manager: 'Dana Ortiz', managers_phone: '(303) 555-0183' });
  expect((await user.call(findCaseManager, { id })).data).toEqual({
    id,
    name: 'Dana Ortiz',
    phone: '(303) 555-0183',
    email: null,
  });
  expect((await user.call(findCaseManager, { id: (await someone()).id })).status).toBe(404);
});

test('the daily limit of messages holds for any number of simultaneous requests', async () => {
  const { id, number } = await someone();
  server.clock.set('2026-12-11T06:55:00Z');
  const late = await server.as('user');
  await query(
    `insert into messages (channel, recipient, person_id, text, request, place, created, created_by)
     select 'SMS', $1, $2, 'x', 'bulk', n, $3::timestamptz, 'T.' from generate_series(1, $4::int) n`,
    [number, id, '2026-12-10T16:00:00Z', MAX_PER_DAY - 3],
  );
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => late.call(queueSms, { sms: [{ number, text: `${n}` }] })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(
    answers.filter(({ Info }) => Info === 'Your agency sends at most 10,000 messages a day.'),
  ).toHaveLength(7);
  server.clock.set('2026-12-11T07:00:00Z');
  expect((await late.call(queueSms, { sms: [{ number, text: 'next day' }] })).status).toBe(200);
  server.clock.set('2026-11-20T17:00:00Z');
});
