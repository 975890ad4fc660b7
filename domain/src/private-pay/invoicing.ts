import { type ServiceDay, serviceDays } from '../billing/counting.ts';
import type { Card } from '../billing/schema.ts';
import type { VerifiedDays } from '../billing/verified.ts';
import { addDays, showDate, showLength } from '../calendar.ts';
import { type BillClient, billableToClient } from '../claims/bill-client.ts';
import { type CoveredClient, type PayerOfDay, payerOfCard, payersOn } from '../payers/rules.ts';
import { sayMonth } from '../plan-documents/rules.ts';
import { sum } from '../sum.ts';
import type { InvoiceLine, PrivateRate, PrivateTerms, ShareOfCost } from './schema.ts';

/** What goes on invoices (docs/rules/private-pay.md, rules 1 to 8). */

/** A card with what an invoice says of it. */
export interface CardToInvoice extends Card {
  readonly typeName: string;
  readonly evvNeeded: boolean;
  readonly provider: string;
}

/** Minutes of one day of a card that may be invoiced. */
export interface RecordedDay {
  readonly date: string;
  readonly minutes: number;
}

const workOf = (days: readonly ServiceDay[]) => sum(days.map(({ work }) => work));

/**
 * Billed days of a card up to today, without travel. Where the type needs visits, a day counts for what its visits recorded
 * at most; a Pending card is not final (docs/rules/private-pay.md, rules 2 and 3).
 */
export const recordedDays = (
  card: CardToInvoice,
  verified: VerifiedDays,
  { zone, today }: { readonly zone: string; readonly today: string },
): RecordedDay[] => {
  if (card.status === 'Pending') return [];
  const isProven = card.evvNeeded && card.excluded === null;
  const days = serviceDays(card, zone).filter(({ billing, date }) => billing && date <= today);
  return [...Map.groupBy(days, ({ date }) => date)]
    .map(([date, rows]) => {
      const minutes = workOf(rows);
      return { date, minutes: isProven ? Math.min(minutes, verified.get(date) ?? 0) : minutes };
    })
    .filter(({ minutes }) => minutes > 0);
};

/** Cents an hour of a type on a day; undefined before the first rate. */
export const privateRateOn = (rates: readonly PrivateRate[], type: string, day: string): number | undefined =>
  rates
    .filter((rate) => rate.type === type && rate.from <= day)
    .reduce<PrivateRate | undefined>(
      (last, rate) => (last && last.from >= rate.from ? last : rate),
      undefined,
    )?.cents;

/** Whole cents of minutes at cents an hour; half a cent counts up. */
export const priceOf = (minutes: number, centsAnHour: number): number =>
  Math.floor((minutes * centsAnHour + 30) / 60);

/** Cents a month that Medicaid has the client pay in a month (YYYY-MM-01). */
export const shareOn = (shares: readonly ShareOfCost[], month: string): number =>
  shares
    .filter(({ from }) => from <= month)
    .reduce<ShareOfCost | undefined>(
      (last, share) => (last && last.from >= share.from ? last : share),
      undefined,
    )?.cents ?? 0;

export interface InvoiceSpan {
  readonly from: string;
  readonly through: string;
}

/** First days of the months that are wholly inside a span. */
export const wholeMonths = ({ from, through }: InvoiceSpan): string[] => {
  const months: string[] = [];
  let month = Temporal.PlainDate.from(from).with({ day: 1 });
  if (month.toString() < from) month = month.add({ months: 1 });
  for (
    ;
    month.add({ months: 1 }).subtract({ days: 1 }).toString() <= through;
    month = month.add({ months: 1 })
  )
    months.push(month.toString());
  return months;
};

/** What is on live invoices already: a day of a plan, a month's share of cost, or what a claim leaves to the client. */
export interface Invoiced {
  readonly hasDay: (planId: number, day: string) => boolean;
  /** Cents of a month's share of cost; null: it is on none. */
  readonly shareOf: (month: string) => number | null;
  readonly hasSettlement: (id: number) => boolean;
  /** Cents of a month (YYYY-MM-01) that claims named as the client's share of cost. */
  readonly sharesOfClaims: (month: string) => number;
}

/** What of a claim was billed to the client (docs/rules/claims.md, rule 35). */
export interface BilledClaim {
  readonly settlementId: number;
  readonly claim: string;
  readonly basis: BillClient['basis'];
  /** First day of the month of its services. */
  readonly month: string;
  /** Day on which the client signed to pay for what is not covered. */
  readonly agreed: string | null;
  /** Cents, less what the payer paid all the same. */
  readonly amount: number;
}

export interface ClientToInvoice {
  readonly covered: CoveredClient;
  readonly terms: PrivateTerms;
  readonly cards: readonly { readonly card: CardToInvoice; readonly verified: VerifiedDays }[];
  /** Cents that Medicaid is asked for of the cards of a month (YYYY-MM-01): a share of cost is never above them. */
  readonly chargesOf: (month: string) => number;
  /** Cents of it that Medicaid withheld as the client's share of cost; null while it has not decided on all of the month. */
  readonly withheldOf: (month: string) => number | null;
  /** Cards of the month wait for an insurer that pays first: nobody knows yet what is left for Medicaid. */
  readonly isWaiting: (month: string) => boolean;
  readonly claims: readonly BilledClaim[];
}

/** One invoice: everything of a span that one payer is to pay. */
export interface LinesOfPayer {
  readonly payer: PayerOfDay;
  readonly lines: readonly InvoiceLine[];
}

/** Work that is on no invoice: it has no rate, or the client may not be billed for it. */
export interface Uninvoiced {
  readonly service: string;
  readonly type: string;
  readonly days: readonly string[];
  readonly minutes: number;
  readonly reason: string;
}

export const sayUnpriced = ({ service, days: [first] }: Pick<Uninvoiced, 'service' | 'days'>): string =>
  `No hourly rate for ${service}${first ? ` on ${showDate(first)}` : ''}`;

/** A share of cost has no minutes. */
export const sayLeftOut = ({ reason, minutes }: Pick<Uninvoiced, 'reason' | 'minutes'>): string =>
  minutes > 0 ? `${reason} (${showLength(minutes)} h)` : reason;

/** What was billed to the client as the share of cost of claims of a month. */
const sharesBilled = ({ claims }: ClientToInvoice, month: string): number =>
  sum(claims.flatMap((one) => (one.basis === 'shareOfCost' && one.month === month ? [one.amount] : [])));

/**
 * What of it may be invoiced of the month: where a share is on record no more than Medicaid withheld for the month, once it has
 * decided. A claim of two months counts whole in one of them, and what was billed of a claim stays when a corrected one of which
 * less is withheld takes its place.
 */
const sharesToInvoice = (client: ClientToInvoice, month: string): number => {
  const billed = sharesBilled(client, month);
  const withheld = shareOn(client.terms.shares, month) > 0 ? client.withheldOf(month) : null;
  return Math.min(billed, withheld ?? billed);
};

/**
 * Cents of a month that are invoiced as its share of cost: as it is on record, or as claims were billed beyond that; never above
 * what its Medicaid cards come to, nor above what Medicaid withheld for it once it has decided.
 */
const monthlyShare = (client: ClientToInvoice, month: string): number => {
  const onRecord = shareOn(client.terms.shares, month);
  if (onRecord === 0) return 0;
  const most = Math.min(Math.max(onRecord, sharesBilled(client, month)), client.chargesOf(month));
  return Math.min(most, client.withheldOf(month) ?? most);
};

interface Clock {
  readonly zone: string;
  readonly today: string;
}

/**
 * Why a day is not billed to the client; null: it is. A card belongs to the payer of its first day, and Medicaid may pay from a
 * later one of it on: its member is never invoiced for care, whatever the card says (docs/rules/claims.md, rule 35).
 */
const refusalOf = ({ covered }: ClientToInvoice, day: string, open: number): string | null => {
  const isMember = payersOn(covered, day).some(({ kind }) => kind === 'Medicaid');
  const asked = { basis: 'notCovered', agreed: null, lines: [{ day, open, adjustments: [] }] } as const;
  return billableToClient({ hasMedicaid: isMember, ...asked }).fault?.message ?? null;
};

const workLines = (client: ClientToInvoice, span: InvoiceSpan, invoiced: Invoiced, clock: Clock) =>
  client.cards.flatMap(({ card, verified }) => {
    const payer = payerOfCard(card, client.covered);
    // Medicaid and insurers are claimed from.
    if (payer.kind !== 'Private') return [];
    return recordedDays(card, verified, clock)
      .filter(({ date }) => span.from <= date && date <= span.through && !invoiced.hasDay(card.planId, date))
      .map(({ date, minutes }) => {
        const rate = privateRateOn(client.terms.rates, card.typeCode, date);
        return {
          payer,
          card,
          date,
          minutes,
          rate,
          refusal: refusalOf(client, date, priceOf(minutes, rate ?? 0)),
        };
      });
  });

const lineOf = ({
  card,
  date,
  minutes,
  rate,
}: Pick<ReturnType<typeof workLines>[number], 'card' | 'date' | 'minutes'> & {
  readonly rate: number;
}): InvoiceLine => ({
  kind: 'Work',
  day: date,
  planId: card.planId,
  cardId: card.id,
  settlementId: null,
  service: card.typeName,
  caregiver: card.provider,
  minutes,
  rate,
  amount: priceOf(minutes, rate),
});

const SHARE_PAYER: PayerOfDay = { kind: 'Medicaid', payerId: null };
/** What is on no work of a card. */
const WITHOUT_WORK = { planId: null, cardId: null, caregiver: '', minutes: 0, rate: 0 } as const;
/**
 * Of months that Medicaid pays for, at most what its cards come to, less what claims of the month named as the same share
 * (docs/rules/private-pay.md, rules 7 and 22).
 */
const shareLines = (client: ClientToInvoice, span: InvoiceSpan, invoiced: Invoiced, today: string) =>
  wholeMonths(span).flatMap((month): InvoiceLine[] => {
    if (month > today || invoiced.shareOf(month) !== null || client.isWaiting(month)) return [];
    const amount = monthlyShare(client, month) - invoiced.sharesOfClaims(month);
    const line = { ...WITHOUT_WORK, kind: 'Share of cost', day: month, settlementId: null } as const;
    return amount > 0 ? [{ ...line, service: `Share of cost, ${sayMonth(month)}`, amount }] : [];
  });

export const WAITS_FOR_INSURER =
  'The share of cost waits: an insurer pays first, and Medicaid was not asked for all of the month yet';

/** A share of cost that is on no invoice yet, and why. */
const waitingShares = (client: ClientToInvoice, span: InvoiceSpan, invoiced: Invoiced, today: string) =>
  wholeMonths(span).flatMap((month): Uninvoiced[] =>
    month <= today &&
    invoiced.shareOf(month) === null &&
    client.isWaiting(month) &&
    shareOn(client.terms.shares, month) > 0
      ? [
          {
            ...{ service: `Share of cost, ${sayMonth(month)}`, type: '', days: [month], minutes: 0 },
            reason: `${WAITS_FOR_INSURER} (${sayMonth(month)})`,
          },
        ]
      : [],
  );

const sayBilledClaim = ({ basis, claim, month, agreed }: BilledClaim): string =>
  basis === 'shareOfCost'
    ? `Share of cost, ${sayMonth(month)}, claim ${claim}`
    : `Not covered by Medicaid, ${sayMonth(month)}, claim ${claim}${agreed === null ? '' : `, agreed on ${showDate(agreed)}`}`;

/**
 * Cents of a claim's share of cost that are a line of their own, where `earlier` of the month's claims are on the same invoice:
 * what the month's share does not hold. It holds all of it until it is invoiced; where the month has no cards that it could be
 * taken of, nothing.
 */
const beyondMonth = (
  client: ClientToInvoice,
  { month, amount }: BilledClaim,
  invoiced: Invoiced,
  earlier: number,
): number => {
  const monthly = invoiced.shareOf(month);
  if (monthly === null && monthlyShare(client, month) > 0) return 0;
  const rest = sharesToInvoice(client, month) - (monthly ?? 0) - invoiced.sharesOfClaims(month) - earlier;
  return Math.max(0, Math.min(amount, rest));
};

/** Up to the end of a span, once; a share of cost that is invoiced month by month is no second one. */
const claimLines = (client: ClientToInvoice, { through }: InvoiceSpan, invoiced: Invoiced) => {
  const taken = new Map<string, number>();
  return client.claims.flatMap((billed): InvoiceLine[] => {
    const { settlementId, basis, month } = billed;
    if (month > through || billed.amount <= 0 || invoiced.hasSettlement(settlementId)) return [];
    const isShare = basis === 'shareOfCost';
    const earlier = taken.get(month) ?? 0;
    const amount = isShare ? beyondMonth(client, billed, invoiced, earlier) : billed.amount;
    if (amount === 0) return [];
    if (isShare) taken.set(month, earlier + amount);
    const kind = isShare ? 'Share of a claim' : 'Not covered';
    return [{ ...WITHOUT_WORK, kind, day: month, settlementId, service: sayBilledClaim(billed), amount }];
  });
};

const inOrder = (a: InvoiceLine, b: InvoiceLine) =>
  a.day < b.day ? -1 : a.day > b.day ? 1 : (a.planId ?? 0) - (b.planId ?? 0);

/** The invoices of a client for a span, and recorded work that is on none. */
export const draftInvoices = (
  client: ClientToInvoice,
  span: InvoiceSpan,
  invoiced: Invoiced,
  clock: Clock,
): { readonly invoices: readonly LinesOfPayer[]; readonly leftOut: readonly Uninvoiced[] } => {
  const worked = workLines(client, span, invoiced, clock);
  const found = worked.filter(({ refusal }) => refusal === null);
  const priced = found.flatMap((one) =>
    one.rate === undefined ? [] : [{ payer: one.payer, line: lineOf({ ...one, rate: one.rate }) }],
  );
  const ofPayers = [...Map.groupBy(priced, ({ payer }) => payer.payerId).values()].flatMap((own) => {
    const [first] = own;
    const lines = own.map(({ line }) => line).filter(({ amount }) => amount > 0);
    return first && lines.length > 0 ? [{ payer: first.payer, lines: lines.toSorted(inOrder) }] : [];
  });
  const shares = [
    ...shareLines(client, span, invoiced, clock.today),
    ...claimLines(client, span, invoiced),
  ].toSorted(inOrder);
  const left = worked.filter(({ refusal, rate }) => refusal !== null || rate === undefined);
  const leftOut = [
    ...Map.groupBy(left, ({ card, refusal }) => `${card.typeCode} ${refusal ?? ''}`).values(),
  ].flatMap((own): Uninvoiced[] => {
    const [first] = own;
    if (!first) return [];
    const of = { service: first.card.typeName, days: own.map(({ date }) => date).toSorted() };
    return [
      {
        ...of,
        type: first.card.typeCode,
        minutes: sum(own.map(({ minutes }) => minutes)),
        reason: first.refusal ?? sayUnpriced(of),
      },
    ];
  });
  return {
    invoices: [...ofPayers, ...(shares.length > 0 ? [{ payer: SHARE_PAYER, lines: shares }] : [])],
    leftOut: [...leftOut, ...waitingShares(client, span, invoiced, clock.today)],
  };
};

export const totalOf = (lines: readonly Pick<InvoiceLine, 'amount'>[]): number =>
  sum(lines.map(({ amount }) => amount));

/** 2026 and 42 → '2026-0042' */
export const showInvoiceNumber = (range: string, number: number): string =>
  `${range}-${String(number).padStart(4, '0')}`;

/** Numbers begin anew each year of the site's calendar. */
export const rangeOf = (day: string): string => day.slice(0, 4);

export const dueDay = (issued: string, termsDays: number): string => addDays(issued, termsDays);
