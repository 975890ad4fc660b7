import { done } from '@homecare/domain/errors.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import {
  addWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  sendAgain,
  testWebhook,
} from '@homecare/domain/webhooks/contract.ts';
import { KINDS_OF_ENTITIES, WAITS, WEBHOOK_NAME_TAKEN } from '@homecare/domain/webhooks/rules.ts';
import { WEBHOOK_KINDS } from '@homecare/domain/webhooks/schema.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver, whyRefused } from '../../../simulators/src/webhook-receiver.ts';
import { addClient } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { changeOfClaim } from '../claims/claim-changes.ts';
import { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { sendWebhooks } from './sending.ts';
import { signatureOf } from './signing.ts';

const NOW = '2026-11-20T17:00:00Z';

let server: TestServer;
let admin: Caller;
let receiver: Receiver;
let secret = '';
let person: number;
beforeAll(async () => {
  server = await testServer({ now: NOW, entry: { localServices: true }, others: ['other'] });
  admin = await server.as('admin');
  receiver = await startReceiver({
    secret: () => secret,
    now: () => server.clock.now().epochMilliseconds,
  });
  person = await addClient(server.database.pool, 'Baca');
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

let serial = 0;
const add = async (change: Partial<Parameters<typeof addWebhook.input.parse>[0] & object> = {}) => {
  serial += 1;
  const made = await admin.call(addWebhook, {
    name: `Program ${serial}`,
    url: receiver.url,
    kinds: ['people'],
    withData: false,
    ...change,
  });
  secret = made.data?.secret ?? '';
  return { made, id: made.insertId ?? 0 };
};
afterEach(async () => {
  for (const { id } of (await admin.call(listWebhooks, {})).data ?? [])
    await admin.call(removeWebhook, { id });
  receiver.taken.length = 0;
  receiver.refused.length = 0;
  receiver.mood = 'well';
  server.clock.set(NOW);
});

const note = async (notes: string, id = person) =>
  expect((await admin.call(updatePerson, { id, data: { notes } })).status).toBe(200);
const work = async () => sendWebhooks(await Scope.startJob(server.site, 'webhooks'));
const deliveriesOf = async (id: number) =>
  (await admin.call(listDeliveries, { id, state: null })).data?.deliveries ?? [];

test('a change is sent after it was made, by its id only, and is listed as sent', async () => {
  const { id } = await add();
  await note('Has a dog');
  expect(receiver.taken).toEqual([]);
  await work();
  expect(receiver.taken).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      kind: 'people',
      action: 'update',
      subject: { type: 'person', id: person },
      at: expect.any(String),
    },
  ]);
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'sent', tries: 1, status: 204, next: null }]);
  const hooks = await admin.call(listWebhooks, {});
  expect(hooks.data).toMatchObject([{ waiting: 0, parked: 0, lastSent: NOW, name: `Program ${serial}` }]);
  expect(hooks.text).not.toContain(secret);
});

test('values are sent if the agency allows that', async () => {
  await add({ withData: true });
  await note('Has a cat');
  await work();
  expect(receiver.taken).toMatchObject([{ changes: { notes: [expect.anything(), 'Has a cat'] } }]);
});

test('only changes of the chosen kinds are sent, and none that were refused or only read', async () => {
  await add({ kinds: ['visits', 'claims'] });
  await note('Has a bird');
  await admin.call(updatePerson, { id: person, data: { LastName: '' } });
  await work();
  expect(receiver.taken).toEqual([]);
});

test('the database records changes by the domain’s kinds', async () => {
  const entities = [...Object.keys(KINDS_OF_ENTITIES), 'account', 'session'];
  const { rows } = await server.database.pool.query<{ entity: string; kind: string | null }>(
    'select entity, webhook_kind(entity) as kind from unnest($1::text[]) as entity',
    [entities],
  );
  expect(rows).toEqual(entities.map((entity) => ({ entity, kind: KINDS_OF_ENTITIES[entity] ?? null })));
  expect(new Set(Object.values(KINDS_OF_ENTITIES))).toEqual(new Set(WEBHOOK_KINDS));
});

test('a later change of a record waits for the earlier one, a change of another record does not', async () => {
  const other = await addClient(server.database.pool, 'Okafor');
  const { id } = await add();
  await note('First');
  receiver.mood = 'busy';
  await work();
  receiver.mood = 'well';
  await note('Second');
  await note('Other', other);
  await work();
  expect(receiver.taken.map(({ subject }) => subject.id)).toEqual([other]);
  server.clock.advance({ seconds: WAITS[0] });
  await work();
  expect(receiver.taken.map(({ subject }) => subject.id)).toEqual([other, person, person]);
  const [second, , first] = (await deliveriesOf(id))
    .toSorted((a, b) => b.id - a.id)
    .filter(({ kind }) => kind);
  expect([first?.tries, second?.tries]).toEqual([2, 1]);
});

test('a failing delivery is tried eight times with growing pauses, parked, and can be sent again by hand', async () => {
  const { id } = await add();
  await note('Never taken');
  receiver.mood = 'busy';
  await work();
  for (const [at, wait] of WAITS.entries()) {
    // Sessions expire during the waits.
    admin = await server.as('admin');
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'waiting', tries: at + 1, status: 503 }]);
    server.clock.advance({ seconds: wait - 1 });
    await work();
    admin = await server.as('admin');
    expect((await deliveriesOf(id))[0]?.tries).toBe(at + 1);
    server.clock.advance({ seconds: 1 });
    await work();
  }
  admin = await server.as('admin');
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'parked', tries: 8, next: null }]);
  expect((await admin.call(listWebhooks, {})).data).toMatchObject([{ parked: 1 }]);
  // A parked delivery holds nothing back.
  receiver.mood = 'well';
  await note('Taken');
  await work();
  expect(receiver.taken).toHaveLength(1);
  expect((await admin.call(sendAgain, { id, delivery: null })).data).toEqual({ count: 1 });
  await work();
  expect(receiver.taken).toHaveLength(2);
  const [newest] = await deliveriesOf(id);
  expect((await admin.call(sendAgain, { id, delivery: newest?.id ?? 0 })).data).toEqual({ count: 1 });
  await work();
  // A receiver that already has it recognizes it by its id.
  expect(receiver.taken.at(-1)?.id).toBe(receiver.taken.at(0)?.id);
  expect((await admin.call(sendAgain, { id, delivery: null })).status).toBe(409);
});

test('a slow receiver holds up no other, including newer changes', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let slowSecret = '';
  const now = () => server.clock.now().epochMilliseconds;
  const slow = await startReceiver({ secret: () => slowSecret, now, ready: () => answered });
  const { id } = await add({ url: slow.url });
  slowSecret = secret;
  await add();
  await note('First');
  await note('Second');
  const working = work();
  await expect.poll(() => receiver.taken.length).toBe(2);
  await note('Third');
  await expect.poll(() => receiver.taken.length).toBe(3);
  // Before it was answered or given up on.
  expect(await deliveriesOf(id)).toMatchObject([{ tries: 0 }, { tries: 0 }, { tries: 0 }]);
  answer();
  await working;
  await slow.stop();
});

test('a payment is an event of each claim, which waits for no other claim of its batch', async () => {
  const { id } = await add({ kinds: ['claims'] });
  const scope = await Scope.startJob(server.site, 'test');
  await mutate(scope, 'test', async (_, record) => {
    for (const claim of ['7-1', '7-2', '7-1']) record(changeOfClaim(claim, { paid: [null, 4_000] }));
    return done(null);
  });
  receiver.mood = 'busy';
  await work();
  const tries = async () => (await deliveriesOf(id)).map((one) => [one.subjectId, one.claim, one.tries]);
  expect(await tries()).toEqual([
    [7, '7-1', 0],
    [7, '7-2', 1],
    [7, '7-1', 1],
  ]);
  receiver.mood = 'well';
  server.clock.advance({ seconds: WAITS[0] });
  await work();
  expect(receiver.taken.map(({ subject }) => subject)).toEqual([
    { type: 'claims', id: 7, claim: '7-1' },
    { type: 'claims', id: 7, claim: '7-2' },
    { type: 'claims', id: 7, claim: '7-1' },
  ]);
});

test('changes that name no record wait for nothing, and say so', async () => {
  const { id } = await add({ kinds: ['claims'] });
  const scope = await Scope.startJob(server.site, 'test');
  await mutate(scope, 'test', async (_, record) => {
    for (const deposit of [1, 2])
      record({ entity: 'claims', id: null, action: 'insert', changes: { deposit: [null, deposit] } });
    return done(null);
  });
  receiver.mood = 'busy';
  await work();
  expect(await deliveriesOf(id)).toMatchObject([
    { subjectId: null, tries: 1 },
    { subjectId: null, tries: 1 },
  ]);
  receiver.mood = 'well';
  server.clock.advance({ seconds: WAITS[0] });
  await work();
  expect(receiver.taken).toMatchObject([{ subject: { id: null } }, { subject: { id: null } }]);
});

test('nothing remains for a webhook that was removed during a change', async () => {
  const { id } = await add();
  const { pool } = server.database;
  const remover = await pool.connect();
  await remover.query('begin');
  await remover.query('select from webhooks where id = $1 for update', [id]);
  const changing = note('While it is removed');
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    })
    .toBe(1);
  await remover.query('update webhooks set removed = $2 where id = $1', [id, NOW]);
  await remover.query('delete from webhook_deliveries where webhook_id = $1', [id]);
  await remover.query('commit');
  remover.release();
  await changing;
  const left = async () =>
    (await pool.query('select from webhook_deliveries where webhook_id = $1', [id])).rowCount;
  expect(await left()).toBe(1);
  await work();
  expect(await left()).toBe(0);
});

test('an address that does not answer is not tried for a while, and nothing is lost', async () => {
  const silent = await startReceiver({ secret: () => secret });
  const { id } = await add({ url: silent.url });
  await silent.stop();
  await note('Nobody there');
  await work();
  expect(await deliveriesOf(id)).toMatchObject([
    { state: 'waiting', tries: 1, status: null, error: 'Nobody listens at the address' },
  ]);
});

test('a receiver refuses what is not signed with its secret, or was signed too long ago', async () => {
  const { id } = await add();
  const right = secret;
  expect((await admin.call(testWebhook, { id })).data).toEqual({
    works: true,
    answer: 'The program took the test event.',
  });
  secret = 'another';
  expect((await admin.call(testWebhook, { id })).data).toEqual({
    works: false,
    answer: 'The program answered 401.',
  });
  expect(receiver.refused).toEqual(['signed by somebody else']);
  const body = '{"id":"1"}';
  const { 'homecare-signature': header } = signatureOf(right, 1_000, body);
  expect(whyRefused(header, body, right, 1_300)).toBeUndefined();
  expect(whyRefused(header, body, right, 1_301)).toBe('signed too long ago');
  expect(whyRefused(header, `${body} `, right, 1_000)).toBe('signed by somebody else');
  expect(whyRefused(header?.replace('t=1000', 't=1001'), body, right, 1_000)).toBe('signed by somebody else');
  expect(whyRefused(undefined, body, right, 1_000)).toBe('not signed');
});

test('changes wait while a webhook is paused', async () => {
  const { id } = await add();
  await admin.call(pauseWebhook, { id, paused: true });
  await note('Kept back');
  await work();
  expect(receiver.taken).toEqual([]);
  expect((await admin.call(listWebhooks, {})).data).toMatchObject([{ waiting: 1, paused: NOW }]);
  await admin.call(pauseWebhook, { id, paused: false });
  await work();
  expect(receiver.taken).toHaveLength(1);
});

test('the secret is stored sealed, even if the request had an idempotency key', async () => {
  const headers = { 'idempotency-key': 'add-one-webhook-1' };
  const input = { name: 'Sealed', url: receiver.url, kinds: ['people' as const], withData: false };
  const { data } = await admin.call(addWebhook, input, headers);
  expect(data?.secret).toMatch(/^whs_[\w-]{43}$/);
  const { rows } = await server.database.pool.query<{ text: string }>(
    `select row_to_json(x)::text as text from idempotency_keys x union all select row_to_json(x)::text from change_log x
     union all select encode(secret, 'escape') from webhooks`,
  );
  expect(rows.filter(({ text }) => text.includes(data?.secret ?? '-'))).toEqual([]);
});

test('a name is unique, and an address next to the server is refused unless the operator allows it', async () => {
  await add({ name: 'Payroll' });
  expect((await add({ name: 'payroll' })).made).toMatchObject({
    status: 409,
    errors: [{ field: 'name', message: WEBHOOK_NAME_TAKEN }],
  });
  const other = await server.as('admin', { site: server.siteNamed('other') });
  const input = { name: 'Inside', url: receiver.url, kinds: ['people' as const], withData: false };
  expect((await other.call(addWebhook, input)).errors).toMatchObject([{ field: 'url' }]);
});

test('only admins add, see, try and remove webhooks, for their own agency', async () => {
  const { id } = await add();
  const user = await server.as('user');
  expect((await user.call(listWebhooks, {})).status).toBe(403);
  expect((await user.call(testWebhook, { id })).status).toBe(403);
  expect((await user.call(removeWebhook, { id })).status).toBe(403);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await other.call(listWebhooks, {})).data).toEqual([]);
  expect((await other.call(listDeliveries, { id, state: null })).status).toBe(404);
  expect((await other.call(sendAgain, { id, delivery: null })).status).toBe(404);
});
