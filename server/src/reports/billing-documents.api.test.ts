import { CARD_STATUSES } from '@homecare/domain/billing/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf.ts';
import {
  lengthOf,
  type MadeAgency,
  type MadeCard,
  makeAgency,
  plannedOn,
  unitsOf,
} from '../../testing/report-agency.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { reopen, tableIn } from '../../testing/workbook.ts';

/** Compares the billing page's documents with plain loops over the lists the agency was made from. */

let server: TestServer;
let admin: Caller;
let agency: MadeAgency;
beforeAll(async () => {
  server = await testServer({ others: ['elsewhere'] });
  agency = await makeAgency(server.site.pool);
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

const load = async (file: string, query: Record<string, string>, caller = admin) =>
  server.app.inject({
    method: 'GET',
    url: `/homecare/api/Billing_generator/${file}.php?${new URLSearchParams(query)}`,
    headers: { host: 'localhost', cookie: caller.cookie ?? '' },
  });

const bookOf = async (file: string, query: Record<string, string>) => {
  const answer = await load(file, { ...query, export: 'xls' });
  expect(`${file} ${answer.statusCode}`).toBe(`${file} 200`);
  return tableIn(answer.rawPayload);
};

const sum = (values: readonly number[]) => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
const calculatedIn = (month: string) => agency.cards.filter((card) => card.calculation === month);
const amountOf = (card: MadeCard) => (unitsOf(card) * card.rate) / 100;
/** Work and travel are rounded separately, card by card. */
const hoursOf = ({ days }: MadeCard) => {
  const [work, travel] = [sum(days.map(lengthOf)), sum(days.map((day) => day.travel))];
  return (Math.round((work * 100) / 60) + Math.round((travel * 100) / 60)) / 100;
};

describe('Month Report and List Monthly Report', () => {
  test('have every card of the month of calculation, with late ones marked', async () => {
    const cards = calculatedIn('2026-11');
    const late = cards.filter(({ month }) => month !== '2026-11');
    expect(late.length).toBeGreaterThan(0);
    for (const file of ['AllClients', 'FlatClients']) {
      const { rows, totals } = await bookOf(file, NOVEMBER);
      expect(rows).toHaveLength(cards.length);
      expect(totals.Units).toBe(sum(cards.map(unitsOf)));
      expect(totals.Amount).toBeCloseTo(sum(cards.map(amountOf)), 6);
      expect(totals.Total).toBeCloseTo(sum(cards.map(hoursOf)), 6);
    }
    const { rows } = await bookOf('AllClients', NOVEMBER);
    const marks = rows.map(({ Late }) => Late).filter((mark) => mark !== undefined);
    expect(marks.toSorted()).toEqual(late.map(({ month }) => `late ${month}`).toSorted());
  });

  test('are split into private and other clients, and the split by status and code adds up to the whole', async () => {
    const of = async (group: string) =>
      (await bookOf('AllClients', { ...NOVEMBER, private: group })).rows.length;
    expect((await of('private')) + (await of('nonprivate'))).toBe(calculatedIn('2026-11').length);
    const { summary, totals } = await bookOf('AllClients', NOVEMBER);
    const amounts = (title: string) => {
      const from = summary.findIndex(({ A }) => A === title);
      const rest = summary.slice(from + 2);
      const end = rest.findIndex(({ A }) => A === undefined || A === 'By Code');
      return sum((end < 0 ? rest : rest.slice(0, end)).map(({ D }) => Number(D)));
    };
    expect(amounts('By Status')).toBeCloseTo(Number(totals.Amount), 6);
    expect(amounts('By Code')).toBeCloseTo(Number(totals.Amount), 6);
  });

  test('the Status Reports of all seven statuses equal the Month Report', async () => {
    const parts = await Promise.all(
      CARD_STATUSES.map((status) => bookOf('StatusReport', { ...NOVEMBER, status })),
    );
    const cards = calculatedIn('2026-11');
    expect(sum(parts.map(({ rows }) => rows.length))).toBe(cards.length);
    expect(sum(parts.map(({ totals }) => Number(totals.Amount)))).toBeCloseTo(sum(cards.map(amountOf)), 6);
    const excluded = await bookOf('StatusReport', { ...NOVEMBER, status: 'Paid', excgroup: '1' });
    expect(excluded.rows).toEqual([]);
    const since = async (lastUpdatedDay: string) =>
      (await bookOf('StatusReport', { ...NOVEMBER, status: 'Paid', lastUpdatedDay })).rows.length;
    expect([await since('2026-11-11'), await since('2026-11-10')]).toEqual([
      0,
      cards.filter(({ status }) => status === 'Paid').length,
    ]);
  });
});

test.each([
  ['Client', 'client'],
  ['Provider', 'provider'],
] as const)(
  '%s Report: all of them together equal the Month Report, and its halves add up',
  async (file, kind) => {
    const cards = calculatedIn('2026-11');
    const ids = [...new Set(cards.map(({ plan }) => plan[kind].id))];
    const books = [];
    for (const id of ids) books.push(await bookOf(file, { ...NOVEMBER, id: String(id), view: 'billing' }));
    expect(sum(books.map(({ totals }) => Number(totals.Units)))).toBe(sum(cards.map(unitsOf)));
    expect(sum(books.map(({ totals }) => Number(totals.Amount)))).toBeCloseTo(sum(cards.map(amountOf)), 6);
    expect(sum(books.map(({ totals }) => Number(totals.Total)))).toBeCloseTo(sum(cards.map(hoursOf)), 6);
    for (const { rows, totals, summary } of books) {
      const halves = summary.slice(2);
      expect(halves.map(({ A }) => A)).toEqual(['1st half', '2nd half']);
      expect(sum(halves.map(({ F }) => Number(F)))).toBe(totals.Units);
      expect(sum(halves.map(({ D }) => Number(D)))).toBeCloseTo(Number(totals.Total), 6);
      expect(rows.every(({ Half, Date: day }) => (Half === '1st half') === isFirstHalf(Number(day)))).toBe(
        true,
      );
    }
  },
);

/** A day as a workbook counts it. */
const isFirstHalf = (serial: number) => Temporal.PlainDate.from('1899-12-30').add({ days: serial }).day <= 15;

test('a day in the workbook names its card; on paper a line above the days does, and the halves are summed', async () => {
  const card = agency.cards.find(
    ({ calculation, through, days }) =>
      calculation === '2026-11' && through > '2026-11-16' && (days[0]?.date ?? '9') < '2026-11-16',
  );
  if (!card) throw new Error('no card has two halves');
  const query = { ...NOVEMBER, id: String(card.plan.client.id) };
  const { heads, rows } = await bookOf('Client', query);
  expect(heads).toEqual(
    'Client,Medicaid,Provider,Type,Code,Plan,Status,Period,Late,Scans 1st,Scans 2nd,Remarks,Half,Date,Day,Start,End,Work,Travel,Total,B,P,Units,Rate,Amount'.split(
      ',',
    ),
  );
  const own = rows.filter(({ Plan }) => Plan === String(card.plan.id));
  expect(own.length).toBeGreaterThanOrEqual(card.days.length);
  expect(new Set(own.map(({ Provider }) => Provider))).toEqual(new Set([card.plan.provider.name]));
  const pages = await readPdf((await load('Client', query)).rawPayload, 0.1);
  const words = pages.map(({ text }) => text).join(' ');
  for (const phrase of [`plan ${card.plan.id}`, 'timesheets no / no', '1st half', '2nd half', 'Together'])
    expect(words).toContain(phrase);
  expect(words).not.toContain('Scans 1st');
});

test('Provider Report of payroll has categories and no money, and needs a provider', async () => {
  const [
    {
      plan: { provider },
    } = { plan: { provider: { id: 0 } } },
  ] = calculatedIn('2026-11');
  const { heads } = await bookOf('Provider', { ...NOVEMBER, id: String(provider.id) });
  expect(heads.slice(-2)).toEqual(['Paid', 'Category']);
  expect(heads).not.toContain('Amount');
  const missing = await load('Provider', NOVEMBER);
  expect([missing.statusCode, missing.json().Info]).toEqual([400, 'Please select provider']);
  expect((await load('Provider', { ...NOVEMBER, id: '999999' })).statusCode).toBe(404);
});

test('Est. Billing and Non existing billing: each plan with a planned day is in exactly one of the two', async () => {
  const est = await bookOf('EstBilling', NOVEMBER);
  const missing = await bookOf('NotAssignClients', NOVEMBER);
  const planned = agency.plans.filter((plan) => plannedOn(plan, NOVEMBER.from, NOVEMBER.to).length > 0);
  const billed = new Set(agency.cards.filter(({ month }) => month === '2026-11').map(({ plan }) => plan.id));
  const without = planned.filter(({ id }) => !billed.has(id));
  expect(missing.rows.map(({ Plan }) => Plan).toSorted()).toEqual(
    without.map(({ id }) => String(id)).toSorted(),
  );
  const bySource = (source: string) => est.rows.filter((row) => row.Source === source);
  expect([bySource('plan').length, bySource('card').length]).toEqual([without.length, billed.size]);
  const cards = agency.cards.filter(({ month }) => month === '2026-11');
  expect(est.totals['Billed amount']).toBeCloseTo(sum(cards.map(amountOf)), 6);
  expect(est.totals['Not yet billed']).toBeCloseTo(
    Number(est.totals['Est. amount']) - Number(est.totals['Billed amount']),
    6,
  );
});

test('Status Report shows what was paid on a card, by which claim, and what is open', async () => {
  const card = calculatedIn('2026-11').find(({ status }) => status === 'PartPaid');
  if (!card) throw new Error('no card is paid in part');
  const { pool } = server.site;
  await pool.query(
    `insert into claim_batches (id, kind, month, interchange, group_number, usage, file_name, file, sets, claims, lines,
       units, amount, created, created_by)
     select n, 'Billed', '2026-11-01', n, n, 'T', 'a.x12', 'x', '[]', 1, 1, 1, 1, now(), 'T.' from generate_series(1, 2) n`,
  );
  await pool.query(
    `insert into claims (id, batch_id, number, client_id, place, frequency, charge, units, lines)
     select 'HC' || n, n, 1, $1, '12', '1', 1, 1, '[]' from generate_series(1, 2) n`,
    [card.plan.client.id],
  );
  await pool.query(
    `insert into claim_cards (claim_id, card_id, units, charge, paid)
     values ('HC1', $1, 1, 1, 150), ('HC2', $1, 1, 1, 75)`,
    [card.id],
  );
  const { rows, totals } = await bookOf('StatusReport', { ...NOVEMBER, status: 'PartPaid' });
  expect(rows.filter(({ Claim }) => Claim !== undefined)).toEqual([
    expect.objectContaining({ Claim: 'HC2', 'Paid amount': 2.25 }),
  ]);
  expect(totals.Open).toBeCloseTo(Number(totals.Amount) - 2.25, 6);
});

describe('parameters of a document', () => {
  test.each([
    ['AllClients', {}, 'Please select month'],
    ['Client', NOVEMBER, 'Please select client'],
    ['StatusReport', NOVEMBER, 'Please select status'],
    [
      'AllClients',
      { from: '2026-11-02', to: '2026-11-30' },
      'from and to are the first and the last day of whole months.',
    ],
    ['AllClients', { from: '2025-11', to: '2026-11' }, 'A report covers at most 12 months.'],
    ['AllClients', { from: '2026-11', to: '2026-10' }, 'The first date is after the last one.'],
  ])('are refused: %s with %o: %s', async (file, query, message) => {
    const answer = await load(file, query);
    expect([answer.statusCode, answer.json().Info]).toEqual([400, message]);
  });
  test('are refused for an unknown client', async () => {
    expect((await load('Client', { ...NOVEMBER, id: '999999' })).statusCode).toBe(404);
  });
  test('accept YYYY-MM, also at the paths without prefix', async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/homecare/api/AllClients.php?from=2026-11&to=2026-11',
      headers: { host: 'localhost', cookie: admin.cookie ?? '' },
    });
    expect(answer.headers['content-disposition']).toContain('AllClients_2026-11-01_2026-11-30.pdf');
    const [page] = await readPdf(answer.rawPayload, 0.1);
    expect(page?.text).toContain('Month Report');
  });
  test('are for admins only, on their own site', async () => {
    const user = await server.as('user');
    for (const file of [
      'AllClients',
      'FlatClients',
      'StatusReport',
      'EstBilling',
      'NotAssignClients',
      'Client',
      'Provider',
    ])
      expect((await load(file, { ...NOVEMBER, status: 'Paid', id: '1' }, user)).statusCode).toBe(403);
    const site = server.siteNamed('elsewhere');
    const stranger = await server.as('admin', { site });
    const answer = await server.app.inject({
      method: 'GET',
      url: '/homecare/api/Billing_generator/AllClients.php?from=2026-11&to=2026-11&export=xls',
      headers: { host: site.hosts[0] ?? '', cookie: stranger.cookie ?? '' },
    });
    expect((await reopen(answer.rawPayload)).rows[0]).toHaveLength(2);
  });
});
