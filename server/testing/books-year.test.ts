import { readFileSync } from 'node:fs';
import { checkBatch } from '@homecare/domain/books/batches.ts';
import type { BookBatch, BookMonth, BookPayRun } from '@homecare/domain/books/facts.ts';
import { checkInvoices } from '@homecare/domain/books/invoices.ts';
import { checkMonth } from '@homecare/domain/books/months.ts';
import { checkDue, checkPayRun } from '@homecare/domain/books/pay.ts';
import {
  BOOK_CHECKS,
  type BookCheck,
  type BookRecord,
  type CheckResult,
} from '@homecare/domain/books/schema.ts';
import { checkShares } from '@homecare/domain/books/shares.ts';
import { mergeAll } from '@homecare/domain/books/tally.ts';
import { checkUnits } from '@homecare/domain/books/units.ts';
import { standingClaims } from '@homecare/domain/claims/batch.ts';
import type { LineAdjustment } from '@homecare/domain/claims/posting.ts';
import { shareMonths } from '@homecare/domain/private-pay/share-of-cost.ts';
import { expect, test } from 'vitest';
import { type Random, randomOf } from '../src/operations/example-random.ts';
import { type GeneratedYear, makeYear } from './generated-books.ts';
import { comparedPay, type GeneratedPay } from './generated-pay.ts';

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

const checkYear = ({ months, batches, runs, invoices, shares, units, pay }: GeneratedYear): CheckResult[] =>
  mergeAll([
    ...months.flatMap((month) => once(month, checkMonth)),
    ...units.flatMap((of) => once(of, (one) => [checkUnits(one)])),
    ...pay.flatMap((of) => once(of, (one) => [checkDue(comparedPay(one))])),
    ...once(invoices, (all) => [checkInvoices(all)]),
    ...shares.flatMap((of) => once(of, (one) => [checkShares(one)])),
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
    const sent = year.batches.flatMap((batch) => batch.sent);
    // A void asks for nothing.
    expect(total('payments')).toBe(
      plain(sent.map(({ frequency, charge }) => (frequency === '8' ? 0 : charge))),
    );
    expect(total('files')).toBe(plain(year.batches.map(({ amount }) => amount)));
    expect(total('invoices')).toBe(
      plain(year.invoices.invoices.flatMap((one) => (one.isVoid ? [] : [one.total]))),
    );
    const most = year.shares.flatMap(({ claims, billed }) =>
      year.months.map(({ month }) => {
        const named = claims
          .filter(({ months }) => months.includes(`${month}-01`))
          .flatMap(({ lines }) => lines.flatMap(({ adjustments }) => adjustments ?? []));
        return Math.max(
          plain(named.filter(({ group }) => group === 'PR').map(({ amount }) => amount)),
          plain(billed.filter((line) => line.month === `${month}-01`).map(({ cents }) => cents)),
        );
      }),
    );
    expect(total('shares')).toBe(plain(most));
    const paid = year.runs.flatMap(({ run: { pay, corrections } }) => [pay, corrections]);
    expect(total('pay')).toBe(plain(paid.map(({ straight, premium }) => straight + premium)));
    expect(total('due')).toBe(total('pay'));
    // A year has something of everything, so that none of it goes unchecked.
    const frequencies = new Set(sent.map(({ frequency }) => frequency));
    const outcomes = new Set(sent.flatMap(({ answers }) => answers.map(({ outcome }) => outcome)));
    expect([...frequencies].toSorted()).toEqual(['1', '7', '8']);
    expect([...outcomes].toSorted()).toEqual(['accepted', 'paid', 'taken back']);
    expect(sent.some(({ lines }) => lines.some(({ insured }) => (insured ?? 0) > 0))).toBe(true);
    expect(paid.some(({ premium }) => premium > 0)).toBe(true);
    expect(year.runs.some(({ run }) => run.corrections.rows > 0)).toBe(true);
  }
});

// --- Planted faults

/** The year as somebody who reaches the database by hand would leave it, and the record that was changed. */
interface Planted {
  readonly year: GeneratedYear;
  readonly kind: BookRecord['kind'];
  readonly id: string | number;
}
/** undefined: this one cannot be. */
type Fault = (year: GeneratedYear, random: Random) => Planted | undefined;

const replaced = <T>(list: readonly T[], at: number, value: T): T[] => list.with(at, value);

type PlanMonth = BookMonth['planMonths'][number];
interface LivePlanMonth extends PlanMonth {
  readonly card: NonNullable<PlanMonth['card']>;
}
const isLive = (of: PlanMonth): of is LivePlanMonth => of.card !== null;

/** A live billing record with its claims; `id`: of the record that is to be found, where it is another one. */
const inPlanMonth =
  (
    change: (
      of: LivePlanMonth,
      month: BookMonth,
    ) => { readonly month: BookMonth; readonly id?: number } | undefined,
    isFit: (of: LivePlanMonth, month: BookMonth) => boolean,
  ): Fault =>
  (year, random) => {
    const at = random.int(0, year.months.length - 1);
    const month = year.months[at];
    const fit = month?.planMonths.filter(isLive).filter((of) => isFit(of, month)) ?? [];
    if (!month || fit.length === 0) return undefined;
    const of = random.pick(fit);
    const changed = change(of, month);
    return (
      changed && {
        year: { ...year, months: replaced(year.months, at, changed.month) },
        kind: 'card',
        id: changed.id ?? of.card.id,
      }
    );
  };
const withPlanMonth = (month: BookMonth, before: PlanMonth, after: PlanMonth): BookMonth => ({
  ...month,
  planMonths: month.planMonths.map((one) => (one === before ? after : one)),
});

type Card = LivePlanMonth['card'];
const inCard = (change: (card: Card) => Card, isFit: (card: Card) => boolean = () => true): Fault =>
  inPlanMonth(
    (of, month) => ({ month: withPlanMonth(month, of, { ...of, card: change(of.card) }) }),
    ({ card }) => card.days.length > 1 && isFit(card),
  );

const inBatch =
  (
    change: (batch: BookBatch, random: Random) => BookBatch | undefined,
    kind: 'batch' | 'claim' = 'batch',
    idOf = (batch: BookBatch): string => String(batch.id),
  ): Fault =>
  (year, random) => {
    const at = random.int(0, year.batches.length - 1);
    const batch = year.batches[at];
    const changed = batch && batch.sent.length > 0 && change(batch, random);
    return changed
      ? { year: { ...year, batches: replaced(year.batches, at, changed) }, kind, id: idOf(batch) }
      : undefined;
  };

type Claim = BookBatch['sent'][number];
const inClaim =
  (change: (claim: Claim) => Claim | undefined): Fault =>
  (year, random) => {
    const at = random.int(0, year.batches.length - 1);
    const batch = year.batches[at];
    const claim = batch && random.pick(batch.sent);
    const changed = claim && change(claim);
    if (!changed) return undefined;
    const sent = batch.sent.map((one) => (one === claim ? changed : one));
    return {
      year: { ...year, batches: replaced(year.batches, at, { ...batch, sent }) },
      kind: 'claim',
      id: claim.id,
    };
  };

const inRun =
  (change: (run: BookPayRun, random: Random) => BookPayRun | undefined): Fault =>
  (year, random) => {
    const at = random.int(0, 11);
    const run = year.runs[at];
    const changed = run && run.rows.length > 0 && change(run, random);
    return changed
      ? { year: { ...year, runs: replaced(year.runs, at, changed) }, kind: 'run', id: run.run.number }
      : undefined;
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

const inPay =
  (change: (pay: GeneratedPay, random: Random) => GeneratedPay | undefined): Fault =>
  (year, random) => {
    const at = random.int(0, year.pay.length - 1);
    const pay = year.pay[at];
    const changed = pay && change(pay, random);
    return (
      changed && { year: { ...year, pay: replaced(year.pay, at, changed) }, kind: 'pay', id: pay.providerId }
    );
  };
type PaySums = NonNullable<ReturnType<GeneratedPay['exported']['get']>>;
/** What was exported of a half, consistent in itself. */
const inExported = (change: (sums: PaySums) => PaySums, isFit: (sums: PaySums) => boolean): Fault =>
  inPay((pay, random) => {
    const fit = [...pay.exported].filter(([, sums]) => isFit(sums));
    if (fit.length === 0) return undefined;
    const [key, sums] = random.pick(fit);
    return { ...pay, exported: new Map(pay.exported).set(key, change(sums)) };
  });
type DueCard = GeneratedPay['facts']['cards'][number];
const isPaidDay = ({ startPeriod, endPeriod }: DueCard, { date, payroll }: DueCard['days'][number]) =>
  payroll && startPeriod <= date && date <= endPeriod;
/** A billing record that a run has paid, by its place among those of its caregiver. */
const inPaidCard = (change: (card: DueCard) => readonly DueCard[]): Fault =>
  inPay((pay, random) => {
    const cards = pay.facts.cards.filter(
      (card) => pay.months.includes(card.calculation) && card.days.some((day) => isPaidDay(card, day)),
    );
    if (cards.length === 0) return undefined;
    const card = random.pick(cards);
    const all = pay.facts.cards.flatMap((one) => (one === card ? change(card) : [one]));
    return { ...pay, facts: { ...pay.facts, cards: all } };
  });

type Invoice = GeneratedYear['invoices']['invoices'][number];
const inInvoice =
  (change: (invoice: Invoice) => Invoice | undefined): Fault =>
  (year, random) => {
    const { invoices } = year.invoices;
    const at = random.int(0, invoices.length - 1);
    const invoice = invoices[at];
    const changed = invoice && change(invoice);
    return (
      changed && {
        year: { ...year, invoices: { ...year.invoices, invoices: replaced(invoices, at, changed) } },
        kind: 'invoice',
        id: invoice.id,
      }
    );
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
        year: { ...year, invoices: { ...year.invoices, payments: replaced(payments, at, change(payment)) } },
        kind: 'payment',
        id: payment.id,
      }
    );
  };

type Shares = GeneratedYear['shares'][number];
/** A month that Medicaid has decided on, of which it withheld something that was billed whole. */
const inShares =
  (change: (shares: Shares, month: string) => Shares): Fault =>
  (year, random) => {
    const at = random.int(0, year.shares.length - 1);
    const shares = year.shares[at];
    const fit = shares
      ? shareMonths(shares, shares.today).filter(
          ({ isDecided, billed, withheld }) => isDecided && withheld > 0 && billed === withheld,
        )
      : [];
    if (!shares || fit.length === 0) return undefined;
    const changed = change(shares, random.pick(fit).month);
    return {
      year: { ...year, shares: replaced(year.shares, at, changed) },
      kind: 'account',
      id: shares.clientId,
    };
  };
const withBilled = (
  shares: Shares,
  month: string,
  change: (line: Shares['billed'][number]) => Shares['billed'],
): Shares => ({
  ...shares,
  billed: shares.billed.flatMap((line) => (line.month === month ? change(line) : [line])),
});
const withAdjustments = (
  shares: Shares,
  month: string,
  change: (one: LineAdjustment) => LineAdjustment,
): Shares => ({
  ...shares,
  claims: shares.claims.map((claim) =>
    claim.months.includes(month)
      ? {
          ...claim,
          lines: claim.lines.map((line) => ({ ...line, adjustments: line.adjustments?.map(change) ?? null })),
        }
      : claim,
  ),
});

type Units = GeneratedYear['units'][number];
type StoredCard = Units['cards'][number];
interface PlantedUnits {
  readonly units: Units;
  /** Of whose plan and month something was changed. */
  readonly of: Pick<StoredCard, 'planId' | 'date'>;
}
const inUnits =
  (change: (units: Units, random: Random) => PlantedUnits | undefined): Fault =>
  (year, random) => {
    const at = random.int(0, year.units.length - 1);
    const units = year.units[at];
    const changed = units && change(units, random);
    if (!changed) return undefined;
    const { planId, date } = changed.of;
    const card = changed.units.cards.find((one) => one.planId === planId && one.date === date);
    return {
      year: { ...year, units: replaced(year.units, at, changed.units) },
      kind: card ? 'card' : 'client',
      id: card?.id ?? units.clientId,
    };
  };
/** A record without claims: the days of one that was sent may keep other units. */
const inUnclaimedCard = (change: (card: StoredCard) => readonly StoredCard[]): Fault =>
  inUnits((units, random) => {
    const isClaimed = ({ planId, date }: StoredCard) =>
      units.claims.some((claim) => claim.planId === planId && claim.day.startsWith(date));
    const fit = units.cards.filter((card) => card.units > 0 && !isClaimed(card));
    if (fit.length === 0) return undefined;
    const card = random.pick(fit);
    const cards = units.cards.flatMap((one) => (one === card ? change(card) : [one]));
    return { units: { ...units, cards }, of: card };
  });
const inAsked = (change: (asked: Units['asked'][number]) => Units['asked'][number]): Fault =>
  inUnits((units, random) => {
    if (units.asked.length === 0) return undefined;
    const at = random.int(0, units.asked.length - 1);
    const asked = units.asked[at];
    return (
      asked && {
        units: { ...units, asked: replaced(units.asked, at, change(asked)) },
        of: { planId: asked.planId, date: asked.month },
      }
    );
  });
type ClaimedDay = Units['claims'][number];
const inClaimedDay = (change: (claim: ClaimedDay) => readonly ClaimedDay[]): Fault =>
  inUnits((units, random) => {
    if (units.claims.length === 0) return undefined;
    const claim = random.pick(units.claims);
    const claims = units.claims.flatMap((one) => (one === claim ? change(one) : [one]));
    return { units: { ...units, claims }, of: { planId: claim.planId, date: claim.day.slice(0, 7) } };
  });

const isPosting = ({ outcome }: Claim['answers'][number]) => outcome === 'paid' || outcome === 'taken back';
const paidOnce = (claim: Claim) => (claim.answers.some(isPosting) ? claim : undefined);
const hasBilled = ({ card }: LivePlanMonth, from: string) =>
  card.days.some(({ billing, date }) => billing && date >= card.startPeriod && date > from);

/** By the check that is there to find them. */
const FAULTS: Readonly<Partial<Record<BookCheck, Readonly<Record<string, Fault>>>>> = {
  units: {
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
    'a claimed day that is gone': inClaimedDay(() => []),
    'a claimed day that counts twice': inClaimedDay((claim) => [claim, claim]),
    'a claimed day of another plan': inClaimedDay((claim) => [{ ...claim, planId: 88_888 }]),
    'claimed units of a billing record': inAsked((asked) => ({ ...asked, units: asked.units - 1 })),
    'a decision that no line has': inAsked((asked) => ({ ...asked, isDecided: !asked.isDecided })),
  },
  amounts: {
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
        card.days.some(
          ({ date, billing }) => billing && date < `${card.date}-20` && date > `${card.date}-05`,
        ),
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
    'a claim above its billing record': inPlanMonth(
      (of, month) => {
        const [first] = standingClaims(of.parts, 'P');
        const parts = of.parts.map((part) =>
          part === first ? { ...part, charge: part.charge + of.card.amount + 1 } : part,
        );
        const card = { ...of.card, modifiedAt: `${month.month}-01T00:00:00Z` };
        return { month: withPlanMonth(month, of, { ...of, parts, card }) };
      },
      ({ parts }) => standingClaims(parts, 'P').length > 0,
    ),
    'a corrected claim that takes the place of none': inPlanMonth(
      (of, month) => {
        const parts = of.parts.map((part) => ({ ...part, replaces: null, superseded: false }));
        return { month: withPlanMonth(month, of, { ...of, parts }) };
      },
      ({ card, parts, claimedAt }) =>
        parts.some(({ replaces, charge }) => replaces !== null && charge > 0) &&
        parts.every(({ frequency, refused }) => frequency !== '8' && refused === null) &&
        card.amount > 0 &&
        card.modifiedAt < (claimedAt ?? ''),
    ),
  },
  billed: {
    'a day before it was worked': inPlanMonth(
      (_, month) => ({ month: { ...month, today: `${month.month}-24` } }),
      (of, { month }) => hasBilled(of, `${month}-24`),
    ),
    'the same hours on a second billing record': inPlanMonth(
      (of, month) => {
        const twin = { ...of.card, id: of.card.id + 5_000, planId: 77_777 };
        const more = { ...of, planId: 77_777, card: twin, parts: [] };
        return { month: { ...month, planMonths: [...month.planMonths, more] }, id: twin.id };
      },
      (of) => hasBilled(of, ''),
    ),
  },
  payments: {
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
      const answer = claim.answers.find(isPosting);
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
      return (
        part && paidOnce(claim) && { ...claim, parts: replaced(claim.parts, 0, { ...part, posted: [] }) }
      );
    }),
    'a payment of another claim': inClaim((claim) => {
      const [part] = claim.parts;
      return (
        part && {
          ...claim,
          parts: replaced(claim.parts, 0, { ...part, posted: [...part.posted, 'another'] }),
        }
      );
    }),
    'more written off than is left': inClaim(
      (claim) =>
        paidOnce(claim) &&
        (claim.frequency === '8' ? undefined : { ...claim, settled: claim.charge - (claim.paid ?? 0) + 1 }),
    ),
    'what an insurer paid for a billing record': inClaim((claim) => {
      const [part] = claim.parts;
      if (!part || (part.insured ?? 0) < 10) return undefined;
      return { ...claim, parts: replaced(claim.parts, 0, { ...part, insured: (part.insured ?? 0) - 10 }) };
    }),
    'pay that was taken back and counts': inClaim((claim) => {
      const back = claim.answers.find(({ outcome, paid }) => outcome === 'taken back' && paid !== 0);
      return back && { ...claim, answers: claim.answers.filter((one) => one !== back) };
    }),
  },
  invoices: {
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
      const next = invoices[at + 1];
      const left = invoices.filter((_, index) => index !== at);
      return (
        next && {
          year: { ...year, invoices: { ...year.invoices, invoices: left } },
          kind: 'invoice',
          id: next.id,
        }
      );
    },
    'a payment that pays more than it is': inPayment((payment) => ({ ...payment, amount: 1 })),
    'a payment that was taken back and still pays': inPayment((payment) => ({
      ...payment,
      isReversed: true,
    })),
  },
  shares: {
    'a share of cost above what Medicaid withheld': inShares((shares, month) =>
      withBilled(shares, month, (line) => [{ ...line, cents: line.cents + 1 }]),
    ),
    'a share of cost that was billed twice': inShares((shares, month) =>
      withBilled(shares, month, (line) => [line, { ...line, invoiceId: line.invoiceId + 50 }]),
    ),
    'a cut by contract that was billed as the share': inShares((shares, month) =>
      withAdjustments(shares, month, (one) => ({ ...one, group: 'CO' })),
    ),
    'a smaller share than was billed': inShares((shares, month) =>
      withAdjustments(shares, month, (one) =>
        one.group === 'PR' && one.amount > 0 ? { ...one, amount: one.amount - 1 } : one,
      ),
    ),
    'a claim whose share was billed and that is gone': inShares((shares, month) => ({
      ...shares,
      claims: shares.claims.filter(({ months }) => !months.includes(month)),
    })),
  },
  files: {
    'amount of a file': inBatch((batch) => ({ ...batch, amount: batch.amount - 1 })),
    'claims of a file': inBatch((batch) => ({ ...batch, claims: batch.claims + 1 })),
    'lines of a file': inBatch((batch) => ({ ...batch, lines: batch.lines - 1 })),
    'units of a file': inBatch((batch) => ({ ...batch, units: batch.units + 2 })),
    'a claim that is gone': inBatch((batch) => ({ ...batch, sent: batch.sent.slice(1) })),
    'a claim that was never sent': inBatch(
      (batch) => {
        const [claim] = batch.sent;
        return claim && { ...batch, sent: [...batch.sent, { ...claim, id: `${batch.id}-999` }] };
      },
      'claim',
      (batch) => `${batch.id}-999`,
    ),
    'a file with a byte changed': inBatch(
      (batch) => ({
        ...batch,
        file: batch.file.replace(
          /CLM\*([^*]*)\*(\d)/,
          (_, id, digit) => `CLM*${id}*${(Number(digit) + 1) % 10}`,
        ),
      }),
      'claim',
      (batch) => /CLM\*([^*]*)\*/.exec(batch.file)?.[1] ?? '',
    ),
    'a file that was cut': inBatch((batch) => ({ ...batch, file: batch.file.slice(0, -40) })),
    'a file without bytes': inBatch((batch) => ({ ...batch, file: '' })),
    'a file of another number': inBatch((batch) => ({ ...batch, interchange: batch.interchange + 1_000 })),
    'a number of files left out': (year, random) => {
      const at = random.int(2, year.batches.length - 2);
      const next = year.batches[at + 1];
      const batches = year.batches.filter((_, index) => index !== at);
      return next && { year: { ...year, batches }, kind: 'batch', id: next.id };
    },
    'a file of another month in its place': inBatch((batch) => ({
      ...batch,
      file: batch.file.replaceAll('CLM*', 'CLM*9'),
    })),
    'what an insurer paid of a line': inClaim((claim) => {
      const [line] = claim.lines;
      if (!line || (line.insured ?? 0) < 10 || claim.frequency === '8') return undefined;
      return { ...claim, lines: replaced(claim.lines, 0, { ...line, insured: (line.insured ?? 0) - 10 }) };
    }),
  },
  pay: {
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
    'hours that no billing record has': inPayRow((one) =>
      (one.state.cards[0]?.hours ?? 0) > 0
        ? { ...one, state: { ...one.state, cards: one.state.cards.slice(1) } }
        : undefined,
    ),
    'overtime that no week has': inPayRow((one) => ({
      ...one,
      row: { ...one.row, overtime: { ...one.row.overtime, premium: one.row.overtime.premium + 1_000 } },
    })),
    'a number of runs left out': (year, random) => {
      const at = random.int(2, 9);
      const next = year.runs[at + 1];
      const runs = year.runs.filter((_, index) => index !== at);
      return next && { year: { ...year, runs }, kind: 'run', id: next.run.number };
    },
  },
  due: {
    'pay by another rate': inExported(
      (sums) => ({ ...sums, straight: sums.straight + 1 }),
      ({ hours }) => hours > 0,
    ),
    'hours that were paid and not worked': inExported(
      (sums) => ({ ...sums, hours: sums.hours + 100 }),
      ({ hours }) => hours > 0,
    ),
    'a half that was paid twice': inExported(
      (sums) => ({ ...sums, hours: sums.hours * 2, straight: sums.straight * 2 }),
      ({ straight }) => straight > 0,
    ),
    'overtime that was not paid': inExported(
      (sums) => ({ ...sums, overtime: 0, premium: 0 }),
      ({ premium }) => premium > 0,
    ),
    'a premium without its overtime': inExported(
      (sums) => ({ ...sums, premium: sums.premium - 7 }),
      ({ premium }) => premium > 7,
    ),
    'a day that became longer after it was paid': inPaidCard((card) => [
      {
        ...card,
        days: card.days.map((day) => (isPaidDay(card, day) ? { ...day, travel: day.travel + 30 } : day)),
      },
    ]),
    'a billing record that was paid and is gone': inPaidCard(() => []),
    'a paid day without its mark for payroll': inPaidCard((card) => [
      { ...card, days: card.days.map((day) => ({ ...day, payroll: false })) },
    ]),
    'a pay category that was changed by hand': inPaidCard((card) => [
      { ...card, categories: [{ from: '', category: 'Other' }] },
    ]),
    'a pay rate that was changed by hand': inPay((pay) =>
      pay.facts.cards.some((card) =>
        card.days.some((day) => isPaidDay(card, day) && day.date < '2026-05-10' && day.start !== null),
      )
        ? {
            ...pay,
            facts: {
              ...pay.facts,
              rates: pay.facts.rates.map((rate) =>
                rate.from === null ? { ...rate, rate: rate.rate + 25 } : rate,
              ),
            },
          }
        : undefined,
    ),
  },
};

const ALL_FAULTS = BOOK_CHECKS.flatMap((check) =>
  Object.entries(FAULTS[check] ?? {}).map(([name, plant]) => ({ check, name, plant })),
);
const TRIES = 1_000;

test('the rules say how many kinds of faults are planted', () => {
  const rules = readFileSync(new URL('../../docs/rules/books.md', import.meta.url), 'utf8');
  expect(rules).toContain(`plants ${ALL_FAULTS.length} kinds of faults`);
});

test(`each of ${ALL_FAULTS.length} planted faults is found by its check at the record that was changed`, () => {
  for (let n = 0; n < YEARS; n += 1) {
    const year = makeYear(`faults ${n}`);
    const random = randomOf(`faults ${n}`);
    for (const { check, name, plant } of ALL_FAULTS) {
      let planted: Planted | undefined;
      for (let tries = 0; tries < TRIES && !planted; tries += 1) planted = plant(year, random);
      if (!planted) throw new Error(`Nowhere in year ${n} could this be planted: ${name}`);
      const { kind, id } = planted;
      expect([n, name, brokenOf(planted.year)]).toEqual([
        n,
        name,
        expect.arrayContaining([expect.stringContaining(`${check} ${kind} ${id}: `)]),
      ]);
    }
  }
});
