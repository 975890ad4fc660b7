import type { CardDay } from '@homecare/domain/billing/schema.ts';
import type { SentLine } from '@homecare/domain/claims/sent-claim.ts';
import type { VisitBehind } from '@homecare/domain/visit-story/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';

/** The visits counted by rows of other lists. */

export interface BehindCard {
  readonly id: number;
  readonly planId: number;
  readonly startPeriod: string;
  readonly endPeriod: string;
  readonly days: readonly CardDay[];
}

const listCards = (db: Db, which: RawBuilder<unknown>) =>
  queryRows<BehindCard>(db)`select work.id, work.care_plan_id as "planId", work.start_period as "startPeriod",
      work.end_period as "endPeriod", work.days
    from work where ${which} order by work.id`;

/** Including cards of claims that were deleted since. */
export const listCardsById = (db: Db, ids: readonly number[]) =>
  listCards(db, sql`work.id = any(${[...ids]}::int[])`);

/** Everything calculated for a caregiver with a month. */
export const listCardsOfMonth = (db: Db, providerId: number, month: string) =>
  listCards(
    db,
    sql`work.deleted is null and work.provider_id = ${providerId}
      and coalesce(work.custom_month, work.month) = ${`${month}-01`}::date`,
  );

export const listCardsWithin = (db: Db, providerId: number, from: string, through: string) =>
  listCards(
    db,
    sql`work.deleted is null and work.provider_id = ${providerId}
      and work.start_period <= ${through}::date and work.end_period >= ${from}::date`,
  );

export type ClaimSource = 'claim' | 'batch' | 'answer' | 'remittance';

/** The claims: by number, in one of our files, in a payer's file, or paid by a payment. */
const CLAIMS_OF: Record<ClaimSource, (id: string) => RawBuilder<unknown>> = {
  claim: (id) => sql`claim.id = any(${id.split(',')}::text[])`,
  batch: (id) => sql`claim.batch_id = ${id}::int`,
  answer: (id) => sql`claim.id in (select claim_id from claim_answers where file_id = ${id}::int)`,
  // The key of a posted payment begins with payer and trace number.
  remittance: (id) => sql`claim.id in (select claim_id from claim_answers
    where key is not null and key::jsonb ->> 1 = ${id})`,
};
export const isOfClaims = (of: string): of is ClaimSource => of in CLAIMS_OF;
/** For these, the id is not a number. */
export const NAMED_SOURCES: readonly string[] = ['claim', 'remittance'];

/** Lines of the claims behind a row. */
export const listSentLines = (db: Db, of: ClaimSource, id: string) =>
  queryRows<{ readonly id: string; readonly lines: readonly SentLine[] }>(
    db,
  )`select claim.id, ${sealedBilling.claimLines('claim')} as lines
    from claims claim where ${CLAIMS_OF[of](id)} order by claim.batch_id, claim.number`;

interface PlanDay extends Pick<VisitBehind, 'planId' | 'day'> {
  readonly minutes: number;
}

/** Work on one invoice, or on all invoices a payment paid. */
export const listInvoicedDays = (db: Db, of: 'invoice' | 'payment', id: number) =>
  queryRows<PlanDay>(db)`select line.plan_id as "planId", line.day, line.minutes
    from invoice_lines line
    where line.kind = 'Work' and line.plan_id is not null and ${
      of === 'invoice'
        ? sql`line.invoice_id = ${id}`
        : sql`line.invoice_id in (select invoice_id from payment_parts where payment_id = ${id} and ended is null)`
    }
    order by line.day, line.invoice_id, line.place`;

/** The days a payroll run paid. */
export const listDaysOfRun = (db: Db, run: number) =>
  queryRows<PlanDay>(
    db,
  )`select (card->>'planId')::int as "planId", (day->>'date')::date as day, (day->>'minutes')::int as minutes
    from payroll_run_rows paid, jsonb_array_elements(paid.state->'cards') card, jsonb_array_elements(card->'days') day
    where paid.run = ${run} and paid.kind = 'Pay' order by day->>'date', "planId"`;

export type BehindPlan = Pick<VisitBehind, 'planId' | 'ClientID' | 'Client' | 'Provider' | 'Type'>;

export const listBehindPlans = (db: Db, planIds: readonly number[]) =>
  queryRows<BehindPlan>(db)`select plan.id as "planId", client.id as "ClientID",
      ${listedName('client')} as "Client",
      ${listedName('provider')} as "Provider", type.code as "Type"
    from care_plans plan join people client on client.id = plan.client_id
      join people provider on provider.id = plan.provider_id join care_plan_types type on type.id = plan.type_id
    where plan.id = any(${[...planIds]}::int[])`;
