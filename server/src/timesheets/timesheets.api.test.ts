import { randomBytes } from 'node:crypto';
import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import {
  deleteScanError,
  getNoTimesheet,
  getScanCount,
  getScanData,
  getScanList,
  scanByClient,
  updateScanError,
} from '@homecare/domain/timesheets/contract.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

let serial = 0;
const newPlan = async (on: TestServer = server) => {
  serial += 1;
  const { pool } = on.site;
  const caller = on === server ? admin : await on.as('admin');
  const made = await caller.call(insertCarePlan, {
    data: {
      ProviderID: await addProvider(pool, `Provider ${serial}`),
      ClientID: await addClient(pool, `Client ${serial}`),
      Type: 'PCP',
      StartDate: '2026-01-05',
      createReason: 'New',
      week: weekOf({ Fri: ['10:00', '12:00'] }),
    },
  });
  if (!made.insertId) throw new Error(made.text);
  return made.insertId;
};
const peopleOf = async (id: number, on: TestServer = server) => {
  const { rows } = await on.site.pool.query<{ ClientID: number; ProviderID: number }>(
    'select client_id as "ClientID", provider_id as "ProviderID" from care_plans where id = $1',
    [id],
  );
  return rows[0] ?? { ClientID: 0, ProviderID: 0 };
};
type Saving = InputOf<typeof updateScanError>;
const save = (id: number, values: Partial<Saving> = {}, caller = user) =>
  caller.call(updateScanError, { id, date: '2026-10', period: 0, error: '1', ...values });
const list = async (id: number) => (await user.call(getScanList, { id })).data ?? [];
const shown = async (id: number) =>
  (await list(id)).map(({ date, period, error, tsdate }) => `${date}/${period} ${tsdate} ${error}`);
const deletePlan = async (id: number) =>
  expect((await admin.call(updateCarePlan, { id, data: { Status: 'Deleted' } })).status).toBe(200);
/** Inserts a page that is already filed. */
const scanned = async (plan: number, month: string, period: 0 | 1 | null) => {
  const key = randomBytes(32).toString('hex');
  const { rows } = await server.site.pool.query<{ id: number }>(
    `with stored as (insert into stored_files (key, size, sha256) values ($4::text, 1, sha256($4::text::bytea)) returning key),
        upload as (insert into scan_uploads (name, kind, stored_key, pages, created, created_by)
          select 'scan.pdf', 'pdf', key, 1, now(), 'T.U.' from stored returning id)
      insert into scan_pages (upload_id, page, state, plan_id, month, kind, period, filed)
      select id, 1, 'filed', $1, $2, case when $3::int is null then 'M' else 'T' end, $3, now() from upload returning id`,
    [plan, month, period, `${key.slice(0, 2)}/${key.slice(2)}`],
  );
  return rows[0]?.id ?? 0;
};
/** Filed by its code: sheet n of several, of a printed version. */
const byCode = async (id: number, sheet: number, sheets: number, version = 1) =>
  server.site.pool.query('update scan_pages set sheet = $2, sheets = $3, version = $4 where id = $1', [
    id,
    sheet,
    sheets,
    version,
  ]);
const logOf = async (id: number) =>
  (
    await server.site.pool.query(
      "select action, changes from change_log where entity = 'scanError' and entity_id = $1 order by id",
      [id],
    )
  ).rows;

describe('a plan’s scan errors', () => {
  it('are added, corrected and deleted, one row for each half', async () => {
    const plan = await newPlan();
    const added = await save(plan, { error: '3,1,3', rev: null });
    expect([added.status, added.Info]).toEqual([200, 'Success: Error added']);
    await save(plan, { date: '2026-11', period: 1, error: '6' });
    await save(plan, { date: '2026-11', period: 0, error: '2' });
    expect(await shown(plan)).toEqual([
      '2026-11/1 2026-11-16 6',
      '2026-11/0 2026-11-01 2',
      '2026-10/0 2026-10-01 1,3',
    ]);
    const edited = await save(plan, { error: '5', rev: 0 }, admin);
    expect([edited.Info, edited.data, edited.insertId]).toEqual([
      'Success: Error edited',
      { rev: 1 },
      added.insertId,
    ]);
    expect(await shown(plan)).toContain('2026-10/0 2026-10-01 5');
    const id = added.insertId ?? 0;
    const gone = await user.call(deleteScanError, { id, rev: 1 });
    expect([gone.status, gone.Info]).toEqual([200, 'Success: Error deleted']);
    expect(await list(plan)).toHaveLength(2);
    expect((await logOf(id)).map(({ action, changes }) => [action, changes.error])).toEqual([
      ['insert', undefined],
      ['update', ['1,3', '5']],
      ['delete', ['5', null]],
    ]);
  });

  it('are not overwritten unseen, and the refusal says who was first', async () => {
    const plan = await newPlan();
    await save(plan, { rev: null });
    const second = await save(plan, { error: '2', rev: null }, admin);
    expect([second.status, second.Info]).toEqual([409, 'Changed by T.U. at 11-20-2026 10:00 AM']);
    await save(plan, { error: '2', rev: 0 });
    expect((await save(plan, { error: '4', rev: 0 })).status).toBe(409);
    const [row] = await list(plan);
    expect((await user.call(deleteScanError, { id: row?.id ?? 0, rev: 0 })).status).toBe(409);
    // An older client sends no rev and no period.
    const older = await user.raw({
      method: 'GET',
      url: `/homecare/api/modules/TS_scan/update.php?id=${plan}&date=2026-10&error=4&initials=X`,
    });
    expect(older.status).toBe(200);
    expect(await shown(plan)).toEqual(['2026-10/0 2026-10-01 4']);
    await user.call(deleteScanError, { id: row?.id ?? 0 });
    expect((await save(plan, { rev: 2 })).Info).toBe('This scan error was deleted by someone else.');
  });

  it('saved twice at the same moment make one row', async () => {
    const plan = await newPlan();
    const both = await Promise.all([save(plan, { rev: null }), save(plan, { rev: null }, admin)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await list(plan)).toHaveLength(1);
  });

  test.each([
    [{ date: '' }, 'Select the month of the timesheet.'],
    [{ date: '2026-1' }, 'Error: Wrong date, date format (YYYY-MM)'],
    [{ date: '2026-12' }, 'This half of the month has not begun yet.'],
    [{ error: '' }, 'Select at least one error.'],
    [{ error: '1,9' }, 'An error is one of the codes 1 to 6.'],
  ])('with %j are refused with the reason', async (values, info) => {
    const answer = await save(await newPlan(), values);
    expect([answer.status, answer.Info]).toEqual([400, info]);
  });

  it('of a deleted plan can only be viewed; those of an unknown plan cannot', async () => {
    const plan = await newPlan();
    const { insertId = 0 } = await save(plan);
    await deletePlan(plan);
    expect(await list(plan)).toHaveLength(1);
    expect((await save(plan, { error: '2' })).status).toBe(409);
    expect((await user.call(deleteScanError, { id: insertId })).status).toBe(409);
    expect((await save(999_999)).status).toBe(404);
    expect((await user.call(deleteScanError, { id: 999_999 })).status).toBe(404);
    expect(await list(999_999)).toEqual([]);
  });
});

describe('the counts', () => {
  it('show this month’s scanned timesheets and all open errors, without deleted plans', async () => {
    const count = async () => (await user.call(getScanCount, {})).data ?? { count: 0, errcount: 0 };
    const before = await count();
    const plan = await newPlan();
    await save(plan, { date: '2026-11' });
    await save(plan, { date: '2026-10' });
    // Two pages of one half are one timesheet; a monthly report page is none.
    await scanned(plan, '2026-11', 0);
    await scanned(plan, '2026-11', 0);
    await scanned(plan, '2026-11', null);
    await scanned(plan, '2026-10', 1);
    expect(await count()).toEqual({ count: before.count + 1, errcount: before.errcount + 2 });
    await deletePlan(plan);
    expect(await count()).toEqual(before);
  });

  it('answer 304 while nothing changed', async () => {
    const ask = (tag = '') =>
      user.raw({
        method: 'GET',
        url: '/homecare/api/modules/TS_scan/getcount.php',
        headers: { 'if-none-match': tag },
      });
    const plan = await newPlan();
    const tag = String((await ask()).headers.etag);
    expect((await ask(tag)).status).toBe(304);
    await save(plan);
    expect((await ask(tag)).status).toBe(200);
  });
});

describe('a client’s timesheets', () => {
  it('show by plan and half what was scanned and what is wrong', async () => {
    const plan = await newPlan();
    const first = await scanned(plan, '2026-10', 0);
    const again = await scanned(plan, '2026-10', 0);
    await save(plan, { date: '2026-10', period: 1, error: '1,3' });
    await scanned(plan, '2026-11', 0);
    const { ClientID, ProviderID } = await peopleOf(plan);
    const ask = async (date: string) =>
      (await user.call(scanByClient, { clientID: ClientID, date })).data?.map(
        ({ CareID, period, tsdate, scan, error }) => ({ CareID, period, tsdate, scan, error }),
      );
    expect(await ask('2026-10')).toEqual([
      { CareID: plan, period: 0, tsdate: '2026-10-01', scan: [again, first], error: '' },
      { CareID: plan, period: 1, tsdate: '2026-10-16', scan: [], error: '1,3' },
    ]);
    expect(await ask('2026-09')).toEqual([]);
    expect((await user.call(scanByClient, { clientID: ProviderID, date: '2026-10' })).data).toEqual([]);
    expect((await user.call(scanByClient, { clientID: ClientID, date: '2026-1' })).status).toBe(400);
  });
});

describe('the list of who owes a timesheet', () => {
  const owe = async (start: string, end: string, caller = user) =>
    (await caller.call(getNoTimesheet, { start, end })).data ?? [];

  it('contains the provider of a finished half with planned days that was not scanned', async () => {
    const plan = await newPlan();
    const { ProviderID } = await peopleOf(plan);
    expect(await owe('2026-10-01', '2026-11-30')).toContain(ProviderID);
    for (const period of [0, 1] as const) await scanned(plan, '2026-10', period);
    expect(await owe('2026-11-01', '2026-11-15')).toContain(ProviderID);
    await scanned(plan, '2026-11', 0);
    // The second half of November ends in ten days, so nothing of it is missing yet.
    expect(await owe('2026-10-01', '2026-11-30')).not.toContain(ProviderID);
    expect(await owe('2026-12-01', '2026-12-31')).toEqual([]);
    // The plan begins in January.
    expect(await owe('2025-12-01', '2025-12-31')).not.toContain(ProviderID);
  });

  it('contains a timesheet of two sheets until both of one printed version have come', async () => {
    const plan = await newPlan();
    const { ProviderID } = await peopleOf(plan);
    const owes = async () => (await owe('2026-10-01', '2026-10-15')).includes(ProviderID);
    await byCode(await scanned(plan, '2026-10', 0), 1, 2);
    expect(await owes()).toBe(true);
    // The first sheet again, and the second one of another version, are still not a complete timesheet.
    await byCode(await scanned(plan, '2026-10', 0), 1, 2);
    await byCode(await scanned(plan, '2026-10', 0), 2, 2, 3);
    expect(await owes()).toBe(true);
    await byCode(await scanned(plan, '2026-10', 0), 2, 2);
    expect(await owes()).toBe(false);
    const other = await newPlan();
    const { ProviderID: second } = await peopleOf(other);
    await byCode(await scanned(other, '2026-10', 0), 1, 2);
    // Someone who files a page by hand has seen that the timesheet is complete.
    await scanned(other, '2026-10', 0);
    expect(await owe('2026-10-01', '2026-10-15')).not.toContain(second);
  });

  test.each([
    ['2026-11-30', '2026-11-01', 'Error: End date cannot be before start date'],
    ['2025-01-01', '2026-01-02', 'Choose at most 366 days.'],
  ])('is refused for %s to %s', async (start, end, info) => {
    const answer = await user.call(getNoTimesheet, { start, end });
    expect([answer.status, answer.Info]).toEqual([400, info]);
  });

  it('below version 2 follows the days of billing cards', async () => {
    const old = await testServer({
      now: '2026-11-20T17:00:00Z',
      entry: { capabilities: { premium: true, version: 1, maxClients: 0, billing: true } },
    });
    try {
      const caller = await old.as('admin');
      const plan = await newPlan(old);
      const { ProviderID, ClientID } = await peopleOf(plan, old);
      expect(await owe('2026-10-01', '2026-10-31', caller)).toEqual([ProviderID]);
      const day = {
        date: '2026-10-16',
        start: '10:00',
        end: '12:00',
        travel: 0,
        billing: true,
        payroll: true,
      };
      const bill = (days: readonly unknown[]) =>
        old.site.pool.query(
          `insert into work (care_plan_id, client_id, provider_id, type_id, month, start_period, end_period, days,
              pay_rate, working_minutes, travel_minutes, unit, amount, created, modified, modified_by)
            select id, $2, $3, type_id, '2026-10-01', '2026-10-01', '2026-10-31', $4, 500, 120, 0, 8, 4000, now(), now(), 'T.'
            from care_plans where id = $1
            on conflict (care_plan_id, month) where deleted is null do update set days = excluded.days`,
          [plan, ClientID, ProviderID, JSON.stringify(days)],
        );
      await bill([day]);
      expect(await owe('2026-10-16', '2026-10-31', caller)).toEqual([]);
      expect(await owe('2026-10-01', '2026-10-31', caller)).toEqual([ProviderID]);
      await bill([day, { ...day, date: '2026-10-02' }]);
      expect(await owe('2026-10-01', '2026-10-31', caller)).toEqual([]);
    } finally {
      await old.stop();
    }
  });
});

describe('permissions', () => {
  test.each(['provider', 'evv'] as const)('role %s can neither read nor write scan errors', async (role) => {
    const plan = await newPlan();
    const { insertId = 0 } = await save(plan);
    const providerId = await addProvider(server.site.pool, 'Own');
    const caller = await server.as(role, { providerId });
    expect((await caller.call(getScanList, { id: plan })).status).toBe(403);
    expect((await caller.call(getScanCount, {})).status).toBe(403);
    expect((await caller.call(scanByClient, { clientID: 1, date: '2026-10' })).status).toBe(403);
    expect((await caller.call(getNoTimesheet, { start: '2026-10-01', end: '2026-10-31' })).status).toBe(403);
    expect((await save(plan, { error: '2' }, caller)).status).toBe(403);
    expect((await caller.call(deleteScanError, { id: insertId })).status).toBe(403);
    expect(await shown(plan)).toEqual(['2026-10/0 2026-10-01 1']);
  });

  it('another site can neither see nor change anything here', async () => {
    const plan = await newPlan();
    const { insertId = 0 } = await save(plan);
    const there = await server.as('admin', { site: server.siteNamed('other') });
    expect((await there.call(getScanList, { id: plan })).data).toEqual([]);
    expect((await save(plan, { error: '2' }, there)).status).toBe(404);
    expect((await there.call(deleteScanError, { id: insertId })).status).toBe(404);
    expect((await there.call(getScanData, {})).data).toEqual([]);
    await scanned(plan, '2026-10', 0);
    const { ClientID } = await peopleOf(plan);
    expect((await there.call(scanByClient, { clientID: ClientID, date: '2026-10' })).data).toEqual([]);
    expect((await there.call(getNoTimesheet, { start: '2026-10-01', end: '2026-10-31' })).data).toEqual([]);
    expect(await shown(plan)).toEqual(['2026-10/0 2026-10-01 1']);
  });

  it('a site below version 2 has no scan features', async () => {
    const old = await testServer({
      entry: { capabilities: { premium: true, version: 1, maxClients: 0, billing: true } },
    });
    try {
      const caller = await old.as('admin');
      expect((await caller.call(getScanCount, {})).status).toBe(403);
      expect((await save(1, {}, caller)).status).toBe(403);
    } finally {
      await old.stop();
    }
  });
});
