import { cardAmount, serviceDays, storedTotals } from '@homecare/domain/billing/counting.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import type {
  BookBatch,
  BookCard,
  BookInvoice,
  BookInvoices,
  BookMonth,
  BookPayRun,
  BookReceipt,
  BookShares,
  BookUnits,
  BookVisit,
} from '@homecare/domain/books/facts.ts';
import { PAR, TERM } from '@homecare/domain/claims/testing/example-month.ts';
import type { BilledShare, ShareClaim } from '@homecare/domain/private-pay/share-of-cost.ts';
import { type Random, randomOf } from '../src/operations/example-random.ts';
import { makeClaimBooks } from './generated-claims.ts';
import { type GeneratedPay, makePayBooks } from './generated-pay.ts';

/** A year of an agency's records in memory, made by the product's rules, to test the books' check on. */

const ZONE = 'America/Denver';
const TODAY = '2027-01-20';

export interface GeneratedYear {
  readonly months: readonly BookMonth[];
  readonly batches: readonly BookBatch[];
  readonly runs: readonly BookPayRun[];
  readonly invoices: BookInvoices;
  readonly shares: readonly BookShares[];
  readonly units: readonly BookUnits[];
  readonly pay: readonly GeneratedPay[];
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

const NIGHT = 495;
/** Parts of a day that never overlap; the last one is a night. */
const PARTS = [
  { from: 7 * 60, length: 150 },
  { from: 11 * 60, length: 195 },
  { from: 16 * 60 + 20, length: 120 },
  { from: 21 * 60 + 30, length: NIGHT },
] as const;

const two = (n: number) => String(n).padStart(2, '0');
const clock = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const instantOf = (day: string, minutes: number) =>
  Temporal.PlainDate.from(day)
    .toPlainDateTime()
    .add({ minutes })
    .toZonedDateTime(ZONE)
    .toInstant()
    .toString({ smallestUnit: 'second' });

const makePlans = (random: Random, clients: number): Plan[] =>
  Array.from({ length: clients }, (_, n) => n + 1).flatMap((clientId) =>
    // Someone works each night, so that every year has overtime.
    (clientId === 1 ? [...PARTS.entries()] : random.some([...PARTS.entries()], random.int(1, 3))).map(
      ([at, part]) => ({
        id: clientId * 10 + at,
        clientId,
        // Clients who share a part of the day have different caregivers.
        providerId: 1_000 + ((clientId + at) % clients),
        ...part,
        needsVisits: !random.chance(0.15),
        isPrivate: clientId % 5 === 4,
      }),
    ),
  );

const daysIn = (month: string) =>
  Array.from({ length: Temporal.PlainYearMonth.from(month).daysInMonth }, (_, n) => `${month}-${two(n + 1)}`);

/** A plan's visits in a month: some missed, some on another day, and occasionally one of implausible length. */
const makeVisits = (random: Random, plan: Plan, month: string): BookVisit[] =>
  daysIn(month).flatMap((day): BookVisit[] => {
    if (random.chance(plan.length === NIGHT ? 0.1 : 0.45)) return [];
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

const monthAfter = (month: string) => Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();

/** A record as saving it stores it. */
const counted = (
  card: Omit<BookCard, 'amount' | 'totals' | 'plan' | 'modifiedAt'>,
  plan: BookCard['plan'],
  modifiedAt: string,
): BookCard => {
  const days = serviceDays(card, ZONE);
  return {
    ...card,
    amount: cardAmount(days, card),
    totals: storedTotals(days, card.unitRule),
    plan,
    modifiedAt,
  };
};

/** One of its billed days is half an hour shorter, as after a correction of a visit; undefined if none is long enough. */
const shortened = (random: Random, card: BookCard, modifiedAt: string): BookCard | undefined => {
  const long = card.days.filter(
    ({ billing, start, end, date }) =>
      billing && start !== null && end !== null && end > start && date >= card.startPeriod,
  );
  if (long.length === 0) return undefined;
  const day = random.pick(long);
  const days = card.days.map((one) =>
    one === day ? { ...one, end: clock(minutesOf(one.end ?? '') - 30) } : one,
  );
  return counted({ ...card, days }, card.plan, modifiedAt);
};

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
    : days.filter(() => random.chance(plan.length === NIGHT ? 0.9 : 0.5));
  const json = worked.map((date) => rowOf(random, plan, date));
  const base = {
    id,
    planId: plan.id,
    clientId: plan.clientId,
    providerId: plan.providerId,
    typeCode: PAR.type,
    planStatus: 'Active' as const,
    date: month,
    // Occasionally a record comes too late for the payroll of its month.
    customDate: random.chance(0.06) ? monthAfter(month) : null,
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
  return counted(
    { ...base, needsVisits: plan.needsVisits, isPrivate: plan.isPrivate },
    { clientId: plan.clientId, providerId: plan.providerId },
    instantOf(days.at(-1) ?? month, 1_000),
  );
};

// --- Invoices

/** One invoice a month for each paying client: some void, some paid in two parts, some unpaid. */
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

// --- Shares of cost

const SHARE_REASON = "PR 142 (the client's share): The client's monthly Medicaid share (patient liability).";

/** Clients with a share of cost: withheld in most months, and billed completely, partly, not yet, or before Medicaid has decided. */
const makeShares = (random: Random, clientIds: readonly number[], months: readonly string[]): BookShares[] =>
  clientIds.map((clientId) => {
    const claims: ShareClaim[] = [];
    const billed: BilledShare[] = [];
    const unclaimed: string[] = [];
    for (const [at, month] of months.entries()) {
      if (random.chance(0.2)) continue;
      const first = `${month}-01`;
      const isDecided = !random.chance(0.15);
      const amounts = [5, 12, 19].map((day) => ({ day, amount: random.pick([0, 450, 1_200, 2_000]) }));
      const lines = amounts.map(({ day, amount }) => ({
        day: `${month}-${two(day)}`,
        open: amount + 700,
        reason: SHARE_REASON,
        adjustments: [
          { group: 'PR', reason: '142', amount },
          { group: 'CO', reason: '45', amount: 700 },
        ],
      }));
      claims.push({ id: `${at + 1}-${clientId}`, months: [first], isDecided, lines: isDecided ? lines : [] });
      if (random.chance(0.1)) unclaimed.push(first);
      const isOpen = !isDecided || unclaimed.includes(first);
      const withheld = isDecided ? amounts.reduce((all, { amount }) => all + amount, 0) : 0;
      const whole = isOpen && random.chance(0.5) ? 3_000 : withheld;
      const parts = random.pick([
        [],
        [whole],
        [Math.floor(whole / 2)],
        [Math.ceil(whole / 2), Math.floor(whole / 2)],
      ]);
      for (const cents of parts)
        billed.push({ invoiceId: clientId * 100 + billed.length, month: first, cents });
    }
    return { clientId, today: TODAY, claims, billed, unclaimed };
  });

// --- The year

/** Staff changes of the month before: some records were wrong, and one client's claim was unjustified. */
const changeMonth = (
  random: Random,
  cards: BookCard[],
  claims: ReturnType<typeof makeClaimBooks>,
  at: string,
  isVoiding: boolean,
): void => {
  for (const [index, card] of cards.entries()) {
    const changed = claims.isDecided(card) && random.chance(0.12) ? shortened(random, card, at) : undefined;
    if (changed) cards[index] = changed;
  }
  const gone = isVoiding ? claims.voidOne(cards) : undefined;
  if (gone) cards.splice(cards.indexOf(gone), 1);
};

export const makeYear = (seed: string, clients = 6): GeneratedYear => {
  const random = randomOf(`books ${seed}`);
  const plans = makePlans(random, clients);
  const claims = makeClaimBooks(random, ZONE);
  const pay = makePayBooks(random, ZONE);
  const made: { month: string; visits: BookVisit[]; cards: BookCard[] }[] = [];
  for (let n = 1; n <= 12; n += 1) {
    const month = `2026-${two(n)}`;
    const before = made.at(-1);
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
    if (before) {
      changeMonth(random, before.cards, claims, `${month}-10T18:00:00Z`, n % 3 === 0);
      claims.replace(before.cards, before.month, `${month}-12T18:00:00Z`);
    }
    claims.upload(cards, month, `${monthAfter(month)}-02T18:00:00Z`);
    made.push({ month, visits, cards });
    pay.run(
      n,
      made.flatMap((one) => one.cards),
    );
  }
  const months = made.map(
    ({ month, visits, cards }, at): BookMonth => ({
      month,
      today: TODAY,
      zone: ZONE,
      usage: 'P',
      visits,
      beside: made[at - 1]?.cards ?? [],
      planMonths: plans.map(({ id, clientId }) => ({
        planId: id,
        clientId,
        card: cards.find(({ planId }) => planId === id) ?? null,
        ...claims.ofPlanMonth(id, month),
      })),
    }),
  );
  const cards = made.flatMap((one) => one.cards);
  return {
    months,
    batches: claims.batches(),
    runs: pay.runs,
    pay: pay.providers(cards),
    invoices: makeInvoices(random, months),
    shares: makeShares(
      randomOf(`shares ${seed}`),
      [...new Set(plans.filter(({ isPrivate }) => !isPrivate).map(({ clientId }) => clientId))],
      made.map(({ month }) => month),
    ),
    units: [...new Set(plans.map(({ clientId }) => clientId))].map((clientId) => ({
      clientId,
      today: TODAY,
      zone: ZONE,
      // Some have used up their authorization.
      pars: [
        {
          ...PAR,
          id: clientId,
          from: '2026-01-01',
          through: '2026-09-30',
          units: random.pick([null, 900, 9_000]),
        },
      ],
      cards: cards
        .filter((card) => card.clientId === clientId)
        .map((card) => ({ ...card, units: card.totals.unit - card.totals.noBilling.unit })),
      ...claims.ofClient(clientId),
    })),
  };
};
