import { cardAmount, serviceDays, storedTotals } from '@homecare/domain/billing/counting.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import type {
  BookBatch,
  BookCard,
  BookClaim,
  BookInvoice,
  BookInvoices,
  BookMonth,
  BookPayRun,
  BookReceipt,
  BookUnits,
  BookVisit,
} from '@homecare/domain/books/facts.ts';
import type { ClaimPayment } from '@homecare/domain/claims/835.ts';
import { writeClaims } from '@homecare/domain/claims/837p-write.ts';
import { type AskedClaim, askedDays } from '@homecare/domain/claims/asked-days.ts';
import {
  type CardPart,
  cardsOfClaim,
  numberClaims,
  standingClaims,
  totalsOf,
} from '@homecare/domain/claims/batch.ts';
import { afterEvent, type CardBook } from '@homecare/domain/claims/card-book.ts';
import { coloradoFile } from '@homecare/domain/claims/colorado.ts';
import { dayLines } from '@homecare/domain/claims/day-lines.ts';
import { postPayment } from '@homecare/domain/claims/posting.ts';
import { NO_FIRST_PAYERS } from '@homecare/domain/claims/second-payer.ts';
import type { SentClaim } from '@homecare/domain/claims/sent-claim.ts';
import { AGENCY, CLIENT, PAR, TERM } from '@homecare/domain/claims/testing/example-month.ts';
import { linesOf, type PayCard, partsOf } from '@homecare/domain/payroll/lines.ts';
import { halvesOfMonth } from '@homecare/domain/payroll/periods.ts';
import type { HalfPay, RunRow } from '@homecare/domain/payroll/run-schema.ts';
import { payOfHalf, runRow, sumsOf } from '@homecare/domain/payroll/runs.ts';
import { HALVES } from '@homecare/domain/plan-documents/rules.ts';
import { type Random, randomOf } from '../src/operations/example-random.ts';

/** A year of an agency's records in memory, made by the rules of the product: what the books' own check is tried on. */

export const ZONE = 'America/Denver';
const TODAY = '2027-01-20';

export interface GeneratedYear {
  readonly months: readonly BookMonth[];
  readonly batches: readonly BookBatch[];
  readonly runs: readonly BookPayRun[];
  readonly invoices: BookInvoices;
  readonly units: readonly BookUnits[];
}

interface Plan {
  readonly id: number;
  readonly clientId: number;
  readonly providerId: number;
  readonly from: number;
  readonly length: number;
  readonly needsVisits: boolean;
  readonly isPrivate: boolean;
}

/** Parts of a day that never overlap; the last one is a night. */
const PARTS = [
  { from: 7 * 60, length: 150 },
  { from: 11 * 60, length: 195 },
  { from: 16 * 60 + 20, length: 120 },
  { from: 21 * 60 + 30, length: 495 },
] as const;

const two = (n: number) => String(n).padStart(2, '0');
const clock = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
const instantOf = (day: string, minutes: number) =>
  Temporal.PlainDate.from(day)
    .toPlainDateTime()
    .add({ minutes })
    .toZonedDateTime(ZONE)
    .toInstant()
    .toString({ smallestUnit: 'second' });

const makePlans = (random: Random, clients: number): Plan[] =>
  Array.from({ length: clients }, (_, n) => n + 1).flatMap((clientId) =>
    random.some([...PARTS.entries()], random.int(1, 3)).map(([at, part]) => ({
      id: clientId * 10 + at,
      clientId,
      // Who shares a part of the day with another client has another caregiver.
      providerId: 1_000 + ((clientId + at) % clients),
      ...part,
      needsVisits: !random.chance(0.15),
      isPrivate: clientId % 5 === 4,
    })),
  );

const daysIn = (month: string) =>
  Array.from({ length: Temporal.PlainYearMonth.from(month).daysInMonth }, (_, n) => `${month}-${two(n + 1)}`);

/** Visits of a plan's month: some missed, some on another day, one in a while as long as nobody works. */
const makeVisits = (random: Random, plan: Plan, month: string): BookVisit[] =>
  daysIn(month).flatMap((day): BookVisit[] => {
    if (random.chance(0.45)) return [];
    const start = plan.from + random.int(-5, 9);
    const minutes = random.chance(0.01) ? 1_500 : plan.length + random.int(-25, 20);
    return [
      {
        planId: plan.id,
        clientId: plan.clientId,
        needsVisits: plan.needsVisits,
        date: day,
        plannedDay: day,
        Status: 'Complete',
        startedAt: instantOf(day, start),
        endedAt: instantOf(day, start + minutes),
        ClosedCode: null,
        ClosedMemo: null,
      },
    ];
  });

const rowOf = (random: Random, plan: Plan, date: string): CardDay => ({
  date,
  start: clock(plan.from),
  end: clock(plan.from + plan.length - random.pick([0, 0, 10, 25])),
  travel: random.pick([0, 0, 6]),
  billing: random.chance(0.92),
  payroll: random.chance(0.95),
});

const makeCard = (
  random: Random,
  plan: Plan,
  month: string,
  visits: readonly BookVisit[],
  id: number,
): BookCard => {
  const days = daysIn(month);
  const worked = plan.needsVisits
    ? [...new Set(visits.map(({ date }) => date))]
    : days.filter(() => random.chance(0.5));
  const json = worked.map((date) => rowOf(random, plan, date));
  const base = {
    id,
    planId: plan.id,
    clientId: plan.clientId,
    providerId: plan.providerId,
    typeCode: PAR.type,
    planStatus: 'Active' as const,
    date: month,
    customDate: null,
    startPeriod: random.chance(0.1) ? `${month}-05` : (days[0] ?? month),
    endPeriod: days.at(-1) ?? month,
    payRate: TERM.rateCents ?? 0,
    rateKind: null,
    rates: random.chance(0.2)
      ? [
          { from: `${month}-01`, cents: 590 },
          { from: `${month}-12`, cents: 608 },
        ]
      : [],
    unitRule: random.pick(['up', 'nearest', 'down'] as const),
    days: json,
    status: 'Billed' as const,
    excluded: null,
  };
  const counted = serviceDays(base, ZONE);
  return {
    ...base,
    amount: cardAmount(counted, base),
    totals: storedTotals(counted, base.unitRule),
    plan: { clientId: plan.clientId, providerId: plan.providerId },
    needsVisits: plan.needsVisits,
    isPrivate: plan.isPrivate,
    modifiedAt: instantOf(days.at(-1) ?? month, 1_000),
  };
};

// --- Claims and what the payer says of them

const paymentOf = (random: Random, claim: SentClaim): ClaimPayment => {
  const isDenied = random.chance(0.08);
  const lines = claim.lines.map((line, at) => {
    const paid = isDenied ? 0 : random.chance(0.07) ? Math.floor(line.charge / 2) : line.charge;
    return {
      at,
      procedure: { qualifier: 'HC', code: line.procedureCode, modifiers: [...line.modifiers] },
      charge: line.charge,
      paid,
      units: null,
      from: line.day,
      through: line.day,
      control: line.control,
      adjustments:
        paid < line.charge ? [{ group: 'CO', reason: '45', amount: line.charge - paid, quantity: null }] : [],
      remarks: [],
    };
  });
  return {
    at: 1,
    id: claim.id,
    status: '1',
    charge: claim.charge,
    paid: lines.reduce((all, { paid }) => all + paid, 0),
    patientShare: 0,
    icn: `ICN${claim.id}`,
    frequency: null,
    patient: null,
    memberId: null,
    adjustments: [],
    remarks: [],
    lines,
    unreadable: [],
  };
};

const takenBack = (payment: ClaimPayment): ClaimPayment => ({
  ...payment,
  status: '22',
  charge: -payment.charge,
  paid: -payment.paid,
  lines: payment.lines.map((line) => ({ ...line, charge: -line.charge, paid: -line.paid })),
});

interface Answered {
  readonly claim: BookClaim;
  readonly parts: readonly CardPart[];
}

const answer = (random: Random, sent: SentClaim): Answered => {
  const answers: BookClaim['answers'][number][] = [];
  let books = cardsOfClaim(sent).map(
    ({ cardId, units, charge }): CardBook =>
      afterEvent(
        { key: String(cardId), card: null, claims: [] },
        { kind: 'sent', claimId: sent.id, charge, frequency: '1', replaces: null },
        { cardId, units, usage: 'P' },
      ),
  );
  const post = (payment: ClaimPayment, key: string) => {
    const posting = postPayment(sent, payment, key);
    answers.push({
      outcome: posting.reversal ? 'taken back' : 'paid',
      paid: posting.paid,
      key,
      lines: posting.lines,
    });
    books = books.map((book) => {
      const card = posting.cards.find(({ cardId }) => String(cardId) === book.key);
      return card ? afterEvent(book, { kind: 'posted', posting, card }) : book;
    });
  };
  if (!random.chance(0.15)) {
    const payment = paymentOf(random, sent);
    post(payment, `paid ${sent.id}`);
    if (random.chance(0.04)) post(takenBack(payment), `back ${sent.id}`);
  }
  const parts = books.flatMap(({ claims }) => claims);
  const paid = answers.length === 0 ? null : parts.reduce((all, part) => all + (part.paid ?? 0), 0);
  return {
    claim: {
      ...sent,
      units: sent.lines.reduce((all, { units }) => all + units, 0),
      paid,
      isRejected: false,
      // In a while a whole denial is written off.
      settled: paid === 0 && random.chance(0.3) ? sent.charge : 0,
      answers,
      parts,
    },
    parts,
  };
};

const makeBatch = (random: Random, cards: readonly BookCard[], month: string, id: number) => {
  const ready = cards.filter(({ isPrivate }) => !isPrivate && !random.chance(0.1));
  const lines = dayLines(
    ready.map((card) => ({ card, terms: [TERM], pars: [PAR] })),
    ZONE,
  );
  const numbered = numberClaims(id, lines, [], NO_FIRST_PAYERS);
  const clients = new Map(ready.map(({ clientId }) => [clientId, { ...CLIENT, id: clientId }]));
  const numbers = { interchange: 100 + id, group: 100 + id, batch: id, date: `${month}-28`, time: '1200' };
  const file = writeClaims(
    coloradoFile(
      AGENCY,
      clients,
      numbered.map(({ sent }) => sent),
      numbers,
    ),
  );
  const answered = numbered.map(({ sent }) => answer(random, sent));
  const batch: BookBatch = {
    id,
    interchange: numbers.interchange,
    month,
    ...totalsOf(numbered),
    file,
    sent: answered.map(({ claim }) => claim),
  };
  return { batch, parts: answered.flatMap(({ parts }) => parts), sent: numbered.map(({ sent }) => sent) };
};

// --- Payroll

const RATES = [{ category: 'Homemaker', from: null, rate: 1_900 }];

const payCards = (cards: readonly BookCard[]): PayCard[] =>
  cards.map((card) => ({
    ...card,
    month: card.date,
    calculation: card.date,
    categories: [{ from: '', category: 'Homemaker' }],
  }));

const halfPay = (cards: readonly BookCard[], half: 0 | 1): HalfPay => {
  const paid = payCards(cards);
  const parts = paid.flatMap((card) => partsOf(card, RATES, ZONE));
  return payOfHalf(
    {
      periods: halvesOfMonth(paid[0]?.calculation ?? '2026-01'),
      parts,
      lines: linesOf(parts),
      overtime: null,
      cards: paid.map((card, at) => ({ ...card, planId: cards[at]?.planId ?? 0 })),
      rates: RATES,
    },
    half,
    ZONE,
  );
};

const UNCHANGED = {
  card: () => undefined,
  rates: () => undefined,
  categories: () => undefined,
  week: () => undefined,
};

interface Exported {
  readonly number: number;
  readonly month: string;
  readonly states: Map<string, { readonly run: number; readonly pay: HalfPay }>;
}

const makeRun = (cards: readonly BookCard[], { number, month, states }: Exported): BookPayRun => {
  const rows = [...Map.groupBy(cards, ({ providerId }) => providerId)].flatMap(([providerId, own]) =>
    HALVES.flatMap((half): BookPayRun['rows'][number][] => {
      const key = `${providerId} ${month} ${half}`;
      const before = states.get(key);
      const state = halfPay(own, half);
      const employee = { providerId, last: 'Caregiver', first: 'A', ssn4: null };
      const row: RunRow | undefined = runRow(employee, { month, half }, state, before, UNCHANGED);
      if (!row) return [];
      states.set(key, { run: number, pay: state });
      return [{ row, before: before?.pay ?? null, state }];
    }),
  );
  const all = rows.map(({ row }) => row);
  return {
    run: {
      number,
      month,
      halves: [0, 1],
      period: null,
      layout: 'Own',
      at: `${month}-28T12:00:00Z`,
      who: 'Ada Lind',
      pay: sumsOf(all, 'Pay'),
      corrections: sumsOf(all, 'Correction'),
    },
    rows,
  };
};

// --- Invoices

/** One invoice a month of each client who pays, some void, some paid in two parts, some not yet. */
const makeInvoices = (random: Random, months: readonly BookMonth[]): BookInvoices => {
  const invoices: BookInvoice[] = [];
  const payments: BookReceipt[] = [];
  for (const { month, planMonths } of months)
    for (const [clientId, own] of Map.groupBy(planMonths, (of) => of.clientId)) {
      const amounts = own.flatMap(({ card }) => (card?.isPrivate && card.amount > 0 ? [card.amount] : []));
      if (amounts.length === 0) continue;
      const total = amounts.reduce((all, amount) => all + amount, 0);
      const isVoid = random.chance(0.1);
      const paid = isVoid || random.chance(0.3) ? [] : [Math.ceil(total / 2), Math.floor(total / 2)];
      invoices.push({
        id: invoices.length + 1,
        range: '2026',
        number: invoices.length + 1,
        clientId,
        month,
        total,
        isVoid,
        lines: amounts.map((amount) => ({ amount, isLive: !isVoid })),
        parts: paid,
      });
      for (const amount of paid)
        payments.push({
          id: payments.length + 1,
          clientId,
          month,
          amount: amount + random.pick([0, 0, 1_000]),
          isReversed: false,
          parts: [amount],
        });
    }
  return { invoices, payments };
};

// --- Units

interface MadeClaims {
  readonly cards: readonly BookCard[];
  readonly sent: readonly SentClaim[];
  readonly claims: readonly BookClaim[];
  readonly parts: readonly CardPart[];
}

/** Of a client: claims as the product reads them for its ledger, and an authorization that some have used up. */
const unitsOf = (random: Random, clientId: number, { cards, sent, claims, parts }: MadeClaims): BookUnits => {
  const own = cards.filter((card) => card.clientId === clientId);
  const asked = new Map<string, AskedClaim>(
    sent.map((claim) => {
      const answers = claims.find(({ id }) => id === claim.id)?.answers ?? [];
      const paid = answers.findLast(({ outcome }) => outcome === 'paid');
      return [claim.id, { sent: claim, paidLines: paid?.lines ?? null }];
    }),
  );
  const books = own.map((card) => ({ card, parts: parts.filter(({ cardId }) => cardId === card.id) }));
  return {
    clientId,
    today: TODAY,
    zone: ZONE,
    pars: [
      {
        ...PAR,
        id: clientId,
        from: '2026-01-01',
        through: '2026-09-30',
        units: random.pick([null, 900, 9_000]),
      },
    ],
    cards: own.map((card) => ({ ...card, units: card.totals.unit - card.totals.noBilling.unit })),
    claims: books.flatMap(({ card, parts: of }) =>
      askedDays({ planId: card.planId, type: card.typeCode, cardIds: [card.id], parts: of }, asked, 'P'),
    ),
    asked: books.flatMap(({ card, parts: of }) =>
      standingClaims(of, 'P').map(({ units, paid }) => ({
        planId: card.planId,
        month: card.date,
        units,
        isDecided: paid !== null,
      })),
    ),
  };
};

// --- The year

export const makeYear = (seed: string, clients = 6): GeneratedYear => {
  const random = randomOf(`books ${seed}`);
  const plans = makePlans(random, clients);
  const months: BookMonth[] = [];
  const batches: BookBatch[] = [];
  const runs: BookPayRun[] = [];
  const states: Exported['states'] = new Map();
  const made: { cards: BookCard[]; sent: SentClaim[]; claims: BookClaim[]; parts: CardPart[] } = {
    cards: [],
    sent: [],
    claims: [],
    parts: [],
  };
  let before: BookCard[] = [];
  for (let n = 1; n <= 12; n += 1) {
    const month = `2026-${two(n)}`;
    const visits = plans.flatMap((plan) => makeVisits(random, plan, month));
    const cards = plans
      .filter(() => !random.chance(0.08))
      .map((plan) =>
        makeCard(
          random,
          plan,
          month,
          visits.filter(({ planId }) => planId === plan.id),
          n * 10_000 + plan.id,
        ),
      );
    const { batch, parts, sent } = makeBatch(random, cards, month, n);
    batches.push(batch);
    made.cards.push(...cards);
    made.sent.push(...sent);
    made.claims.push(...batch.sent);
    made.parts.push(...parts);
    const partsOfCard = Map.groupBy(parts, ({ cardId }) => cardId);
    runs.push(makeRun(cards, { number: n, month, states }));
    months.push({
      month,
      today: TODAY,
      zone: ZONE,
      usage: 'P',
      visits,
      beside: before,
      planMonths: plans.map((plan) => {
        const card = cards.find(({ planId }) => planId === plan.id) ?? null;
        return {
          planId: plan.id,
          clientId: plan.clientId,
          card,
          parts: card ? (partsOfCard.get(card.id) ?? []) : [],
          claimedAt: `${month}-28T18:00:00Z`,
        };
      }),
    });
    before = cards;
  }
  const clientIds = [...new Set(plans.map(({ clientId }) => clientId))];
  const invoices = makeInvoices(random, months);
  return { months, batches, runs, invoices, units: clientIds.map((id) => unitsOf(random, id, made)) };
};
