import { updateWork } from '@homecare/domain/billing/contract.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { served as day } from '@homecare/domain/billing/testing/served.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import * as calls from '@homecare/domain/payroll/run-contract.ts';
import { confirmOwedWeeks, listOwedWeeks } from '@homecare/domain/payroll/week-contract.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { beforeEach, expect, it } from 'vitest';
import { billCard } from '../../testing/billed-card.ts';
import { addProvider } from '../../testing/care.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';
import { findWholeNights } from './owed-weeks.ts';

/** Weeks that were exported with a night across their border counted whole. Today is 12-02-2026. */

let server: TestServer;
let admin: Caller;
beforeEach(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  await server.site.pool.query("update accounts set full_name = 'Mara Klein' where id = $1", [
    admin.accountId,
  ]);
  return () => server.stop();
});

const newProvider = async (name: string) => {
  const id = await addProvider(server.site.pool, name);
  await admin.call(updatePerson, {
    id,
    data: { providerPayRate: { HealthMaintenance: 0, Homemaker: 0, 'Medicaid 131': 0, 'PCP/RPCP': 19.01 } },
  });
  return id;
};
const bill = (provider: number, days: readonly CardDay[], more = {}) =>
  billCard(server.site.pool, admin, provider, days, more);
const exportMonth = async (month: string) => {
  const made = await admin.raw(
    requestOf(calls.exportPayroll, { from: month, to: month, half: 'both', export: 'csv' }),
  );
  return made.status;
};
const owed = async () => (await admin.call(listOwedWeeks, {})).data ?? [];
const rowsOf = async (number: number) => (await admin.call(calls.getRun, { number })).data?.lines ?? [];
const previewRows = async (date = '2026-12') =>
  (await admin.call(calls.previewRun, { date, half: 'both', layout: 'own' })).data?.rows ?? [];
const premiumOnPage = async (date: string) =>
  (await admin.call(getPayMonth, { date, private: 'all' })).data?.providers.flatMap(({ overtime }) =>
    (overtime ?? []).map(({ week, hours, premium }) => [week.through, hours, premium]),
  );

/** Makes everything exported so far look as if it was exported before nights were split. */
const ageRuns = async () => {
  await server.site.pool.query(`alter table payroll_runs disable trigger user;
    update payroll_runs set splits_weeks = false; alter table payroll_runs enable trigger user`);
};

/** Saturday night and 38 hours from Monday to Friday, in a half exported with its nights whole. */
const exportedNight = async () => {
  await bill(await newProvider('Zimmer'), [day('2026-11-03', '08:00', '12:00')]);
  expect(await exportMonth('2026-11')).toBe(200);
  await ageRuns();
  const provider = await newProvider('Okafor');
  const days = [
    day('2026-11-07', '22:00', '06:00'),
    ...['09', '10', '11', '12'].map((date) => day(`2026-11-${date}`, '08:00', '16:00')),
    day('2026-11-13', '08:00', '14:00'),
  ];
  const card = await bill(provider, days);
  expect(await exportMonth('2026-11')).toBe(200);
  return { provider, card, days };
};

it('a week exported with its night whole is listed, and nothing of it changes unasked', async () => {
  const { provider, card, days } = await exportedNight();
  expect((await rowsOf(2)).map(({ last, overtime }) => [last, overtime.hours])).toEqual([['Okafor', 0]]);
  expect(await owed()).toEqual([
    {
      ID: provider,
      Provider: 'Okafor, Pat',
      from: '2026-11-08',
      through: '2026-11-14',
      hours: 400,
      premium: 3802,
      who: null,
      at: null,
    },
  ]);
  expect(await previewRows()).toEqual([]);
  // Correcting one hour leaves the night as it was exported.
  const later = [...days.slice(0, -1), day('2026-11-13', '08:00', '13:00')];
  expect((await admin.call(updateWork, { id: card.id, data: { days: later } })).status).toBe(200);
  expect((await previewRows()).map(({ lines, overtime }) => [lines[0]?.hours.total, overtime.hours])).toEqual(
    [[-100, 0]],
  );
  expect((await owed()).map(({ hours, premium }) => [hours, premium])).toEqual([[300, 2852]]);
});

it('the next run pays what is owed once an admin has confirmed it, and stores who did', async () => {
  const { provider } = await exportedNight();
  const [week] = await owed();
  if (!week) throw new Error('nothing is owed');
  const { ID, through, hours, premium } = week;
  const confirmed = await admin.call(confirmOwedWeeks, { weeks: [{ ID, through, hours, premium }] });
  expect(confirmed.data).toEqual({ confirmed: 1 });
  expect(await premiumOnPage('2026-11')).toEqual([['2026-11-14', 400, 3802]]);
  expect(await owed()).toMatchObject([{ ID: provider, hours: 400, premium: 3802, who: 'Mara Klein' }]);
  expect(await exportMonth('2026-12')).toBe(200);
  const [row, ...others] = await rowsOf(3);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ kind: 'Correction', last: 'Okafor', correctionOf: 2, lines: [] });
  expect(row?.overtime).toMatchObject({ hours: 400, premium: 3802 });
  expect(row?.changes).toMatchObject([
    { what: 'overtime', date: '2026-11-14', old: 0, now: 400, who: 'Mara Klein' },
  ]);
  // Earlier runs stay as they were, and nothing is paid twice.
  expect((await rowsOf(2))[0]?.overtime.hours).toBe(0);
  expect(await exportMonth('2026-12')).toBe(409);
  expect((await admin.call(confirmOwedWeeks, { weeks: [{ ID, through, hours, premium }] })).status).toBe(409);
  const { rows } = await server.site.pool.query(
    "select entity_id, changes from change_log where entity = 'payrollWeek'",
  );
  expect(rows).toEqual([
    { entity_id: provider, changes: { 'overtime of the week to 2026-11-14': [null, { hours, premium }] } },
  ]);
});

it('only the amounts that were shown are confirmed', async () => {
  const { provider } = await exportedNight();
  const weeks = [{ ID: provider, through: '2026-11-14', hours: 400, premium: 9_999 }];
  const refused = await admin.call(confirmOwedWeeks, { weeks });
  expect([refused.status, refused.Info]).toEqual([409, expect.stringContaining('The amounts have changed')]);
  expect((await owed()).map(({ who }) => who)).toEqual([null]);
});

it('a half that was not exported yet is paid by the minutes in each week, including the first half of a month', async () => {
  const provider = await newProvider('Okafor');
  await bill(provider, [day('2026-10-31', '22:00', '11:00')]);
  await bill(provider, [...['02', '03', '04', '05'].map((date) => day(`2026-11-${date}`, '08:00', '15:00'))]);
  expect(await premiumOnPage('2026-10')).toEqual([]);
  // The clocks go back in this night: 2 hours before midnight, 12 after it.
  expect(await premiumOnPage('2026-11')).toEqual([['2026-11-07', 200, 1901]]);
  expect(await owed()).toEqual([]);
});

it('only months with something of an exported week are read, however far ahead a card is calculated', async () => {
  const { provider } = await exportedNight();
  const { db } = server.site;
  const daysAlone = await newProvider('Adler');
  await bill(daysAlone, [day('2026-11-03', '08:00', '12:00')], { customDate: '9998-12' });
  expect(await findWholeNights(db)).toEqual({ providers: [provider], months: ['2026-11'] });
  // Two more hours in the week of the night.
  await bill(provider, [day('2026-11-14', '08:00', '10:00')], { customDate: '9998-12' });
  expect(await findWholeNights(db)).toEqual({ providers: [provider], months: ['2026-11', '9998-12'] });
  expect((await owed()).map(({ ID, hours, premium }) => [ID, hours, premium])).toEqual([
    [provider, 600, 5703],
  ]);
  const weeks = [{ ID: provider, through: '2026-11-14', hours: 600, premium: 5703 }];
  expect((await admin.call(confirmOwedWeeks, { weeks })).data).toEqual({ confirmed: 1 });
});

it('owed weeks are for admins only, on their own site', async () => {
  await exportedNight();
  const weeks = [{ ID: 1, through: '2026-11-14', hours: 400, premium: 3802 }];
  for (const role of ['user', 'provider', 'evv'] as const) {
    const other = await server.as(role);
    expect((await other.call(listOwedWeeks, {})).status).toBe(403);
    expect((await other.call(confirmOwedWeeks, { weeks })).status).toBe(403);
  }
  const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
  expect((await elsewhere.call(listOwedWeeks, {})).data).toEqual([]);
  expect((await elsewhere.call(confirmOwedWeeks, { weeks })).status).toBe(409);
});
