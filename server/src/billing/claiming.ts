import type { Card, CardStatus } from '@homecare/domain/billing/schema.ts';
import { payerKey } from '@homecare/domain/payers/payer-key.ts';
import { hasMedicaid, payerOfCard } from '@homecare/domain/payers/rules.ts';
import type { CardToInvoice } from '@homecare/domain/private-pay/invoicing.ts';
import { CARD_LOG_NAMES } from '@homecare/domain/record-log/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { listPayersOfClients } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import type { Db } from '../platform/db/rows.ts';
import { queryRows } from '../platform/db/rows.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';
import { cardColumns, cardTables } from './record-queries.ts';
import { CARD_ENTITY } from './saving.ts';

/** Cards as claims are made from them, and what the payer decided about them. */

export interface ClaimableCard extends Card {
  /** Cents. */
  readonly amount: number;
  readonly deniedReason: string | null;
  /** The client's record says Private Client. */
  readonly isPrivate: boolean;
}

const columns = sql`${cardColumns}, client.private_client as "isPrivate", work.amount, ${sealedBilling.cardDeniedReason()} as "deniedReason"`;

const listCards = (db: Db, where: RawBuilder<unknown>, lock: boolean) =>
  queryRows<ClaimableCard>(db)`select ${columns} from ${cardTables}
      join people client on client.id = work.client_id
    where work.deleted is null and ${where} order by client.sort_key, work.client_id, work.id
    ${lock ? sql`for no key update of work` : sql``}`;

/** Cards billed to Medicaid; the payers on their first day decide (docs/rules/payers.md, rules 7 and 8). */
export const askedOfMedicaid = async <
  Asked extends Pick<ClaimableCard, 'clientId' | 'isPrivate' | 'startPeriod'>,
>(
  db: Db,
  cards: readonly Asked[],
): Promise<Asked[]> => {
  const payers = await listPayersOfClients(db, [...new Set(cards.map(({ clientId }) => clientId))]);
  return cards.filter((card) =>
    hasMedicaid(card, { isPrivate: card.isPrivate, payers: payers.get(card.clientId) ?? [] }),
  );
};

/** Cards billed to an insurer and not to Medicaid, each with the insurer's key. */
export const ofInsurers = async <Asked extends Pick<ClaimableCard, 'clientId' | 'isPrivate' | 'startPeriod'>>(
  db: Db,
  cards: readonly Asked[],
): Promise<(Asked & { readonly payer: string })[]> => {
  const payers = await listPayersOfClients(db, [...new Set(cards.map(({ clientId }) => clientId))]);
  return cards.flatMap((card) => {
    const client = { isPrivate: card.isPrivate, payers: payers.get(card.clientId) ?? [] };
    const payer = payerOfCard(card, client);
    return payer.kind === 'Other' && !hasMedicaid(card, client) ? [{ ...card, payer: payerKey(payer) }] : [];
  });
};

/** Live cards billed to Medicaid, by month of calculation, locked until the transaction ends. */
export const cardsOfMonth = async (
  db: Db,
  month: string,
  statuses: readonly CardStatus[],
  lock: boolean,
): Promise<ClaimableCard[]> =>
  askedOfMedicaid(
    db,
    await listCards(
      db,
      sql`coalesce(work.custom_month, work.month) = ${`${month}-01`}::date
        and work.status = any(${[...statuses]}::text[])`,
      lock,
    ),
  );

/** The live cards for the plans and months of these records, even if the records are deleted. */
export const liveCardsOf = (db: Db, ids: readonly number[], lock: boolean): Promise<ClaimableCard[]> =>
  listCards(
    db,
    sql`(work.care_plan_id, work.month) in
      (select care_plan_id, month from work where id = any(${[...ids]}::int[]))`,
    lock,
  );

/** The cards an invoice is made from: clients' live cards that touch a span of days, in the order of months. */
export const cardsToInvoice = (
  db: Db,
  clientIds: readonly number[],
  { from, through }: { readonly from: string; readonly through: string },
): Promise<(CardToInvoice & { readonly amount: number })[]> =>
  queryRows<CardToInvoice & { readonly amount: number }>(
    db,
  )`select ${cardColumns}, type.name as "typeName", type.evv_needed as "evvNeeded",
      ${listedName('provider')} as provider, work.amount::float8 as amount
    from ${cardTables} join people provider on provider.id = work.provider_id
    where work.deleted is null and work.client_id = any(${[...clientIds]}::int[])
      and work.start_period <= ${through}::date and work.end_period >= ${from}::date
    order by work.month, work.id`;

/** A card's state after the payer answered. */
export interface CardOutcome {
  readonly id: number;
  readonly before: { readonly status: CardStatus; readonly deniedReason: string | null };
  readonly status: CardStatus;
  readonly deniedReason: string | null;
}

/** Updates the cards whose state has changed, in one statement; the caller has locked them. */
export const storeOutcomes = async (
  tx: Tx,
  scope: Scope,
  outcomes: readonly CardOutcome[],
  record: Recorder,
): Promise<void> => {
  if (outcomes.length === 0) return;
  const [at, by] = [scope.now().toString(), scope.user.initials];
  const rows = JSON.stringify(
    outcomes.map(({ id, status, deniedReason }) => ({ id, status, reason: deniedReason })),
  );
  await sql`update work set status = outcome.status, ${sealedBilling.cardDeniedReason.to(sql`outcome.reason`)},
      status_at = case when work.status = outcome.status then work.status_at else ${at}::timestamptz end,
      status_by = case when work.status = outcome.status then work.status_by else ${by} end,
      modified = ${at}, modified_by = ${by}, rev = work.rev + 1
    from jsonb_to_recordset(${rows}::jsonb) as outcome (id int, status text, reason text)
    where work.id = outcome.id and work.deleted is null`.execute(tx);
  for (const { id, before, status, deniedReason } of outcomes)
    record({
      entity: CARD_ENTITY,
      id,
      action: 'update',
      changes: {
        ...(before.status !== status && { [CARD_LOG_NAMES.status]: [before.status, status] }),
        ...(before.deniedReason !== deniedReason && { deniedReason: [before.deniedReason, deniedReason] }),
      },
    });
};

/** The live records among these that a payer was asked to pay, or has paid. Changing what they bill needs a corrected claim. */
export const listAsked = async (
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const isTest = scope.settings.claims.usage === 'T';
  const rows = await queryRows<
    Pick<ClaimableCard, 'id' | 'clientId' | 'isPrivate' | 'startPeriod' | 'status'> & { isClaimed: boolean }
  >(db)`select live.id, live.client_id as "clientId", client.private_client as "isPrivate",
      live.start_period as "startPeriod", live.status,
      exists (select from work sent join claim_cards part on part.card_id = sent.id
        join claims claim on claim.id = part.claim_id join claim_batches batch on batch.id = claim.batch_id
        where sent.care_plan_id = live.care_plan_id and sent.month = live.month and not part.superseded
          and part.refused_by is null and claim.frequency <> '8' and (batch.usage = 'P' or ${isTest})) as "isClaimed"
    from work live join people client on client.id = live.client_id
    where live.id = any(${[...ids]}::int[])`;
  const payers = await listPayersOfClients(db, [...new Set(rows.map(({ clientId }) => clientId))]);
  // A private payer's payment is on an invoice, and there is no claim to correct.
  const isOfPrivate = (card: (typeof rows)[number]) =>
    payerOfCard(card, { isPrivate: card.isPrivate, payers: payers.get(card.clientId) ?? [] }).kind ===
    'Private';
  const isPaid = ({ status }: (typeof rows)[number]) => status === 'Paid' || status === 'PartPaid';
  return new Set(
    rows.filter((card) => card.isClaimed || (isPaid(card) && !isOfPrivate(card))).map(({ id }) => id),
  );
};
