import { deleteWork, updateWork } from '@homecare/domain/billing/contract.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import { grossOf } from '@homecare/domain/payroll/month.ts';
import { removePayRate, savePayRate } from '@homecare/domain/payroll/rate-contract.ts';
import { exportPayroll, getPayRules, listRuns, savePayRules } from '@homecare/domain/payroll/run-contract.ts';
import type { PayCategory } from '@homecare/domain/people/dictionary.ts';
import { listTypes, saveTerm } from '@homecare/domain/plan-types/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Random, randomOf } from '../src/operations/example-random.ts';
import {
  type BilledYear,
  hoursOf,
  lastDay,
  MONTHS,
  makeBilledYear,
  sum,
  workOf,
  type YearCard,
  type YearDay,
} from './billed-year.ts';
import { requestOf } from './requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from './server.ts';
import { tableIn } from './workbook.ts';

/**
 * A year of payroll by people with malicious names, exported month by month while hours, cards, rates and categories keep changing:
 * exports with their corrections equal page, reports and what plain loops count (docs/rules/payroll.md, rule 21). YEAR_CLIENTS and
 * YEAR_SEED make it larger or different (the long proof).
 */
const CLIENTS = Number(process.env.YEAR_CLIENTS ?? 5);
const SEED = process.env.YEAR_SEED ?? '2026';
const NOW = '2027-01-15T17:00:00Z';

let server: TestServer;
let admin: Caller;
let year: BilledYear;
let random: Random;

// ---- the agency as this test knows it

interface Rate {
  readonly provider: number;
  readonly category: PayCategory;
  readonly from: string | null;
  readonly rate: number;
}
let cards: YearCard[];
let rates: Rate[] = [];
/** The types' pay categories, from a day on. */
const categories: { readonly code: string; readonly from: string; readonly category: PayCategory }[] = [
  { code: 'PCP', from: '', category: 'PCP/RPCP' },
  { code: 'RPCP', from: '', category: 'PCP/RPCP' },
  { code: 'IHSSPC', from: '', category: 'PCP/RPCP' },
  { code: 'HMK', from: '', category: 'Homemaker' },
  // New terms in the billed year, with the same category as before.
  { code: 'HMK', from: '2026-05-22', category: 'Homemaker' },
  { code: 'HMK', from: '2026-12-10', category: 'Homemaker' },
];

/** Sorted by day; the last one that has begun. */
const latest = <T extends { readonly from: string | null }>(
  list: readonly T[],
  date: string,
): T | undefined => {
  let found: T | undefined;
  for (const one of list)
    if ((one.from ?? '') <= date && (!found || (one.from ?? '') >= (found.from ?? ''))) found = one;
  return found;
};

interface Sums {
  hours: number;
  straight: number;
}

/** Printed hours × rate, line by line. A card's hours are rounded cumulatively, and lines are split where category or rate changes. */
const countedOf = (month: string): Map<string, Sums> => {
  const lines = new Map<string, { key: string; hours: number; rate: number }>();
  for (const card of cards) {
    if (card.calculation !== month) continue;
    const provider = card.plan.provider.id;
    let [work, travel, before] = [0, 0, 0];
    for (const day of card.days) {
      if (!day.payroll) continue;
      work += workOf(day);
      travel += day.travel;
      const running = Math.round((work * 100) / 60) + Math.round((travel * 100) / 60);
      const half = day.date.slice(8) <= '15' ? 0 : 1;
      const category = latest(
        categories.filter(({ code }) => code === card.plan.code),
        day.date,
      )?.category;
      const own = rates.filter((one) => one.provider === provider && one.category === category);
      const rate = latest(own, day.date);
      const paid = rate && rate.rate > 0 ? rate : undefined;
      const id = [provider, half, category, paid?.from, paid?.rate].join('|');
      const line = lines.get(id) ?? { key: `${provider} ${half}`, hours: 0, rate: paid?.rate ?? 0 };
      lines.set(id, { ...line, hours: line.hours + running - before });
      before = running;
    }
  }
  const found = new Map<string, Sums>();
  for (const { key, hours, rate } of lines.values()) {
    const known = found.get(key) ?? { hours: 0, straight: 0 };
    found.set(key, {
      hours: known.hours + hours,
      straight: known.straight + Math.round((hours * rate) / 100),
    });
  }
  return found;
};

// ---- what the product tells

interface Paid extends Sums {
  premium: number;
}
const NOTHING: Paid = { hours: 0, straight: 0, premium: 0 };
const add = (a: Paid, b: Paid): Paid => ({
  hours: a.hours + b.hours,
  straight: a.straight + b.straight,
  premium: a.premium + b.premium,
});
const isNothing = ({ hours, straight, premium }: Paid) => hours === 0 && straight === 0 && premium === 0;
const withoutNothing = (paid: ReadonlyMap<string, Paid>) =>
  new Map([...paid].filter(([, one]) => !isNothing(one)));

/** By provider and half. */
const pageOf = async (month: string): Promise<Map<string, Paid>> => {
  const { data, text } = await admin.call(getPayMonth, { date: month, private: 'all' });
  if (!data) throw new Error(text);
  const found = new Map<string, Paid>();
  for (const provider of data.providers)
    for (const half of [0, 1] as const) {
      const { straight, premium } = grossOf(provider, half);
      found.set(`${provider.ID} ${half}`, {
        hours: straight.hours.total,
        straight: straight.amount,
        premium: premium ?? 0,
      });
    }
  return withoutNothing(found);
};

const hundredths = (text: string | undefined) => Math.round(Number(text) * 100);
const cells = (csv: string) => {
  const [head = [], ...rows] = csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));
  return rows.map((row) => new Map(head.map((name, at) => [name, row[at] ?? ''])));
};

/** All rows of all files, by month, provider and half. */
const exported = new Map<string, Paid>();
const halves = new Set<string>();
const exportRun = async (month: string, half: '1' | '2' | 'both' = 'both'): Promise<boolean> => {
  const made = await admin.raw(requestOf(exportPayroll, { from: month, to: month, half, export: 'csv' }));
  if (made.status === 409) return false;
  expect(made.status).toBe(200);
  for (const row of cells(made.text)) {
    const paid = {
      hours: hundredths(row.get('total_hours')),
      straight: hundredths(row.get('straight_amount')),
      premium: hundredths(row.get('overtime_premium')),
    };
    expect(hundredths(row.get('gross'))).toBe(paid.straight + paid.premium);
    const key = `${row.get('month')} ${row.get('provider_id')} ${Number(row.get('half')) - 1}`;
    exported.set(key, add(exported.get(key) ?? NOTHING, paid));
  }
  for (const one of half === 'both' ? ['0', '1'] : [String(Number(half) - 1)]) halves.add(`${month} ${one}`);
  return true;
};

/** The exported halves of the month, by provider and half. */
const exportedOf = (month: string): Map<string, Paid> =>
  withoutNothing(
    new Map(
      [...exported].flatMap(([key, paid]): [string, Paid][] =>
        key.startsWith(month) ? [[key.slice(month.length + 1), paid]] : [],
      ),
    ),
  );

const sameAsPage = async (month: string) => {
  const page = await pageOf(month);
  const own = new Map([...page].filter(([key]) => halves.has(`${month} ${key.split(' ')[1]}`)));
  expect([month, exportedOf(month)]).toEqual([month, own]);
};
const sameAsCounted = async (month: string) => {
  // A half with only a week's overtime premium is checked by the exports.
  const paidLines = (sums: ReadonlyMap<string, Sums>) =>
    [...sums].flatMap(([key, { hours, straight }]) =>
      hours === 0 && straight === 0 ? [] : [[key, hours, straight]],
    );
  const [page, counted] = [paidLines(await pageOf(month)), paidLines(countedOf(month))];
  const inOrder = (list: unknown[][]) => list.map((one) => one.join(' ')).toSorted();
  expect([month, inOrder(page)]).toEqual([month, inOrder(counted)]);
};

// ---- what goes on changing

const setRate = async (provider: number, category: PayCategory, from: string | null, rate: number) => {
  const same = (one: Rate) => one.provider === provider && one.category === category && one.from === from;
  const stored = rates.find(same);
  const sent = await admin.call(savePayRate, {
    id: provider,
    category,
    validFrom: from,
    rate,
    was: stored?.rate ?? null,
  });
  expect(sent.status).toBe(200);
  rates = [...rates.filter((one) => !same(one)), { provider, category, from, rate }];
};

const changeHours = async (card: YearCard) => {
  const days = card.days.map((day): YearDay => {
    const { start } = day;
    if (random.chance(0.3)) return { ...day, payroll: !day.payroll };
    const minutes = Number(start.slice(0, 2)) * 60 + Number(start.slice(3)) + random.int(30, 150);
    const two = (n: number) => String(n).padStart(2, '0');
    const end = `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
    return random.chance(0.5) ? { ...day, end, travel: random.pick([0, 7, 20]) } : day;
  });
  const { status, text } = await admin.call(updateWork, { id: card.id, data: { days: [...days] } });
  if (status !== 200) throw new Error(text);
  cards = cards.map((one) => (one.id === card.id ? { ...card, days } : one));
};
const deleteCard = async (card: YearCard) => {
  expect((await admin.call(deleteWork, { id: card.id, data: {} })).status).toBe(200);
  cards = cards.filter(({ id }) => id !== card.id);
};
const raise = async (provider: number) => {
  const [month, day] = [random.pick(MONTHS), String(random.int(1, 28)).padStart(2, '0')];
  await setRate(
    provider,
    random.pick(['PCP/RPCP', 'Homemaker'] as const),
    `${month}-${day}`,
    random.int(1600, 2600),
  );
};
const takeBack = async () => {
  const one = random.pick(rates);
  const { provider, category, from, rate } = one;
  const sent = await admin.call(removePayRate, { id: provider, category, validFrom: from, was: rate });
  expect(sent.status).toBe(200);
  rates = rates.filter((other) => other !== one);
};
const recategorise = async (code: string, from: string, category: PayCategory) => {
  const type = (await admin.call(listTypes, {})).data?.find(({ Code }) => Code === code);
  const [term] = type?.terms ?? [];
  if (!type || !term) throw new Error(`no type ${code}`);
  const { status, text } = await admin.call(saveTerm, {
    ...term,
    id: type.id,
    rev: type.rev,
    isNew: true,
    validFrom: from,
    payCategory: category,
  });
  if (status !== 200) throw new Error(text);
  categories.push({ code, from, category });
};

/** Overtime begins early, so that most weeks have some. */
const limitOvertime = async (hoursAWeek: number, hoursADay: number) => {
  const { data } = await admin.call(getPayRules, {});
  if (!data) throw new Error('no rules');
  const { rules, rev } = data;
  const overtime = rules.overtime.map((rule) => ({
    ...rule,
    weekLimit: hoursAWeek * 60,
    dayLimit: hoursADay * 60,
  }));
  expect((await admin.call(savePayRules, { rules: { ...rules, overtime }, rev })).status).toBe(200);
};

/** The log uses the database's clock, runs and cards the test's, so both must advance. Sessions expire, so sign in again. */
const goOn = async (duration: Temporal.DurationLike) => {
  server.clock.advance(duration);
  await server.database.pool.query(
    `alter table change_log alter column at set default '${server.clock.now()}'`,
  );
  admin = await server.as('admin');
};

beforeAll(async () => {
  server = await testServer({ now: NOW, entry: WITH_BILLING });
  await goOn({ hours: 0 });
  year = await makeBilledYear(server.site.pool, admin, { clients: CLIENTS, seed: SEED });
  cards = [...year.cards];
  random = randomOf(`paid ${SEED}`);
  await limitOvertime(16, 7);
  for (const [n, { id }] of year.providers.entries()) {
    await setRate(id, 'PCP/RPCP', null, 1650 + n * 35);
    // Some have no rate for a category, some only from a later day on.
    if (n % 3 > 0) await setRate(id, 'Homemaker', n % 3 === 1 ? null : '2026-03-10', 1725);
    if (n % 2 > 0) await setRate(id, 'PCP/RPCP', '2026-07-08', 1900 + n);
  }
}, 600_000);
afterAll(() => server.stop());

test('paid hours are those of cards with payroll checked, and pay is their hours at the rates of their days', async () => {
  for (const month of MONTHS) {
    await sameAsCounted(month);
    const own = cards.filter(({ calculation }) => calculation === month);
    const checked = sum(own.map(({ days }) => hoursOf(days.filter(({ payroll }) => payroll)).total));
    expect([month, sum([...(await pageOf(month)).values()].map(({ hours }) => hours))]).toEqual([
      month,
      checked,
    ]);
  }
  const { rows } = await server.site.pool.query<{ minutes: string }>(
    `select sum(working_minutes + travel_minutes - no_payroll_working_minutes - no_payroll_travel_minutes) as minutes
     from work where deleted is null`,
  );
  const paid = cards.flatMap(({ days }) => days.filter(({ payroll }) => payroll));
  expect(Number(rows[0]?.minutes)).toBe(sum(paid.map((day) => workOf(day) + day.travel)));
});

test('whatever changes after an export, all runs together equal the page', async () => {
  const some = (count: number) => random.some(cards, count);
  for (const [n, month] of MONTHS.slice(0, 9).entries()) {
    // A month half by half, or at once.
    if (n % 3 === 2) {
      await exportRun(month, '1');
      for (const card of some(1)) await changeHours(card);
      await exportRun(month, '2');
    } else await exportRun(month);
    // Each run corrects what has changed since, in all earlier months.
    for (const settled of MONTHS.slice(0, n + 1)) await sameAsPage(settled);
    expect(await exportRun(month)).toBe(false);

    // A run does not look at changes made long before it, so only these changes count.
    await goOn({ hours: 48 });
    for (const card of some(3)) await changeHours(card);
    if (n % 2 === 0) for (const card of some(1)) await deleteCard(card);
    await raise(random.pick(year.providers).id);
    if (n === 4) await recategorise('HMK', '2026-02-11', 'PCP/RPCP');
    if (n % 4 === 3) await takeBack();
    if (n === 6) await limitOvertime(14, 8);
  }
  // The next run corrects everything since.
  await exportRun('2026-10');
  for (const month of MONTHS.slice(0, 10)) {
    await sameAsPage(month);
    await sameAsCounted(month);
  }
  const { data: runs = [] } = await admin.call(listRuns, {});
  expect(runs.some(({ corrections }) => corrections.straight !== 0)).toBe(true);
  const files = [...exported.values()].reduce(add, NOTHING);
  const totals = runs.flatMap(({ pay, corrections }) => [pay, corrections]);
  expect(files).toEqual({
    hours: sum(totals.map(({ hours }) => hours)),
    straight: sum(totals.map(({ straight }) => straight)),
    premium: sum(totals.map(({ premium }) => premium)),
  });
});

test('reports of the exported months equal what was exported', async () => {
  const span = { from: '2026-01-01', to: lastDay('2026-10') };
  const book = async (file: string, query: Record<string, string> = {}) => {
    const { status, bytes } = await admin.raw({
      url: `/homecare/api/Billing_generator/${file}.php?${new URLSearchParams({ ...span, ...query, export: 'xls' })}`,
    });
    expect(`${file} ${status}`).toBe(`${file} 200`);
    return tableIn(bytes);
  };
  const cents = (cell: unknown) => Math.round(Number(cell ?? 0) * 100);
  const all = [...exported.values()].reduce(add, NOTHING);
  expect(all.premium).toBeGreaterThan(0);
  const [flat, month] = [await book('FlatPayroll'), await book('AllPayroll')];
  const gross = all.straight + all.premium;
  const figures = (totals: Record<string, unknown>, names: readonly string[]) =>
    names.map((name) => cents(totals[name]));
  expect(figures(flat.totals, ['Paid total', 'Straight pay', 'Overtime premium', 'Gross'])).toEqual([
    all.hours,
    all.straight,
    all.premium,
    gross,
  ]);
  expect(
    figures(month.totals, ['Paid total', 'Paid hours', 'Straight pay', 'Overtime premium', 'Gross']),
  ).toEqual([all.hours, all.hours, all.straight, all.premium, gross]);
  let [hours, paid] = [0, 0];
  for (const { id } of year.providers) {
    const { totals, summary } = await book('Provider', { id: String(id) });
    hours += cents(totals.Paid);
    const heading = summary.findIndex(({ A }) => A === 'Gross');
    paid += sum(summary.slice(heading + 2).map(({ D }) => cents(D)));
  }
  expect([hours, paid]).toEqual([all.hours, gross]);
});
