import { listLooks } from '@homecare/domain/access-log/contract.ts';
import {
  deleteAccount,
  listAccounts,
  saveAccount,
  suspendAccount,
} from '@homecare/domain/accounts/contract.ts';
import { listApiKeys, listKeyCalls, makeApiKey, revokeApiKey } from '@homecare/domain/api-keys/contract.ts';
import { KEY_NAME_TAKEN, NO_CALLS } from '@homecare/domain/api-keys/rules.ts';
import { CLOSED_CALLS, KEY_TOO_FAST, KEY_TOO_NARROW, KEY_UNKNOWN } from '@homecare/domain/api-keys/scope.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { getCandidates, insertCandidate } from '@homecare/domain/candidates/contract.ts';
import { getNote, getPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import { removeConnection, setOverridePassword } from '@homecare/domain/sites/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addClient } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

const NOW = '2026-11-20T17:00:00Z';

let server: TestServer;
let admin: Caller;
let person: number;
beforeAll(async () => {
  server = await testServer({ now: NOW, others: ['other'] });
  admin = await server.as('admin');
  person = await addClient(server.database.pool, 'Baca');
});
afterAll(() => server.stop());
beforeEach(() => server.clock.set(NOW));

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

let serial = 0;
const make = async (change: Partial<InputOf<typeof makeApiKey>> = {}) => {
  serial += 1;
  const made = await admin.call(makeApiKey, {
    name: `Program ${serial}`,
    role: 'admin',
    calls: [getPeople.name, getNote.name, updatePerson.name, getCandidates.name, insertCandidate.name],
    perMinute: 600,
    expires: '2026-12-31',
    ...change,
  });
  const text = made.data?.key ?? '';
  return { made, id: made.insertId ?? 0, text, program: server.withKey(text), name: `Program ${serial}` };
};
const readNote = (caller: Caller) => caller.call(getNote, { id: person });

describe('an API key', () => {
  test('is shown once, and only its hash is stored, even if the request had an idempotency key', async () => {
    const input = {
      name: 'Shown once',
      role: 'user' as const,
      calls: [getNote.name],
      perMinute: 60 as const,
    };
    const headers = { 'idempotency-key': 'make-one-key-1' };
    const { data } = await admin.call(makeApiKey, { ...input, expires: '2026-11-20' }, headers);
    expect(data?.key).toMatch(/^hcd_[\w-]{43}$/);
    const stored = await query<{ text: string }>(
      `select row_to_json(x)::text as text from api_keys x union all select row_to_json(x)::text from idempotency_keys x
       union all select row_to_json(x)::text from change_log x union all select row_to_json(x)::text from accounts x`,
    );
    expect(stored.filter(({ text }) => text.includes(data?.key ?? '-'))).toEqual([]);
    expect(JSON.stringify((await admin.call(listApiKeys, {})).data)).not.toContain(data?.key);
  });

  test('makes the calls it was made for, without a cookie, an origin or another header', async () => {
    const { program } = await make();
    expect((await readNote(program)).status).toBe(200);
    const saved = await program.call(updatePerson, { id: person, data: { notes: 'By a program' } });
    expect(saved.status).toBe(200);
    expect((await readNote(admin)).data?.notes).toBe('By a program');
  });

  test('appears in logs by its name', async () => {
    const { program, name } = await make();
    await program.call(updatePerson, { id: person, data: { notes: `By ${name}` } });
    const [line] = await query<{ actor: string; role: string }>(
      `select actor, role from change_log where call = 'people.updatePerson' order by id desc limit 1`,
    );
    expect(line).toEqual({ actor: name, role: 'admin' });
    await readNote(program);
    await server.site.accessLog.drain();
    const looks = await admin.call(listLooks, { id: person, all: false });
    expect(looks.data?.looks[0]).toMatchObject({ who: name, what: 'Note' });
  });

  test('gets 304, changes, and one answer per request, as the screens do', async () => {
    const { program } = await make();
    const input = { filters: [] };
    const first = await program.call(getPeople, input);
    const tag = String(first.headers.etag);
    expect((await program.call(getPeople, input, { 'if-none-match': tag })).status).toBe(304);
    await admin.call(updatePerson, { id: person, data: { notes: 'Changed' } });
    const changed = await program.call(getPeople, { ...input, since: tag });
    expect(JSON.parse(changed.text)).toMatchObject({ data: [{ ID: person }], removed: [] });
    const candidate = {
      data: {
        Name: 'Ana Lopez',
        Phone: '(303) 555-0190',
        Address: '3000 S Jamaica Ct, Aurora, CO 80014',
        AddressLatitude: 39.66,
        AddressLongitude: -104.86,
        DateAvailable: '2026-12-01',
      },
    };
    const parsed = insertCandidate.input.parse(candidate);
    const headers = { 'idempotency-key': 'program-once-1' };
    const inserted = await program.call(insertCandidate, parsed, headers);
    const again = await program.call(insertCandidate, parsed, headers);
    expect([inserted.status, again.insertId]).toEqual([200, inserted.insertId]);
  });

  test('makes no other call, and none that its role may not make', async () => {
    const { program } = await make({ role: 'user', calls: [getNote.name] });
    expect(await program.call(getPeople, { filters: [] })).toMatchObject({
      status: 403,
      reason: 'forbidden',
      Info: KEY_TOO_NARROW,
    });
    // Whatever a role loses, its keys lose too.
    await query('update api_keys set calls = array[$1, $2]', [listApiKeys.name, listAccounts.name]);
    expect((await program.call(listApiKeys, {})).status).toBe(403);
    expect((await program.call(listAccounts, {})).status).toBe(403);
  });

  test('stops working after its last day, and at once in every process when revoked', async () => {
    const { program, id } = await make({ expires: '2026-11-20' });
    const elsewhere = await server.atSecondInstance(program);
    server.clock.set('2026-11-21T06:59:59Z');
    expect([(await readNote(program)).status, (await readNote(elsewhere)).status]).toEqual([200, 200]);
    server.clock.set('2026-11-21T07:00:00Z');
    expect(await readNote(program)).toMatchObject({ status: 401, reason: 'notSignedIn', Info: KEY_UNKNOWN });
    server.clock.set(NOW);
    expect((await admin.call(revokeApiKey, { id })).status).toBe(200);
    for (const caller of [program, elsewhere]) {
      const answer = await readNote(caller);
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
    expect((await admin.call(revokeApiKey, { id })).status).toBe(409);
    expect((await admin.call(revokeApiKey, { id: 2_000_000_000 })).status).toBe(404);
  });

  test('counts its calls in all processes together, and says when to retry', async () => {
    const { program } = await make({ perMinute: 60 });
    const elsewhere = await server.atSecondInstance(program);
    for (let count = 0; count < 30; count += 1) {
      expect((await readNote(program)).status).toBe(200);
      expect((await readNote(elsewhere)).status).toBe(200);
    }
    server.clock.set('2026-11-20T17:00:18Z');
    const answer = await readNote(elsewhere);
    expect(answer).toMatchObject({ status: 429, reason: 'tooMany', Info: KEY_TOO_FAST });
    expect(answer.headers['retry-after']).toBe('42');
    server.clock.set('2026-11-20T17:01:00Z');
    expect((await readNote(program)).status).toBe(200);
  });

  test('takes precedence over a cookie, and does not work on another site', async () => {
    const { program, text } = await make({ calls: [getNote.name] });
    const headers = { authorization: 'Bearer wrong' };
    expect((await admin.call(getNote, { id: person }, headers)).status).toBe(401);
    expect((await readNote(server.withKey(''))).status).toBe(401);
    const there = { host: server.siteNamed('other').hosts[0] ?? '' };
    expect((await program.call(getNote, { id: person }, there)).status).toBe(401);
    expect((await program.call(getNote, { id: person }, { authorization: `bearer ${text}` })).status).toBe(
      200,
    );
  });

  test('shows when it was last used', async () => {
    const { program, id } = await make();
    const lastUsed = async () =>
      (await admin.call(listApiKeys, {})).data?.find((key) => key.id === id)?.lastUsed;
    expect(await lastUsed()).toBeNull();
    await readNote(program);
    expect(await lastUsed()).toBe(NOW);
  });
});

describe('a call that no key may make', () => {
  test('refuses every key, even one made for it before', async () => {
    expect((await make({ calls: ['sites.saveConnection'] })).made.errors).toMatchObject([{ field: 'calls' }]);
    const { program, id } = await make();
    await query('update api_keys set calls = $2 where id = $1', [id, [...CLOSED_CALLS]]);
    const password = await program.call(setOverridePassword, { password: 'Chosen by a program 1' });
    expect(password).toMatchObject({ status: 403, Info: KEY_TOO_NARROW });
    const removed = await program.call(removeConnection, { kind: 'signIn', rev: 0 });
    expect(removed).toMatchObject({ status: 403, Info: KEY_TOO_NARROW });
  });

  test('counts a large body as one call', async () => {
    const { program, id } = await make();
    await program.call(updatePerson, { id: person, data: { notes: 'x'.repeat(70_000) } });
    expect(await query('select uses from api_keys where id = $1', [id])).toEqual([{ uses: 1 }]);
  });
});

describe('making keys', () => {
  const rename = { login: 'left.behind', full_name: 'Left Behind', provider_id: null };
  test.each([
    ['suspended', (id: number) => admin.call(suspendAccount, { id, rev: 0 })],
    ['other', (id: number) => admin.call(saveAccount, { id, rev: 0, ...rename, role: 'user' })],
    ['closed', (id: number) => admin.call(deleteAccount, { id, data: {} })],
  ] as const)(
    'ends with the account that made them, which is named with the reason: %s',
    async (maker, end) => {
      const owner = await server.as('admin');
      const mine = await make();
      const name = `Left behind, ${maker}`;
      const key = { name, role: 'admin', perMinute: 60, expires: '2026-12-31' } as const;
      const made = await owner.call(makeApiKey, { ...key, calls: [getNote.name] });
      const program = server.withKey(made.data?.key ?? '');
      const listed = async () => (await admin.call(listApiKeys, {})).data?.find((key) => key.name === name);
      expect(await listed()).toMatchObject({ maker: 'admin', revoked: null });
      expect((await readNote(program)).status).toBe(200);
      expect((await end(owner.accountId ?? 0)).status).toBe(200);
      expect(await listed()).toMatchObject({ maker, revoked: NOW });
      expect((await readNote(program)).status).toBe(401);
      expect((await readNote(mine.program)).status).toBe(200);
      const log = await query(
        `select action from change_log where entity = 'apiKey' and changes->'name'->>0 = $1 and changes ? 'revoked'`,
        [name],
      );
      expect(log).toEqual([{ action: 'update' }]);
    },
  );

  test.each([
    ['suspended', 'suspended = now()'],
    ['no admin any more', "role = 'user'"],
  ])('is refused if the account is %s at the same moment', async (_, change) => {
    const owner = await server.as('admin');
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query(`update accounts set ${change} where id = $1`, [owner.accountId]);
    const name = `While shut out: ${change}`;
    const key = { name, role: 'admin', perMinute: 60, expires: '2026-12-31' } as const;
    const making = owner.call(makeApiKey, { ...key, calls: [getNote.name] });
    await expect.poll(() => query('select from pg_locks where not granted')).not.toEqual([]);
    await client.query('commit');
    client.release();
    expect(await making).toMatchObject({ status: 401, reason: 'notSignedIn' });
    expect(await query('select from api_keys where name = $1', [name])).toEqual([]);
  });

  test('offers the calls of a role, but not those of accounts or keys', async () => {
    const { data } = await admin.call(listKeyCalls, {});
    const names = data?.map(({ name }) => name) ?? [];
    expect(names).toContain('visits.list');
    expect(names.filter((name) => /^(accounts|apiKeys)\./.test(name))).toEqual([]);
    expect((await make({ calls: ['apiKeys.make'] })).made.errors).toMatchObject([{ field: 'calls' }]);
    expect((await make({ role: 'user', calls: ['payroll.getMonth'] })).made.status).toBe(400);
    expect((await make({ calls: [] })).made.errors).toEqual([{ field: 'calls', message: NO_CALLS }]);
  });

  test('requires a unique name among working keys', async () => {
    const { id } = await make({ name: 'Payroll service' });
    expect((await make({ name: 'payroll SERVICE ' })).made).toMatchObject({
      status: 409,
      errors: [{ field: 'name', message: KEY_NAME_TAKEN }],
    });
    await admin.call(revokeApiKey, { id });
    expect((await make({ name: 'Payroll service' })).made.status).toBe(200);
  });

  test('is for admins of the agency, never for a manager, a key, or another agency’s admin', async () => {
    const { id, program } = await make();
    for (const caller of [await server.as('user'), program]) {
      expect((await caller.call(listApiKeys, {})).status).toBe(403);
      expect((await caller.call(revokeApiKey, { id })).status).toBe(403);
    }
    const other = await server.as('admin', { site: server.siteNamed('other') });
    expect((await other.call(listApiKeys, {})).data).toEqual([]);
    expect((await other.call(revokeApiKey, { id })).status).toBe(404);
  });

  test('adds no account to the list of people’s accounts', async () => {
    const { name } = await make();
    const { data } = await admin.call(listAccounts, {});
    expect(data?.map(({ login }) => login)).not.toContain(name);
  });
});
