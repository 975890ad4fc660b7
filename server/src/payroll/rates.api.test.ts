import { served as day } from '@homecare/domain/billing/testing/served.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import * as calls from '@homecare/domain/payroll/rate-contract.ts';
import { BAD_HOURLY_RATE, RATE_EXISTS } from '@homecare/domain/payroll/rates.ts';
import * as runs from '@homecare/domain/payroll/run-contract.ts';
import { noteOf } from '@homecare/domain/payroll/runs.ts';
import { getPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import { listTypes, saveTerm } from '@homecare/domain/plan-types/contract.ts';
import { getPersonLog } from '@homecare/domain/record-log/contract.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { billCard } from '../../testing/billed-card.ts';
import { addClient, addProvider } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

/** Dated rates and pay categories over HTTP. Today is 12-02-2026. */

let server: TestServer;
let admin: Caller;
let provider: number;
beforeEach(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  provider = await addProvider(server.site.pool, 'Okafor', { first_name: 'Ada' });
  return () => server.stop();
});

type Save = Partial<InputOf<typeof calls.savePayRate>>;
const save = (validFrom: string | null, rate: number, more: Save = {}, by = admin) =>
  by.call(calls.savePayRate, { id: provider, category: 'PCP/RPCP', validFrom, rate, was: null, ...more });
const remove = (validFrom: string | null, was: number, by = admin) =>
  by.call(calls.removePayRate, { id: provider, category: 'PCP/RPCP', validFrom, was });
const rates = async (by = admin) =>
  (await by.call(calls.listPayRates, { id: provider })).data?.rates.map(({ category, from, rate, who }) => [
    category,
    from,
    rate,
    who,
  ]);

const THREE_DAYS = [
  day('2026-11-03', '08:00', '10:00'),
  day('2026-11-10', '08:00', '10:00'),
  day('2026-11-17', '08:00', '10:00'),
];
const bill = () => billCard(server.site.pool, admin, provider, THREE_DAYS);
const paid = async (date = '2026-11') =>
  (await admin.call(getPayMonth, { date, private: 'all' })).data?.providers.flatMap(({ lines }) =>
    lines.map(({ category, half, rate, hours }) => [category, half, rate, hours.total]),
  );
const exportRun = async () => {
  const made = await admin.raw({
    method: 'POST',
    url: '/homecare/api/Billing_generator/ExportPayroll.php',
    payload: { from: '2026-11', to: '2026-11' },
  });
  return made.status;
};
const runOf = async (number: number) => {
  const { data, text } = await admin.call(runs.getRun, { number });
  if (!data) throw new Error(text);
  return data;
};

describe('a rate', () => {
  it('pays each worked day by that day’s rate, entered before or after', async () => {
    await bill();
    await save(null, 1800);
    await save('2026-11-10', 1900);
    await save('2026-12-15', 2000);
    expect(await paid()).toEqual([
      ['PCP/RPCP', 0, 1800, 200],
      ['PCP/RPCP', 0, 1900, 200],
      ['PCP/RPCP', 1, 1900, 200],
    ]);
    // The office learns that the raise was agreed on a week earlier.
    await save('2026-11-03', 1900);
    expect(await paid()).toEqual([
      ['PCP/RPCP', 0, 1900, 400],
      ['PCP/RPCP', 1, 1900, 200],
    ]);
    expect((await rates())?.map(([, from, rate]) => [from, rate])).toEqual([
      ['2026-12-15', 2000],
      ['2026-11-10', 1900],
      ['2026-11-03', 1900],
      [null, 1800],
    ]);
  });

  it('that begins later leaves earlier days without one', async () => {
    await bill();
    await save('2026-11-10', 1900);
    expect(await paid()).toEqual([
      ['PCP/RPCP', 0, null, 200],
      ['PCP/RPCP', 0, 1900, 200],
      ['PCP/RPCP', 1, 1900, 200],
    ]);
  });

  it('in the record is today’s; tomorrow’s shows tomorrow', async () => {
    await save(null, 1800);
    await save('2026-12-03', 1950);
    // Half a day goes by, so the admin signs in again.
    const shown = async () =>
      (await (await server.as('admin')).call(getPeople, { id: provider, filters: [] })).data?.map((person) =>
        'providerPayRate' in person ? person.providerPayRate?.['PCP/RPCP'] : undefined,
      );
    expect(await shown()).toEqual([18]);
    // 11:59 PM in Denver, then midnight.
    server.clock.set('2026-12-03T06:59:00Z');
    expect(await shown()).toEqual([18]);
    server.clock.set('2026-12-03T07:00:00Z');
    expect(await shown()).toEqual([19.5]);
  });

  it('typed into the record counts for all days if it is the first, and later from today on', async () => {
    const typed = (rate: number) =>
      admin.call(updatePerson, {
        id: provider,
        data: {
          providerPayRate: { HealthMaintenance: 0, Homemaker: 17, 'Medicaid 131': 0, 'PCP/RPCP': rate },
        },
      });
    await typed(18);
    await typed(19);
    expect((await rates())?.map(([category, from, rate]) => [category, from, rate])).toEqual([
      ['Homemaker', null, 1700],
      ['PCP/RPCP', '2026-12-02', 1900],
      ['PCP/RPCP', null, 1800],
    ]);
  });

  it('is shown with who entered it, and every change is stored with old and new', async () => {
    const boss = await server.as('admin');
    await save(null, 1800);
    await save(null, 1850, { was: 1800 }, boss);
    await save('2026-12-15', 2000);
    await remove('2026-12-15', 2000);
    const [known] = (await rates()) ?? [];
    expect(known?.slice(1, 3)).toEqual([null, 1850]);
    expect(known?.[3]).toMatch(/\S/);
    const { data } = await admin.call(getPersonLog, { id: provider });
    expect(data?.entries.map(({ fields }) => fields)).toEqual([
      [{ field: 'Pay rate PCP/RPCP from 12-15-2026', old: '$20.00', new: null }],
      [{ field: 'Pay rate PCP/RPCP from 12-15-2026', old: null, new: '$20.00' }],
      [{ field: 'Pay rate PCP/RPCP from the start', old: '$18.00', new: '$18.50' }],
      [{ field: 'Pay rate PCP/RPCP from the start', old: null, new: '$18.00' }],
    ]);
    const seen = await (await server.as('user')).call(getPersonLog, { id: provider });
    expect(seen.data?.entries).toEqual([]);
  });

  test.each<[string, Save, string | null, number, unknown]>([
    ['a day before the year 2000', {}, '1999-12-31', 1800, [400, ['validFrom']]],
    ['a day that does not exist', {}, '2026-11-31', 1800, [400, ['validFrom']]],
    ['too high a rate', {}, null, 1_000_000, [400, ['rate']]],
    ['a correction of what is not there', { was: 1 }, '2026-11-01', 1800, [404, []]],
    ['a person who is not there', { id: 999_999 }, null, 1800, [404, []]],
  ])('is refused: %s', async (_, more, from, rate, expected) => {
    const answer = await save(from, rate, more);
    expect([answer.status, answer.errors.map(({ field }) => field)]).toEqual(expected);
    expect(await rates()).toEqual([]);
  });

  it('is refused for a client, twice for one day, and when someone else was faster', async () => {
    const client = await addClient(server.site.pool, 'Baca');
    expect((await save(null, 1800, { id: client })).status).toBe(404);
    expect((await save(null, 1_000_000)).Info).toBe(BAD_HOURLY_RATE);
    await save('2026-11-10', 1800);
    const twice = await save('2026-11-10', 1900);
    expect([twice.status, twice.errors]).toEqual([409, [{ field: 'validFrom', message: RATE_EXISTS }]]);
    await save('2026-11-10', 1850, { was: 1800 });
    const late = await save('2026-11-10', 1900, { was: 1800 });
    expect([late.status, late.Info]).toEqual([
      409,
      expect.stringMatching(/^Changed by .+ at 12-02-2026 10:00 AM$/),
    ]);
    expect((await remove('2026-11-10', 1800)).status).toBe(409);
    expect((await remove('2026-11-11', 1800)).status).toBe(404);
    expect((await rates())?.map(([, , rate]) => rate)).toEqual([1850]);
  });

  it('entered by two users at once for one day is stored once', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => save('2026-11-10', 1800 + n)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect(await rates()).toHaveLength(1);
  });

  it('is for admins only, on their own site', async () => {
    for (const role of ['user', 'provider', 'evv'] as const) {
      const other = await server.as(role);
      expect((await other.call(calls.listPayRates, { id: provider })).status).toBe(403);
      expect((await save(null, 1800, {}, other)).status).toBe(403);
      expect((await remove(null, 1800, other)).status).toBe(403);
    }
    await save(null, 1800);
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    expect(await rates(elsewhere)).toEqual([]);
    expect((await save('2026-11-10', 1, {}, elsewhere)).status).toBe(404);
    expect((await remove(null, 1800, elsewhere)).status).toBe(404);
    expect(await rates()).toHaveLength(1);
  });
});

describe('after an export', () => {
  it('a rate of a past day is a correction of the next run, and removing it is another', async () => {
    await bill();
    await save(null, 1800);
    expect(await exportRun()).toBe(200);
    // A future rate changes nothing that was exported, and the person who set it is not named as who changed it.
    await save('2026-12-15', 2000);
    expect(await exportRun()).toBe(409);
    const boss = await server.as('admin');
    await server.site.pool.query("update accounts set full_name = 'Boss' where id = $1", [boss.accountId]);
    await save('2026-11-10', 1900, {}, boss);
    await save('2026-12-20', 2100);
    expect(await exportRun()).toBe(200);
    const second = await runOf(2);
    expect(second.lines.map(({ kind, half, old, now }) => [kind, half, old, now])).toEqual([
      ['Correction', 0, 400, 400],
      ['Correction', 1, 200, 200],
    ]);
    expect(second.corrections).toMatchObject({ hours: 0, straight: 400 });
    expect(second.lines[0]?.changes).toMatchObject([{ what: 'pay', old: 7200, now: 7400, who: 'Boss' }]);
    expect(second.lines.map((row) => noteOf(row, 'America/Denver'))).toEqual(
      Array(2).fill(expect.stringMatching(/pay rate: .+ by \S+/)),
    );
    await remove('2026-11-10', 1900);
    expect(await exportRun()).toBe(200);
    expect((await runOf(3)).corrections).toMatchObject({ hours: 0, straight: -400 });
    expect(await exportRun()).toBe(409);
  });

  it('a different pay category of the type from a day on is a correction too', async () => {
    await bill();
    await save(null, 1800);
    await save(null, 1700, { category: 'Homemaker' });
    expect(await exportRun()).toBe(200);
    const type = (await admin.call(listTypes, {})).data?.find(({ Code }) => Code === 'PCP');
    const [term] = type?.terms ?? [];
    if (!type || !term) throw new Error('no type');
    const changed = { ...term, validFrom: '2026-11-10', source: 'Contract', isNew: true };
    const saved = await admin.call(saveTerm, {
      ...changed,
      id: type.id,
      rev: type.rev,
      payCategory: 'Homemaker',
    });
    expect(saved.status).toBe(200);
    expect(await paid()).toEqual([
      ['Homemaker', 0, 1700, 200],
      ['Homemaker', 1, 1700, 200],
      ['PCP/RPCP', 0, 1800, 200],
    ]);
    expect(await exportRun()).toBe(200);
    expect((await runOf(2)).corrections).toMatchObject({ hours: 0, straight: -400 });
    expect(await exportRun()).toBe(409);
  });
});
