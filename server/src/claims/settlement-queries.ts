import type { Settlement } from '@homecare/domain/claims/schema.ts';
import type { SettlementKind, SettlementReason } from '@homecare/domain/claims/settlements.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';

/** Amounts no longer expected from the payer: written off, or billed to the client. */

export interface NewSettlement {
  readonly claimId: string;
  readonly kind: SettlementKind;
  readonly reason: SettlementReason;
  readonly note: string;
  readonly amount: number;
  readonly agreed: string | null;
}

export const insertSettlements = (tx: Tx, rows: readonly NewSettlement[], { at, by }: Stamp) =>
  sql`insert into claim_settlements (claim_id, kind, reason, ${sealedBilling.settlementNote.column}, amount, agreed,
      settled, settled_by)
    select "claimId", kind, reason, ${sealedBilling.settlementNote.column}, amount, agreed, ${at}, ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("claimId" text, kind text, reason text,
      ${sealedBilling.settlementNote.column} text, amount bigint, agreed date)`.execute(tx);

/** Newest first. */
export const listSettlementRows = (db: Db): Promise<Settlement[]> =>
  queryRows<Settlement>(db)`select settlement.id, settlement.claim_id as claim,
      ${listedName('client')} as client, settlement.kind, settlement.reason,
      ${sealedBilling.settlementNote('settlement')}, settlement.amount, settlement.agreed, settlement.settled,
      settlement.settled_by as "settledBy", settlement.recovered
    from claim_settlements settlement join claims claim on claim.id = settlement.claim_id
      join people client on client.id = claim.client_id
    where settlement.undone is null order by settlement.id desc limit 500`;

/** Undoes those that are not undone yet and returns them. */
export const undoSettlementRows = async (
  tx: Tx,
  ids: readonly number[],
  { at, by }: Stamp,
): Promise<{ id: number; claimId: string; amount: number }[]> =>
  queryRows<{ id: number; claimId: string; amount: number }>(tx)`update claim_settlements
    set undone = ${at}, undone_by = ${by} where undone is null and id = any(${[...ids]}::int[])
    returning id, claim_id as "claimId", amount`;

export interface SettledClaim {
  readonly id: number;
  readonly claimId: string;
  readonly kind: SettlementKind;
  readonly amount: number;
  readonly day: string;
}

/** Locks the settlements of claims until the transaction ends. */
export const lockSettlementsOf = (
  tx: Tx,
  claimIds: readonly string[],
  zone: string,
): Promise<SettledClaim[]> =>
  queryRows<SettledClaim>(tx)`select id, claim_id as "claimId", kind, amount,
      to_char(settled at time zone ${zone}, 'MM-DD-YYYY') as day
    from claim_settlements where undone is null and claim_id = any(${[...claimIds]}::text[]) order by id for update`;

/** Other claims of the same cards that were billed to the client. */
export const listBilledTwins = (tx: Tx, claimIds: readonly string[]) =>
  queryRows<{ readonly claimId: string; readonly other: string }>(
    tx,
  )`select distinct own.claim_id as "claimId",
      settlement.claim_id as other
    from claim_cards own join claim_cards twin on twin.card_id = own.card_id and twin.claim_id <> own.claim_id
      join claim_settlements settlement on settlement.claim_id = twin.claim_id
    where settlement.kind = 'billClient' and settlement.undone is null
      and own.claim_id = any(${[...claimIds]}::text[])
    order by own.claim_id, other`;

/** Claims of these cards that were billed to the client, including replaced ones. */
export const listBilledClaims = (db: Db, cardIds: readonly number[]) =>
  queryRows<{ readonly claimId: string; readonly basis: 'shareOfCost' | 'notCovered' }>(
    db,
  )`select settlement.claim_id as "claimId", settlement.reason as basis
    from claim_settlements settlement
    where settlement.kind = 'billClient' and settlement.undone is null and exists (select from claim_cards part
      where part.claim_id = settlement.claim_id and part.card_id = any(${[...cardIds]}::int[]))
    order by settlement.id`;

export const addRecovered = (tx: Tx, id: number, cents: number) =>
  sql`update claim_settlements set recovered = recovered + ${cents} where id = ${id}`.execute(tx);

/** Adds remarks about unexpected effects of a file. */
export const addRemarks = (tx: Tx, fileId: number, remarks: readonly string[]) =>
  sql`update claim_answer_files set remarks = remarks || ${JSON.stringify(remarks)}::jsonb
    where id = ${fileId}`.execute(tx);

/** The claims, by card, with an amount written off or billed to the client, including superseded ones. */
export const listSettledClaims = async (
  db: Db,
  cardIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> => {
  const rows = await queryRows<{ id: number; claims: string[] }>(
    db,
  )`select part.card_id as id, array_agg(distinct part.claim_id) as claims
    from claim_settlements settlement join claim_cards part on part.claim_id = settlement.claim_id
    where settlement.undone is null and part.card_id = any(${[...cardIds]}::int[])
    group by part.card_id`;
  return new Map(rows.map(({ id, claims }) => [id, new Set(claims)]));
};
