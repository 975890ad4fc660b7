import { served as day } from '@homecare/domain/billing/testing/served.ts';
import { noSuchCategory } from '@homecare/domain/payroll/categories.ts';
import {
  listPayCategories,
  removePayCategory,
  savePayCategory,
} from '@homecare/domain/payroll/category-contract.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import { savePayRate } from '@homecare/domain/payroll/rate-contract.ts';
import * as calls from '@homecare/domain/payroll/run-contract.ts';
import { getPeople, insertPerson } from '@homecare/domain/people/contract.ts';
import { importFile, readFile } from '@homecare/domain/people-import/contract.ts';
import { listTypes, saveTerm } from '@homecare/domain/plan-types/contract.ts';
import { getSettingsLog } from '@homecare/domain/record-log/contract.ts';
import { beforeEach, expect, it } from 'vitest';
import { billCard } from '../../testing/billed-card.ts';
import { addProvider } from '../../testing/care.ts';
import { fileOf } from '../../testing/import-files.ts';
import { requestOf } from '../../testing/requests.ts';
import { sampleProvider } from '../../testing/sample-people.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';
import { tableIn } from '../../testing/workbook.ts';

/** Pay categories as a list of the agency. Today is 12-02-2026. */

let server: TestServer;
let admin: Caller;
beforeEach(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  return () => server.stop();
});

const categories = async () => (await admin.call(listPayCategories, {})).data ?? [];
const find = async (name: string) => (await categories()).find((one) => one.name === name);
const save = (was: string | null, name: string, retired = false) =>
  admin.call(savePayCategory, { was, name, retired });
const choose = async (code: string, payCategory: string | null) => {
  const type = (await admin.call(listTypes, {})).data?.find(({ Code }) => Code === code);
  const [term] = type?.terms ?? [];
  if (!type || !term) throw new Error(`no type ${code}`);
  return admin.call(saveTerm, { ...term, id: type.id, rev: type.rev, isNew: false, payCategory });
};
const setRate = (id: number, category: string, rate: number) =>
  admin.call(savePayRate, { id, category, validFrom: null, rate, was: null });
const linesOnPage = async () =>
  (await admin.call(getPayMonth, { date: '2026-11', private: 'all' })).data?.providers.flatMap(({ lines }) =>
    lines.map(({ category, rate, amount }) => [category, rate, amount]),
  );
const exportNovember = () =>
  admin.raw(requestOf(calls.exportPayroll, { from: '2026-11', to: '2026-11', half: 'both', export: 'csv' }));

/** Four hours of private pay on November 3. */
const privateHours = async () => {
  const provider = await addProvider(server.site.pool, 'Okafor');
  await billCard(server.site.pool, admin, provider, [day('2026-11-03', '08:00', '12:00')], {
    Type: 'PRIVATE',
  });
  return provider;
};

it('private pay hours are paid by a category of the agency, on the page, in reports and in the export', async () => {
  const provider = await privateHours();
  expect(await linesOnPage()).toEqual([[null, null, 0]]);
  expect((await save(null, ' Private  pay ')).status).toBe(200);
  expect((await choose('PRIVATE', 'Private pay')).status).toBe(200);
  expect((await setRate(provider, 'Private pay', 2_500)).status).toBe(200);
  expect(await linesOnPage()).toEqual([['Private pay', 2_500, 10_000]]);
  expect(await find('Private pay')).toEqual({
    name: 'Private pay',
    builtIn: false,
    retired: false,
    types: 1,
    providers: 1,
    unused: false,
  });
  const report = await admin.raw({
    url: '/homecare/api/Billing_generator/FlatPayroll.php?from=2026-11-01&to=2026-11-30&export=xls',
  });
  const { rows } = await tableIn(report.bytes);
  expect(rows.map(({ Category }) => Category)).toContain('Private pay');
  const file = (await exportNovember()).text.trimEnd().split('\r\n');
  expect(file[0]).toMatch(/"note","hours_private_pay","amount_private_pay"$/);
  expect(file[1]).toMatch(/"4.00","100.00"$/);
  // The person's record still has the four built-in ones.
  const { data: person } = await admin.call(getPeople, { id: provider, filters: [] });
  expect(JSON.stringify(person)).not.toContain('Private pay');
});

it('a renamed category gets its new name in rates, types and new runs; exported runs keep the old one without a correction', async () => {
  const provider = await privateHours();
  await save(null, 'Private pay');
  await choose('PRIVATE', 'Private pay');
  await setRate(provider, 'Private pay', 2_500);
  const before = (await exportNovember()).text;
  expect((await save('Private pay', 'Self-pay')).status).toBe(200);
  expect(await linesOnPage()).toEqual([['Self-pay', 2_500, 10_000]]);
  expect((await exportNovember()).status).toBe(409);
  const copy = await admin.call(calls.downloadRun, { number: 1, layout: 'own', export: 'csv' });
  expect(copy.text).toBe(before);
  const taken = await save(null, 'private PAY');
  expect([taken.status, taken.errors]).toEqual([
    400,
    [{ field: 'name', message: 'Self-pay has this name or had it before. Choose another one.' }],
  ]);
  const { rows } = await server.site.pool.query(
    "select action, changes from change_log where entity = 'payCategory' order by id",
  );
  expect(rows).toMatchObject([
    { action: 'insert', changes: { name: [null, 'Private pay'] } },
    { action: 'update', changes: { name: ['Private pay', 'Self-pay'] } },
  ]);
});

it('a retired category is no longer offered, and still pays where it was chosen', async () => {
  const provider = await privateHours();
  await save(null, 'Private pay');
  await choose('PRIVATE', 'Private pay');
  await setRate(provider, 'Private pay', 2_500);
  expect((await save('Private pay', 'Private pay', true)).status).toBe(200);
  expect(await linesOnPage()).toEqual([['Private pay', 2_500, 10_000]]);
  const refused = await choose('HMK', 'Private pay');
  expect([refused.status, refused.errors[0]?.field]).toEqual([400, 'payCategory']);
  // A type that uses it can still be saved with it.
  expect((await choose('PRIVATE', 'Private pay')).status).toBe(200);
  const other = await addProvider(server.site.pool, 'Zimmer');
  expect((await setRate(other, 'Private pay', 2_000)).status).toBe(400);
  expect((await setRate(other, 'Nothing', 2_000)).errors[0]?.field).toBe('category');
});

it('a category can be removed only if nothing uses it; the four built-in ones stay and keep their names', async () => {
  const provider = await privateHours();
  await save(null, 'Private pay');
  expect((await find('Private pay'))?.unused).toBe(true);
  await choose('PRIVATE', 'Private pay');
  expect((await admin.call(removePayCategory, { name: 'Private pay' })).status).toBe(409);
  await setRate(provider, 'Private pay', 2_500);
  await exportNovember();
  await choose('PRIVATE', null);
  await server.site.pool.query('delete from pay_rates');
  // A run has paid it.
  expect((await admin.call(removePayCategory, { name: 'Private pay' })).status).toBe(409);
  await save(null, 'Mistyped');
  expect((await admin.call(removePayCategory, { name: 'Mistyped' })).status).toBe(200);
  expect(await find('Mistyped')).toBeUndefined();
  expect((await admin.call(removePayCategory, { name: 'Homemaker' })).status).toBe(409);
  expect((await save('Homemaker', 'Housekeeping')).status).toBe(409);
  expect((await save('Homemaker', 'Homemaker', true)).status).toBe(200);
});

it('pay categories are for admins only, on their own site', async () => {
  await save(null, 'Private pay');
  for (const role of ['user', 'provider', 'evv'] as const) {
    const other = await server.as(role);
    expect((await other.call(listPayCategories, {})).status).toBe(403);
    expect((await other.call(savePayCategory, { was: null, name: 'VA', retired: false })).status).toBe(403);
    expect((await other.call(removePayCategory, { name: 'Private pay' })).status).toBe(403);
  }
  const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
  expect((await elsewhere.call(listPayCategories, {})).data?.map(({ name }) => name)).toEqual([
    'HealthMaintenance',
    'Homemaker',
    'Medicaid 131',
    'PCP/RPCP',
  ]);
});

const NO_RATES = { HealthMaintenance: 0, Homemaker: 0, 'Medicaid 131': 0, 'PCP/RPCP': 0 };

it('a new provider gets rates for own categories at once, typed or imported; unknown categories are refused', async () => {
  await save(null, 'Private pay');
  await save(null, 'Dr. 100% visits');
  const today = Temporal.PlainDate.from('2026-12-02');
  const rates = { ...NO_RATES, Homemaker: 18.5, 'Private pay': 25, 'Dr. 100% visits': 31.4 };
  const provider = { ...sampleProvider('Typed', '123-45-6701', today), providerPayRate: rates };
  const typed = await admin.call(insertPerson, { data: provider });
  expect(typed.status).toBe(200);
  const file = fileOf(
    'providers',
    [{ ...provider, LastName: 'Imported', 'SSI #': '123-45-6702' }],
    Object.keys(rates),
  );
  const heads = [...file.matchAll(/Pay rate [^,]+/g)].map(([head]) => head);
  expect(heads.slice(-2)).toEqual(['Pay rate Private pay', 'Pay rate Dr. 100% visits']);
  const read = await admin.raw(requestOf(readFile, {}, { name: 'providers.csv', content: file }));
  const { suggested, categories: own } = readFile.output.parse(read.data);
  expect(own).toEqual(['Dr. 100% visits', 'Private pay']);
  const columns = JSON.stringify(suggested.providers);
  const imported = await admin.raw(
    requestOf(
      importFile,
      { target: 'providers', columns, run: 'own-category' },
      { name: 'providers.csv', content: file },
    ),
  );
  expect(imported).toMatchObject({ status: 200, data: { imported: 1 } });
  const { rows } = await server.site.pool.query(
    `select last_name, category, valid_from, rate from pay_rates join people on people.id = provider_id
     where rate > 0 order by last_name, category`,
  );
  expect(rows).toEqual(
    ['Imported', 'Typed'].flatMap((last_name) => [
      { last_name, category: 'Dr. 100% visits', valid_from: null, rate: 3_140 },
      { last_name, category: 'Homemaker', valid_from: null, rate: 1_850 },
      { last_name, category: 'Private pay', valid_from: null, rate: 2_500 },
    ]),
  );
  await save('Private pay', 'Private pay', true);
  for (const category of ['Private pay', 'Nothing'])
    expect(
      await admin.call(insertPerson, {
        data: {
          ...sampleProvider('Other', '123-45-6703', today),
          providerPayRate: { ...NO_RATES, [category]: 5 },
        },
      }),
    ).toMatchObject({
      status: 400,
      errors: [{ field: `providerPayRate.${category}`, message: noSuchCategory(category) }],
    });
  const wrong = {
    ...sampleProvider('Wrong', '123-45-6704', today),
    providerPayRate: { ...NO_RATES, 'Dr. 100% visits': -1 },
  };
  expect((await admin.call(insertPerson, { data: wrong })).errors).toMatchObject([
    { field: 'providerPayRate.Dr%2E 100%25 visits' },
  ]);
});

it('every change of the list is in the history of settings', async () => {
  await save(null, 'Private pay');
  await save('Private pay', 'Self-pay');
  await save('Self-pay', 'Self-pay', true);
  await admin.call(removePayCategory, { name: 'Self-pay' });
  const { data } = await admin.call(getSettingsLog, {});
  expect(data?.entries.slice(0, 4).map(({ action, fields }) => [action, fields[0]])).toEqual([
    ['delete', { field: 'payCategory/name', old: 'Self-pay', new: null }],
    ['update', { field: 'payCategory/Self-pay retired', old: 'No', new: 'Yes' }],
    ['update', { field: 'payCategory/name', old: 'Private pay', new: 'Self-pay' }],
    ['insert', { field: 'payCategory/name', old: null, new: 'Private pay' }],
  ]);
});
