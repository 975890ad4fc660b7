import { commandCall, getCall, open } from '@homecare/domain/call.ts';
import { followed, since } from '@homecare/domain/followed.ts';
import { command } from '@homecare/domain/wire.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endHadSession, forgetAnswers, send, whenSignedOut } from './send.ts';
import { forgetSession, keepSession } from './session.ts';
import { isSignInAsked, settleSignIn } from './sign-in-again.ts';

const Row = z.strictObject({ id: z.number(), at: z.number() });
type Row = z.output<typeof Row>;

const poll = getCall(['modules/list.php'], {
  name: 'test.poll',
  roles: ['admin'],
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(z.number()),
});
const create = commandCall('msg_insert', {
  name: 'test.create',
  roles: ['admin'],
  effect: 'write',
  creates: true,
  input: command(z.strictObject({ name: z.string() })),
  output: z.null(),
});
const change = commandCall('msg_update', {
  name: 'test.change',
  roles: ['admin'],
  effect: 'write',
  input: command(z.strictObject({ name: z.string() })),
  output: z.null(),
});
const addLogin = commandCall('user_insert', {
  name: 'test.addLogin',
  roles: ['admin'],
  effect: 'write',
  refusals: ['loginTaken'],
  input: command(z.strictObject({})),
  output: z.null(),
});
const signIn = commandCall('login', {
  name: 'test.login',
  roles: open('nobody is signed in yet'),
  effect: 'write',
  input: command(z.strictObject({})),
  output: z.null(),
});

type Answer = () => Response | Promise<Response>;
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const ok = (data: unknown, headers?: Record<string, string>) =>
  json(200, { result: 'OK', code: 200, data, insert_id: 5 }, headers);
const refused = (code: number, Info: string, errors?: unknown) =>
  json(code, { result: 'ERROR', code, Info, errors });
const broken: Answer = () => Promise.reject(new TypeError('network'));

/** The network is played: each request takes the next answer. */
const network = (...answers: Answer[]) => {
  const requests: Headers[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: { headers: Headers }) => {
    requests.push(init.headers);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer ? answer() : Promise.reject(new TypeError('no answer left'));
  });
  return requests;
};

const values = {
  uid: 1,
  current_id: 1,
  full_name: 'Ann Lee',
  role: 'admin',
  evv_id: null,
  reset_password: 0,
  first_page: 'people',
} as const;

beforeEach(() => {
  keepSession(values, 'ann', 'demo');
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetAnswers();
  endHadSession();
  forgetSession();
  settleSignIn(false);
});

describe('answers', () => {
  it('gives data and insert id of an OK', async () => {
    network(() => ok([1, 2]));
    expect(await send(poll, {})).toEqual({ ok: true, data: [1, 2], insertId: 5 });
  });
  it('does not keep one that was cut off on its way', async () => {
    const whole = () => ok([1, 2], { ETag: '"admin.8"' });
    const cut = () => new Response('{"result":"OK","da', { status: 200, headers: { ETag: '"admin.8"' } });
    const requests = network(cut, whole);
    expect(await send(poll, {})).toMatchObject({ ok: false, reason: 'unavailable' });
    expect(await send(poll, {})).toMatchObject({ ok: true, data: [1, 2] });
    expect(requests[1]?.get('If-None-Match')).toBeNull();
  });
  it('gives the sentence and the fields of a refusal', async () => {
    network(() =>
      refused(400, 'Error: Incorrect address', [{ field: 'City', message: 'Error: Incorrect address' }]),
    );
    expect(await send(change, { data: { name: 'x' } })).toEqual({
      ok: false,
      reason: 'badInput',
      info: 'Error: Incorrect address',
      errors: [{ field: 'City', message: 'Error: Incorrect address' }],
    });
  });
  it('gives the reason that a call declares, and takes one of another call for what its status says', async () => {
    const answer = (reason: string) =>
      json(409, { result: 'ERROR', code: 409, reason, Info: 'User already exists' });
    network(() => answer('loginTaken'));
    expect(await send(addLogin, { data: {} })).toMatchObject({ ok: false, reason: 'loginTaken' });
    expect(await send(change, { data: { name: 'x' } })).toMatchObject({ ok: false, reason: 'conflict' });
    network(() => answer('stale'));
    expect(await send(change, { data: { name: 'x' } })).toMatchObject({ ok: false, reason: 'stale' });
  });
  it('calls an answer that is no envelope unavailable', async () => {
    network(() => new Response('<html>proxy</html>', { status: 502 }));
    expect(await send(change, { data: { name: 'x' } })).toMatchObject({ ok: false, reason: 'unavailable' });
  });
});

describe('an unchanged poll', () => {
  it('names the revision it holds and answers the same data again on 304', async () => {
    const requests = network(
      () => ok([1, 2], { ETag: '"r1"' }),
      () => new Response(null, { status: 304 }),
    );
    const first = await send(poll, {});
    const second = await send(poll, {});
    expect(requests.map((headers) => headers.get('If-None-Match'))).toEqual([null, '"r1"']);
    expect(first.ok && second.ok && first.data === second.data).toBe(true);
  });
});

describe('a followed list', () => {
  const list = getCall(['modules/rows.php'], {
    name: 'test.rows',
    roles: ['admin'],
    effect: 'poll',
    input: z.strictObject({ month: z.string(), since }),
    output: z.array(Row),
    followed: followed<Row>({ key: ({ id }) => id, compare: (a, b) => a.at - b.at }),
  });
  const rows = [
    { id: 1, at: 10 },
    { id: 2, at: 20 },
    { id: 3, at: 30 },
  ];
  const changes = (data: unknown, removed: number[], etag: string) => () =>
    json(200, { result: 'OK', code: 200, data, removed }, { ETag: etag });

  it('asks for what changed since the answer that is held, and answers all of it in order', async () => {
    const urls: string[] = [];
    network(
      () => ok(rows, { ETag: '"r1"' }),
      changes(
        [
          { id: 4, at: 15 },
          { id: 1, at: 40 },
        ],
        [3],
        '"r2"',
      ),
      changes([], [], '"r3"'),
    );
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      urls.push(url);
      return answer(url, init);
    });
    const first = await send(list, { month: '2026-11' });
    const second = await send(list, { month: '2026-11' });
    expect(second).toMatchObject({
      data: [
        { id: 4, at: 15 },
        { id: 2, at: 20 },
        { id: 1, at: 40 },
      ],
    });
    expect(second.ok && first.ok && second.data[1] === first.data[1]).toBe(true);
    const third = await send(list, { month: '2026-11' });
    expect(third.ok && second.ok && third.data).toEqual(second.ok && second.data);
    const path = '/homecare/api/modules/rows.php?month=2026-11';
    expect(urls).toEqual([path, `${path}&since=%22r1%22`, `${path}&since=%22r2%22`]);
  });

  it('takes the whole list where the server no longer knows what changed', async () => {
    network(
      () => ok(rows, { ETag: '"r1"' }),
      () => ok([{ id: 9, at: 1 }], { ETag: '"r9"' }),
    );
    await send(list, { month: '2026-11' });
    expect(await send(list, { month: '2026-11' })).toMatchObject({ data: [{ id: 9, at: 1 }] });
  });
});

describe('a broken way', () => {
  it('is tried again for reads', async () => {
    const requests = network(
      broken,
      () => refused(503, 'busy'),
      () => ok([3]),
    );
    expect(await send(poll, {})).toMatchObject({ ok: true, data: [3] });
    expect(requests).toHaveLength(3);
  });
  it('is tried again for creations, under one key', async () => {
    const requests = network(broken, () => ok(null));
    expect(await send(create, { data: { name: 'x' } })).toMatchObject({ ok: true });
    const keys = requests.map((headers) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });
  it('is not tried again for other writes', async () => {
    const requests = network(broken);
    expect(await send(change, { data: { name: 'x' } })).toMatchObject({ ok: false, reason: 'unavailable' });
    expect(requests).toHaveLength(1);
  });
  it('gives up after five tries', async () => {
    const requests = network(broken);
    expect(await send(poll, {})).toMatchObject({ ok: false, reason: 'unavailable' });
    expect(requests).toHaveLength(5);
  });
});

describe('the end of the session', () => {
  it('leads to the sign-in page when this page never had one', async () => {
    const signedOut = vi.fn();
    whenSignedOut(signedOut);
    network(() => refused(401, 'Sign in to continue.'));
    expect(await send(poll, {})).toMatchObject({ ok: false, reason: 'notSignedIn' });
    expect(signedOut).toHaveBeenCalledOnce();
  });
  it('waits for signing in over the page and then sends the same again', async () => {
    const signedOut = vi.fn();
    whenSignedOut(signedOut);
    const requests = network(
      () => ok([1]),
      () => refused(401, 'Sign in to continue.'),
      () => ok(null),
    );
    await send(poll, {});
    const waiting = send(create, { data: { name: 'typed' } });
    await expect.poll(isSignInAsked).toBe(true);
    settleSignIn(true);
    expect(await waiting).toMatchObject({ ok: true });
    expect(requests[2]?.get('Idempotency-Key')).toBe(requests[1]?.get('Idempotency-Key'));
    expect(signedOut).not.toHaveBeenCalled();
  });
  it('does not ask for a wrong password at sign-in', async () => {
    network(() => refused(401, 'Wrong username or password!'));
    expect(await send(signIn, { data: {} })).toMatchObject({
      ok: false,
      info: 'Wrong username or password!',
    });
  });
});
