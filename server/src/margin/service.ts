import { isShareOfCost } from '@homecare/domain/claims/bill-client.ts';
import { expectedOf } from '@homecare/domain/claims/expected.ts';
import { reasonCode } from '@homecare/domain/claims/reason-words.ts';
import type { StandingDay } from '@homecare/domain/claims/standing-day.ts';
import { done, type Refusal, type Result, refuseFields } from '@homecare/domain/errors.ts';
import { type getMargin, type listMarginLines, MOST_MONTHS } from '@homecare/domain/margin/contract.ts';
import {
  type CaregiverPay,
  groupMargin,
  invoicedShares,
  keyOfLine,
  type MarginCard,
  marginLines,
  totalMargin,
} from '@homecare/domain/margin/margin.ts';
import type { MarginLine } from '@homecare/domain/margin/schema.ts';
import { payerOfCard } from '@homecare/domain/payers/rules.ts';
import { paidDays } from '@homecare/domain/payroll/lines.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { sum } from '@homecare/domain/sum.ts';
import { standingOf } from '../claims/standing.ts';
import { listPayersOfClients } from '../payers/service.ts';
import { type ProviderMonth, payOfMonths } from '../payroll/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listUninvoiced } from '../private-pay/following.ts';
import { type BilledCard, listBilledCards, listInvoicedShares } from './queries.ts';

/** Income less pay, computed from records only (docs/rules/margin.md). */

interface Months {
  readonly from: string;
  readonly to: string;
}

const refuseMonths = ({ from, to }: Months): Refusal | undefined => {
  if (to < from) return refuseFields([{ field: 'to', message: 'The last month is before the first.' }]);
  return monthsBetween(from, to).length > MOST_MONTHS
    ? refuseFields([{ field: 'to', message: `Choose at most ${MOST_MONTHS} months.` }])
    : undefined;
};

/** What the payer decided not to pay. */
const unpaidOf = (days: readonly StandingDay[]): number =>
  sum(days.flatMap((day) => (day.paid === null ? [] : [expectedOf(day) - day.paid])));

/** The part that the payer named as the client's share of cost. */
const leftToClient = (days: readonly StandingDay[]): number =>
  Math.max(0, unpaidOf(days.filter(({ reason }) => isShareOfCost(reasonCode(reason)))));

/** The part clients are invoiced for, by record. Records of a month that are outside the span have their part too. */
const clientsPart = async (
  scope: Scope,
  cards: readonly BilledCard[],
): Promise<ReadonlyMap<number, number>> => {
  const { db } = scope.site;
  const shares = await listInvoicedShares(db, cards);
  const standing = await standingOf(
    db,
    scope,
    shares.flatMap(({ cardIds }) => cardIds),
  );
  return new Map(
    shares.flatMap(({ cents, cardIds }) => {
      const parts = invoicedShares(
        cents,
        cardIds.map((id) => leftToClient(standing.get(id) ?? [])),
      );
      return cardIds.map((id, at) => [id, parts[at] ?? 0] as const);
    }),
  );
};

const loadCards = async (scope: Scope, { from, to }: Months): Promise<MarginCard[]> => {
  const { db } = scope.site;
  const cards = await listBilledCards(db, from, to);
  const payers = await listPayersOfClients(db, [...new Set(cards.map(({ clientId }) => clientId))]);
  const standing = await standingOf(
    db,
    scope,
    cards.map(({ id }) => id),
  );
  const ofClients = await clientsPart(scope, cards);
  const isInvoiced = ({ startPeriod, isPrivate, clientId }: BilledCard) =>
    payerOfCard({ startPeriod }, { isPrivate, payers: payers.get(clientId) ?? [] }).kind === 'Private';
  const invoices = cards.filter(isInvoiced);
  const uninvoiced = await listUninvoiced(
    db,
    scope,
    [...new Set(invoices.map(({ clientId }) => clientId))],
    invoices,
  );
  return cards.map((billed) => {
    const { startPeriod: _, endPeriod: __, isPrivate: ___, amount, invoiced, ...card } = billed;
    const byInvoice = isInvoiced(billed);
    return {
      ...card,
      income: byInvoice ? invoiced + (uninvoiced.get(card.id) ?? 0) : amount,
      unpaid: byInvoice ? 0 : unpaidOf(standing.get(card.id) ?? []) - (ofClients.get(card.id) ?? 0),
    };
  });
};

const payOf = (
  { month, provider, name, lines, parts, overtime, cards, rates }: ProviderMonth,
  zone: string,
): CaregiverPay => ({
  month,
  caregiverId: provider.id,
  caregiver: name,
  lines: lines.map(({ amount, category, half, rate, from }) => ({
    amount,
    parts: parts
      .filter(
        (part) =>
          part.category === category &&
          part.half === half &&
          (part.term?.rate ?? null) === rate &&
          (part.term?.from ?? null) === from,
      )
      .map(({ card, hours: { work, travel } }) => ({ cardId: card.id, work, travel })),
  })),
  premiums: (overtime ?? []).map(({ week, premium }) => ({ ...week, cents: premium })),
  days: cards.flatMap((card) =>
    paidDays(card, rates, zone).map(({ date, work, travel }) => ({
      cardId: card.id,
      date,
      minutes: work + travel,
    })),
  ),
});

const loadLines = async (scope: Scope, months: Months): Promise<MarginLine[]> => {
  const cards = await loadCards(scope, months);
  const pays = await payOfMonths(scope, { ...months, group: 'all' });
  return marginLines(
    cards,
    pays.map((pay) => payOf(pay, scope.settings.timeZone)),
  );
};

/** The lines of these months, for other features. */
export const loadMarginOfMonths = async (scope: Scope, months: Months): Promise<Result<MarginLine[]>> =>
  refuseMonths(months) ?? done(await loadLines(scope, months));

export const loadMargin: UseCase<typeof getMargin> = async (scope, { by, ...months }) => {
  const refused = refuseMonths(months);
  if (refused) return refused;
  const lines = await loadLines(scope, months);
  return done({ groups: groupMargin(lines, by), total: totalMargin(lines) });
};

export const loadMarginLines: UseCase<typeof listMarginLines> = async (scope, { by, key, ...months }) => {
  const refused = refuseMonths(months);
  if (refused) return refused;
  return done((await loadLines(scope, months)).filter((line) => keyOfLine(line, by) === key));
};
