import type { ClaimedOfCard } from '@homecare/domain/claims/left-to-claim.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** What claims have asked for from billing records. */

/** Claims of test files stop counting once real files are sent. */
export const asksFor = (usage: 'T' | 'P') => sql`(batch.usage = 'P' or ${usage} = 'T')`;

/**
 * For the record that a query calls `live`. A correction that asks again counts once, even before the payer decides on it; a void
 * that is still open takes nothing back yet.
 */
export const claimedOfLive = (usage: 'T' | 'P') => sql`
  select coalesce(sum(part.charge) filter (where claim.asks and not part.superseded), 0)::float8 as charge,
    coalesce(sum(part.insured) filter (where claim.asks and not part.superseded), 0)::float8 as insured,
    -- Of a claim with several records each has its share.
    coalesce(sum((select round(sum(settlement.amount) * part.charge / nullif(claim.charge, 0))
      from claim_settlements settlement where settlement.claim_id = claim.id and settlement.kind = 'billClient'
        and settlement.undone is null)) filter (where claim.asks and part.superseded), 0)::float8 as "ofClient",
    coalesce(bool_or(claim.frequency = '8' and not part.superseded), false) as "isTakenBack"
  from work sent join claim_cards part on part.card_id = sent.id
    join lateral (select claims.*, claims.frequency <> '8' and not exists (select from claims again
        where again.replaces = claims.id and again.frequency = '7'
          and (again.refused_by is null or again.paid is not null)) as asks
      from claims where claims.id = part.claim_id) as claim on true
    join claim_batches batch on batch.id = claim.batch_id
  where sent.care_plan_id = live.care_plan_id and sent.month = live.month and ${asksFor(usage)}
    and (part.refused_by is null or part.paid is not null)`;

/** By the ids of live records. */
export const readClaimed = async (
  db: Db,
  scope: Scope,
  cards: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, ClaimedOfCard>> => {
  if (cards.length === 0) return new Map();
  const rows = await queryRows<ClaimedOfCard & { readonly id: number }>(
    db,
  )`select live.id, claimed.charge, claimed.insured, claimed."ofClient", claimed."isTakenBack"
    from work live cross join lateral (${claimedOfLive(scope.settings.claims.usage)}) as claimed
    where live.id = any(${cards.map(({ id }) => id)}::int[])`;
  return new Map(rows.map(({ id, ...claimed }) => [id, claimed]));
};
