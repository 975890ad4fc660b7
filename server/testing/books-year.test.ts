import { checkBatch } from '@homecare/domain/books/batches.ts';
import type { BookBatch, BookMonth, BookPayRun } from '@homecare/domain/books/facts.ts';
import { checkInvoices } from '@homecare/domain/books/invoices.ts';
import { checkMonth } from '@homecare/domain/books/months.ts';
import { checkPayRun } from '@homecare/domain/books/pay.ts';
import type { CheckResult } from '@homecare/domain/books/schema.ts';
import { mergeAll } from '@homecare/domain/books/tally.ts';
import { checkUnits } from '@homecare/domain/books/units.ts';
import { expect, test } from 'vitest';
import { type Random, randomOf } from '../src/operations/example-random.ts';
import { type GeneratedYear, makeYear } from './generated-books.ts';

/**
 * The books' own check finds what was planted, and nothing in books that are in order (docs/rules/books.md). BOOK_YEARS
 * makes it longer (the long proof).
 */
const YEARS = Number(process.env.BOOK_YEARS ?? 2);

/** A part of a year that nobody has touched is checked once. */
const checked = new WeakMap<object, CheckResult[]>();
const once = <T extends object>(part: T, check: (part: T) => CheckResult[]): CheckResult[] => {
  const known = checked.get(part) ?? check(part);
  checked.set(part, known);
  return known;
};

const checkYear = ({ months, batches, runs, invoices, units }: GeneratedYear): CheckResult[] =>
  mergeAll([
    ...months.flatMap((month) => once(month, checkMonth)),
    ...units.flatMap((of) => once(of, (one) => [checkUnits(one)])),
    ...once(invoices, (all) => [checkInvoices(all)]),
    ...batches.flatMap((batch, at) => {
      const previous = batches[at - 1]?.id ?? null;
      const isNext = previous === null || batch.id === previous + 1;
      return isNext ? once(batch, (one) => checkBatch(one, previous)) : checkBatch(batch, previous);
    }),
    ...runs.flatMap((run, at) => {
      const previous = runs[at - 1]?.run.number ?? null;
      const isNext = previous === null || run.run.number === previous + 1;
      return isNext ? once(run, (one) => [checkPayRun(one, previous)]) : [checkPayRun(run, previous)];
    }),
  ]);
const brokenOf = (year: GeneratedYear) =>
  checkYear(year).flatMap(({ check, broken }) =>
    broken.map(({ text, record }) => `${check} ${record.kind} ${record.id}: ${text}`),
  );

test(`nothing is found in ${YEARS} years whose books are in order, and parts add up to their totals`, () => {
  for (let n = 0; n < YEARS; n += 1) {
    const year = makeYear(String(n));
    const results = checkYear(year);
    expect([n, brokenOf(year)]).toEqual([n, []]);
    const total = (check: string) => results.find((one) => one.check === check)?.total;
    const minutes = year.months.flatMap(({ visits }) =>
      visits.map(
        ({ startedAt: from, endedAt: to }) => (Date.parse(to ?? '') - Date.parse(from ?? '')) / 60_000,
      ),
    );
    const plain = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
    // Each total is counted by plain loops too.
    expect(total('worked')).toBe(plain(minutes));
    expect(total('amounts')).toBe(
      plain(year.months.flatMap(({ planMonths }) => planMonths.map(({ card }) => card?.amount ?? 0))),
    );
    expect(total('units')).toBe(
      plain(
        year.months.flatMap(({ planMonths }) =>
          planMonths.map(({ card }) => (card ? card.totals.unit - card.totals.noBilling.unit : 0)),
        ),
      ),
    );
    expect(total('payments')).toBe(plain(year.batches.map(({ amount }) => amount)));
    expect(total('files')).toBe(plain(year.batches.map(({ amount }) => amount)));
    expect(total('invoices')).toBe(
      plain(year.invoices.invoices.flatMap((one) => (one.isVoid ? [] : [one.total]))),
    );
    expect(total('pay')).toBe(plain(year.runs.map(({ run }) => run.pay.straight)));
  }
});

// --- Planted faults

/** Some record of the year as somebody who reaches the database by hand would leave it; undefined: this one cannot be. */
type Fault = (year: GeneratedYear, random: Random) => GeneratedYear | undefined;

const replaced = <T>(list: readonly T[], at: number, value: T): T[] => list.with(at, value);

const inMonth =
  (change: (month: BookMonth, random: Random) => BookMonth | undefined): Fault =>
  (year, random) => {
    const at = random.int(0, 11);
    const month = year.months[at];
    const changed = month && change(month, random);
    return changed && { ...year, months: replaced(year.months, at, changed) };
  };

type Card = NonNullable<BookMonth['planMonths'][number]['card']>;
const inCard = (
  change: (card: Card, random: Random) => Card | undefined,
  isFit: (card: Card) => boolean = () => true,
): Fault =>
  inMonth((month, random) => {
    const fit = [...month.planMonths.entries()].filter(
      ([, { card }]) => card !== null && card.days.length > 1 && isFit(card),
    );
    if (fit.length === 0) return undefined;
    const [at, of] = random.pick(fit);
    const card = of.card && change(of.card, random);
    return card ? { ...month, planMonths: replaced(month.planMonths, at, { ...of, card }) } : undefined;
  });

const inBatch =
  (change: (batch: BookBatch, random: Random) => BookBatch | undefined): Fault =>
  (year, random) => {
    const at = random.int(0, 11);
    const batch = year.batches[at];
    const changed = batch && batch.sent.length > 0 && change(batch, random);
    return changed ? { ...year, batches: replaced(year.batches, at, changed) } : undefined;
  };

type Claim = BookBatch['sent'][number];
const inClaim = (change: (claim: Claim, random: Random) => Claim | undefined): Fault =>
  inBatch((batch, random) => {
    const at = random.int(0, batch.sent.length - 1);
    const claim = batch.sent[at];
    const changed = claim && change(claim, random);
    return changed && { ...batch, sent: replaced(batch.sent, at, changed) };
  });

const inRun =
  (change: (run: BookPayRun, random: Random) => BookPayRun | undefined): Fault =>
  (year, random) => {
    const at = random.int(0, 11);
    const run = year.runs[at];
    const changed = run && run.rows.length > 0 && change(run, random);
    return changed ? { ...year, runs: replaced(year.runs, at, changed) } : undefined;
  };
const inPayRow = (
  change: (row: BookPayRun['rows'][number]) => BookPayRun['rows'][number] | undefined,
): Fault =>
  inRun((run, random) => {
    const at = random.int(0, run.rows.length - 1);
    const row = run.rows[at];
    const changed = row && change(row);
    return changed && { ...run, rows: replaced(run.rows, at, changed) };
  });

type Invoice = GeneratedYear['invoices']['invoices'][number];
const inInvoice =
  (change: (invoice: Invoice) => Invoice | undefined): Fault =>
  (year, random) => {
    const { invoices } = year.invoices;
    const at = random.int(0, invoices.length - 1);
    const invoice = invoices[at];
    const changed = invoice && change(invoice);
    return changed && { ...year, invoices: { ...year.invoices, invoices: replaced(invoices, at, changed) } };
  };
type Receipt = GeneratedYear['invoices']['payments'][number];
const inPayment =
  (change: (payment: Receipt) => Receipt): Fault =>
  (year, random) => {
    const { payments } = year.invoices;
    const at = random.int(0, payments.length - 1);
    const payment = payments[at];
    return (
      payment && {
        ...year,
        invoices: { ...year.invoices, payments: replaced(payments, at, change(payment)) },
      }
    );
  };

type Units = GeneratedYear['units'][number];
const inUnits =
  (change: (units: Units, random: Random) => Units | undefined): Fault =>
  (year, random) => {
    const at = random.int(0, year.units.length - 1);
    const units = year.units[at];
    const changed = units && change(units, random);
    return changed && { ...year, units: replaced(year.units, at, changed) };
  };
type StoredCard = Units['cards'][number];
/** A record without claims: the days of one that was sent may keep other units. */
const inUnclaimedCard = (change: (card: StoredCard) => readonly StoredCard[]): Fault =>
  inUnits((units, random) => {
    const isClaimed = ({ planId, date }: StoredCard) =>
      units.claims.some((claim) => claim.planId === planId && claim.day.startsWith(date));
    const fit = units.cards.filter((card) => card.units > 0 && !isClaimed(card));
    if (fit.length === 0) return undefined;
    const card = random.pick(fit);
    return { ...units, cards: units.cards.flatMap((one) => (one === card ? change(card) : [one])) };
  });
const inAsked = (change: (asked: Units['asked'][number]) => Units['asked'][number]): Fault =>
  inUnits((units, random) => {
    if (units.asked.length === 0) return undefined;
    const at = random.int(0, units.asked.length - 1);
    const asked = units.asked[at];
    return asked && { ...units, asked: replaced(units.asked, at, change(asked)) };
  });

const paidOnce = (claim: Claim) => (claim.answers.length > 0 ? claim : undefined);

const FAULTS: Readonly<Record<string, Fault>> = {
  'units that the ledger does not count': inUnclaimedCard((card) => [{ ...card, units: card.units + 1 }]),
  'a day that the ledger counts no more': inUnclaimedCard((card) => [
    { ...card, days: card.days.filter(({ billing }) => !billing) },
  ]),
  'the other rounding': inUnclaimedCard((card) => [
    { ...card, days: card.days.map((day) => ({ ...day, travel: day.travel + 16 })) },
  ]),
  'a second billing record of a plan and month': inUnclaimedCard((card) => [
    card,
    { ...card, id: card.id + 9_000 },
  ]),
  'a claimed day that is gone': inUnits((units) =>
    units.claims.length > 0 ? { ...units, claims: units.claims.slice(1) } : undefined,
  ),
  'a claimed day that counts twice': inUnits((units) => {
    const [claim] = units.claims;
    return claim && { ...units, claims: [...units.claims, claim] };
  }),
  'a claimed day of another plan': inUnits((units) => {
    const [claim] = units.claims;
    return claim && { ...units, claims: replaced(units.claims, 0, { ...claim, planId: 88_888 }) };
  }),
  'claimed units of a billing record': inAsked((asked) => ({ ...asked, units: asked.units - 1 })),
  'a decision that no line has': inAsked((asked) => ({ ...asked, isDecided: !asked.isDecided })),
  'amount of a billing record': inCard((card) => ({ ...card, amount: card.amount + 1 })),
  'units of a billing record': inCard((card) => ({
    ...card,
    totals: { ...card.totals, unit: card.totals.unit + 1 },
  })),
  'worked minutes of a billing record': inCard((card) => ({
    ...card,
    totals: { ...card.totals, working: card.totals.working - 15 },
  })),
  'unpaid minutes of a billing record': inCard((card) => ({
    ...card,
    totals: {
      ...card.totals,
      noPayroll: { ...card.totals.noPayroll, working: card.totals.noPayroll.working + 15 },
    },
  })),
  'rate of a billing record': inCard(
    (card) => ({ ...card, payRate: card.payRate + 10 }),
    (card) => card.rates.length === 0 && card.amount > 0,
  ),
  'a day moved out of its period': inCard(
    (card) => ({ ...card, startPeriod: `${card.date}-20` }),
    (card) =>
      card.amount > 0 &&
      card.days.some(({ date, billing }) => billing && date < `${card.date}-20` && date > `${card.date}-05`),
  ),
  'a day longer than it was': inCard(
    (card) => ({
      ...card,
      days: card.days.map((day) => (day.billing ? { ...day, travel: day.travel + 60 } : day)),
    }),
    (card) => card.days.some(({ billing, date }) => billing && date >= card.startPeriod),
  ),
  'client of another care plan': inCard((card) => ({ ...card, plan: { ...card.plan, clientId: 999_999 } })),
  'caregiver of another care plan': inCard((card) => ({
    ...card,
    plan: { ...card.plan, providerId: 999_999 },
  })),
  'a day before it was worked': inMonth((month) =>
    month.planMonths.some(({ card }) =>
      card?.days.some(
        ({ billing, date }) => billing && date >= card.startPeriod && date > `${month.month}-06`,
      ),
    )
      ? { ...month, today: `${month.month}-06` }
      : undefined,
  ),
  'the same hours on a second billing record': inMonth((month, random) => {
    const fit = month.planMonths.filter(({ card }) =>
      card?.days.some(({ billing, date }) => billing && date >= card.startPeriod),
    );
    if (fit.length === 0) return undefined;
    const of = random.pick(fit);
    if (!of.card) return undefined;
    const twin = { ...of.card, id: of.card.id + 5_000, planId: 77_777 };
    return {
      ...month,
      planMonths: [...month.planMonths, { ...of, planId: 77_777, card: twin, parts: [] }],
    };
  }),
  'a claim above its billing record': inMonth((month, random) => {
    const fit = [...month.planMonths.entries()].filter(
      ([, { card, parts }]) => card !== null && parts.some(({ paid }) => paid !== 0),
    );
    if (fit.length === 0) return undefined;
    const [at, of] = random.pick(fit);
    const [first, ...others] = of.parts;
    if (!first || !of.card) return undefined;
    const parts = [{ ...first, charge: first.charge + of.card.amount + 1 }, ...others];
    return {
      ...month,
      planMonths: replaced(month.planMonths, at, {
        ...of,
        parts,
        card: { ...of.card, modifiedAt: `${month.month}-01T00:00:00Z` },
      }),
    };
  }),
  'charge of a claim': inClaim((claim) => ({ ...claim, charge: claim.charge + 100 })),
  'units of a claim': inClaim((claim) => ({ ...claim, units: claim.units + 1 })),
  'a line that went missing': inClaim((claim) => ({ ...claim, lines: claim.lines.slice(1) })),
  'charge of a line': inClaim((claim) => {
    const [line] = claim.lines;
    return line && { ...claim, lines: replaced(claim.lines, 0, { ...line, charge: line.charge + 8 }) };
  }),
  'a share of a line': inClaim((claim) => {
    const [line] = claim.lines;
    const [share] = line?.shares ?? [];
    if (!line || !share) return undefined;
    const shares = replaced(line.shares, 0, { ...share, amount: share.amount - 5 });
    return { ...claim, lines: replaced(claim.lines, 0, { ...line, shares }) };
  }),
  'a share of another billing record': inClaim((claim) => {
    const [line] = claim.lines;
    const [share] = line?.shares ?? [];
    if (!line || !share) return undefined;
    const shares = replaced(line.shares, 0, { ...share, cardId: 4_242 });
    return { ...claim, lines: replaced(claim.lines, 0, { ...line, shares }) };
  }),
  'charge of a billing record in a claim': inClaim((claim) => {
    const [part] = claim.parts;
    return part && { ...claim, parts: replaced(claim.parts, 0, { ...part, charge: part.charge + 3 }) };
  }),
  'units of a billing record in a claim': inClaim((claim) => {
    const [part] = claim.parts;
    return part && { ...claim, parts: replaced(claim.parts, 0, { ...part, units: part.units + 3 }) };
  }),
  'a billing record that is in no line': inClaim((claim) => {
    const [part] = claim.parts;
    return part && { ...claim, parts: [...claim.parts, { ...part, cardId: 5_151, charge: 0, paid: null }] };
  }),
  'a billing record that lost its claim': inClaim((claim) => ({ ...claim, parts: claim.parts.slice(1) })),
  'what was paid for a claim': inClaim(
    (claim) => paidOnce(claim) && { ...claim, paid: (claim.paid ?? 0) + 25 },
  ),
  'paid without an answer': inClaim((claim) =>
    claim.answers.length === 0 ? { ...claim, paid: 100 } : undefined,
  ),
  'an answer that went missing': inClaim(
    (claim) => paidOnce(claim) && { ...claim, answers: claim.answers.slice(1) },
  ),
  'a payment that counts twice': inClaim((claim) => {
    const [answer] = claim.answers;
    return answer && { ...claim, answers: [...claim.answers, { ...answer, key: `${answer.key} again` }] };
  }),
  'paid for a line': inClaim((claim) => {
    const [answer] = claim.answers;
    const [line] = answer?.lines ?? [];
    if (!answer?.lines || !line) return undefined;
    const lines = replaced(answer.lines, 0, { ...line, paid: line.paid + 7 });
    return { ...claim, answers: replaced(claim.answers, 0, { ...answer, lines }) };
  }),
  'paid for a billing record': inClaim((claim) => {
    const [part] = claim.parts;
    return (
      part &&
      paidOnce(claim) && {
        ...claim,
        parts: replaced(claim.parts, 0, { ...part, paid: (part.paid ?? 0) + 9 }),
      }
    );
  }),
  'a payment that a billing record does not have': inClaim((claim) => {
    const [part] = claim.parts;
    return part && paidOnce(claim) && { ...claim, parts: replaced(claim.parts, 0, { ...part, posted: [] }) };
  }),
  'a payment of another claim': inClaim((claim) => {
    const [part] = claim.parts;
    return (
      part && { ...claim, parts: replaced(claim.parts, 0, { ...part, posted: [...part.posted, 'another'] }) }
    );
  }),
  'more written off than is left': inClaim(
    (claim) => paidOnce(claim) && { ...claim, settled: claim.charge - (claim.paid ?? 0) + 1 },
  ),
  'total of an invoice': inInvoice((invoice) => ({ ...invoice, total: invoice.total + 1 })),
  'a line that went missing from an invoice': inInvoice((invoice) => ({
    ...invoice,
    lines: invoice.lines.slice(1),
  })),
  'a void invoice that still counts': inInvoice((invoice) => ({ ...invoice, isVoid: !invoice.isVoid })),
  'an invoice that is paid twice': inInvoice((invoice) =>
    invoice.parts.length > 0 ? { ...invoice, parts: [...invoice.parts, ...invoice.parts] } : undefined,
  ),
  'an invoice that is gone': (year, random) => {
    const { invoices } = year.invoices;
    const at = random.int(0, invoices.length - 2);
    return {
      ...year,
      invoices: { ...year.invoices, invoices: invoices.filter((_, index) => index !== at) },
    };
  },
  'a payment that pays more than it is': inPayment((payment) => ({ ...payment, amount: 1 })),
  'a payment that was taken back and still pays': inPayment((payment) => ({
    ...payment,
    isReversed: true,
  })),
  'amount of a file': inBatch((batch) => ({ ...batch, amount: batch.amount - 1 })),
  'claims of a file': inBatch((batch) => ({ ...batch, claims: batch.claims + 1 })),
  'lines of a file': inBatch((batch) => ({ ...batch, lines: batch.lines - 1 })),
  'units of a file': inBatch((batch) => ({ ...batch, units: batch.units + 2 })),
  'a claim that is gone': inBatch((batch) => ({ ...batch, sent: batch.sent.slice(1) })),
  'a claim that was never sent': inBatch((batch) => {
    const [claim] = batch.sent;
    return claim && { ...batch, sent: [...batch.sent, { ...claim, id: `${batch.id}-999` }] };
  }),
  'a file with a byte changed': inBatch((batch) => ({
    ...batch,
    file: batch.file.replace(/CLM\*([^*]*)\*(\d)/, (_, id, digit) => `CLM*${id}*${(Number(digit) + 1) % 10}`),
  })),
  'a file that was cut': inBatch((batch) => ({ ...batch, file: batch.file.slice(0, -40) })),
  'a file without bytes': inBatch((batch) => ({ ...batch, file: '' })),
  'a file of another number': inBatch((batch) => ({ ...batch, interchange: batch.interchange + 1_000 })),
  'a number of files left out': (year, random) => {
    const at = random.int(2, 9);
    return { ...year, batches: year.batches.filter((_, index) => index !== at) };
  },
  'a file of another month in its place': inBatch((batch) => ({
    ...batch,
    file: batch.file.replaceAll('CLM*', 'CLM*9'),
  })),
  'straight pay of a run': inRun((run) => ({
    ...run,
    run: { ...run.run, pay: { ...run.run.pay, straight: run.run.pay.straight + 1 } },
  })),
  'hours of a run': inRun((run) => ({
    ...run,
    run: { ...run.run, pay: { ...run.run.pay, hours: run.run.pay.hours - 25 } },
  })),
  'corrections of a run': inRun((run) => ({
    ...run,
    run: { ...run.run, corrections: { ...run.run.corrections, premium: 500 } },
  })),
  'a row that is gone from a run': inRun((run) => ({ ...run, rows: run.rows.slice(1) })),
  'pay of a line': inPayRow((one) => {
    const [line] = one.row.lines;
    return (
      line && {
        ...one,
        row: { ...one.row, lines: replaced(one.row.lines, 0, { ...line, amount: line.amount + 100 }) },
      }
    );
  }),
  'rate of a line': inPayRow((one) => {
    const [line] = one.state.lines;
    return (
      line && {
        ...one,
        state: {
          ...one.state,
          lines: replaced(one.state.lines, 0, { ...line, rate: (line.rate ?? 0) + 50 }),
        },
      }
    );
  }),
  'paid hours of a half': inPayRow((one) => ({ ...one, row: { ...one.row, now: one.row.now + 100 } })),
  'hours that no billing record has': inPayRow((one) => ({
    ...one,
    state: { ...one.state, cards: one.state.cards.slice(1) },
  })),
  'overtime that no week has': inPayRow((one) => ({
    ...one,
    row: { ...one.row, overtime: { ...one.row.overtime, premium: one.row.overtime.premium + 1_000 } },
  })),
  'a number of runs left out': (year, random) => {
    const at = random.int(2, 9);
    return { ...year, runs: year.runs.filter((_, index) => index !== at) };
  },
};

const TRIES = 1_000;

test(`each of ${Object.keys(FAULTS).length} planted faults is found`, () => {
  expect(Object.keys(FAULTS).length).toBeGreaterThanOrEqual(50);
  for (let n = 0; n < YEARS; n += 1) {
    const year = makeYear(`faults ${n}`);
    const random = randomOf(`faults ${n}`);
    for (const [name, plant] of Object.entries(FAULTS)) {
      let planted: GeneratedYear | undefined;
      for (let tries = 0; tries < TRIES && !planted; tries += 1) planted = plant(year, random);
      if (!planted) throw new Error(`Nowhere in year ${n} could this be planted: ${name}`);
      expect([n, name, brokenOf(planted).length > 0]).toEqual([n, name, true]);
    }
  }
});
