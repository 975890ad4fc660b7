import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { verifiedDays } from '@homecare/domain/billing/verified.ts';
import { monthOf } from '@homecare/domain/calendar.ts';
import type { ClaimedOfCard } from '@homecare/domain/claims/left-to-claim.ts';
import { formatZip } from '@homecare/domain/formats.ts';
import {
  type CoveredClient,
  DEFAULT_TERMS_DAYS,
  hasMedicaid,
  payersOn,
} from '@homecare/domain/payers/rules.ts';
import type { PayerFacts } from '@homecare/domain/payers/schema.ts';
import {
  askedAfterInsurers,
  isInsured,
  waitsForClaim,
} from '@homecare/domain/private-pay/asked-of-medicaid.ts';
import type { ClientToInvoice, Invoiced, InvoiceSpan } from '@homecare/domain/private-pay/invoicing.ts';
import type { BillTo, PrivateTerms } from '@homecare/domain/private-pay/schema.ts';
import { isDecidedIn, NO_SHARES, withheldIn } from '@homecare/domain/private-pay/share-of-cost.ts';
import { sum } from '@homecare/domain/sum.ts';
import { readClaimed } from '../billing/claimed.ts';
import { cardsToInvoice } from '../billing/claiming.ts';
import { visitsOfPlans } from '../billing/service.ts';
import { findPayers, listPayersOfClients } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import {
  type PayingClient,
  selectBilledClaims,
  selectInvoiced,
  selectPayingClients,
  selectTerms,
} from './queries.ts';
import { readShares } from './shares.ts';

/** What is known of clients who pay, for the rules of domain. */

export interface ClientFacts extends ClientToInvoice {
  readonly person: PayingClient;
  readonly invoiced: Invoiced;
}

type Payers = ReadonlyMap<number, PayerFacts>;

const lines = (at: {
  readonly address: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
}) => {
  const zip = formatZip(at.zip ?? '').replace(/^(\d{5})(\d{4})$/, '$1-$2');
  const town = [at.city, [at.state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [at.address, at.address2, town].filter((line) => line !== null && line !== '').map(String);
};

/** Where invoices go: to the payer, or to the client as recorded. */
export const billToOf = (person: PayingClient, payer: PayerFacts | undefined): BillTo =>
  payer
    ? {
        name: payer.name,
        lines: [...(payer.contact ? [`Attn: ${payer.contact}`] : []), ...lines(payer)],
        email: payer.email,
      }
    : {
        name: person.fullName,
        lines: lines({ ...person, zip: person.postalCode }),
        email: person.email ?? '',
      };

export const termsDaysOf = (payer: PayerFacts | undefined): number => payer?.termsDays ?? DEFAULT_TERMS_DAYS;

/** The payer of invoices on a day: Medicaid and insurers are sent none, so that a share of cost goes to the client. */
export const privatePayerOn = (
  { covered }: Pick<ClientToInvoice, 'covered'>,
  payers: Payers,
  day: string,
): PayerFacts | undefined => {
  const found = payersOn(covered, day).find(({ kind }) => kind === 'Private');
  return found?.payerId ? payers.get(found.payerId) : undefined;
};

type Card = Awaited<ReturnType<typeof cardsToInvoice>>[number];

/** What Medicaid is asked for of a client's cards, and months of which that is not known yet. */
const chargesOfMedicaid = (
  cards: readonly Card[],
  covered: CoveredClient,
  claimed: ReadonlyMap<number, ClaimedOfCard>,
): Pick<ClientToInvoice, 'chargesOf' | 'isWaiting'> => {
  const cardsOf = (month: string) => cards.filter((card) => card.date === monthOf(month));
  const askedOf = (card: Card) =>
    isInsured(card, covered) ? askedAfterInsurers(card, claimed.get(card.id)) : card.amount;
  return {
    chargesOf: (month) =>
      sum(
        cardsOf(month)
          .filter((card) => hasMedicaid(card, covered))
          .map(askedOf),
      ),
    isWaiting: (month) =>
      cardsOf(month).some((card) => isInsured(card, covered) && waitsForClaim(card, claimed.get(card.id))),
  };
};

/** What Medicaid withheld of a month of a client with a share of cost on record; null while it has not decided on all of it. */
const readWithheld = async (
  db: Db,
  scope: Scope,
  terms: ReadonlyMap<number, Pick<PrivateTerms, 'shares'>>,
): Promise<(clientId: number) => ClientToInvoice['withheldOf']> => {
  const ids = [...terms].flatMap(([id, { shares }]) => (shares.some(({ cents }) => cents > 0) ? [id] : []));
  const found = await readShares(db, scope, ids);
  const today = scope.today().toString();
  return (clientId) => (month) => {
    const facts = found.get(clientId) ?? NO_SHARES;
    return isDecidedIn(facts, month, today) ? withheldIn(facts, month) : null;
  };
};

/** Cards, visits, rates and what is invoiced already, of all clients who pay or of some. */
export const readClients = async (
  db: Db,
  scope: Scope,
  clientIds: readonly number[] | null,
  span: InvoiceSpan,
): Promise<{ readonly clients: readonly ClientFacts[]; readonly payers: Payers }> => {
  const lists = await listPayersOfClients(db, clientIds);
  const people = await selectPayingClients(db, clientIds, [...lists.keys()]);
  const ids = people.map(({ id }) => id);
  const [payers, terms, cards, invoiced, claims] = [
    await findPayers(db),
    new Map((await selectTerms(db, ids)).map((one) => [one.clientId, one])),
    Map.groupBy(await cardsToInvoice(db, ids, wholeMonthsAround(span)), ({ clientId }) => clientId),
    Map.groupBy(await selectInvoiced(db, ids), ({ clientId }) => clientId),
    Map.groupBy(await selectBilledClaims(db, ids), ({ clientId }) => clientId),
  ];
  const planIds = [...cards.values()].flat().map(({ planId }) => planId);
  const visits = Map.groupBy(
    await visitsOfPlans(db, [...new Set(planIds)], span.from, span.through),
    ({ planId }) => planId,
  );
  const coveredOf = ({ id, isPrivate }: PayingClient) => ({ isPrivate, payers: lists.get(id) ?? [] });
  const insured = people.flatMap((person) =>
    (cards.get(person.id) ?? []).filter((card) => isInsured(card, coveredOf(person))),
  );
  const claimed = await readClaimed(db, scope, insured);
  const withheldOf = await readWithheld(db, scope, terms);
  const clients = people.map((person): ClientFacts => {
    const own = cards.get(person.id) ?? [];
    const covered = coveredOf(person);
    const lines = invoiced.get(person.id) ?? [];
    const days = new Set(lines.map(({ planId, day }) => `${planId} ${day}`));
    const shares = new Map(
      lines.flatMap(({ kind, day, amount }) => (kind === 'Share of cost' ? [[day, amount] as const] : [])),
    );
    const settled = new Set(lines.flatMap(({ settlementId }) => settlementId ?? []));
    return {
      person,
      covered,
      terms: terms.get(person.id) ?? { rates: [], shares: [] },
      cards: own.map((card) => ({ card, verified: verifiedDays(visits.get(card.planId) ?? []) })),
      ...chargesOfMedicaid(own, covered, claimed),
      withheldOf: withheldOf(person.id),
      invoiced: {
        hasDay: (planId, day) => days.has(`${planId} ${day}`),
        shareOf: (month) => shares.get(month) ?? null,
        hasSettlement: (id) => settled.has(id),
        sharesOfClaims: (month) =>
          sum(
            lines
              .filter(({ kind, day }) => kind === 'Share of a claim' && day === month)
              .map(({ amount }) => amount),
          ),
      },
      claims: claims.get(person.id) ?? [],
    };
  });
  return { clients, payers };
};

/** A share of cost is of a whole month, also where the span ends inside it. */
const wholeMonthsAround = ({ from, through }: InvoiceSpan): InvoiceSpan => ({
  from: daysOfMonth(monthOf(from)).from,
  through: daysOfMonth(monthOf(through)).through,
});
