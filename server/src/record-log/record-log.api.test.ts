import {
  deleteAccount,
  endSessionsOf,
  insertAccount,
  setFactorRule,
  updateAccount,
} from '@homecare/domain/accounts/contract.ts';
import { deleteWork, insertWork, setStatus, updateWork } from '@homecare/domain/billing/contract.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { getNote, getPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import { mergePeople, undoMerge } from '@homecare/domain/people/merge-contract.ts';
import {
  getAccountLog,
  getBillingLog,
  getPersonLog,
  getPlanLog,
  getSettingsLog,
  LOG_PAGE,
} from '@homecare/domain/record-log/contract.ts';
import { getSettings, saveSettings, setOverridePassword } from '@homecare/domain/sites/contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClient, addProvider, addScan, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

const update = (who: Caller, id: number, data: InputOf<typeof updatePerson>['data']) =>
  who.call(updatePerson, { id, data });
const logOf = async (who: Caller, id: number, before?: number) => {
  const { data } = await who.call(getPersonLog, { id, ...(before && { before }) });
  if (!data) throw new Error('no log');
  return data;
};

it('the log says who changed what, newest first; pay only for admins, and reading not at all', async () => {
  const id = await addProvider(server.database.pool, 'Logged');
  const other = await addProvider(server.database.pool, 'Other');
  await update(user, id, { notes: 'Call after 5' });
  await update(admin, other, { notes: 'of somebody else' });
  await admin.call(getPeople, { filters: [{ field: 'ID', op: '=', value: String(id) }] });
  await update(admin, id, {
    Phone: '(303) 555-0199',
    providerPayRate: { HealthMaintenance: 0, Homemaker: 20, 'Medicaid 131': 0, 'PCP/RPCP': 0 },
  });
  await update(admin, id, { Phone: '(303) 555-0199' });

  const seen = await logOf(admin, id);
  expect(seen.more).toBe(false);
  expect(seen.entries.map(({ action, fields }) => [action, fields])).toEqual([
    ['update', [{ field: 'Pay rate Homemaker', old: '$0.00', new: '$20.00' }]],
    ['update', [{ field: 'Phone', old: '(303) 555-0100', new: '(303) 555-0199' }]],
    ['update', [{ field: 'Notes', old: null, new: 'Call after 5' }]],
  ]);
  const names = await server.database.pool.query<{ full_name: string }>(
    'select full_name from accounts where id = any($1) order by role',
    [[admin.accountId, user.accountId]],
  );
  expect(seen.entries.map(({ who }) => who)).toEqual([0, 0, 1].map((index) => names.rows[index]?.full_name));
  expect((await logOf(user, id)).entries.map(({ fields }) => fields[0]?.field)).toEqual(['Phone', 'Notes']);
});

it('the log includes a record merged into this one, until the merge is undone', async () => {
  const { pool } = server.database;
  const keepId = await addClient(pool, 'Baca', { first_name: 'Guadalupe' });
  const awayId = await addClient(pool, 'Baca', { first_name: 'Lupe' });
  await update(admin, awayId, { notes: 'Has a dog' });
  await update(admin, keepId, { notes: 'Key at the door' });
  const input = { keepId, awayId, keepRev: 1, awayRev: 1, take: [], confirmed: [] };
  const { data } = await admin.call(mergePeople, input);
  const lines = async () =>
    (await logOf(user, keepId)).entries.map(({ of, fields }) => [of, fields.at(-1)?.new]);
  const away = `Baca, Lupe (ID ${awayId})`;
  expect(await lines()).toEqual([
    [away, `Baca, Guadalupe (ID ${keepId})`],
    [undefined, away],
    [undefined, 'Key at the door\n\nHas a dog'],
    [undefined, 'Key at the door'],
    [away, 'Has a dog'],
  ]);
  await admin.call(undoMerge, { id: data?.mergeId ?? 0 });
  expect((await lines()).map(([of]) => of)).not.toContain(away);
});

it('paging neither loses nor repeats an entry', async () => {
  const id = await addProvider(server.database.pool, 'Often');
  const count = LOG_PAGE * 2 + 3;
  for (let turn = 0; turn < count; turn += 1) await update(user, id, { notes: `note ${turn}` });
  const shown: (string | null | undefined)[] = [];
  for (let before: number | undefined; ; ) {
    const { entries, more } = await logOf(user, id, before);
    shown.push(...entries.map(({ fields }) => fields[0]?.new));
    before = entries.at(-1)?.id;
    if (!more) break;
  }
  expect(shown).toEqual(Array.from({ length: count }, (_, index) => `note ${count - 1 - index}`));
});

it('the note can be read without the record', async () => {
  const id = await addProvider(server.database.pool, 'Noted');
  expect((await user.call(getNote, { id })).data).toEqual({ notes: null, rev: 0 });
  await update(user, id, { notes: `Says &quot;hi&quot; &amp; &apos;bye&apos;&#10;Ask` });
  const reads = () =>
    server.database.pool.query("select from change_log where action = 'read' and entity_id = $1", [id]);
  expect((await user.call(getNote, { id })).data).toEqual({
    notes: 'Says &quot;hi&quot; &amp; &apos;bye&apos;&#10;Ask',
    rev: 1,
  });
  expect((await reads()).rowCount).toBe(0);
  expect((await user.call(getNote, { id: 999999 })).status).toBe(404);
});

it('the log shows changes of a care plan: its end, remarks and week', async () => {
  const { pool } = server.database;
  const data = {
    ProviderID: await addProvider(pool, 'Planned'),
    ClientID: await addClient(pool, 'Planned'),
    Type: 'PCP',
    StartDate: '2026-11-02',
    createReason: 'New',
    week: weekOf({ Fri: ['10:00', '12:00'] }),
  };
  const { insertId: id = 0 } = await user.call(insertCarePlan, { data });
  await user.call(updateCarePlan, {
    id,
    data: { Remarks: 'Two dogs', week: weekOf({ Mon: ['08:00', '09:00'] }) },
  });
  await admin.call(updateCarePlan, { id, data: { Status: 'Archive', EndDate: '2026-11-25' } });
  const { data: log } = await user.call(getPlanLog, { id });
  const entries = log?.entries ?? [];
  expect(entries.filter(({ action }) => action === 'update').map(({ fields }) => fields)).toEqual([
    expect.arrayContaining([
      { field: 'Status', old: 'Active', new: 'Archive' },
      { field: 'End Date', old: null, new: '11-25-2026' },
    ]),
    expect.arrayContaining([
      { field: 'Remarks', old: null, new: 'Two dogs' },
      { field: 'Week', old: 'Fri 10:00-12:00 (2.17 h)', new: 'Mon 08:00-09:00 (1.17 h)' },
    ]),
  ]);
  // The consequences for visits are included.
  expect(entries.flatMap(({ fields }) => fields.map(({ field }) => field))).toContain('Visits');
  expect(entries.filter(({ action }) => action === 'insert').map(({ fields }) => fields)).toEqual([[]]);
  expect((await (await server.as('provider')).call(getPlanLog, { id })).status).toBe(403);
});

it('the log shows changes of a plan’s billing in a month, including deleted records', async () => {
  const { pool } = server.database;
  const { insertId: id = 0 } = await user.call(insertCarePlan, {
    data: {
      ProviderID: await addProvider(pool, 'Billed'),
      ClientID: await addClient(pool, 'Billed'),
      Type: 'PCP',
      StartDate: '2026-09-07',
      createReason: 'New',
      week: weekOf({ Mon: ['08:00', '10:00'] }),
    },
  });
  await addScan(pool, id, '2026-10', 0);
  await addScan(pool, id, '2026-10', 1);
  const row = { date: '2026-10-05', start: '08:00', end: '10:00', travel: 0, billing: true, payroll: true };
  const card = {
    planId: id,
    date: '2026-10',
    startPeriod: '2026-10-01',
    endPeriod: '2026-10-31',
    payRate: 5,
    days: [row],
  };
  const { insertId: first = 0 } = await admin.call(insertWork, { data: card });
  await admin.call(updateWork, { id: first, data: { days: [{ ...row, end: '10:30' }], payRate: 6 } });
  await admin.call(setStatus, { date: '2026-10', fromStatus: 'Billed', toStatus: 'Paid' });
  await admin.call(deleteWork, { id: first, data: {} });
  await admin.call(insertWork, { data: card });

  const { data: log } = await admin.call(getBillingLog, { id, date: '2026-10' });
  expect(log?.entries.map(({ action, fields }) => [action, fields])).toEqual([
    ['insert', []],
    ['delete', expect.arrayContaining([{ field: 'Billing record', old: null, new: 'Deleted' }])],
    ['update', [{ field: 'Status', old: 'Billed', new: 'Paid' }]],
    [
      'update',
      expect.arrayContaining([
        { field: 'Mon 10-05', old: '08:00-10:00', new: '08:00-10:30' },
        { field: 'Pay rate', old: '$5.00', new: '$6.00' },
      ]),
    ],
    ['insert', []],
  ]);
  expect((await admin.call(getBillingLog, { id, date: '2026-09' })).data?.entries).toEqual([]);
  expect((await user.call(getBillingLog, { id, date: '2026-10' })).status).toBe(403);
});

it('an admin sees changes of accounts, including deleted ones, without passwords', async () => {
  const { insertId: id = 0 } = await admin.call(insertAccount, {
    data: { login: 'Logged.Lee', password: 'Tmp-Pass1', full_name: 'Ann Lee', role: 'user' },
  });
  await admin.call(updateAccount, { id, data: { password: 'Secret-Tmp-7' } });
  await admin.call(endSessionsOf, { id });
  // The admin has one, because otherwise the rule would block the next call.
  await server.database.pool.query('update accounts set second_factor = true where id = any($1)', [
    [id, admin.accountId],
  ]);
  await admin.call(setFactorRule, { required: true });
  await admin.call(setFactorRule, { required: false });
  await admin.call(deleteAccount, { id, data: {} });
  const own = await admin.call(getAccountLog, { id });
  const fieldsOf = (entries: typeof own) =>
    entries.data?.entries.flatMap(({ fields }) => fields.map((field) => [field.field, field.old, field.new]));
  expect(fieldsOf(own)).toEqual([
    ['Account', null, 'Deleted, role Manager'],
    ['Two-step sign-in', 'On', 'Off'],
    ['Sessions', null, '0 ended'],
    ['Password', null, 'A temporary one'],
    ['Account', null, 'Created, role Manager'],
  ]);
  const all = await admin.call(getAccountLog, { id: null });
  expect(fieldsOf(all)?.slice(0, 4)).toEqual([
    ['logged.lee: Account', null, 'Deleted, role Manager'],
    ['logged.lee: Two-step sign-in', 'On', 'Off'],
    ['Two-step sign-in of admins and Managers', 'Needed', 'Not needed'],
    ['Two-step sign-in of admins and Managers', 'Not needed', 'Needed'],
  ]);
  for (const secret of ['Tmp-Pass1', 'Secret-Tmp-7', 'argon2', 'hidden']) {
    expect(own.text).not.toContain(secret);
    expect(all.text).not.toContain(secret);
  }
  expect((await user.call(getAccountLog, { id })).status).toBe(403);
});

it('an admin sees changes on the site page, with secrets only as changed', async () => {
  const { data: before } = await admin.call(getSettings, {});
  if (!before) throw new Error('no settings');
  const { rev, switches, paper } = before;
  await admin.call(saveSettings, {
    rev,
    paper,
    switches: { ...switches, idleMinutes: 45, smsEnabled: false },
  });
  await admin.call(setOverridePassword, { password: 'Snow-Peak-14' });
  const log = await admin.call(getSettingsLog, {});
  expect(log.data?.entries.map(({ fields }) => fields).slice(0, 2)).toEqual([
    [{ field: 'setting/plan.overridePassword', old: null, new: '(hidden)' }],
    [
      { field: 'siteSettings/smsEnabled', old: 'Yes', new: 'No' },
      { field: 'siteSettings/idleMinutes', old: '30', new: '45' },
    ],
  ]);
  expect(log.text).not.toContain('Snow-Peak-14');
  expect((await user.call(getSettingsLog, {})).status).toBe(403);
});
