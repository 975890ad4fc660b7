import {
  getAccounts,
  insertAccount,
  listAccounts,
  saveAccount,
  updateAccount,
} from '@homecare/domain/accounts/contract.ts';
import { allowed } from '@homecare/domain/accounts/custom-role.ts';
import * as calls from '@homecare/domain/accounts/role-contract.ts';
import { changesOf, ROLE_PARTS, type RolePart } from '@homecare/domain/accounts/role-parts.ts';
import {
  CHOOSE_ROLE,
  hasChanges,
  NO_FIRST_PAGE,
  ROLE_NAME_TAKEN,
} from '@homecare/domain/accounts/role-rules.ts';
import { touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { makeApiKey } from '@homecare/domain/api-keys/contract.ts';
import { type Call, type InputOf, rolesOf } from '@homecare/domain/call.ts';
import { DECLARED_CALLS } from '@homecare/domain/calls.ts';
import { search } from '@homecare/domain/find/contract.ts';
import { exportPeople } from '@homecare/domain/list-export/people-contract.ts';
import { getTemplates } from '@homecare/domain/messaging/contract.ts';
import { getNote, getPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import { listReportMails } from '@homecare/domain/report-mails/contract.ts';
import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { addClient } from '../../testing/care.ts';
import { requestOf } from '../../testing/requests.ts';
import { watchRows } from '../../testing/row-watch.ts';
import { type Caller, testServer } from '../../testing/server.ts';
import { listDueMails } from '../report-mails/queries.ts';

const server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
afterAll(() => server.stop());
const { pool } = server.database;
const admin = await server.as('admin');
const person = await addClient(pool, 'Baca');

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await pool.query<T & Record<string, unknown>>(text, values)).rows;

let serial = 0;
const addRole = async (change: Partial<InputOf<typeof calls.addRole>> = {}) => {
  serial += 1;
  const name = `Scheduler ${serial}`;
  const added = await admin.call(calls.addRole, { name, base: 'user', without: ['messages'], ...change });
  expect(added.status).toBe(200);
  return { id: added.insertId ?? 0, name: change.name ?? name };
};

const revOf = async (id: number) =>
  (await query<{ rev: number }>('select rev from accounts where id = $1', [id]))[0]?.rev ?? 0;

const give = async (caller: Caller, custom_role: number | null, role: 'admin' | 'user' = 'user') => {
  const id = caller.accountId ?? 0;
  const name = { login: `holder${id}`, full_name: 'Ho Lder', provider_id: null };
  return admin.call(saveAccount, { id, rev: await revOf(id), ...name, role, custom_role });
};

/** Signed in with a copy of a role. */
const holderOf = async (id: number, role: 'admin' | 'user' = 'user') => {
  const caller = await server.as(role);
  await query('update accounts set custom_role_id = $2 where id = $1', [caller.accountId, id]);
  return caller;
};

/** Calls that share an address are told apart by this value. */
const INFO: Readonly<Record<string, string>> = {
  'planTypes.getPostcodes': 'postcodes',
  'reports.getReports': 'reports',
};
const inputOf = ({ name }: Call) => (INFO[name] === undefined ? {} : { requestInfo: INFO[name] });

const templates = (caller: Caller) => caller.call(getTemplates, { filters: [] });

describe('an account with a copy of a role', () => {
  test('can make the calls of its role except those taken away, and is told why', async () => {
    const { id, name } = await addRole({ without: ['messages', 'people.change'] });
    const holder = await holderOf(id);
    expect((await holder.call(getPeople, { filters: [] })).status).toBe(200);
    const refused = {
      status: 403,
      reason: 'forbidden',
      Info: `Your role ${name} does not include this. Ask an admin of your agency.`,
    };
    expect(await templates(holder)).toMatchObject(refused);
    expect(await holder.call(updatePerson, { id: person, data: { notes: 'Forged' } })).toMatchObject(refused);
    // What the role itself may not do is refused in the same way as for everyone with that role.
    expect((await holder.call(calls.listRoles, {})).Info).not.toContain(name);
    expect((await holder.call(capabilities, {})).data?.custom).toEqual({
      id,
      rev: 0,
      name,
      base: 'user',
      without: ['people.change', 'messages'],
    });
    for (const role of ['admin', 'user', 'provider', 'evv'] as const)
      expect((await (await server.as(role)).call(capabilities, {})).text).not.toContain('custom');
  });

  test('loses and regains calls at the next request, in every process, and stays signed in', async () => {
    const { id, name } = await addRole();
    const holder = await holderOf(id);
    const there = await server.atSecondInstance(holder);
    const seen = async () => [
      (await templates(holder)).status,
      (await templates(there)).status,
      (await there.call(getNote, { id: person })).status,
    ];
    expect(await seen()).toEqual([403, 403, 200]);
    const save = (rev: number, without: string[]) => admin.call(calls.saveRole, { id, rev, name, without });
    expect((await save(0, ['people'])).status).toBe(200);
    expect(await seen()).toEqual([200, 200, 403]);
    expect(await save(0, ['search'])).toMatchObject({ status: 409, reason: 'stale' });
    expect((await save(1, ['search'])).status).toBe(200);
    expect(await seen()).toEqual([200, 200, 200]);
    expect((await holder.call(touchSession, {})).status).toBe(200);
    const log = await query<{ changes: unknown }>(
      `select changes from change_log where entity = 'role' and entity_id = $1 order by id`,
      [id],
    );
    expect(log.length).toBe(3);
  });

  test('is refused each call taken away before it is examined, and changes nothing', async () => {
    const taken = (base: 'admin' | 'user', of: (part: RolePart) => string) => ({
      base,
      without: ROLE_PARTS.filter(({ bases, key }) => bases.includes(base) && key !== 'people').map(of),
    });
    const copies = [
      taken('user', ({ key }) => key),
      taken('admin', (part) => (hasChanges(part, 'admin') ? changesOf(part.key) : part.key)),
    ];
    const { changedWhile } = await watchRows(server.site.pool, ['access_log', 'access_journals', 'sessions']);
    for (const copy of copies) {
      const { id } = await addRole(copy);
      const holder = await holderOf(id, copy.base);
      const copied = { id, rev: 0, name: '', ...copy };
      const closed = DECLARED_CALLS.filter(
        (call) => rolesOf(call).length > 0 && !allowed(call, copy.base, copied),
      );
      expect(closed.length).toBeGreaterThan(150);
      const changed = await changedWhile(async () => {
        for (const call of closed) {
          const upload =
            call.transport.via === 'path' && call.transport.upload
              ? { name: 'a.csv', content: 'x' }
              : undefined;
          const { status } = await holder.raw(requestOf(call, inputOf(call), upload));
          expect([call.name, status]).toEqual([call.name, 403]);
        }
      });
      expect(changed).toEqual([]);
    }
  });

  test('finds only what it may list in a search, and gets another answer once its role changes', async () => {
    const { id } = await addRole({ without: ['people'] });
    const holder = await holderOf(id);
    const found = async (caller: Caller) =>
      (await caller.call(search, { text: 'Baca' })).data?.people.rows.length;
    expect([await found(await server.as('user')), await found(holder)]).toEqual([1, 0]);
    expect(
      (await holder.call(exportPeople, { tab: 'All', search: '', showArchived: false, format: 'csv' }))
        .status,
    ).toBe(403);
    const other = await addRole({ without: ['messages'] });
    const listing = await holderOf(other.id);
    const before = await listing.call(getPeople, { filters: [] });
    const tag = String(before.headers.etag);
    expect((await listing.call(getPeople, { filters: [] }, { 'if-none-match': tag })).status).toBe(304);
    await admin.call(calls.saveRole, { id: other.id, rev: 0, name: other.name, without: ['search'] });
    expect((await listing.call(getPeople, { filters: [] }, { 'if-none-match': tag })).status).toBe(200);
  });

  test('gets no reports by email once they were taken away', async () => {
    const { id } = await addRole({ without: ['reports'] });
    const holder = await holderOf(id);
    const whole = await server.as('user');
    for (const { accountId } of [holder, whole])
      await query(
        `insert into report_mails (account_id, file, address, chosen, created) values ($1, 'Birthdays', $2, '{}', '2026-11-01')`,
        [accountId, `a${accountId}@example.org`],
      );
    const due = await listDueMails(server.site.db, { monday: '2026-11-16', since: '2026-11-16T12:00:00Z' });
    expect(due.map(({ accountId }) => accountId)).toEqual([whole.accountId]);
    expect((await holder.call(listReportMails, {})).status).toBe(403);
  });
});

describe('a copy of role admin', () => {
  test('can open no account, key or role, nor set a password for someone else', async () => {
    const { id } = await addRole({ base: 'admin', without: ['payroll'] });
    const holder = await holderOf(id, 'admin');
    const other = await server.as('user');
    expect((await holder.call(listAccounts, {})).status).toBe(403);
    expect((await holder.call(getAccounts, { filters: [] })).status).toBe(403);
    expect((await holder.call(calls.saveRole, { id, rev: 0, name: 'All', without: ['search'] })).status).toBe(
      403,
    );
    expect(
      (
        await holder.call(insertAccount, {
          data: { login: 'forged', password: 'Forged1', full_name: 'For Ged', role: 'admin' },
        })
      ).status,
    ).toBe(403);
    expect(
      (await holder.call(updateAccount, { id: other.accountId ?? 0, data: { password: 'Forged1x' } })).status,
    ).toBe(403);
    const key = {
      name: 'Forged',
      role: 'admin',
      calls: [getPeople.name],
      perMinute: 60,
      expires: '2026-12-31',
    } as const;
    expect((await holder.call(makeApiKey, { ...key, calls: [...key.calls] })).status).toBe(403);
    expect((await holder.call(getNote, { id: person })).status).toBe(200);
  });
});

describe('assigning copies', () => {
  test('ends what the account had open, with the old and the new name on record', async () => {
    const [first, second] = [await addRole(), await addRole()];
    const caller = await server.as('user');
    expect((await give(caller, first.id)).status).toBe(200);
    expect((await caller.call(touchSession, {})).status).toBe(401);
    expect((await give(caller, second.id)).status).toBe(200);
    expect((await give(caller, null)).status).toBe(200);
    const log = await query<{ was: unknown }>(
      `select changes->'customRole' as was from change_log where call = 'accounts.saveAccount' and entity_id = $1 order by id`,
      [caller.accountId],
    );
    expect(log.map(({ was }) => was)).toEqual([
      [null, first.name],
      [first.name, second.name],
      [second.name, null],
    ]);
  });

  test('lets a new account get only copies of its own role', async () => {
    const { id } = await addRole({ base: 'user' });
    const data = {
      login: 'new.holder',
      password: 'Forged1',
      full_name: 'New Holder',
      role: 'user' as const,
      custom_role: id,
    };
    const wrong = await admin.call(insertAccount, { data: { ...data, role: 'admin' } });
    expect(wrong.errors).toMatchObject([{ field: 'custom_role', message: CHOOSE_ROLE }]);
    expect((await admin.call(insertAccount, { data })).status).toBe(200);
    const listed = (await admin.call(calls.listRoles, {})).data?.find((role) => role.id === id);
    expect(listed?.holders).toMatchObject([{ login: 'new.holder', fullName: 'New Holder' }]);
    // A copy belongs to one agency; no other knows it.
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    expect((await elsewhere.call(insertAccount, { data })).errors).toMatchObject([{ field: 'custom_role' }]);
    expect(
      (await elsewhere.call(calls.saveRole, { id, rev: 0, name: 'Forged', without: ['people'] })).status,
    ).toBe(404);
    // The database keeps role and copy consistent in any case.
    await expect(query(`update accounts set role = 'admin' where login = 'new.holder'`)).rejects.toThrow(
      /accounts_custom_role/,
    );
    const user = await server.as('user');
    expect((await user.call(calls.listRoles, {})).status).toBe(403);
  });

  test('says what is wrong, and removes none that is in use', async () => {
    const { id, name } = await addRole();
    const add = (change: Partial<InputOf<typeof calls.addRole>>) =>
      admin.call(calls.addRole, { name: 'Planner', base: 'user', without: ['messages'], ...change });
    expect((await add({ name: name.toUpperCase() })).errors).toMatchObject([
      { field: 'name', message: ROLE_NAME_TAKEN },
    ]);
    expect((await add({ without: ['today', 'people', 'plans'] })).errors).toMatchObject([
      { field: 'without', message: NO_FIRST_PAGE },
    ]);
    const holder = await holderOf(id);
    const remove = () => admin.call(calls.removeRole, { id, rev: 0 });
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(refused.Info).toMatch(/^1 account has this role: .+\. Give them another one first\.$/);
    await query(`update accounts set deleted = now() where id = $1`, [holder.accountId]);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });

  test('never changes one’s own role, and no copy counts as an admin who can act', async () => {
    const { id } = await addRole({ base: 'admin', without: ['payroll'] });
    expect((await give(admin, id, 'admin')).errors).toMatchObject([{ field: 'role' }]);
    const second = await server.as('admin');
    expect((await give(second, id, 'admin')).status).toBe(200);
    const signedIn = await holderOf(id, 'admin');
    expect((await signedIn.call(listAccounts, {})).status).toBe(403);
  });
});
