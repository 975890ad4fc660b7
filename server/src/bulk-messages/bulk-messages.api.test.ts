import {
  cancelSend,
  listPeople,
  listSkipped,
  readProgress,
  startMails,
  startTexts,
} from '@homecare/domain/bulk-messages/contract.ts';
import { listMark } from '@homecare/domain/bulk-messages/rules.ts';
import { type Chosen, NOBODY } from '@homecare/domain/bulk-messages/schema.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { REASONS } from '@homecare/domain/errors.ts';
import { MAX_PER_DAY } from '@homecare/domain/sites/limits.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { runBulkSend } from './jobs.ts';

let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await testServer({
    now: '2026-11-20T17:00:00Z',
    entry: { hosts: ['localhost', 'care.agency.test'] },
    others: ['other'],
  });
  user = await server.as('user');
});
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;

let serial = 0;
/** A unique phone and address. */
const contact = () => {
  serial += 1;
  return {
    phone: `(720) 555-${String(serial).padStart(4, '0')}`,
    number: `+1720555${String(serial).padStart(4, '0')}`,
    email: `person${serial}@example.org`,
  };
};
const provider = async (name: string, columns: Record<string, unknown> = {}) => {
  const { number, ...own } = contact();
  return { id: await addProvider(server.database.pool, name, { ...own, ...columns }), number, ...own };
};
const client = async (name: string, columns: Record<string, unknown> = {}) => {
  const { number, ...own } = contact();
  return { id: await addClient(server.database.pool, name, { ...own, ...columns }), number, ...own };
};
const to = (chosen: Partial<Chosen>): Chosen => ({ ...NOBODY, ...chosen });
const texts = (chosen: Partial<Chosen>, seen: number, more: { text?: string; image?: string } = {}) => ({
  to: to(chosen),
  seen,
  text: 'Office closed tomorrow',
  image: '',
  ...more,
});
const mails = (chosen: Partial<Chosen>, seen: number, more: { text?: string; subject?: string } = {}) => ({
  to: to(chosen),
  seen,
  text: 'Office closed tomorrow',
  subject: '',
  ...more,
});
/** Does what the job runner does. */
const run = async (id: number | undefined) => runBulkSend(server.scope, id ?? 0);
const messagesOf = (id: number | undefined) =>
  query(
    `select message.channel, message.recipient, message.subject, message.text, message.image,
      message.created_by, message.account_id, message.person_id from messages message
     join bulk_recipients recipient on recipient.message_id = message.id where bulk_id = $1 order by recipient.place`,
    [id],
  );
const progressOf = async (id: number | undefined, caller = user) =>
  (await caller.call(readProgress, {})).data?.find((send) => send.id === id);

// Each story has only the people it makes.
beforeEach(() => query("update people set cur = 'n', archive_date = '2026-11-01'"));

describe('the list of people to send to', () => {
  it('contains active people by name, with what staff choose by and nothing else', async () => {
    const { id, phone, email } = await provider('Zed', { dob: '1980-11-20', confirmed_email: true });
    await client('Álvarez', { language: null, email: null });
    await provider('Gone', { cur: 'n' });
    expect((await user.call(listPeople, {})).data).toMatchObject([
      { kind: 'Client', name: 'Álvarez, Chris', called: 'Chris Álvarez', email: null, birthday: null },
      {
        id,
        kind: 'Provider',
        name: 'Zed, Pat',
        called: 'Pat Zed',
        phone,
        email,
        verified: true,
        birthday: '11-20',
      },
    ]);
  });

  it('is not sent again while nobody changes', async () => {
    await provider('Same');
    const { headers } = await user.call(listPeople, {});
    const again = await user.call(listPeople, {}, { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
    await query("insert into message_opt_outs (number, stopped) values ('+13035559999', now())");
    const other = await user.call(listPeople, {}, { 'if-none-match': String(headers.etag) });
    expect(other.status).toBe(200);
  });
});

describe('a bulk text', () => {
  it('to all providers reaches each with their own name; short phones are skipped and named', async () => {
    const [ana, $, short] = [
      await provider('Baca'),
      await provider("$& $'", { first_name: '$1' }),
      await provider('Short', { phone: '(720) 555' }),
    ];
    await client('Not asked');
    const started = await user.call(
      startTexts,
      texts({ groups: ['providers'] }, 3, { text: 'Hi %username%, %id%' }),
    );
    expect(started.data).toEqual({ id: started.insertId, total: 3, skipped: 1 });
    expect(await progressOf(started.insertId)).toMatchObject({
      state: 'waiting',
      total: 3,
      queued: 0,
      skipped: 1,
    });
    await run(started.insertId);
    const [who] = await query('select initials from accounts where id = $1', [user.accountId]);
    const by = { created_by: who?.initials, account_id: user.accountId };
    expect(await messagesOf(started.insertId)).toEqual([
      {
        channel: 'SMS',
        recipient: $.number,
        subject: null,
        text: "Hi $1 $& $', %id%",
        image: null,
        person_id: $.id,
        ...by,
      },
      {
        channel: 'SMS',
        recipient: ana.number,
        subject: null,
        text: 'Hi Pat Baca, %id%',
        image: null,
        person_id: ana.id,
        ...by,
      },
    ]);
    expect(await progressOf(started.insertId)).toMatchObject({
      state: 'done',
      total: 3,
      queued: 2,
      skipped: 1,
      waiting: 2,
      failed: 0,
    });
    const skipped = await user.call(listSkipped, { id: started.insertId ?? 0 });
    expect(skipped.data).toEqual([
      { personId: short.id, name: 'Short, Pat', reason: 'Phone has fewer than ten digits' },
    ]);
  });

  it('skips phones that answered STOP, even while it is running', async () => {
    const [before, kept, meanwhile] = [await provider('A'), await provider('B'), await provider('C')];
    const stop = (number: string) =>
      query('insert into message_opt_outs (number, stopped) values ($1, now())', [number]);
    await stop(before.number);
    const started = await user.call(startTexts, texts({ groups: ['providers'] }, 3));
    expect(started.data?.skipped).toBe(1);
    await stop(meanwhile.number);
    await run(started.insertId);
    expect((await messagesOf(started.insertId)).map(({ person_id }) => person_id)).toEqual([kept.id]);
    const skipped = await user.call(listSkipped, { id: started.insertId ?? 0 });
    expect(skipped.data?.map(({ personId, reason }) => [personId, reason])).toEqual([
      [before.id, 'Answered STOP'],
      [meanwhile.id, 'Answered STOP'],
    ]);
  });

  it('is put together from groups, additions and omissions', async () => {
    const [one, two] = [await provider('One'), await provider('Two')];
    const [three] = [await client('Three'), await client('Four')];
    const started = await user.call(
      startTexts,
      texts({ groups: ['providers'], plus: [three.id], minus: [two.id] }, 2),
    );
    await run(started.insertId);
    const sent = (await messagesOf(started.insertId)).map(({ person_id }) => person_id);
    expect(sent).toEqual([one.id, three.id]);
  });

  it('uses the agency’s day for Birthday, not UTC’s', async () => {
    const { id } = await client('Born', { dob: '1950-11-20' });
    await client('Tomorrow', { dob: '1950-11-21' });
    server.clock.set('2026-11-21T06:30:00Z');
    const late = await server.as('user');
    const started = await late.call(startTexts, texts({ groups: ['birthday'] }, 1));
    await run(started.insertId);
    expect((await messagesOf(started.insertId)).map(({ person_id }) => person_id)).toEqual([id]);
    server.clock.set('2026-11-20T17:00:00Z');
  });

  it('to Not Exists TS reaches the providers who owe a timesheet of that month', async () => {
    const owing = await provider('Owing');
    await provider('Without a plan');
    const served = await client('Served');
    const admin = await server.as('admin');
    const made = await admin.call(insertCarePlan, {
      data: {
        ProviderID: owing.id,
        ClientID: served.id,
        Type: 'PCP',
        StartDate: '2026-01-05',
        createReason: 'New',
        week: weekOf({ Mon: ['10:00', '12:00'] }),
      },
    });
    expect(made.status).toBe(200);
    const started = await user.call(startTexts, texts({ months: ['2026-10'] }, 1));
    await run(started.insertId);
    expect((await messagesOf(started.insertId)).map(({ person_id }) => person_id)).toEqual([owing.id]);
    // Nobody owes a timesheet before the plan began.
    expect((await user.call(startTexts, texts({ months: ['2025-12'] }, 0))).Info).toBe(
      'Error: Empty send list. Please add people to send.',
    );
  });

  it('can only contain a picture from the agency’s own pages', async () => {
    const { id } = await provider('Seen');
    const send = (image: string) => user.call(startTexts, texts({ plus: [id] }, 1, { image }));
    for (const image of [
      'https://evil.test/a.png',
      'http://care.agency.test/a.png',
      'https://care.agency.test/a.pdf',
    ])
      expect(await send(image)).toMatchObject({
        status: 400,
        reason: 'badImage',
        Info: 'Error: Incorrect media resource.',
      });
    const started = await send('https://care.agency.test/a.png');
    await run(started.insertId);
    expect(await messagesOf(started.insertId)).toMatchObject([{ image: 'https://care.agency.test/a.png' }]);
  });

  it('to 1,000 people is one job of short steps', async () => {
    await query(
      `insert into people (kind, last_name, first_name, phone, updated_by)
       select 'Provider', 'Many' || n, 'Pat', '(970) 555-' || lpad(n::text, 4, '0'), 'T.' from generate_series(1, 1000) n`,
    );
    const started = await user.call(startTexts, texts({ groups: ['providers'] }, 1000));
    await run(started.insertId);
    expect(await progressOf(started.insertId)).toMatchObject({ state: 'done', queued: 1000, skipped: 0 });
    const [{ sends } = {}] = await query(
      'select count(distinct messages.person_id)::int as sends from messages join bulk_recipients on message_id = messages.id where bulk_id = $1',
      [started.insertId],
    );
    expect(sends).toBe(1000);
  });
});

describe('a bulk email', () => {
  it('reaches providers with a valid address and verified ones, with their ID', async () => {
    const ana = await provider('Baca');
    const eve = await client('Verified', { confirmed_email: true });
    await provider('Broken', { email: 'ana@' });
    await client('Unverified');
    const started = await user.call(
      startMails,
      mails({ groups: ['providers', 'verified'] }, 2, { text: '%username% %id%', subject: ' News ' }),
    );
    await run(started.insertId);
    expect(await messagesOf(started.insertId)).toMatchObject([
      { channel: 'Email', recipient: ana.email, subject: 'News', text: `Pat Baca ${ana.id}` },
      { channel: 'Email', recipient: eve.email, subject: 'News', text: `Chris Verified ${eve.id}` },
    ]);
  });

  it('without a subject says who is writing', async () => {
    const { id } = await provider('Quiet');
    const started = await user.call(startMails, mails({ plus: [id] }, 1));
    await run(started.insertId);
    expect(await messagesOf(started.insertId)).toMatchObject([{ subject: 'Front Range Home Care' }]);
  });
});

describe('a send is refused', () => {
  it.each([
    ['without text', { text: ' ' }, 1, 'emptyMessage', "Error: Can't send empty message."],
    [
      'when the list is another one by now',
      {},
      2,
      'listChanged',
      /^The send list has changed: 1 person now, 2 on/,
    ],
    ['when it is too long', { text: 'x'.repeat(1601) }, 1, 'badInput', /at most 1,600 characters/],
  ] as const)('%s', async (_, more, seen, reason, says) => {
    const { id } = await provider('Refused');
    const before = await query('select count(*) from bulk_sends');
    const answer = await user.call(startTexts, texts({ plus: [id] }, seen, more));
    expect(answer).toMatchObject({
      status: REASONS[reason].status,
      reason,
      Info: typeof says === 'string' ? says : expect.stringMatching(says),
    });
    expect(await query('select count(*) from bulk_sends')).toEqual(before);
  });

  it('if it has as many people as last shown, but others or with another phone', async () => {
    const [one, other] = [await provider('Looked'), await provider('At')];
    const asked = texts({ plus: [one.id, other.id], minus: [other.id] }, 1);
    const listed = await user.call(listPeople, {});
    const people = (listed.data ?? []).filter(({ id }) => id === one.id || id === other.id);
    const markOf = (id: number) =>
      listMark(
        'SMS',
        people.filter((person) => person.id === id),
      );
    const changed = {
      status: 409,
      reason: 'listChanged',
      Info: 'The send list has changed: other people, names, phones or addresses than on your screen. Look at it and send again.',
    };
    expect(await user.call(startTexts, { ...asked, mark: markOf(other.id) })).toMatchObject(changed);
    await query("update people set phone = '(720) 555-7777' where id = $1", [one.id]);
    expect(await user.call(startTexts, { ...asked, mark: markOf(one.id) })).toMatchObject(changed);
    await query('update people set phone = $2 where id = $1', [one.id, one.phone]);
    const started = await user.call(startTexts, { ...asked, mark: markOf(one.id) });
    await run(started.insertId);
    expect(await messagesOf(started.insertId)).toMatchObject([{ recipient: one.number }]);
  });

  it('if nobody is chosen', async () => {
    for (const answer of [
      await user.call(startTexts, texts({}, 0)),
      await user.call(startMails, mails({}, 0)),
    ])
      expect(answer).toMatchObject({
        status: 400,
        reason: 'emptyList',
        Info: 'Error: Empty send list. Please add people to send.',
      });
  });

  it('if more than 500 people are chosen one by one', async () => {
    const answer = await user.call(
      startTexts,
      texts({ plus: Array.from({ length: 501 }, (_, n) => n + 1) }, 501),
    );
    expect([answer.status, answer.errors[0]?.field]).toEqual([400, 'to.plus']);
  });

  it('for roles that may not send', async () => {
    const { id } = await provider('Nurse');
    for (const role of ['provider', 'evv'] as const) {
      const other = await server.as(role, { providerId: id });
      for (const answer of [
        await other.call(listPeople, {}),
        await other.call(startTexts, texts({ plus: [id] }, 1)),
        await other.call(startMails, mails({ plus: [id] }, 1)),
        await other.call(readProgress, {}),
      ])
        expect(answer.status).toBe(403);
    }
  });

  it('if it contains people of another site', async () => {
    const { id } = await provider('Ours');
    const there = await server.as('admin', { site: server.siteNamed('other') });
    expect((await there.call(listPeople, {})).data).toEqual([]);
    expect((await there.call(startTexts, texts({ plus: [id] }, 1))).status).toBe(409);
  });
});

test('repeating a request starts one send', async () => {
  const { id } = await provider('Once');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      user.call(startTexts, texts({ plus: [id] }, 1), { 'idempotency-key': 'bulk-attempt-1' }),
    ),
  );
  expect(new Set(answers.map(({ insertId }) => insertId)).size).toBe(1);
  // Two workers that both pick it up still send each message once.
  await Promise.all([run(answers[0]?.insertId), run(answers[0]?.insertId)]);
  await run(answers[0]?.insertId);
  expect(await messagesOf(answers[0]?.insertId)).toHaveLength(1);
});

describe('a running send', () => {
  it('skips a record that has since been archived or lost its phone, with the reason', async () => {
    const [archived, emptied, kept] = [await provider('A'), await provider('B'), await provider('C')];
    const started = await user.call(startTexts, texts({ groups: ['providers'] }, 3));
    await query("update people set cur = 'n' where id = $1", [archived.id]);
    await query('update people set phone = null where id = $1', [emptied.id]);
    await run(started.insertId);
    expect((await messagesOf(started.insertId)).map(({ person_id }) => person_id)).toEqual([kept.id]);
    const skipped = await user.call(listSkipped, { id: started.insertId ?? 0 });
    expect(skipped.data?.map(({ personId, reason }) => [personId, reason])).toEqual([
      [archived.id, 'Archived after the send list was made'],
      [emptied.id, 'No phone on record'],
    ]);
  });

  it('can be canceled by its sender, for what is not in the queue yet, and by nobody else', async () => {
    const { id } = await provider('Spared');
    const started = await user.call(startTexts, texts({ plus: [id] }, 1));
    const send = { id: started.insertId ?? 0 };
    const colleague = await server.as('user');
    expect((await colleague.call(cancelSend, send)).status).toBe(404);
    expect((await colleague.call(listSkipped, send)).status).toBe(404);
    expect(await progressOf(send.id, colleague)).toBeUndefined();
    expect((await user.call(cancelSend, send)).data).toEqual({ queued: 0 });
    expect((await user.call(cancelSend, send)).status).toBe(200);
    await run(send.id);
    expect(await messagesOf(send.id)).toEqual([]);
    expect(await progressOf(send.id)).toMatchObject({ state: 'cancelled', queued: 0 });
  });

  it('can no longer be canceled once everything is in the queue', async () => {
    const { id } = await provider('Late');
    const started = await user.call(startTexts, texts({ plus: [id] }, 1));
    await run(started.insertId);
    expect(await user.call(cancelSend, { id: started.insertId ?? 0 })).toMatchObject({
      status: 409,
      Info: 'All messages are in the queue already.',
    });
  });

  it('that was stopped for more than a day does not continue automatically', async () => {
    const { id } = await provider('Stale');
    const started = await user.call(startTexts, texts({ plus: [id] }, 1));
    await query("update bulk_sends set created = created - interval '25 hours' where id = $1", [
      started.insertId,
    ]);
    await run(started.insertId);
    expect(await messagesOf(started.insertId)).toEqual([]);
    expect(await query('select state, info from bulk_sends where id = $1', [started.insertId])).toEqual([
      { state: 'failed', info: 'This send made no progress for more than a day and was ended.' },
    ]);
  });

  it('continues where it was when the process stops between two steps', async () => {
    await query(
      `insert into people (kind, last_name, first_name, phone, updated_by)
       select 'Client', 'Step' || n, 'Chris', '(719) 555-' || lpad(n::text, 4, '0'), 'T.' from generate_series(1, 150) n`,
    );
    const started = await user.call(startTexts, texts({ groups: ['clients'] }, 150));
    const ending = new AbortController();
    const first = runBulkSend(server.scope, started.insertId ?? 0, ending.signal);
    ending.abort();
    await first;
    expect(await progressOf(started.insertId)).toMatchObject({
      state: expect.stringMatching(/waiting|queueing/),
    });
    await run(started.insertId);
    expect(await progressOf(started.insertId)).toMatchObject({ state: 'done', queued: 150 });
    expect(new Set((await messagesOf(started.insertId)).map(({ recipient }) => recipient)).size).toBe(150);
  });
});

/** Makes one statement after `at` others fail, as a full disk would. Returns how to stop that. */
const failing = (at: number) => {
  const query: (...args: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query');
  const put = (value: unknown) =>
    Object.defineProperty(pg.Client.prototype, 'query', { configurable: true, writable: true, value });
  let seen = 0;
  put(function (this: pg.Client, ...args: unknown[]) {
    seen += 1;
    if (seen !== at) return Reflect.apply(query, this, args);
    return Reflect.apply(query, this, [`do $$ begin raise exception 'full' using errcode = '53100'; end $$`]);
  });
  return { stop: () => put(query), hit: () => seen >= at };
};

test('whatever statement of the job fails, each person gets one message', async () => {
  await query(
    `insert into people (kind, last_name, first_name, phone, updated_by)
     select 'Client', 'Fault' || n, 'Chris', '(970) 556-' || lpad(n::text, 4, '0'), 'T.' from generate_series(1, 110) n`,
  );
  let isHit = true;
  for (let at = 1; isHit; at += 1) {
    const started = await user.call(startTexts, texts({ groups: ['clients'] }, 110, { text: `Fault ${at}` }));
    const fault = failing(at);
    await run(started.insertId).catch(() => undefined);
    fault.stop();
    isHit = fault.hit();
    // The job runner tries again.
    await run(started.insertId);
    expect(await progressOf(started.insertId), `statement ${at}`).toMatchObject({
      state: 'done',
      queued: 110,
    });
    const [sent] = await query(
      'select count(*)::int as all, count(distinct recipient)::int as each from messages where text = $1',
      [`Fault ${at}`],
    );
    expect(sent, `statement ${at}`).toEqual({ all: 110, each: 110 });
  }
  expect(await brokenInvariants(server.database.pool)).not.toContainEqual(expect.stringMatching(/bulk/));
});

test('the daily limit counts running sends too', async () => {
  const [one, two] = [await provider('Last'), await provider('Too late')];
  server.clock.set('2026-12-10T17:00:00Z');
  const late = await server.as('user');
  await query(
    `insert into messages (channel, recipient, person_id, text, request, place, created, created_by)
     select 'SMS', $1, $2, 'x', 'filler', n, '2026-12-10T16:00:00Z'::timestamptz, 'T.' from generate_series(1, $3::int) n`,
    [one.number, one.id, MAX_PER_DAY - 1],
  );
  // Incoming messages do not count.
  await query(
    `insert into messages (direction, status, channel, recipient, sender, sid, text, request, place, created, created_by)
     values ('in', 'received', 'SMS', '+13035550110', $1, 'SM-in', 'x', 'in', 0, '2026-12-10T16:00:00Z', '')`,
    [one.number],
  );
  const both = await late.call(startTexts, texts({ groups: ['providers'] }, 2));
  expect(both).toMatchObject({
    status: 429,
    Info: 'Your agency sends at most 10,000 messages a day; 1 are left today.',
  });
  const started = await late.call(startTexts, texts({ plus: [one.id] }, 1));
  expect(started.status).toBe(200);
  expect((await late.call(startTexts, texts({ plus: [two.id] }, 1))).status).toBe(429);
  // A single text has taken the last place, so the send ends and says why.
  await query(
    `insert into messages (channel, recipient, person_id, text, request, place, created, created_by)
     values ('SMS', $1, $2, 'x', 'single', 0, '2026-12-10T16:59:00Z', 'T.')`,
    [one.number, one.id],
  );
  await run(started.insertId);
  expect(await progressOf(started.insertId, late)).toMatchObject({
    state: 'failed',
    queued: 0,
    info: 'Your agency sends at most 10,000 messages a day.',
  });
  server.clock.set('2026-11-20T17:00:00Z');
});
