import { codeOf } from '@homecare/domain/claims/denial-groups.ts';
import type { LinePosting } from '@homecare/domain/claims/posting.ts';
import type { SentLine } from '@homecare/domain/claims/sent-claim.ts';
import { type StandingDay, standingDays } from '@homecare/domain/claims/standing-day.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';
import { listDenialRows } from './answer-queries.ts';
import { denialOf } from './denials.ts';
import { lockNumbers } from './queries.ts';

export { provenByOf } from './proof.ts';
export { findProofVisit, listProofTypes, listProofVisits } from './queries.ts';

/** How far the payer has processed the days of cards. */

interface PartRow {
  readonly cardId: number;
  readonly claimId: string;
  readonly paid: number | null;
  readonly isAccepted: boolean;
  readonly refused: string | null;
  readonly reason: string | null;
}

/** The reason under which each claim is listed among the denials; claims not listed are missing. */
const denialCodes = async (
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await listDenialRows(db, 'open', scope.settings, ids);
  return new Map(rows.map((row) => [row.id, codeOf(denialOf(row))]));
};

/** A card that was saved again shares the claims of the earlier one. Test files stop counting once files are for real. */
export const standingOf = async (
  db: Db,
  scope: Scope,
  cardIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StandingDay[]>> => {
  if (cardIds.length === 0) return new Map();
  const isTest = scope.settings.claims.usage === 'T';
  const parts = await queryRows<PartRow>(db)`select live.id as "cardId", claim.id as "claimId",
      part.paid::float8 as paid, claim.accepted_by is not null or part.paid is not null as "isAccepted",
      case when part.paid is null then part.refused_reason end as refused, part.reason
    from work live join work sent on sent.care_plan_id = live.care_plan_id and sent.month = live.month
      join claim_cards part on part.card_id = sent.id join claims claim on claim.id = part.claim_id
      join claim_batches batch on batch.id = claim.batch_id
    where live.id = any(${[...cardIds]}::int[]) and not part.superseded and claim.frequency <> '8'
      and (batch.usage = 'P' or ${isTest}) order by claim.batch_id, claim.number`;
  if (parts.length === 0) return new Map();
  const decided = parts.filter(({ paid }) => paid !== null).map(({ claimId }) => claimId);
  const [claims, records, denials] = await Promise.all([
    queryRows<{ id: string; lines: SentLine[]; payments: LinePosting[] | null }>(
      db,
    )`select claim.id, ${sealedBilling.claimLines('claim')} as lines,
        (select ${sealedBilling.answerLines('answer')} from claim_answers answer where answer.claim_id = claim.id
          and answer.outcome = 'paid' and answer.problem is null order by answer.id desc limit 1) as payments
      from claims claim where claim.id = any(${[...new Set(parts.map(({ claimId }) => claimId))]}::text[])`,
    queryRows<{ id: number; cardId: number }>(db)`select sent.id, live.id as "cardId"
      from work live join work sent on sent.care_plan_id = live.care_plan_id and sent.month = live.month
      where live.id = any(${[...cardIds]}::int[])`,
    denialCodes(db, scope, [...new Set(decided)]),
  ]);
  const sentOf = new Map(claims.map((claim) => [claim.id, claim]));
  const liveOf = new Map(records.map(({ id, cardId }) => [id, cardId]));
  return new Map(
    [...Map.groupBy(parts, ({ cardId }) => cardId)].map(([cardId, own]) => [
      cardId,
      standingDays(
        own.map((part) => {
          const { lines = [], payments = null } = sentOf.get(part.claimId) ?? {};
          return { ...part, lines, payments, denial: denials.get(part.claimId) ?? null };
        }),
        (id) => liveOf.get(id) === cardId,
      ),
    ]),
  );
};

/** Those of the cards that are on a claim. */
export const listClaimedCards = async (db: Db, cardIds: readonly number[]): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(db)`select distinct card_id as id from claim_cards
    where card_id = any(${[...cardIds]}::int[])`;
  return rows.map(({ id }) => id);
};

/** The same, and prevents the others from being claimed before the transaction ends. */
export const holdClaimedCards = async (tx: Tx, cardIds: readonly number[]): Promise<number[]> => {
  await lockNumbers(tx);
  return listClaimedCards(tx, cardIds);
};
