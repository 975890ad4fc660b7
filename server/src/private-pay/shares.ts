import { expectedOf } from '@homecare/domain/claims/expected.ts';
import type { LinePosting } from '@homecare/domain/claims/posting.ts';
import type { SentLine } from '@homecare/domain/claims/sent-claim.ts';
import { type RecordOfMonth, unclaimedMonths } from '@homecare/domain/private-pay/asked-of-medicaid.ts';
import { shareOn } from '@homecare/domain/private-pay/invoicing.ts';
import type {
  BilledShare,
  ShareClaim,
  ShareFacts,
  WithheldLine,
} from '@homecare/domain/private-pay/share-of-cost.ts';
import { sum } from '@homecare/domain/sum.ts';
import { readClaimed } from '../billing/claimed.ts';
import { listPayersOfClients } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';
import { dayOfLine, monthOfClaim } from './invoiced-work.ts';
import { selectBilledClaims, selectTerms } from './queries.ts';

/** Shares of cost of clients: what Medicaid withheld of standing claims, and what valid invoices charge of it. */

type OfClient<T> = T & { readonly clientId: number };

interface StoredClaim extends Omit<ShareClaim, 'lines'> {
  readonly sent: SentLine[];
  /** Of the last payment that was not a reversal. */
  readonly paid: LinePosting[] | null;
}

/** Claims of which something is open; a void that is under way is undecided, and what it takes back stands no more. */
const listClaims = (db: Db, scope: Scope, ids: readonly number[]) =>
  queryRows<OfClient<StoredClaim>>(db)`select claim.client_id as "clientId", claim.id,
      array(select distinct to_char(work.month, 'YYYY-MM-DD') from claim_cards part join work on work.id = part.card_id
        where part.claim_id = claim.id) as months,
      claim.paid is not null and coalesce((select answer.outcome from claim_answers answer where answer.claim_id = claim.id
        and answer.outcome in ('paid', 'taken back') order by answer.id desc limit 1), 'paid') = 'paid' as "isDecided", ${sealedBilling.claimLines('claim')} as sent,
      (select ${sealedBilling.answerLines('answer')} from claim_answers answer where answer.claim_id = claim.id
        and answer.outcome = 'paid' and answer.problem is null order by answer.id desc limit 1) as paid
    from claims claim join claim_batches batch on batch.id = claim.batch_id
    where claim.client_id = any(${[...ids]}::int[])
      and (batch.usage = 'P' or ${scope.settings.claims.usage === 'T'})
      and (claim.refused_by is null or claim.paid is not null)
      and (claim.paid is null or (claim.frequency <> '8' and (claim.reversed or claim.paid < claim.charge - claim.insured)))
      and exists (select from claim_cards part where part.claim_id = claim.id and not part.superseded)
      and not exists (select from claims again where again.replaces = claim.id
        and (again.refused_by is null or again.paid is not null))
    order by claim.batch_id, claim.number`;

const listBilled = (db: Db, ids: readonly number[]) =>
  queryRows<OfClient<BilledShare>>(db)`select line.client_id as "clientId", line.invoice_id as "invoiceId",
      to_char(${dayOfLine}, 'YYYY-MM-DD') as month, line.amount as cents
    from invoice_lines line
    where line.is_live and line.kind in ('Share of cost', 'Share of a claim') and line.client_id = any(${[...ids]}::int[])
    order by line.invoice_id, line.place`;

const listRecords = (db: Db, ids: readonly number[]) =>
  queryRows<Omit<OfClient<RecordOfMonth>, 'claimed'> & { readonly id: number; readonly isPrivate: boolean }>(
    db,
  )`select live.id, live.client_id as "clientId", client.private_client as "isPrivate",
      to_char(live.month, 'YYYY-MM-DD') as month, live.start_period as "startPeriod", live.status,
      live.amount::float8 as amount
    from work live join people client on client.id = live.client_id
    where live.client_id = any(${[...ids]}::int[]) and live.deleted is null`;

/** Months of clients of which Medicaid is still to be asked for something. */
const readUnclaimed = async (
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const records = await listRecords(db, ids);
  const claimed = await readClaimed(db, scope, records);
  const payers = await listPayersOfClients(db, ids);
  return new Map(
    [...Map.groupBy(records, ({ clientId }) => clientId)].flatMap(([clientId, own]) => {
      const [first] = own;
      if (!first) return [];
      const months = unclaimedMonths(
        { isPrivate: first.isPrivate, payers: payers.get(clientId) ?? [] },
        own.map((one) => ({ ...one, claimed: claimed.get(one.id) })),
      );
      return months.length > 0 ? [[clientId, months] as const] : [];
    }),
  );
};

const linesOf = ({ isDecided, sent, paid }: StoredClaim): WithheldLine[] =>
  !isDecided
    ? []
    : sent.flatMap(({ control, day, ...asked }) => {
        const line = paid?.find((one) => one.control === control);
        const open = expectedOf(asked) - (line?.paid ?? 0);
        return line && open > 0
          ? [{ day, open, adjustments: line.adjustments ?? null, reason: line.reason }]
          : [];
      });

/** A claim with the month of its services, and what its client's share on record bears of that month beside what was billed. */
export interface ClaimOfMonth {
  readonly id: string;
  readonly clientId: number;
  readonly month: string;
  readonly left: number;
}

export const readSharesOfClaims = async (db: Db, ids: readonly string[]): Promise<ClaimOfMonth[]> => {
  const claims = await queryRows<Omit<ClaimOfMonth, 'left'>>(
    db,
  )`select claim.id, claim.client_id as "clientId", to_char(${monthOfClaim}, 'YYYY-MM-DD') as month
    from claims claim where claim.id = any(${[...ids]}::text[]) order by claim.batch_id, claim.number`;
  const clientIds = [...new Set(claims.map(({ clientId }) => clientId))];
  const terms = new Map((await selectTerms(db, clientIds)).map((one) => [one.clientId, one.shares]));
  const billed = (await selectBilledClaims(db, clientIds)).filter(({ basis }) => basis === 'shareOfCost');
  return claims.map((claim) => {
    const { clientId, month } = claim;
    const own = billed.filter((one) => one.clientId === clientId && one.month === month);
    return {
      ...claim,
      left: shareOn(terms.get(clientId) ?? [], month) - sum(own.map(({ amount }) => amount)),
    };
  });
};

/** By client; clients of whom nothing is withheld, billed or to be decided have no entry. */
export const readShares = async (
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ShareFacts>> => {
  if (ids.length === 0) return new Map();
  const claims = Map.groupBy(await listClaims(db, scope, ids), ({ clientId }) => clientId);
  const billed = Map.groupBy(await listBilled(db, ids), ({ clientId }) => clientId);
  const unclaimed = await readUnclaimed(db, scope, ids);
  return new Map(
    [...new Set([...claims.keys(), ...billed.keys(), ...unclaimed.keys()])].map((clientId) => [
      clientId,
      {
        claims: (claims.get(clientId) ?? []).map((claim) => ({
          id: claim.id,
          months: claim.months,
          isDecided: claim.isDecided,
          lines: linesOf(claim),
        })),
        billed: (billed.get(clientId) ?? []).map(({ clientId: _, ...line }) => line),
        unclaimed: unclaimed.get(clientId) ?? [],
      },
    ]),
  );
};
