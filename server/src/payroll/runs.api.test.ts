import { updateWork } from '@homecare/domain/billing/contract.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { served as day } from '@homecare/domain/billing/testing/served.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import * as calls from '@homecare/domain/payroll/run-contract.ts';
import type { RunRow } from '@homecare/domain/payroll/run-schema.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { HOURS_ARE_PAID } from '@homecare/domain/reports/figure-words.ts';
import { COLORADO_PAY_RULES } from '@homecare/domain/states/testing/colorado.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { type BilledCard, billCard, type CardMore } from '../../testing/billed-card.ts';
import { addProvider } from '../../testing/care.ts';
import { readPdf } from '../../testing/pdf.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';
import { reopen } from '../../testing/workbook.ts';

/** Runs over HTTP. Each story has its own server, because a run depends on what was exported before. Today is 12-02-2026. */

/** Scans are off, so that cards can be saved without timesheets. */

let server: TestServer;
let admin: Caller;
beforeEach(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  return () => server.stop();
});

const RATES = { HealthMaintenance: 0, Homemaker: 17, 'Medicaid 131': 0, 'PCP/RPCP': 18 };
const newProvider = async (name: string, columns: Record<string, unknown> = {}) => {
  const id = await addProvider(server.site.pool, name, columns);
  await admin.call(updatePerson, { id, data: { providerPayRate: RATES } });
  return id;
};

const bill = (provider: number, json: readonly CardDay[], more: CardMore = {}) =>
  billCard(server.site.pool, admin, provider, json, more);
const change = async ({ id }: BilledCard, json: readonly CardDay[], by = admin) => {
  const saved = await by.call(updateWork, { id, data: { days: [...json] } });
  if (saved.status !== 200) throw new Error(saved.text);
};

const NOVEMBER = { from: '2026-11', to: '2026-11' };
const asked = (more: Record<string, string> = {}) => ({ ...NOVEMBER, ...more });
const exportRun = (more: Record<string, string> = {}, by = admin) =>
  by.raw({
    method: 'POST',
    url: '/homecare/api/Billing_generator/ExportPayroll.php',
    payload: asked(more),
  });
const preview = async (layout = 'own', date = '2026-11') => {
  const { data, status, text } = await admin.raw({
    method: 'POST',
    url: '/homecare/api/payroll/preview-run',
    payload: { date, layout },
  });
  if (status !== 200) throw new Error(text);
  return calls.previewRun.output.parse(data);
};
/** The cells of a file by their column names. */
const cells = (csv: string) => {
  const [head = [], ...rows] = csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
};
const runOf = async (number: number) => {
  const { data, text } = await admin.call(calls.getRun, { number });
  if (!data) throw new Error(text);
  return data;
};
const runs = async () => (await admin.call(calls.listRuns, {})).data ?? [];

describe('each half is paid once', () => {
  it('by POST, with number, stamp and user; the next export finds nothing new', async () => {
    const provider = await newProvider('Okafor', { first_name: 'Ada' });
    await bill(provider, [
      day('2026-11-03', '08:00', '12:00', { travel: 15 }),
      day('2026-11-17', '08:00', '10:00'),
    ]);
    const made = await exportRun();
    expect([made.status, made.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('filename="payroll_2026-11_both_1.csv"'),
    ]);
    expect(made.text.startsWith('\uFEFF"run","kind","month","half"')).toBe(true);
    expect(cells(made.text)).toMatchObject([
      {
        run: '1',
        kind: 'Pay',
        month: '2026-11',
        half: '1',
        period_start: '2026-11-01',
        period_end: '2026-11-15',
        provider_id: String(provider),
        payroll_no: '',
        last_name: 'Okafor',
        first_name: 'Ada',
        working_hours: '4.00',
        travel_hours: '0.25',
        total_hours: '4.25',
        regular_hours: '4.25',
        overtime_hours: '0.00',
        rate: '18.00',
        straight_amount: '76.50',
        overtime_premium: '0.00',
        gross: '76.50',
        hours_pcp: '4.25',
        amount_pcp: '76.50',
        hours_homemaker: '0.00',
        correction_of: '',
        note: '',
      },
      {
        half: '2',
        period_start: '2026-11-16',
        period_end: '2026-11-30',
        total_hours: '2.00',
        gross: '36.00',
      },
    ]);
    const [run] = await runs();
    expect(run).toMatchObject({ number: 1, month: '2026-11', halves: [0, 1], layout: 'own' });
    expect(run?.at).toContain('2026-12-02T17:00');
    expect(run?.pay).toEqual({ rows: 2, hours: 625, straight: 11_250, premium: 0 });

    const again = await exportRun();
    expect([again.status, again.Info]).toEqual([
      409,
      'There is nothing to export: no paid hour is new or changed.',
    ]);
    expect(await runs()).toHaveLength(1);
    const copy = await admin.call(calls.downloadRun, { number: 1, layout: 'own', export: 'csv' });
    expect(copy.text).toBe(made.text);
  });

  it('a GET marks nothing as exported', async () => {
    await bill(await newProvider('Okafor'), [day('2026-11-03', '08:00', '12:00')]);
    const seen = await admin.raw({
      method: 'GET',
      url: '/homecare/api/Billing_generator/ExportPayroll.php?from=2026-11-01&to=2026-11-30&half=1',
    });
    expect([seen.status, cells(seen.text)]).toMatchObject([200, [{ run: 'preview', total_hours: '4.00' }]]);
    expect(seen.headers['content-disposition']).toContain('payroll_2026-11_1_preview.csv');
    expect(await runs()).toEqual([]);
    expect((await preview()).rows).toHaveLength(1);
  });

  it('half by half, then both', async () => {
    const provider = await newProvider('Okafor');
    await bill(provider, [day('2026-11-03', '08:00', '12:00'), day('2026-11-17', '08:00', '10:00')]);
    expect(cells((await exportRun({ half: '2' })).text).map(({ half }) => half)).toEqual(['2']);
    expect(
      cells((await exportRun({ half: 'both' })).text).map(({ run, kind, half }) => [run, kind, half]),
    ).toEqual([['2', 'Pay', '1']]);
  });

  it('even by many exports at once: numbers without a gap, nothing twice', async () => {
    const provider = await newProvider('Okafor');
    await bill(provider, [day('2026-11-03', '08:00', '12:00'), day('2026-11-17', '08:00', '10:00')]);
    const answers = await Promise.all([
      exportRun({ half: '1' }),
      exportRun({ half: '2' }),
      exportRun(),
      exportRun({ half: '1' }),
      exportRun(),
    ]);
    const made = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await runs()).map(({ number }) => number)).toEqual(made.map((_, n) => made.length - n));
    const paid = made.flatMap(({ text }) => cells(text)).map(({ half, total_hours }) => [half, total_hours]);
    expect(paid.toSorted()).toEqual([
      ['1', '4.00'],
      ['2', '2.00'],
    ]);
    await bill(provider, [day('2026-11-04', '08:00', '09:00')]);
    await exportRun();
    expect((await runs())[0]?.number).toBe(made.length + 1);
  });

  it('with overtime of the week that ends in it, including hours of the half before', async () => {
    const provider = await newProvider('Okafor');
    await bill(provider, [
      ...['08', '09', '10', '11', '12'].map((date) => day(`2026-11-${date}`, '08:00', '14:00')),
    ]);
    await bill(provider, [day('2026-11-13', '08:00', '15:00'), day('2026-11-14', '08:00', '15:00')], {
      Type: 'HMK',
    });
    const [row] = cells((await exportRun({ half: '1' })).text);
    expect(row).toMatchObject({
      total_hours: '44.00',
      regular_hours: '40.00',
      overtime_hours: '4.00',
      rate: '',
      straight_amount: '778.00',
      overtime_premium: '35.36',
      gross: '813.36',
      hours_pcp: '30.00',
      hours_homemaker: '14.00',
      amount_homemaker: '238.00',
    });
  });
});

/** Hours and pay of all runs, and of the page. */
const sumOfRuns = async () => {
  const all = (await Promise.all((await runs()).map(({ number }) => runOf(number)))).flatMap(
    ({ lines }) => lines,
  );
  return sumOf(all);
};
const sumOf = (rows: readonly RunRow[]) => ({
  hours: rows.flatMap(({ lines }) => lines).reduce((sum, { hours }) => sum + hours.total, 0),
  straight: rows.flatMap(({ lines }) => lines).reduce((sum, { amount }) => sum + amount, 0),
  premium: rows.reduce((sum, { overtime }) => sum + overtime.premium, 0),
});
const pageNow = async (...months: string[]) => {
  const pages = await Promise.all(months.map((date) => admin.call(getPayMonth, { date, private: 'all' })));
  const providers = pages.flatMap(({ data }) => data?.providers ?? []);
  return {
    hours: providers.flatMap(({ lines }) => lines).reduce((sum, { hours }) => sum + hours.total, 0),
    straight: providers.flatMap(({ lines }) => lines).reduce((sum, { amount }) => sum + amount, 0),
    premium: providers.flatMap(({ overtime }) => overtime ?? []).reduce((sum, one) => sum + one.premium, 0),
  };
};

describe('after an export', () => {
  it('a changed paid hour is a correction of the next run, with who and when; the first run stays', async () => {
    const provider = await newProvider('Okafor');
    const rows = [day('2026-11-03', '08:00', '12:00'), day('2026-11-17', '08:00', '10:00')];
    const card = await bill(provider, rows);
    const first = await exportRun();
    server.clock.set('2026-12-02T17:05:00Z');
    const clerk = await server.as('admin');
    await server.site.pool.query("update accounts set full_name = 'Mara Klein' where id = $1", [
      clerk.accountId,
    ]);
    await change(card, [day('2026-11-03', '08:00', '13:30'), day('2026-11-17', '08:00', '10:00')], clerk);
    await bill(await newProvider('Zimmer'), [day('2026-12-01', '08:00', '09:00')]);

    const next = await exportRun({ from: '2026-12', to: '2026-12' });
    const correction = cells(next.text).find(({ kind }) => kind === 'Correction');
    expect(correction).toMatchObject({
      run: '2',
      month: '2026-11',
      half: '1',
      total_hours: '1.50',
      straight_amount: '27.00',
      gross: '27.00',
      correction_of: '1',
    });
    const { lines } = await runOf(2);
    expect(lines.map(({ kind, last }) => [kind, last])).toEqual([
      ['Pay', 'Zimmer'],
      ['Correction', 'Okafor'],
    ]);
    expect(lines[1]).toMatchObject({
      old: 400,
      now: 550,
      changes: [
        { what: 'hours', planId: card.plan, date: '2026-11-03', old: 400, now: 550, who: 'Mara Klein' },
      ],
    });
    expect(lines[1]?.changes[0]?.at).not.toBeNull();
    expect(correction?.note).toContain('Old 4.00, new 5.50, difference 1.50');
    expect(correction?.note).toContain(`11-03-2026 plan ${card.plan}: 4.00 → 5.50 by Mara Klein`);

    const copy = await admin.call(calls.downloadRun, { number: 1, layout: 'own', export: 'csv' });
    expect(copy.text).toBe(first.text);
    expect(await sumOfRuns()).toEqual(await pageNow('2026-11', '2026-12'));
  });

  it('hours taken back and cards deleted, moved to another month or added are in the run after', async () => {
    const provider = await newProvider('Okafor');
    const [shorter, deleted, moved] = [
      await bill(provider, [day('2026-11-03', '08:00', '12:00')]),
      await bill(provider, [day('2026-11-04', '08:00', '12:00'), day('2026-11-18', '08:00', '08:20')]),
      await bill(provider, [day('2026-11-05', '08:00', '12:00')]),
    ];
    await exportRun();
    await change(shorter, [day('2026-11-03', '08:00', '12:00', { payroll: false })]);
    await admin.raw({
      method: 'POST',
      url: '/homecare/api/poster.php',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `cmd=work_delete&id=${deleted.id}&data=[]`,
    });
    await admin.call(updateWork, { id: moved.id, data: { customDate: '2026-12' } });
    await bill(provider, [day('2026-11-06', '08:00', '09:00')]);
    const { rows } = await preview('own', '2026-12');
    expect(rows.map(({ kind, month, half, old, now }) => [kind, month, half, old, now])).toEqual([
      ['Pay', '2026-12', 0, 0, 400],
      ['Correction', '2026-11', 0, 1200, 100],
      ['Correction', '2026-11', 1, 33, 0],
    ]);
    await exportRun({ from: '2026-12', to: '2026-12' });
    expect(await sumOfRuns()).toEqual(await pageNow('2026-11', '2026-12'));
    expect((await exportRun()).status).toBe(409);
  });

  it('a run that only corrects exports no half: later records are paid, not corrected', async () => {
    const provider = await newProvider('Okafor');
    const card = await bill(provider, [day('2026-11-03', '08:00', '12:00')]);
    await exportRun();
    await change(card, [day('2026-11-03', '08:00', '11:00')]);
    await exportRun({ from: '2026-12', to: '2026-12' });
    await bill(provider, [day('2026-12-01', '08:00', '09:00')]);
    const rows = cells((await exportRun({ from: '2026-12', to: '2026-12' })).text);
    expect(rows.map(({ run, kind, total_hours }) => [run, kind, total_hours])).toEqual([
      ['3', 'Pay', '1.00'],
    ]);
    expect((await runs()).map(({ corrections }) => corrections.rows)).toEqual([0, 1, 0]);
  });

  it('a missing rate entered later is paid as a correction without hours', async () => {
    const id = await addProvider(server.site.pool, 'Rateless');
    await bill(id, [day('2026-11-03', '08:00', '12:00')]);
    expect((await preview()).problems.map(({ kind, text }) => [kind, text])).toContainEqual([
      'rate',
      '4.00 h in the 1st half are unpaid (no rate for PCP/RPCP)',
    ]);
    await exportRun();
    await admin.call(updatePerson, { id, data: { providerPayRate: RATES } });
    const { rows } = await preview();
    expect(rows.map(({ kind, old, now }) => [kind, old, now])).toEqual([['Correction', 400, 400]]);
    expect(rows[0]?.changes).toMatchObject([{ what: 'pay', old: 0, now: 7200, who: expect.any(String) }]);
    await exportRun();
    expect(await sumOfRuns()).toEqual(await pageNow('2026-11'));
  });

  it('a corrected overtime rule recalculates every exported half', async () => {
    const provider = await newProvider('Okafor');
    const days = ['08', '09', '10', '11', '12'].map((date) => day(`2026-11-${date}`, '08:00', '16:00'));
    await bill(provider, days);
    await exportRun();
    const [rule] = COLORADO_PAY_RULES.overtime;
    if (!rule) throw new Error('no rule');
    const saved = await admin.call(calls.savePayRules, {
      rules: { ...COLORADO_PAY_RULES, overtime: [{ ...rule, weekLimit: 36 * 60 }] },
      rev: 0,
    });
    expect(saved.data).toEqual({ rev: 1 });
    const next = cells((await exportRun()).text);
    expect(next).toMatchObject([
      {
        kind: 'Correction',
        total_hours: '0.00',
        regular_hours: '-4.00',
        overtime_hours: '4.00',
        gross: '36.00',
      },
    ]);
    expect(next[0]?.note).toContain('overtime of the week to 11-14-2026: 0.00 → 4.00');
    expect(await sumOfRuns()).toEqual(await pageNow('2026-11'));
  });

  it('a late card is paid with its month, and its old week by the difference', async () => {
    const provider = await newProvider('Okafor');
    await bill(
      provider,
      ['18', '19', '20', '21'].map((date) => day(`2026-10-${date}`, '08:00', '18:30')),
    );
    await exportRun({ from: '2026-10', to: '2026-10' });
    await bill(provider, [day('2026-10-22', '08:00', '10:00')], { customDate: '2026-11' });
    const rows = cells((await exportRun()).text);
    expect(rows).toMatchObject([
      {
        kind: 'Pay',
        month: '2026-11',
        half: '2',
        total_hours: '2.00',
        overtime_hours: '2.00',
        overtime_premium: '18.00',
      },
    ]);
    expect(rows).toHaveLength(1);
    expect(await sumOfRuns()).toEqual(await pageNow('2026-10', '2026-11'));
  });
});

const seal = (id: number, last4: string) =>
  server.site.pool.query('update people set ssn_cipher = $2, ssn_hmac = $3, ssn_last4 = $4 where id = $1', [
    id,
    Buffer.from('x'),
    Buffer.from(last4),
    last4,
  ]);

describe('export layouts', () => {
  it('A and B have their own columns; a provider without a number is named and stops the export', async () => {
    const [ada, bo] = [await newProvider('Twin'), await newProvider('Twin')];
    await seal(ada, '1234');
    await seal(bo, '5678');
    await bill(ada, [day('2026-11-03', '08:00', '12:00')]);
    await bill(ada, [day('2026-11-04', '08:00', '10:00')], { Type: 'HMK' });
    await bill(bo, [day('2026-11-03', '08:00', '09:00')]);
    const refused = await exportRun({ layout: 'gusto', half: '1' });
    expect([refused.status, refused.Info]).toEqual([
      409,
      'Twin, Pat has no employee number for B, Gusto hours. Twin, Pat has no employee number for B, Gusto hours.',
    ]);
    expect(await runs()).toEqual([]);
    await admin.call(calls.saveNumbers, {
      layout: 'gusto',
      numbers: [
        { ID: ada, number: 'G-1' },
        { ID: bo, number: 'G-2' },
      ],
    });
    const gusto = await exportRun({ layout: 'gusto', half: '1' });
    expect(gusto.headers['content-disposition']).toContain('gusto_2026-11_1_1.csv');
    expect(cells(gusto.text)).toMatchObject([
      {
        ssn: '*1234',
        gusto_employee_id: 'G-1',
        title: 'Homemaker',
        regular_hours: '2.00',
        overtime_hours: '',
      },
      { ssn: '*1234', title: 'PCP/RPCP', regular_hours: '4.00', reimbursement: '0.00' },
      { ssn: '*5678', title: '', regular_hours: '1.00', personal_note: '2026-11-01 - 2026-11-15' },
    ]);
    const { data } = await admin.call(calls.getLayouts, {});
    const layouts = (data?.layouts ?? []).map((layout) => ({
      ...layout,
      columns: layout.columns.map((column) =>
        column.head === 'Co Code' ? { ...column, const: 'ABC' } : column,
      ),
    }));
    expect((await preview('adp')).problems.filter(({ blocks }) => blocks).map(({ text }) => text)).toEqual([
      'A, ADP paydata: the fixed text of Co Code is not filled in',
    ]);
    await admin.call(calls.saveLayouts, { layouts, rev: data?.rev ?? 0 });
    await admin.call(calls.saveNumbers, {
      layout: 'adp',
      numbers: [
        { ID: ada, number: '17' },
        { ID: bo, number: '18' },
      ],
    });
    const adp = await admin.call(calls.downloadRun, { number: 1, layout: 'adp', export: 'csv' });
    expect(adp.headers['content-disposition']).toContain('PRABCEPI.csv');
    expect(cells(adp.text)).toMatchObject([
      {
        'Co Code': 'ABC',
        'Batch ID': '1',
        'File #': '000017',
        'Employee Name': 'Twin, Pat',
        'Temp Rate': '17.00',
        'Reg Hours': '2.00',
      },
      { 'File #': '000017', 'Temp Rate': '18.00', 'Reg Hours': '4.00', 'O/T Hours': '' },
      { 'File #': '000018', 'Reg Hours': '1.00' },
    ]);
  });

  it('assign numbers to one provider each, and numbers can be swapped', async () => {
    const [a, b] = [await newProvider('One'), await newProvider('Two')];
    const save = (...numbers: [number, string | null][]) =>
      admin.call(calls.saveNumbers, {
        layout: 'adp',
        numbers: numbers.map(([ID, number]) => ({ ID, number })),
      });
    expect((await save([a, '1'], [b, '2'])).status).toBe(200);
    const same = await save([a, '3'], [a, '3']);
    expect([same.status, same.errors]).toEqual([
      400,
      [{ field: `number.${a}`, message: 'This provider is listed twice: keep one number.' }],
    ]);
    const twice = await save([b, '1']);
    expect([twice.status, twice.errors]).toEqual([
      400,
      [{ field: `number.${b}`, message: '1 is the number of another provider.' }],
    ]);
    expect((await save([a, '2'], [b, '1'])).status).toBe(200);
    expect((await save([a, '=1+1'])).status).toBe(400);
    expect((await save([2_000_000, '7'])).status).toBe(404);
    const { data } = await admin.call(calls.listNumbers, { layout: 'adp' });
    expect(data?.filter(({ number }) => number).map(({ Provider, number }) => [Provider, number])).toEqual([
      ['One, Pat', '2'],
      ['Two, Pat', '1'],
    ]);
  });

  it('keep everything a spreadsheet would calculate as text, in every file', async () => {
    const id = await newProvider('=cmd|calc', { first_name: '@SUM(1)' });
    await bill(id, [day('2026-11-03', '08:00', '12:00')]);
    const csv = (await exportRun()).text;
    expect(csv).toContain(`"'=cmd|calc","'@SUM(1)"`);
    const xlsx = await server.app.inject({
      method: 'POST',
      url: '/homecare/api/payroll/download-run',
      payload: { number: 1, export: 'xls' },
      headers: { host: 'localhost', cookie: admin.cookie ?? '' },
    });
    expect(xlsx.headers['content-type']).toContain('spreadsheetml');
    expect(xlsx.headers['content-disposition']).toContain('payroll_2026-11_');
    const { rows, formulas } = await reopen(xlsx.rawPayload);
    expect(rows.at(-1)).toEqual(
      expect.arrayContaining([
        { A: 'Days', B: '11-01-2026 – 11-30-2026' },
        { A: 'Figures', B: HOURS_ARE_PAID },
      ]),
    );
    expect(rows[0]).toHaveLength(2);
    expect(rows[0]?.[1]).toMatchObject({ A: '1', B: 'Pay', I: '=cmd|calc', J: '@SUM(1)', M: 4, S: 72 });
    expect(formulas[0]).toEqual({});
  });
});

describe('settings of an admin', () => {
  test('for rules and layouts are validated, stored with their revision, and never overwritten by an outdated save', async () => {
    const { data } = await admin.call(calls.getPayRules, {});
    expect(data).toEqual({ rules: COLORADO_PAY_RULES, rev: 0 });
    const wrong = await admin.call(calls.savePayRules, {
      rules: { overtime: [], wages: [], periods: [] },
      rev: 0,
    });
    expect([wrong.status, wrong.Info]).toEqual([400, 'There is always at least one overtime rule.']);
    expect((await admin.call(calls.savePayRules, { rules: COLORADO_PAY_RULES, rev: 0 })).data).toEqual({
      rev: 1,
    });
    const stale = await admin.call(calls.savePayRules, { rules: COLORADO_PAY_RULES, rev: 0 });
    expect([stale.status, stale.Info]).toEqual([409, expect.stringContaining('Changed by')]);
    const layouts = (await admin.call(calls.getLayouts, {})).data?.layouts ?? [];
    const bad = await admin.call(calls.saveLayouts, {
      layouts: layouts.map((layout) => ({ ...layout, fileName: '../../etc/passwd' })),
      rev: 0,
    });
    expect([bad.status, bad.errors[0]?.field]).toEqual([400, '0.fileName']);
  });

  test('for the base wage name each low week with what it should be', async () => {
    const id = await addProvider(server.site.pool, 'Low');
    await admin.call(updatePerson, { id, data: { providerPayRate: { ...RATES, 'PCP/RPCP': 16.5 } } });
    await bill(id, [day('2026-11-03', '08:00', '12:00')]);
    expect((await preview()).problems.filter(({ kind }) => kind === 'wage')).toMatchObject([
      {
        name: 'Low, Pat',
        text: 'Below base wage in the week to 11-07-2026: 16.50 an hour paid, 17.00 required',
        blocks: false,
      },
    ]);
    // The control sheet still shows what was exported, whatever is paid by now.
    await exportRun();
    await admin.call(updatePerson, { id, data: { providerPayRate: RATES } });
    const sheet = await admin.raw(requestOf(calls.printRun, { number: 1 }));
    const words = (await readPdf(sheet.bytes, 0.1)).map(({ text }) => text.replace(/\s+/g, ' ')).join(' ');
    expect(words).toContain(
      'Low, Pat Below base wage in the week to 11-07-2026: 16.50 an hour paid, 17.00 required',
    );
    // The sheet and its name say what it covers.
    expect(words).toContain('11-01-2026 – 11-30-2026');
    expect(words).toContain('Hours are paid hours: those of days with payroll checked, billed or not.');
    expect(sheet.headers['content-disposition']).toContain('payroll_2026-11_both_1_control.pdf');
  });
});

test('pay above verified time is named on page, export and control sheet, and still paid', async () => {
  const provider = await newProvider('Missed');
  const { plan: planId } = await bill(provider, [
    day('2026-11-06', '08:00', '10:45'),
    day('2026-11-09', '08:00', '10:00'),
  ]);
  await server.site.pool.query(
    `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status, start_at,
        end_at, tasks, created)
      select id, '2026-11-09', '2026-11-09', '08:00', '10:00', client_id, provider_id, 'Complete',
        '2026-11-09T15:00:00Z', '2026-11-09T17:00:00Z', '[]', now() from care_plans where id = $1`,
    [planId],
  );
  const text = `plan ${planId}, 2026-11: paid above verified time: 11-06 (2.75 h paid, 0.00 h verified)`;
  const { problems, pay } = await preview();
  expect(problems).toMatchObject([{ kind: 'time', name: 'Missed, Pat', text, blocks: false }]);
  expect(pay).toMatchObject({ hours: 475 });
  const [shown] = (await admin.call(getPayMonth, { date: '2026-11', private: 'all' })).data?.providers ?? [];
  expect(shown?.timeProblems).toEqual([{ date: '2026-11-06', text }]);
  expect((await exportRun()).status).toBe(200);
  const sheet = await admin.raw(requestOf(calls.printRun, { number: 1 }));
  const words = (await readPdf(sheet.bytes, 0.1))
    .map(({ text: line }) => line.replace(/\s+/g, ' '))
    .join(' ');
  expect(words).toContain('paid above verified time: 11-06 (2.75 h paid, 0.00 h verified)');
});

test('invalid input is refused with a sentence; the run sheet is a PDF', async () => {
  const wrong = async (more: Record<string, string>) => (await exportRun(more)).Info;
  expect(await wrong({ to: '2026-12' })).toBe('Choose the first and last day of one month.');
  expect(await wrong({ from: '2026-13', to: '2026-13' })).toBe('Error: Wrong date, date format (YYYY-MM)');
  expect(await wrong({ half: '3' })).toBe('half: 1, 2 or both.');
  expect(await wrong({ layout: 'none' })).toBe('layout: there is no such layout.');
  expect(await wrong({ private: 'private' })).toContain('a run is of all clients');
  await bill(await newProvider('Okafor'), [day('2026-11-03', '08:00', '12:00')]);
  await exportRun();
  const sheet = await admin.call(calls.printRun, { number: 1 });
  expect([sheet.status, sheet.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await admin.call(calls.printRun, { number: 9 })).status).toBe(404);
});

test('a payroll run is for admins only, and another site has its own runs', async () => {
  await bill(await newProvider('Okafor'), [day('2026-11-03', '08:00', '12:00')]);
  for (const role of ['user', 'provider', 'evv'] as const) {
    const other = await server.as(role);
    expect((await exportRun({}, other)).status).toBe(403);
    expect((await other.call(calls.listRuns, {})).status).toBe(403);
  }
  expect(await runs()).toEqual([]);
  await exportRun();
  const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
  expect((await elsewhere.call(calls.listRuns, {})).data).toEqual([]);
  expect((await elsewhere.call(calls.getRun, { number: 1 })).status).toBe(404);
  await expect(server.site.pool.query('update payroll_runs set made_by = $1', ['x'])).rejects.toThrow(
    'append-only',
  );
  await expect(server.site.pool.query('delete from payroll_run_rows')).rejects.toThrow('append-only');
});
