import type { ClaimPayment } from '@homecare/domain/claims/835.ts';
import type { OpenClaim, ParkedClaim } from '@homecare/domain/claims/schema.ts';
import type { SentLine } from '@homecare/domain/claims/sent-claim.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import type { Db } from '../platform/db/rows.ts';
import { queryRows } from '../platform/db/rows.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';
import { isSearchedClaim } from './claim-search.ts';

/** Claims of remittances that do not balance, and claims that a payment by hand can be for. */

export interface NewParked {
  /** Null if it is not one of our claims. */
  readonly claimId: string | null;
  readonly key: string;
  readonly trace: string;
  readonly paidOn: string | null;
  readonly payment: ClaimPayment;
  readonly reasons: readonly string[];
}

/** Parks a payment of a claim once, whatever files it comes in. */
export const insertParked = async (tx: Tx, fileId: number, parked: readonly NewParked[]): Promise<void> => {
  if (parked.length === 0) return;
  await sql`insert into parked_claims (file_id, claim_id, key, trace, paid_on, ${sealedBilling.parkedPayment.column}, reasons)
    select ${fileId}, "claimId", key, trace, "paidOn", ${sealedBilling.parkedPayment.column}, reasons
    from jsonb_to_recordset(${JSON.stringify(parked)}::jsonb) as parked ("claimId" text, key text, trace text,
      "paidOn" date, ${sealedBilling.parkedPayment.column} jsonb, reasons jsonb)
    on conflict (key) do nothing`.execute(tx);
};

/** Closes parked payments that were posted in another way. */
export const settleParked = async (tx: Tx, keys: readonly string[], { at, by }: Stamp): Promise<void> => {
  if (keys.length === 0) return;
  await sql`update parked_claims set state = 'posted', decided = ${at}, decided_by = ${by}
    where state = 'parked' and key = any(${[...keys]}::text[])`.execute(tx);
};

export interface ParkedRow
  extends Omit<ParkedClaim, 'claim' | 'client' | 'icn' | 'charge' | 'paid' | 'fixed'> {
  readonly fileId: number;
  readonly claimId: string | null;
  readonly key: string;
  readonly payment: ClaimPayment;
}

const parkedColumns = sql`parked.id, file.id as "fileId", file.name as file, file.received, parked.claim_id as "claimId",
  parked.key, parked.trace, parked.paid_on as date, ${sealedBilling.parkedPayment('parked')}, parked.reasons, parked.state, ${sealedBilling.parkedNote('parked')},
  parked.decided, parked.decided_by as "decidedBy"
  from parked_claims parked join claim_answer_files file on file.id = parked.file_id`;

const DECIDED_ROWS = 50;

/** All waiting ones, then those decided most recently. */
export const listParkedRows = (db: Db) =>
  queryRows<ParkedRow>(db)`(select ${parkedColumns} where parked.state = 'parked' order by parked.id desc)
    union all (select ${parkedColumns} where parked.state <> 'parked'
      order by parked.decided desc, parked.id desc limit ${DECIDED_ROWS})`;

export const lockParked = (tx: Tx, ids: readonly number[]) =>
  queryRows<ParkedRow>(tx)`select ${parkedColumns} where parked.id = any(${[...ids]}::int[])
    order by parked.id for update of parked`;

export const storeDecision = (
  tx: Tx,
  ids: readonly number[],
  decision: { readonly state: ParkedClaim['state']; readonly note: string | null } & (
    | Stamp
    | { readonly at: null; readonly by: null }
  ),
) =>
  sql`update parked_claims set state = ${decision.state}, ${sealedBilling.parkedNote.to(decision.note)}, decided = ${decision.at},
      decided_by = ${decision.by}
    where id = any(${[...ids]}::int[])`.execute(tx);

// --- Claims for a payment by hand

interface OpenRow extends Omit<OpenClaim, 'lines'> {
  readonly sentLines: readonly SentLine[];
}

const openOf = ({ sentLines, ...claim }: OpenRow): OpenClaim => ({
  ...claim,
  lines: sentLines.map(({ control, day, procedureCode, modifiers, charge }) => ({
    control,
    day,
    code: [procedureCode, ...modifiers].join(' '),
    charge,
  })),
});

const OPEN_ROWS = 20;

const openColumns = sql`claim.id, ${listedName('client')} as client,
  to_char(batch.month, 'YYYY-MM') as month, claim.charge, claim.paid, claim.icn, ${sealedBilling.claimLines('claim')} as "sentLines"
  from claims claim join claim_batches batch on batch.id = claim.batch_id
    join people client on client.id = claim.client_id`;

/** Claims that match a search: undecided ones first, then the newest. */
export const findOpenClaims = async (db: Db, search: string): Promise<OpenClaim[]> => {
  const rows = await queryRows<OpenRow>(db)`select ${openColumns}
    where ${isSearchedClaim(search)}
    order by claim.paid is not null, claim.batch_id desc, claim.number limit ${OPEN_ROWS}`;
  return rows.map(openOf);
};

export const listClaimsByIds = async (db: Db, ids: readonly string[]): Promise<Map<string, OpenClaim>> => {
  const rows = await queryRows<OpenRow>(db)`select ${openColumns} where claim.id = any(${[...ids]}::text[])`;
  return new Map(rows.map((row) => [row.id, openOf(row)]));
};
