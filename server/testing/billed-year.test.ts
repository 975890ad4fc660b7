import { getClientMonth, getWork, updateWork } from '@homecare/domain/billing/contract.ts';
import { cardTotals } from '@homecare/domain/billing/rules.ts';
import { CARD_STATUSES, type CardStatus } from '@homecare/domain/billing/schema.ts';
import type { ClaimFile } from '@homecare/domain/claims/claim.ts';
import {
  downloadBatch,
  generateClaims,
  previewClaims,
  printControlSheet,
  uploadAnswer,
} from '@homecare/domain/claims/contract.ts';
import { readClaims } from '@homecare/domain/claims/testing/837p-read.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPayer } from '../../simulators/src/payer.ts';
import { OUTCOMES } from '../../simulators/src/payer-books.ts';
import {
  type BilledYear,
  centsOf,
  dayUnits,
  hoursOf,
  lastDay,
  MONTHS,
  makeBilledYear,
  plannedIn,
  rateOf,
  sum,
  termOf,
  unitsOf,
  workOf,
  type YearCard,
} from './billed-year.ts';
import { brokenInvariants } from './invariants.ts';
import { readPdf } from './pdf.ts';
import { requestOf } from './requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from './server.ts';
import { reopen, type Table, tableIn } from './workbook.ts';

/**
 * A year of billing by people with malicious names: the page equals reports, claims and files to the cent (docs/rules/reports.md,
 * rule 25). YEAR_CLIENTS and YEAR_SEED make it larger or different (the long proof).
 */
const CLIENTS = Number(process.env.YEAR_CLIENTS ?? 12);
const SEED = process.env.YEAR_SEED ?? '2026';
const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const NOW = { date: '20270115', time: '1000' };

let server: TestServer;
let admin: Caller;
let year: BilledYear;
/** The status the payer or staff gave each card, and its claim. */
let standing: ReadonlyMap<number, CardStatus>;

beforeAll(async () => {
  server = await testServer({ now: '2027-01-15T17:00:00Z', entry: WITH_BILLING });
  admin = await server.as('admin');
  year = await makeBilledYear(server.site.pool, admin, { clients: CLIENTS, seed: SEED });
  await claimSpring();
  standing = await statuses();
}, 600_000);
afterAll(() => server.stop());

const monthOf = (month: string) => ({ from: `${month}-01`, to: lastDay(month) });
const upload = (month: string, status: 'Billed' | 'Denied' = 'Billed') => ({
  ...monthOf(month),
  status,
  frequency: '1' as const,
  unproven: 'send' as const,
});
const fileOf = async (batch: number) => (await admin.raw(requestOf(downloadBatch, { id: batch }))).text;

/** January to March are claimed and answered in every way, and April waits for its answer. Two cards are set by hand. */
const claimSpring = async () => {
  const payer = openPayer();
  for (const month of MONTHS.slice(0, 4)) {
    const { data } = await admin.call(generateClaims, {
      ...upload(month),
      reason: 'Test',
      paymentsOnly: false,
    });
    if (!data?.batch || month === MONTHS[3]) continue;
    for (let claim = 1; claim <= data.claims; claim += 1) {
      const outcome = OUTCOMES[claim % OUTCOMES.length] ?? 'paid';
      payer.handle({ at: NOW, script: [`${data.batch}-${claim}`, outcome] });
    }
    // Payments that are taken back come with the second one.
    const answers = [
      ...payer.handle({ at: NOW, claims: await fileOf(data.batch) }),
      ...payer.handle({ at: NOW, pay: true }),
      ...payer.handle({ at: NOW, pay: true }),
    ];
    for (const { name, text } of answers)
      expect(
        (await admin.raw(requestOf(uploadAnswer, { later: false }, { name, content: text }))).status,
      ).toBe(200);
  }
  const [first, second] = year.cards.filter(({ calculation }) => calculation === MONTHS[5]);
  for (const [card, status] of [
    [first, 'Problem'],
    [second, 'Pending'],
  ] as const)
    if (card) await admin.call(updateWork, { id: card.id, data: { status } });
};

const wire = async (month: string) => {
  const { data } = await admin.call(getWork, { filters: [{ field: 'date', op: '=', value: month }] });
  return data ?? [];
};
const statuses = async () => {
  const all = (await Promise.all(MONTHS.map(wire))).flat();
  return new Map(all.map(({ id, status }) => [id, status]));
};

const load = async (file: string, query: Record<string, string>, caller = admin) => {
  const { status, bytes } = await caller.raw({
    url: `/homecare/api/Billing_generator/${file}.php?${new URLSearchParams(query)}`,
  });
  expect(`${file} ${status}`).toBe(`${file} 200`);
  return bytes;
};
const book = async (file: string, query: Record<string, string>): Promise<Table> =>
  tableIn(await load(file, { ...query, export: 'xls' }));

const cents = (cell: unknown) => Math.round(Number(cell ?? 0) * 100);
const figures = ({ Units, Amount, Total }: Record<string, unknown>) => ({
  units: Number(Units ?? 0),
  amount: cents(Amount),
  hours: cents(Total),
});
const expected = (cards: readonly YearCard[]) => ({
  units: sum(cards.map(unitsOf)),
  amount: sum(cards.map(centsOf)),
  hours: sum(cards.map(({ days }) => hoursOf(days).total)),
});
const together = (all: readonly ReturnType<typeof figures>[]) => ({
  units: sum(all.map(({ units }) => units)),
  amount: sum(all.map(({ amount }) => amount)),
  hours: sum(all.map(({ hours }) => hours)),
});
const inYear = () => year.cards.filter(({ calculation }) => calculation <= '2026-12');
const keyOf = ({ plan, month }: Pick<YearCard, 'plan' | 'month'>) => `${plan.id} ${month}`;

test('the year contains everything that can go wrong', () => {
  expect(year.cards.length).toBeGreaterThan(CLIENTS * 8);
  expect(year.cards.some(({ calculation, month }) => calculation !== month)).toBe(true);
  expect(year.cards.some((card) => unitsOf(card) === 0)).toBe(true);
  // The nights in which clocks go back and forward.
  const lengths = year.cards.flatMap(({ days }) => days.map((day) => workOf(day)));
  expect(Math.max(...lengths)).toBeGreaterThan(495);
  expect(new Set(standing.values()).size).toBe(CARD_STATUSES.length);
});

test('1: the page shows each card as it was made', async () => {
  const shown = new Map<number, ReturnType<typeof cardTotals>>();
  for (const { id } of year.clients)
    for (const date of MONTHS) {
      const { data } = await admin.call(getClientMonth, { clientId: id, date });
      for (const { saved } of data?.cards ?? [])
        if (saved) shown.set(saved.id, cardTotals(saved, 'America/Denver'));
    }
  expect(shown.size).toBe(year.cards.length);
  for (const card of year.cards) {
    const { units, amount, worked } = shown.get(card.id) ?? {};
    expect({ units, amount, worked }).toEqual({
      units: unitsOf(card),
      amount: centsOf(card),
      worked: hoursOf(card.days),
    });
  }
});

test('1: clients, providers, Month Report and List Monthly Report have the same totals', async () => {
  const all = expected(inYear());
  const flat = await book('FlatClients', YEAR);
  expect([figures((await book('AllClients', YEAR)).totals), figures(flat.totals)]).toEqual([all, all]);
  for (const [file, people] of [
    ['Client', year.clients],
    ['Provider', year.providers],
  ] as const) {
    const of = [];
    for (const { id } of people)
      of.push(figures((await book(file, { ...YEAR, id: String(id), view: 'billing' })).totals));
    expect([file, together(of)]).toEqual([file, all]);
  }
  const exported = new Map(flat.rows.map((row) => [`${row.Plan} ${row['Service month']}`, row]));
  for (const card of inYear()) {
    const row = exported.get(keyOf(card)) ?? {};
    expect(figures(row)).toEqual(expected([card]));
    expect([row['Calculation month'], row.Status]).toEqual([card.calculation, standing.get(card.id)]);
  }
  for (const group of ['private', 'nonprivate'])
    expect(figures((await book('AllClients', { ...YEAR, private: group })).totals)).toEqual(
      expected(inYear().filter(({ plan }) => plan.client.isPrivate === (group === 'private'))),
    );
});

test('2: by status, by code and over the seven statuses it is the same total', async () => {
  for (const month of [MONTHS[1], MONTHS[9]].flatMap((one) => one ?? [])) {
    const cards = year.cards.filter(({ calculation }) => calculation === month);
    const { summary } = await book('AllClients', monthOf(month));
    const codes = summary.findIndex(({ A }) => A === 'By Code');
    for (const lines of [summary.slice(2, codes), summary.slice(codes + 2)]) {
      const of = (letter: string) => lines.map((line) => Number(line[letter] ?? 0));
      // A card without units does not count as billed.
      expect([sum(of('B')), sum(of('C')), sum(of('D').map(cents)), sum(of('E'))]).toEqual([
        cards.filter((card) => unitsOf(card) > 0).length,
        sum(cards.map(unitsOf)),
        sum(cards.map(centsOf)),
        cards.filter((card) => card.month !== month && unitsOf(card) > 0).length,
      ]);
    }
    const parts = await Promise.all(
      CARD_STATUSES.map((status) => book('StatusReport', { ...monthOf(month), status })),
    );
    expect(sum(parts.map(({ totals }) => cents(totals.Amount)))).toBe(sum(cards.map(centsOf)));
    expect(sum(parts.map(({ rows }) => rows.length))).toBe(cards.length);
  }
});

test('if rates change within a month, some cards are billed by both', () => {
  const both = year.cards.filter(
    (card) => new Set([...dayUnits(card)].map(([date]) => rateOf(card, date))).size > 1,
  );
  expect(both.length).toBeGreaterThan(2);
});

test('3: a card’s days and halves add up to it', async () => {
  for (const client of year.clients) {
    const { rows } = await book('Client', { ...YEAR, id: String(client.id) });
    const byCard = Map.groupBy(rows, ({ Plan, Period }) => `${Plan} ${String(Period).slice(0, 2)}`);
    for (const card of inYear().filter(({ plan }) => plan.client === client)) {
      const lines = byCard.get(`${card.plan.id} ${card.month.slice(5)}`) ?? [];
      const units = dayUnits(card);
      expect(lines.map((line) => line.Units).filter((cell) => cell !== undefined)).toEqual([
        ...units.values(),
      ]);
      expect(together(lines.map(figures))).toEqual(expected([card]));
      const first = lines.filter(({ Half }) => Half === '1st half');
      const early = card.days.filter(({ date }) => date.slice(8) <= '15');
      expect(together(first.map(figures)).hours).toBe(hoursOf(early).total);
      expect(sum(first.map((line) => Number(line.Units ?? 0)))).toBe(
        sum([...units].flatMap(([date, n]) => (date.slice(8) <= '15' ? [n] : []))),
      );
    }
  }
});

/** What a file asks for: units and cents by member, day, code and place. */
const asked = (file: ClaimFile) => {
  const lines = new Map<string, { units: number; cents: number }>();
  for (const { subscribers } of file.sets.flatMap(({ providers }) => providers))
    for (const { party, claims } of subscribers)
      for (const claim of claims) {
        expect(claim.charge).toBe(sum(claim.lines.map(({ charge }) => charge)));
        expect(claim.lines.length).toBeLessThanOrEqual(50);
        for (const { procedure, charge, units, from } of claim.lines) {
          const code = [procedure.code, ...procedure.modifiers].join(' ');
          const key = [party.identity?.value, from, code, claim.place].join('|');
          expect(lines.has(key)).toBe(false);
          expect(units.places).toBe(0);
          lines.set(key, { units: units.digits, cents: charge });
        }
      }
  return lines;
};
const askedOf = (cards: readonly YearCard[]) => {
  const lines = new Map<string, { units: number; cents: number }>();
  for (const card of cards)
    for (const [day, units] of dayUnits(card)) {
      const { client, excluded } = card.plan;
      const { procedure } = termOf(card.plan, day);
      const key = [client.medicaid, day, procedure, excluded ? '99' : '12'].join('|');
      const known = lines.get(key) ?? { units: 0, cents: 0 };
      if (units > 0)
        lines.set(key, { units: known.units + units, cents: known.cents + units * rateOf(card, day) });
    }
  return lines;
};

/** Cards for which a claim asks for money or was paid: neither refused nor fully denied. */
const cardsOnClaims = async () => {
  const { rows } = await server.site.pool.query<{ id: number }>(
    `select card_id as id from claim_cards where not superseded and (refused_by is null or paid is not null)
     group by card_id having bool_or(paid is distinct from 0)`,
  );
  return new Set(rows.map(({ id }) => id));
};

test('2 and 3: what is claimed, what was sent before and who is left out equal the Status Report', async () => {
  for (const status of ['Billed', 'Denied'] as const)
    for (const month of MONTHS) {
      const cards = year.cards.filter(
        ({ id, calculation, plan }) =>
          calculation === month && !plan.client.isPrivate && standing.get(id) === status,
      );
      const report = await book('StatusReport', { ...monthOf(month), status, private: 'nonprivate' });
      expect(cents(report.totals.Amount)).toBe(sum(cards.map(centsOf)));
      const seen = await admin.call(previewClaims, upload(month, status));
      const refused = new Set(seen.data?.refused.map(({ clientId }) => clientId));
      const unready = cards.filter(({ plan }) => !plan.client.isReady);
      const outside = unready.filter((card) => unitsOf(card) > 0).map(({ plan }) => plan.client.id);
      expect(refused).toEqual(new Set(outside));
      const onClaims = await cardsOnClaims();
      const { data } = await admin.call(generateClaims, {
        ...upload(month, status),
        reason: 'Test',
        paymentsOnly: false,
      });
      const sent = cards.filter(({ id }) => onClaims.has(id));
      expect([month, data?.alreadySent]).toEqual([month, sent.length]);
      const fresh = cards.filter((card) => !sent.includes(card) && card.plan.client.isReady);
      expect([data?.units, data?.amount]).toEqual([sum(fresh.map(unitsOf)), sum(fresh.map(centsOf))]);
      expect((data?.amount ?? 0) + sum([...sent, ...unready].map(centsOf))).toBe(cents(report.totals.Amount));
      if (!data?.batch) continue;
      const file = readClaims(await fileOf(data.batch));
      if (!file.ok) throw new Error(file.faults[0].message);
      expect(asked(file.value)).toEqual(askedOf(fresh));
    }
  expect(await brokenInvariants(server.database.pool)).toEqual([]);
});

test('3: the control sheet equals the file', async () => {
  const { rows } = await server.site.pool.query<{ id: number; units: number; amount: string }>(
    'select id, units, amount from claim_batches order by id desc limit 2',
  );
  for (const { id, units, amount } of rows) {
    const sheet = await admin.raw(requestOf(printControlSheet, { id }));
    const words = (await readPdf(sheet.bytes, 0.1)).map(({ text }) => text).join(' ');
    expect(words).toContain(units.toLocaleString('en-US'));
    expect(words).toContain(`$${dollars(Number(amount))}`);
  }
});

test('5: billed minutes are all minutes less the unbilled ones', async () => {
  const byId = new Map(year.cards.map((card) => [card.id, card]));
  for (const work of (await Promise.all(MONTHS.map(wire))).flat()) {
    const card = byId.get(work.id);
    if (!card) throw new Error(`record ${work.id} was never made`);
    const [all, billed] = [hoursOf(card.days), hoursOf(card.days.filter(({ billing }) => billing))];
    expect([cents(work.working_hours), cents(work.travel_hours)]).toEqual([all.work, all.travel]);
    // Each is rounded separately.
    expect(Math.abs(all.work - cents(work.no_billing_working) - billed.work)).toBeLessThanOrEqual(1);
    expect(Math.abs(all.travel - cents(work.no_billing_travel) - billed.travel)).toBeLessThanOrEqual(1);
    expect(work.unit - work.no_billing_unit).toBe(unitsOf(card));
  }
});

test('6: a plan with a planned day has a card or is listed as not billed', async () => {
  const [est, missing] = [await book('EstBilling', YEAR), await book('NotAssignClients', YEAR)];
  const carded = new Set(year.cards.map(keyOf));
  const open = year.plans.flatMap((plan) =>
    MONTHS.filter((month) => plannedIn(plan, month).length > 0 && !carded.has(`${plan.id} ${month}`)).map(
      (month) => ({ plan, month }),
    ),
  );
  expect(missing.rows.map(({ Plan, Month }) => `${Plan} ${Month}`).toSorted()).toEqual(
    open.map(keyOf).toSorted(),
  );
  const bySource = Map.groupBy(est.rows, ({ Source }) => Source);
  expect([bySource.get('plan')?.length, bySource.get('card')?.length]).toEqual([
    open.length,
    year.cards.length,
  ]);
  // The same plans are estimated in two places.
  expect(sum((bySource.get('plan') ?? []).map((row) => cents(row['Est. amount'])))).toBe(
    cents(missing.totals['Est. amount']),
  );
  expect(sum((bySource.get('plan') ?? []).map((row) => cents(row['Planned hours'])))).toBe(
    cents(missing.totals['Planned hours']),
  );
});

test('7: by month of calculation and of service the year differs only by the late cards', async () => {
  const [flat, est] = [await book('FlatClients', YEAR), await book('EstBilling', YEAR)];
  const late = year.cards.filter(({ calculation }) => calculation > '2026-12');
  expect(cents(est.totals['Billed amount'])).toBe(sum(year.cards.map(centsOf)));
  expect(cents(est.totals['Billed amount']) - cents(flat.totals.Amount)).toBe(sum(late.map(centsOf)));
});

/** As printed: money and counts with thousands separators, hours with two decimals. */
const printed = (head: string, total: number) => {
  if (/units|Visits/i.test(head)) return total.toLocaleString('en-US');
  return /amount|billed|paid amount|open/i.test(head) ? dollars(Math.round(total * 100)) : total.toFixed(2);
};
const dollars = (amount: number) => (amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });

test('8: paper, cells, formulas and sums of cells are equal, whatever the server’s time zone', async () => {
  const asked = [
    ['AllClients', monthOf('2026-05')],
    ['FlatClients', monthOf('2026-05')],
    ['StatusReport', { ...monthOf('2026-05'), status: 'Billed' }],
    ['EstBilling', monthOf('2026-05')],
    ['NotAssignClients', YEAR],
    ['Client', { ...YEAR, id: String(year.clients[0]?.id) }],
    ['Provider', { ...YEAR, id: String(year.providers[0]?.id), view: 'billing' }],
  ] as const;
  const sheets = new Map<string, unknown>();
  for (const [file, query] of asked) {
    const { rows, formulas } = await reopen(await load(file, { ...query, export: 'xls' }));
    sheets.set(file, rows);
    const [lines = []] = rows;
    const pages = await readPdf(await load(file, query), 0.1);
    const words = pages
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' ');
    const sums = Object.entries(formulas[0] ?? {});
    expect(sums.length).toBeGreaterThan(0);
    for (const [cell, formula] of sums) {
      const column = cell.replace(/\d+/, '');
      const total = Number(lines.at(-1)?.[column]);
      expect(formula).toBe(`SUM(${column}2:${column}${lines.length - 1})`);
      expect(sum(lines.slice(1, -1).map((row) => Number(row[column] ?? 0)))).toBeCloseTo(total, 6);
      expect(words).toContain(printed(String(lines[0]?.[column]), total));
    }
  }
  await server.database.pool.query(
    `do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'Pacific/Kiritimati'); end $$`,
  );
  const own = process.env.TZ;
  process.env.TZ = 'Pacific/Kiritimati';
  try {
    const elsewhere = await server.atSecondInstance(admin);
    for (const [file, query] of asked)
      expect([file, (await reopen(await load(file, { ...query, export: 'xls' }, elsewhere))).rows]).toEqual([
        file,
        sheets.get(file),
      ]);
  } finally {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
  }
});
