import {
  checkTime,
  deleteWork,
  getClientMonth,
  getEvvVisits,
  getWork,
  insertWork,
  listNotAssigned,
  sendNotAssigned,
  setStatus,
  undoSetStatus,
  updateWork,
} from '@homecare/domain/billing/contract.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { served as day } from '@homecare/domain/billing/testing/served.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { insertTemplate } from '@homecare/domain/messaging/contract.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, addScan, weekOf } from '../../testing/care.ts';
import { commandBody } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

let serial = 0;
interface Pair {
  readonly provider?: number;
  readonly client?: number;
}
interface Plan {
  readonly id: number;
  readonly client: number;
  readonly provider: number;
}
const newPlan = async (
  { provider, client }: Pair = {},
  times: Parameters<typeof weekOf>[0] = { Mon: ['08:00', '10:00'] },
  more: Partial<InputOf<typeof insertCarePlan>['data']> = {},
): Promise<Plan> => {
  serial += 1;
  const { pool } = server.site;
  const people = {
    provider: provider ?? (await addProvider(pool, `Provider ${serial}`)),
    client: client ?? (await addClient(pool, `Client ${serial}`)),
  };
  const made = await admin.call(insertCarePlan, {
    data: {
      ProviderID: people.provider,
      ClientID: people.client,
      Type: 'PCP',
      StartDate: '2026-01-05',
      createReason: 'New',
      week: weekOf(times),
      ...more,
    },
  });
  if (!made.insertId) throw new Error(made.text);
  return { id: made.insertId, ...people };
};

const scanned = (plan: number, period: 0 | 1, month = '2026-11') =>
  addScan(server.site.pool, plan, month, period);
const scannedPlan = async (...of: Parameters<typeof newPlan>) => {
  const plan = await newPlan(...of);
  await scanned(plan.id, 0);
  await scanned(plan.id, 1);
  return plan;
};
const unsigned = (plan: number, period: 0 | 1, errors = [1]) =>
  server.site.pool.query(
    `insert into scan_errors (plan_id, month, period, errors, created, created_by, modified, modified_by)
      values ($1, '2026-11', $2, $3, now(), 'T.', now(), 'T.')`,
    [plan, period, errors],
  );

type Fields = InputOf<typeof insertWork>['data'];
const card = (plan: number, more: Partial<Fields> = {}): { data: Fields } => ({
  data: {
    planId: plan,
    date: '2026-11',
    startPeriod: '2026-11-01',
    endPeriod: '2026-11-30',
    payRate: 5.17,
    days: [
      day('2026-11-02', '08:00', '09:05'),
      day('2026-11-09', '08:00', '09:05'),
      day('2026-11-23', '08:00', '09:05'),
    ],
    ...more,
  },
});
const save = (plan: Plan, more: Partial<Fields> = {}, caller = admin) =>
  caller.call(insertWork, card(plan.id, more));
/** Sends the command as an older client does, with any value. */
const command = (cmd: string, input: unknown) =>
  admin.raw({
    method: 'POST',
    url: '/homecare/api/poster.php',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: commandBody(cmd, input),
  });
const record = async (id: number | undefined) => {
  const answer = await admin.call(getWork, { id: id ?? 0, filters: [] });
  return answer.data?.[0];
};
const logOf = async (id: number | undefined) => {
  const { rows } = await server.site.pool.query(
    "select action, changes from change_log where entity = 'work' and entity_id = $1 order by id",
    [id],
  );
  return rows;
};

describe('saving a card', () => {
  it('makes it Billed, with totals computed by the server whatever is sent', async () => {
    const plan = await scannedPlan();
    const made = await save(plan, { unit: 999, working_hours: '99', providerId: 1, excluded: '2020-01-01' });
    expect([made.status, made.Info, made.data]).toEqual([200, 'Item Saved', { id: made.insertId, rev: 0 }]);
    expect(await record(made.insertId)).toMatchObject({
      planId: plan.id,
      clientId: plan.client,
      providerId: plan.provider,
      typeCode: 'PCP',
      working_hours: 3.25,
      travel_hours: 0,
      unit: 13,
      no_billing_unit: 0,
      payRate: 5.17,
      status: 'Billed',
      excluded: null,
      isTemporary: false,
      rev: 0,
    });
    expect(await logOf(made.insertId)).toMatchObject([
      { action: 'insert', changes: { payRate: [null, 517] } },
    ]);
  });

  it('keeps its unchecked days separate', async () => {
    const plan = await scannedPlan();
    const days = [
      day('2026-11-02', '08:00', '09:00', { travel: 10 }),
      day('2026-11-03', '08:00', '09:00', { travel: 10, billing: false }),
      day('2026-11-04', '08:00', '09:00', { travel: 10, payroll: false }),
    ];
    const { insertId } = await save(plan, { days });
    expect(await record(insertId)).toMatchObject({
      working_hours: 3,
      travel_hours: 0.5,
      unit: 14,
      no_billing_working: 1,
      no_billing_travel: 0.17,
      no_billing_unit: 4,
      no_payroll_working: 1,
      no_payroll_unit: 4,
    });
  });

  it('is possible once per plan and month', async () => {
    const plan = await scannedPlan();
    await save(plan);
    const second = await save(plan);
    expect([second.status, second.Info]).toEqual([409, 'Error: Billing for this careplan already exists']);
  });

  it('20 times at the same moment saves it once', async () => {
    const plan = await scannedPlan();
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(plan)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ Info }) => Info))).toEqual(
      new Set(['Error: Billing for this careplan already exists']),
    );
    const all = await admin.call(getWork, {
      filters: [{ field: 'careplanId', op: '=', value: String(plan.id) }],
    });
    expect(all.data).toHaveLength(1);
  });

  test.each<[Partial<Fields>, string]>([
    [{ startPeriod: null }, 'Error: Start/End Period is incorrect'],
    [{ endPeriod: '2026-12-01' }, 'Error: Start/End Period is incorrect'],
    [{ startPeriod: '2026-11-30', endPeriod: '2026-11-01' }, 'Error: Start/End Period is incorrect'],
    [{ payRate: null }, 'Choose a pay rate.'],
    [{ days: [day('2026-10-02', '08:00', '09:00')] }, '10-02-2026 is not in 2026-11.'],
    [{ remarks: 'x'.repeat(286) }, 'Remarks can have at most 285 characters.'],
  ])('is refused with %j', async (more, info) => {
    const answer = await save(await scannedPlan(), more);
    expect([answer.status, answer.Info]).toEqual([400, info]);
  });

  it('is refused with an invalid month of calculation, date or field', async () => {
    const plan = await scannedPlan();
    const sent = async (field: string, value: unknown) => {
      const { planId: careplanId, days: json, ...rest } = card(plan.id).data;
      const fields = { ...rest, careplanId, json, [field]: value };
      return command('work_insert', { data: fields });
    };
    expect((await sent('customDate', '2026')).Info).toBe('Error: Wrong date, date format (YYYY-MM)');
    expect((await sent('date', '2026-11-01')).Info).toBe('Error: Wrong date, date format (YYYY-MM)');
    expect((await sent('startPeriod', '2026-11-31')).status).toBe(400);
    expect((await sent('billed_units', 5)).Info).toBe('billed_units is not a field of this call.');
    expect((await sent('payRate', '-1')).status).toBe(400);
    expect((await sent('Status', 'Paid')).status).toBe(400);
  });

  it('is refused for a deleted plan, or beyond the end of an archived one', async () => {
    const plan = await scannedPlan();
    await admin.call(updateCarePlan, { id: plan.id, data: { Status: 'Archive', EndDate: '2026-11-20' } });
    expect((await save(plan)).Info).toBe('Error: Start/End Period is incorrect');
    expect((await save(plan, { endPeriod: '2026-11-20' })).status).toBe(200);
    const gone = await scannedPlan();
    await admin.call(updateCarePlan, { id: gone.id, data: { Status: 'Deleted' } });
    expect((await save(gone)).Info).toBe('This care plan is deleted: nothing is billed by it.');
  });

  it('prevents its plan from being deleted or ended before it', async () => {
    const plan = await scannedPlan();
    const { insertId } = await save(plan);
    const archive = (EndDate: string) =>
      admin.call(updateCarePlan, { id: plan.id, data: { Status: 'Archive', EndDate } });
    expect((await archive('2026-11-29')).Info).toBe(
      "Error: Can't delete Care plan with active billing record after End Date",
    );
    expect((await archive('2026-11-30')).status).toBe(200);
    const remove = () => admin.call(updateCarePlan, { id: plan.id, data: { Status: 'Deleted' } });
    expect((await remove()).Info).toBe("Can't delete Care plan with active billing record");
    await admin.call(deleteWork, { id: insertId ?? 0, data: {} });
    expect((await remove()).status).toBe(200);
  });
});

describe('timesheet scans', () => {
  it('block the half they are needed for', async () => {
    const plan = await newPlan();
    expect((await save(plan)).Info).toBe('Can’t save yet: 1st half has no scan, 2nd half has no scan.');
    await scanned(plan.id, 0);
    expect((await save(plan)).Info).toBe('Can’t save yet: 2nd half has no scan.');
    await scanned(plan.id, 1);
    await unsigned(plan.id, 1);
    expect((await save(plan)).Info).toBe('Can’t save yet: 2nd half has a scan with Missing Signature.');
    expect((await save(plan, { endPeriod: '2026-11-15' })).status).toBe(200);
  });

  it('that are missing keep the status of a saved card from changing', async () => {
    const plan = await scannedPlan();
    const { insertId: id = 0 } = await save(plan);
    await unsigned(plan.id, 0);
    const answer = await admin.call(updateWork, { id, data: { status: 'Paid' } });
    expect([answer.status, answer.Info]).toEqual([
      409,
      'Can’t save yet: 1st half has a scan with Missing Signature.',
    ]);
    expect((await admin.call(updateWork, { id, data: { remarks: 'Waits for paper' } })).Info).toBe(
      'Remarks updated',
    );
  });

  it('block a half with a missing sheet', async () => {
    const plan = await scannedPlan();
    await server.site.pool.query(
      'update scan_pages set sheet = 1, sheets = 2, version = 1 where plan_id = $1 and period = 0',
      [plan.id],
    );
    expect((await save(plan)).Info).toBe('Can’t save yet: 1st half has a sheet that was not scanned.');
    await scanned(plan.id, 0);
    expect((await save(plan)).status).toBe(200);
  });

  it('block nothing below version 2', async () => {
    const old = await testServer({
      now: '2026-12-02T17:00:00Z',
      entry: { capabilities: { premium: true, version: 1, maxClients: 0, billing: true } },
    });
    try {
      const caller = await old.as('admin');
      const { pool } = old.site;
      const made = await caller.call(insertCarePlan, {
        data: {
          ProviderID: await addProvider(pool, 'Old'),
          ClientID: await addClient(pool, 'Old'),
          Type: 'PCP',
          StartDate: '2026-01-05',
          createReason: 'New',
          week: weekOf({ Mon: ['08:00', '10:00'] }),
        },
      });
      expect((await caller.call(insertWork, card(made.insertId ?? 0))).status).toBe(200);
    } finally {
      await old.stop();
    }
  });
});

describe('a saved card', () => {
  it('is modified as a whole, with its totals', async () => {
    const { insertId: id = 0 } = await save(await scannedPlan());
    const days = [day('2026-11-02', '08:00', '10:00')];
    const answer = await admin.call(updateWork, {
      id,
      data: { days, payRate: 6, customDate: '2026-12', rev: 0 },
    });
    expect([answer.Info, answer.data]).toEqual(['Item Saved', { id, rev: 1 }]);
    expect(await record(id)).toMatchObject({
      unit: 8,
      working_hours: 2,
      payRate: 6,
      customDate: '2026-12',
      days,
    });
    expect((await logOf(id))[1]).toMatchObject({
      action: 'update',
      changes: { payRate: [517, 600], unit: [13, 8], customDate: [null, '2026-12'] },
    });
    await admin.call(updateWork, { id, data: { customDate: null, rev: 1 } });
    expect(await record(id)).toMatchObject({ customDate: null, unit: 8 });
  });

  it('takes a status and remarks, each with its own message', async () => {
    const { insertId: id = 0 } = await save(await scannedPlan());
    expect((await admin.call(updateWork, { id, data: { status: 'PartPaid', rev: 0 } })).Info).toBe(
      'Status updated',
    );
    expect((await admin.call(updateWork, { id, data: { remarks: ' Called ', rev: 1 } })).Info).toBe(
      'Remarks updated',
    );
    expect(await record(id)).toMatchObject({ status: 'PartPaid', remarks: 'Called', rev: 2 });
    const wrong = await command('work_update', { id, data: { Status: 'Lost' } });
    expect([wrong.status, wrong.Info]).toEqual([400, 'Enter correct status']);
  });

  it('is not overwritten by someone who has not seen the latest version', async () => {
    const { insertId: id = 0 } = await save(await scannedPlan());
    await admin.call(updateWork, { id, data: { remarks: 'First', rev: 0 } });
    const second = await admin.call(updateWork, { id, data: { remarks: 'Second', rev: 0 } });
    expect([second.status, second.Info]).toEqual([409, expect.stringMatching(/^Changed by .+ at /)]);
    expect((await admin.call(deleteWork, { id, data: { rev: 0 } })).status).toBe(409);
    // An older client sends no rev.
    expect((await admin.call(updateWork, { id, data: { remarks: 'Older' } })).status).toBe(200);
  });

  it('can be deleted, also twice, and its month is free again', async () => {
    const plan = await scannedPlan();
    const { insertId: id = 0 } = await save(plan);
    const remove = () => admin.call(deleteWork, { id, data: { rev: 0 } });
    expect([(await remove()).Info, (await remove()).Info]).toEqual(['Item deleted', 'Item deleted']);
    expect(await record(id)).toBeUndefined();
    expect((await admin.call(updateWork, { id, data: { remarks: 'x' } })).status).toBe(404);
    expect((await logOf(id)).map(({ action }) => action)).toEqual(['insert', 'delete', 'run']);
    expect((await save(plan)).status).toBe(200);
    expect((await admin.call(deleteWork, { id: 999_999, data: {} })).status).toBe(404);
  });
});

describe('a future day', () => {
  const december = { date: '2026-12', startPeriod: '2026-12-01', endPeriod: '2026-12-31' };
  const off = { billing: false, payroll: false };
  const planned = async () => {
    const plan = await newPlan();
    await scanned(plan.id, 0, '2026-12');
    await scanned(plan.id, 1, '2026-12');
    return plan;
  };
  it('is neither billed nor paid by a new record', async () => {
    const plan = await planned();
    const ahead = (more: Partial<CardDay>) =>
      save(plan, { ...december, days: [day('2026-12-23', '08:00', '10:45', more)] });
    for (const more of [{ billing: false }, { payroll: false }, {}]) {
      const answer = await ahead(more);
      expect([answer.status, answer.Info]).toEqual([
        400,
        '12-23-2026 is still to come: uncheck Billing and Payroll.',
      ]);
    }
    expect((await ahead(off)).status).toBe(200);
  });
  it('is neither billed nor paid by a changed record; today is', async () => {
    const plan = await planned();
    const today = day('2026-12-02', '08:00', '09:00');
    const { insertId = 0 } = await save(plan, { ...december, days: [today] });
    const days = [today, day('2026-12-03', '08:00', '09:00')];
    expect((await admin.call(updateWork, { id: insertId, data: { days } })).Info).toBe(
      '12-03-2026 is still to come: uncheck Billing and Payroll.',
    );
    // An older record that contains such a day can still change its status and remarks.
    await server.site.pool.query('update work set days = $2 where id = $1', [insertId, JSON.stringify(days)]);
    expect((await admin.call(updateWork, { id: insertId, data: { remarks: 'Early' } })).status).toBe(200);
    expect((await admin.call(updateWork, { id: insertId, data: { status: 'Pending' } })).status).toBe(200);
  });
});

describe('the check for overlapping time', () => {
  const check = (plan: Plan, time: readonly CardDay[], id?: number) =>
    admin.raw({
      method: 'POST',
      url: '/homecare/api/Billing_generator/checkTime.php',
      payload: {
        date: '2026-11',
        clientId: plan.client,
        providerId: plan.provider,
        time: JSON.stringify(time),
        start: '2026-11-01',
        end: '2026-11-30',
        ...(id && { id }),
      },
    });
  it('finds time already billed for the provider or the client, and so does the save', async () => {
    const first = await scannedPlan();
    const { insertId } = await save(first);
    const ofProvider = await scannedPlan({ provider: first.provider }, { Tue: ['08:00', '10:00'] });
    const ofClient = await scannedPlan({ client: first.client }, { Wed: ['08:00', '10:00'] });
    const hour = [day('2026-11-09', '08:30', '09:30')];
    const text = (who: string) =>
      `Error: This ${who} has billed time 08:00 – 09:05 on 11-09-2026 already (plan ${first.id}).`;
    const refused = await check(ofProvider, hour);
    expect(refused).toMatchObject({ status: 409, reason: 'hoursTaken', Info: text('provider') });
    expect((await check(ofClient, hour)).Info).toBe(text('client'));
    expect(await save(ofProvider, { days: hour })).toMatchObject({
      status: 409,
      reason: 'hoursTaken',
      Info: text('provider'),
    });
    const { errors } = await save(ofClient, { days: hour });
    expect(errors.map(({ field }) => field)).toEqual(['time']);
    // A card does not conflict with itself.
    expect((await check(first, hour, insertId)).status).toBe(200);
    expect((await admin.call(updateWork, { id: insertId ?? 0, data: { days: hour } })).status).toBe(200);
  });

  it('refuses to pay the same hour twice, even if nothing is billed', async () => {
    const first = await scannedPlan();
    const unbilled = [day('2026-11-09', '08:00', '10:00', { billing: false })];
    await save(first, { days: unbilled });
    const second = await scannedPlan({ provider: first.provider }, { Tue: ['08:00', '10:00'] });
    const hour = [day('2026-11-09', '09:00', '11:00', { billing: false })];
    const text = `Error: This provider has paid time 08:00 – 10:00 on 11-09-2026 already (plan ${first.id}).`;
    expect((await check(second, hour)).Info).toBe(text);
    expect(await save(second, { days: hour })).toMatchObject({ status: 409, Info: text });
    // Nobody can allow it either.
    expect((await save(second, { days: hour, allowOverlap: true })).status).toBe(409);
    // Two caregivers with the same client are both paid.
    const beside = await scannedPlan({ client: first.client }, { Wed: ['08:00', '10:00'] });
    expect((await save(beside, { days: hour })).status).toBe(200);
  });

  it('asks when a caregiver is billed here and paid there, and records that it was allowed', async () => {
    const first = await scannedPlan();
    await save(first, { days: [day('2026-11-09', '08:00', '10:00', { payroll: false })] });
    const second = await scannedPlan({ provider: first.provider }, { Tue: ['08:00', '10:00'] });
    const hour = [day('2026-11-09', '09:00', '11:00', { billing: false })];
    const text = `This provider also works 08:00 – 10:00 on 11-09-2026 by plan ${first.id}, where the hour is billed.`;
    const checked = await check(second, hour);
    expect([checked.status, checked.Info]).toEqual([200, expect.stringContaining(text)]);
    const refused = await save(second, { days: hour });
    expect(refused.reason).toBe('hoursElsewhere');
    expect([refused.status, refused.errors]).toEqual([409, [{ field: 'overlap', message: text }]]);
    const { insertId } = await save(second, { days: hour, allowOverlap: true });
    expect((await logOf(insertId))[0].changes.overlap).toEqual([null, text]);
    const more = { id: insertId ?? 0, data: { days: [...hour, day('2026-11-10', '09:00', '10:00')] } };
    expect((await admin.call(updateWork, more)).status).toBe(409);
    const allowed = { ...more, data: { ...more.data, allowOverlap: true } };
    expect((await admin.call(updateWork, allowed)).status).toBe(200);
    expect((await logOf(insertId))[1].changes.overlap).toEqual([null, text]);
  });

  it('lets one of two cards of a provider win when both are saved at the same moment', async () => {
    const first = await scannedPlan();
    const second = await scannedPlan({ provider: first.provider }, { Tue: ['08:00', '10:00'] });
    const both = await Promise.all([save(first), save(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('warns about billed and paid time that no visit proves', async () => {
    const plan = await newPlan();
    const answer = await admin.call(checkTime, {
      date: '2026-11',
      clientId: plan.client,
      providerId: plan.provider,
      time: [day('2026-11-09', '08:00', '10:00')],
      start: '2026-11-01',
      end: '2026-11-30',
    });
    expect(answer.data).toEqual({
      warnings: [
        'Billed 2.00 h, proven by visits 0.00 h.',
        'Paid above verified time: 11-09 (2.00 h paid, 0.00 h verified).',
      ],
    });
  });
});

describe('a client’s billing page', () => {
  it('has the month’s cards with planned days, rates, visits and scans', async () => {
    const plan = await newPlan();
    await scanned(plan.id, 0);
    await unsigned(plan.id, 1, [1, 3]);
    await server.site.pool.query(
      `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status,
          start_at, end_at, tasks, created, edited, edited_by, edited_via)
        values ($1, '2026-11-09', '2026-11-09', '08:00', '10:00', $2, $3, 'Complete', '2026-11-09T15:02:30Z',
          '2026-11-09T17:01:00Z', '{}', now(), now(), 'T.', 'app')`,
      [plan.id, plan.client, plan.provider],
    );
    const { data } = await admin.call(getClientMonth, { clientId: plan.client, date: '2026-11' });
    expect(data?.cards).toHaveLength(1);
    const [shown] = data?.cards ?? [];
    expect(shown?.planned.map(({ date }) => date)).toEqual([
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(shown?.scans).toEqual([
      { period: 0, received: true, incomplete: false, errors: [] },
      { period: 1, received: false, incomplete: false, errors: [1, 3] },
    ]);
    const visits = [
      {
        date: '2026-11-09',
        plannedDay: '2026-11-09',
        Status: 'Complete',
        startedAt: '2026-11-09T15:02:30Z',
        endedAt: '2026-11-09T17:01:00Z',
        ClosedCode: null,
        ClosedMemo: null,
      },
    ];
    expect(shown?.visits).toEqual(visits);
    expect([shown?.saved, shown?.previous]).toEqual([null, null]);
    const user = await server.as('user');
    const asked = { id: plan.id, provider: plan.provider, dateFrom: '2026-11-01', dateTo: '2026-11-30' };
    expect((await user.call(getEvvVisits, asked)).data).toEqual(visits);
    expect((await user.call(getEvvVisits, { ...asked, provider: 1 })).data).toEqual([]);
  });

  it('shows the planned day of a visit that was moved here from another month', async () => {
    const plan = await newPlan();
    await server.site.pool.query(
      `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status,
          start_at, end_at, tasks, created, edited, edited_by, edited_via)
        values ($1, '2026-10-26', '2026-11-03', '08:00', '10:00', $2, $3, 'Complete', '2026-11-03T15:00:00Z',
          '2026-11-03T18:00:00Z', '{}', now(), now(), 'T.', 'app')`,
      [plan.id, plan.client, plan.provider],
    );
    const { data } = await admin.call(getClientMonth, { clientId: plan.client, date: '2026-11' });
    expect(data?.cards[0]?.plannedElsewhere.map(({ date, start, end }) => [date, start, end])).toEqual([
      ['2026-10-26', '08:00', '10:00'],
    ]);
  });

  it('offers outside, old and own rates, and previous data', async () => {
    const { pool } = server.site;
    await pool.query("insert into outside_postcodes values ('81001') on conflict do nothing");
    const client = await addClient(pool, 'Far', { postal_code: '81001' });
    const plan = await scannedPlan({ client });
    await scanned(plan.id, 0, '2026-10');
    await scanned(plan.id, 1, '2026-10');
    const october = [day('2026-10-05', '07:00', '09:00')];
    await save(plan, {
      date: '2026-10',
      startPeriod: '2026-10-01',
      endPeriod: '2026-10-31',
      payRate: 7.77,
      days: october,
    });
    const page = async () => (await admin.call(getClientMonth, { clientId: client, date: '2026-11' })).data;
    expect((await page())?.client).toMatchObject({ ID: client, isOutside: true });
    expect((await page())?.cards[0]).toMatchObject({
      rates: { custom: [777] },
      previous: { date: '2026-10', days: october },
    });
    const { insertId: id = 0 } = await save(plan);
    expect((await page())?.cards[0]?.saved).toMatchObject({ id, payRate: 517, status: 'Billed', rev: 0 });
    await admin.call(deleteWork, { id, data: {} });
    expect((await page())?.cards[0]).toMatchObject({ saved: null, previous: { date: '2026-11' } });
  });

  it('shows a deleted plan and its people, and no other month', async () => {
    const plan = await newPlan();
    await admin.call(updateCarePlan, { id: plan.id, data: { Status: 'Deleted' } });
    const page = (date: string) => admin.call(getClientMonth, { clientId: plan.client, date });
    expect((await page('2026-11')).data?.cards).toMatchObject([
      { plan: { id: plan.id, Status: 'Deleted' }, planned: [] },
    ]);
    expect((await page('2025-12')).data?.cards).toEqual([]);
    expect((await admin.call(getClientMonth, { clientId: plan.provider, date: '2026-11' })).status).toBe(404);
  });
});

describe('Status Set', () => {
  it('changes a calculation month at once, says how many records, and can be undone', async () => {
    const october = { date: '2026-10', startPeriod: '2026-10-01', endPeriod: '2026-10-31', days: [] };
    const cards = await Promise.all(
      [{}, { customDate: '2027-03' }, october, { ...october, customDate: '2027-03' }].map(async (more) => {
        const plan = await scannedPlan();
        await scanned(plan.id, 0, '2026-10');
        await scanned(plan.id, 1, '2026-10');
        return (await save(plan, more)).insertId ?? 0;
      }),
    );
    const move = { fromStatus: 'Billed', toStatus: 'Paid' };
    const set = { date: '2027-03', ...move };
    const both = [cards[1], cards[3]].toSorted();
    const moved = await admin.call(setStatus, set);
    // The record without days has nothing to claim: its status changes too, and it is counted separately.
    expect([moved.Info, moved.data?.changed, moved.data?.nothing, moved.data?.ids]).toEqual([
      'Records updated',
      1,
      1,
      both,
    ]);
    expect((await admin.call(setStatus, set)).data?.changed).toBe(0);
    // Someone has changed one since; that one stays.
    await admin.call(updateWork, { id: cards[1] ?? 0, data: { status: 'Problem' } });
    const back = await admin.call(undoSetStatus, { ...move, undo: moved.data?.undo ?? [] });
    expect([back.Info, back.data]).toEqual(['Records updated', { changed: 0, nothing: 1, kept: 1 }]);
    expect((await record(cards[1]))?.status).toBe('Problem');
    expect((await record(cards[3]))?.status).toBe('Billed');
  });

  test.each([
    ['Billed', 'Billed'],
    ['Billed', 'PartPaid'],
    ['', 'Paid'],
  ])('from %s to %s is refused', async (fromStatus, toStatus) => {
    const answer = await admin.call(setStatus, { date: '2026-11', fromStatus, toStatus });
    expect([answer.status, answer.Info]).toEqual([400, 'Enter correct status']);
  });

  it('changes each record once when requested 10 times at the same moment', async () => {
    const plan = await scannedPlan();
    await save(plan, { customDate: '2027-05' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        admin.call(setStatus, { date: '2027-05', fromStatus: 'Billed', toStatus: 'Denied' }),
      ),
    );
    expect(answers.map(({ data }) => data?.changed ?? 0).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });
});

describe('plans without billing', () => {
  const listed = async (plans: readonly Plan[], date = '2026-11') => {
    const { data } = await admin.call(listNotAssigned, { date, private: 'all' });
    return data?.filter(({ planId }) => plans.some(({ id }) => id === planId)) ?? [];
  };
  it('have a planned day and no record in the month', async () => {
    const open = await newPlan();
    await scanned(open.id, 0);
    await unsigned(open.id, 1);
    const billed = await scannedPlan();
    const { insertId } = await save(billed);
    const later = await newPlan({}, undefined, { StartDate: '2026-12-01' });
    const plans = [open, billed, later];
    expect(await listed(plans)).toMatchObject([
      {
        planId: open.id,
        ClientID: open.client,
        ProviderID: open.provider,
        plannedMinutes: 5 * 120,
        firstDay: '2026-11-02',
        lastDay: '2026-11-30',
        scans: ['yes', 'errors'],
        completeVisits: 0,
        // November is over and nobody came, so nothing is estimated.
        workedMinutes: 0,
        toComeMinutes: 0,
      },
    ]);
    await admin.call(deleteWork, { id: insertId ?? 0, data: {} });
    expect((await listed(plans)).map(({ planId }) => planId)).toEqual([open.id, billed.id]);
    const { data } = await admin.call(listNotAssigned, { date: '2026-11', private: 'private' });
    expect(data).toEqual([]);
  });

  it('have their providers notified once a day, by text or by email, and those not notified are named', async () => {
    // A month of its own: in no other do only these plans run.
    const at = { StartDate: '2027-06-01' };
    const { pool } = server.site;
    const mailed = await addProvider(pool, 'Mailed', { phone: null, email: 'mailed@example.org' });
    const mute = await addProvider(pool, 'Mute', { phone: null });
    const texted = await newPlan({}, undefined, at);
    await newPlan({ provider: mailed }, { Tue: ['08:00', '10:00'] }, at);
    await newPlan({ provider: mute }, { Tue: ['08:00', '10:00'] }, at);
    const send = () => admin.call(sendNotAssigned, { from: '2027-06', to: '2027-06', private: 'all' });
    expect((await send()).Info).toBe(
      'There is no template named Missing timesheet. Make it in Configuration first.',
    );
    await admin.call(insertTemplate, { data: { name: 'Missing timesheet', text: 'Hello %username%' } });
    const sent = await send();
    expect([sent.status, sent.Info]).toEqual([200, 'Success: Messages added to queue.']);
    expect(sent.data?.skipped).toEqual([
      { id: mute, name: 'Mute, Pat', reason: 'has no phone or e-mail address that can be written to' },
    ]);
    const { rows } = await pool.query(
      `select channel, text, subject from messages where person_id = any($1) and text like 'Hello%' order by channel`,
      [[mailed, texted.provider]],
    );
    expect(rows).toEqual([
      { channel: 'Email', text: 'Hello Pat Mailed', subject: 'Missing timesheet 2027-06' },
      { channel: 'SMS', text: expect.stringMatching(/^Hello Pat Provider \d+$/), subject: null },
    ]);
    const again = await send();
    expect(again.data?.queued).toBe(0);
    expect(again.data?.skipped.map(({ reason }) => reason)).toContain('was written to in the last 24 hours');
  });

  it.each([
    ['2026-11-02', '2026-11-30', 'Choose the first and last day of one month.'],
    ['2026-11-01', '2026-12-31', 'Choose the first and last day of one month.'],
    ['2026', '2026-11-30', 'Error: Wrong date, date format (YYYY-MM)'],
  ])('cannot be notified for %s to %s', async (from, to, info) => {
    const answer = await admin.call(sendNotAssigned, { from, to, private: 'all' });
    expect([answer.status, answer.Info]).toEqual([400, info]);
  });
});

describe('permissions', () => {
  test.each(['user', 'provider', 'evv'] as const)(
    'role %s can neither read nor write billing',
    async (role) => {
      const plan = await scannedPlan();
      const { insertId: id = 0 } = await save(plan);
      const caller = await server.as(role, { providerId: plan.provider });
      expect((await caller.call(getClientMonth, { clientId: plan.client, date: '2026-11' })).status).toBe(
        403,
      );
      expect((await caller.call(getWork, { id, filters: [] })).status).toBe(403);
      expect((await save(plan, { date: '2026-10' }, caller)).status).toBe(403);
      expect((await caller.call(updateWork, { id, data: { status: 'Paid' } })).status).toBe(403);
      expect((await caller.call(deleteWork, { id, data: {} })).status).toBe(403);
      const set = { date: '2026-11', fromStatus: 'Billed', toStatus: 'Paid' };
      expect((await caller.call(setStatus, set)).status).toBe(403);
      expect((await record(id))?.status).toBe('Billed');
    },
  );

  it('another site can neither see nor change anything here', async () => {
    const plan = await scannedPlan();
    const { insertId: id = 0 } = await save(plan);
    const there = await server.as('admin', { site: server.siteNamed('other') });
    expect((await there.call(getWork, { id, filters: [] })).data).toEqual([]);
    expect((await there.call(getClientMonth, { clientId: plan.client, date: '2026-11' })).status).toBe(404);
    expect((await save(plan, { date: '2026-10' }, there)).status).toBe(404);
    expect((await there.call(updateWork, { id, data: { status: 'Paid' } })).status).toBe(404);
    expect((await there.call(deleteWork, { id, data: {} })).status).toBe(404);
    const move = { fromStatus: 'Billed', toStatus: 'Paid' };
    const set = { date: '2026-11', ...move };
    expect((await there.call(setStatus, set)).data?.changed).toBe(0);
    const undone = await there.call(undoSetStatus, { ...move, undo: [{ id, rev: 0 }] });
    expect(undone.data).toEqual({ changed: 0, nothing: 0, kept: 1 });
    expect((await record(id))?.status).toBe('Billed');
  });

  it('records of the whole agency can only be read by naming some', async () => {
    const answer = await admin.call(getWork, { filters: [{ field: 'Status', op: '=', value: 'Billed' }] });
    expect([answer.status, answer.Info]).toEqual([
      400,
      'Name a client, a provider, a care plan, a month or a record.',
    ]);
  });
});
