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

/** Cards as claims are made of them, and what the payer decided on them. */

export interface ClaimableCard extends Card {
  /** Cents. */
  readonly amount: number;
  readonly deniedReason: string | null;
  /** Private Client of its client's record. */
  readonly isPrivate: boolean;
}

const columns = sql`${cardColumns}, client.private_client as "isPrivate", work.amount, ${sealedBilling.cardDeniedReason()} as "deniedReason"`;

const listCards = (db: Db, where: RawBuilder<unknown>, lock: boolean) =>
  queryRows<ClaimableCard>(db)`select ${columns} from ${cardTables}
      join people client on client.id = work.client_id
    where work.deleted is null and ${where} order by client.sort_key, work.client_id, work.id
    ${lock ? sql`for no key update of work` : sql``}`;

/** Those that Medicaid is asked for: the payers of their first day decide (docs/rules/payers.md, rules 7 and 8). */
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

/** Those that an insurer is asked for and Medicaid is not, each with the key of the insurer. */
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

/** Live cards that Medicaid is asked for, by month of calculation; held to the end of the transaction. */
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

/** Live cards of the plans and months that these records are of, be they deleted. */
export const liveCardsOf = (db: Db, ids: readonly number[], lock: boolean): Promise<ClaimableCard[]> =>
  listCards(
    db,
    sql`(work.care_plan_id, work.month) in
      (select care_plan_id, month from work where id = any(${[...ids]}::int[]))`,
    lock,
  );

/** What an invoice is made of: live cards of clients that touch a span of days, in the order of months. */
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

/** What a card is after the payer said something. */
export interface CardOutcome {
  readonly id: number;
  readonly before: { readonly status: CardStatus; readonly deniedReason: string | null };
  readonly status: CardStatus;
  readonly deniedReason: string | null;
}

/** Cards whose state differs now, in one statement; the caller has locked them. */
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

/** Of these live records those that a payer was asked for, or has paid: what they bill differently needs a corrected claim. */
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
  // What a private payer paid is on an invoice, and no claim is corrected for it.
  const isOfPrivate = (card: (typeof rows)[number]) =>
    payerOfCard(card, { isPrivate: card.isPrivate, payers: payers.get(card.clientId) ?? [] }).kind ===
    'Private';
  const isPaid = ({ status }: (typeof rows)[number]) => status === 'Paid' || status === 'PartPaid';
  return new Set(
    rows.filter((card) => card.isClaimed || (isPaid(card) && !isOfPrivate(card))).map(({ id }) => id),
  );
};
