import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf.ts';
import { type MadeAgency, makeAgency, unitsOf } from '../../testing/report-agency.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { reopen, type Table, tableIn } from '../../testing/workbook.ts';

/**
 * Two reports never show two figures under one name. The reports of a month are read from their workbooks, and every sum for the
 * month, a client, a provider or a pair that several print under one name must be equal.
 */

const MONTH = '2026-10';
const DAYS = { from: '2026-10-01', to: '2026-10-31' };

let server: TestServer;
let admin: Caller;
let agency: MadeAgency;
beforeAll(async () => {
  server = await testServer();
  agency = await makeAgency(server.site.pool);
  await server.site.pool.query(`insert into pay_rates (provider_id, category, valid_from, rate) select id, category, null, 1800 + id % 7 * 25
      from people cross join unnest(array['PCP/RPCP', 'HealthMaintenance', 'Homemaker']) as category
      where kind = 'Provider'`);
  admin = await server.as('admin');
});
afterAll(() => server.stop());

interface Source {
  readonly folder: 'Billing_generator' | 'Reports';
  readonly file: string;
  readonly query: Record<string, string>;
  /** Only some of the month's rows, so only pairs can be compared. */
  readonly isPart?: boolean;
}
const money = (file: string, query: Record<string, string> = {}, isPart = false): Source => ({
  folder: 'Billing_generator',
  file,
  query: { ...DAYS, ...query },
  isPart,
});
const page = (file: string, isPart = false): Source => ({
  folder: 'Reports',
  file,
  query: { ...DAYS, month: MONTH, year: MONTH.slice(0, 4) },
  isPart,
});

const fileOf = async ({ folder, file, query }: Source, ending: 'xls' | 'pdf') => {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/homecare/api/${folder}/${file}.php?${new URLSearchParams({ ...query, export: ending })}`,
    headers: { host: 'localhost', cookie: admin.cookie ?? '' },
  });
  expect(`${file} ${answer.statusCode}`).toBe(`${file} 200`);
  return answer.rawPayload;
};
const bookOf = async (source: Source) => tableIn(await fileOf(source, 'xls'));

/** Statistic Report has a row for each month of the year. */
const rowsOf = ({ file }: Source, { rows }: Table) =>
  file === 'Statistic' ? rows.filter(({ Month }) => Month === MONTH) : rows;

/** 'Baca 0, Chris (12) · 2026-10' → 'Baca 0, Chris' */
const bare = (name: unknown) => String(name).replace(/ \(\d+\).*$/, '');

/** Pairs with two care plans are excluded, because a report of some plans has less of them. */
const pairOf = (client: string, provider: string) => `${client} with ${provider}`;
const isOnePlan = (pair: string) =>
  agency.plans.filter((plan) => pairOf(plan.client.name, plan.provider.name) === pair).length === 1;

/** What a row's figures are about. */
const scopesOf = ({ isPart }: Source, row: Record<string, unknown>): string[] => {
  const { Client, Provider, Line, Half } = row;
  const client = Client === undefined || Line === 'Pay' || Line === 'Overtime' ? undefined : bare(Client);
  const provider = Provider === undefined ? undefined : bare(Provider);
  const pair = client && provider ? pairOf(client, provider) : undefined;
  if (isPart) return pair && isOnePlan(pair) ? [Half === undefined ? pair : `${pair}, half ${Half}`] : [];
  return ['the month', client, provider, pair].filter((scope) => scope !== undefined);
};

/** Sums by subject and name, in hundredths. */
const figuresOf = async (source: Source): Promise<ReadonlyMap<string, number>> => {
  const book = await bookOf(source);
  const summed = book.heads.filter((head) => typeof book.totals[head] === 'number');
  const found = new Map<string, number>();
  for (const row of rowsOf(source, book))
    for (const scope of scopesOf(source, row))
      for (const name of summed) {
        const value = Math.round(Number(row[name] ?? 0) * 100);
        if (Number.isFinite(value))
          found.set(`${scope}: ${name}`, (found.get(`${scope}: ${name}`) ?? 0) + value);
      }
  return found;
};

const LISTS: readonly Source[] = [
  money('AllClients'),
  money('FlatClients'),
  money('EstBilling'),
  money('NotAssignClients', {}, true),
  money('StatusReport', { status: 'Denied' }, true),
  money('StatusReport', { status: 'Paid' }, true),
  money('AllPayroll'),
  money('FlatPayroll'),
  money('EstPayroll'),
  page('MonthOverview'),
  page('HoursCompare'),
  page('Statistic'),
  page('VisitsByMonth'),
  page('DeniedBilling', true),
  page('MissingTS', true),
  page('NoBilledTS', true),
];

/** Every printed sum, and the reports that print it. */
const printed = async () => {
  const people = (kind: 'clients' | 'providers') => agency[kind].map(({ id }) => String(id));
  const each: readonly [string, readonly Source[]][] = [
    ...LISTS.map((one): [string, Source[]] => [`${one.file} ${one.query.status ?? ''}`.trim(), [one]]),
    ['Client', people('clients').map((id) => money('Client', { id }))],
    ['Provider of billing', people('providers').map((id) => money('Provider', { id, view: 'billing' }))],
    ['Provider of payroll', people('providers').map((id) => money('Provider', { id }))],
  ];
  const figures = new Map<string, Map<string, number>>();
  for (const [name, sources] of each)
    for (const source of sources)
      for (const [figure, value] of await figuresOf(source)) {
        const by = figures.get(figure) ?? new Map<string, number>();
        figures.set(figure, by.set(name, (by.get(name) ?? 0) + value));
      }
  return figures;
};

const nameOf = (figure: string) => figure.slice(figure.lastIndexOf(': ') + 2);

describe('in a month without late records', () => {
  test('all figures that reports print under one name are equal', async () => {
    await server.site.pool.query('update work set custom_month = null');
    const figures = await printed();
    const shared = [...figures].filter(([, by]) => by.size > 1);
    const apart = shared.filter(([, by]) => new Set(by.values()).size > 1);
    expect(apart.map(([figure, by]) => `${figure} ${JSON.stringify([...by])}`)).toEqual([]);
    const names = new Set(shared.map(([figure]) => nameOf(figure)));
    expect([...names].toSorted()).toEqual(
      expect.arrayContaining(['Amount', 'Billed', 'Paid', 'Planned', 'Units']),
    );
    expect(shared.length).toBeGreaterThan(300);
  });
});

test('a record without billed units is printed, and counted as having nothing to claim', async () => {
  const { pool } = server.site;
  const counts = async (source: Source) => {
    const { heads, totals, summary } = await bookOf(source);
    return {
      words: String(totals[heads[0] ?? '']),
      cards: summary.slice(2).find(({ A }) => A === 'Billed')?.B,
    };
  };
  const before = await counts(money('AllClients'));
  const { rows } = await pool.query<{ id: number }>(
    `update work set no_billing_unit = unit, amount = 0 where id = (select min(id) from work
       where month = '2026-10-01' and status = 'Billed' and unit > no_billing_unit) returning id`,
  );
  expect(rows).toHaveLength(1);
  const count = Number.parseInt(before.words, 10);
  // One of the made records already has no billed day.
  const others = agency.cards.filter((card) => card.month === MONTH && unitsOf(card) === 0).length + 1;
  for (const file of ['AllClients', 'FlatClients'])
    expect((await counts(money(file))).words).toBe(
      `${count - 1} billing records, ${others} more with nothing to claim`,
    );
  expect((await counts(money('AllClients'))).cards).toBe(Number(before.cards) - 1);
  expect((await counts(money('StatusReport', { status: 'Billed' }))).words).toMatch(/, \d more with nothing/);
});

describe('the basis of figures', () => {
  const BESIDE = [
    ['AllClients', /hours worked, billed or not.*Units and Amount are of billed days/],
    ['FlatClients', /hours worked, billed or not.*Units and Amount are of billed days/],
    ['Client', /hours worked, billed or not.*Units and Amount are of billed days/],
    ['Provider', /hours worked, billed or not.*Paid/],
    ['EstBilling', /Planned hours.*Units/],
    ['AllPayroll', /Hours are paid hours/],
    ['FlatPayroll', /Hours are paid hours/],
    ['HoursCompare', /Worked.*Complete visits.*Billed.*units/],
    ['MonthOverview', /Worked by cards.*Billed.*units/],
  ] as const;
  test.each(BESIDE)('%s names it on paper, in the workbook and on screen', async (file, words) => {
    const [client] = agency.cards;
    const id = String(file === 'Provider' ? client?.plan.provider.id : client?.plan.client.id);
    const source = ['HoursCompare', 'MonthOverview'].includes(file) ? page(file) : money(file, { id });
    const pages = await readPdf(await fileOf(source, 'pdf'), 0.1);
    expect(pages[0]?.text.replace(/\s+/g, ' ')).toMatch(words);
    const { rows, names } = await reopen(await fileOf(source, 'xls'));
    expect(names.at(-1)).toBe('Parameters');
    expect(JSON.stringify(rows.at(-1))).toMatch(words);
  });

  test('is the month of calculation for money and the month of service for work, as each report says', async () => {
    const late = agency.cards.findLast(({ month }) => month === MONTH);
    await server.site.pool.query(`update work set custom_month = '2026-11-01' where id = $1`, [late?.id]);
    const units = async (source: Source) => {
      const rows = rowsOf(source, await bookOf(source));
      return rows.reduce((sum, row) => sum + Number(row.Units ?? 0), 0);
    };
    const [calculated, served] = [money('AllClients'), page('Statistic')];
    expect((await units(served)) - (await units(calculated))).toBe(late && unitsOf(late));
    for (const [source, words] of [
      [calculated, /month of calculation/],
      [served, /month of service/],
    ] as const) {
      const { rows } = await reopen(await fileOf(source, 'xls'));
      expect(JSON.stringify(rows.at(-1))).toMatch(words);
    }
  });
});
