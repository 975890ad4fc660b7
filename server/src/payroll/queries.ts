import type { DayRange } from '@homecare/domain/billing/counting.ts';
import type { VerifiedDays } from '@homecare/domain/billing/verified.ts';
import type { PayCard } from '@homecare/domain/payroll/lines.ts';
import { type RawBuilder, sql } from 'kysely';
import { listPayCategories } from '../care-plans/types.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { ssnLastDigits } from '../platform/sealed/ssn.ts';

/** What pay is computed from: cards, rates and providers. */

export interface PaidCard extends PayCard {
  readonly planId: number;
  readonly typeId: number;
  readonly type: string;
  readonly client: string;
  readonly city: string | null;
  readonly isPrivate: boolean;
}

const listCardsWhere = async (db: Db, where: RawBuilder<unknown>): Promise<PaidCard[]> => {
  const rows = await queryRows<PaidCard>(
    db,
  )`select work.id, work.care_plan_id as "planId", work.client_id as "clientId",
      work.provider_id as "providerId", work.start_period as "startPeriod", work.end_period as "endPeriod",
      work.days, to_char(work.month, 'YYYY-MM') as month,
      to_char(coalesce(work.custom_month, work.month), 'YYYY-MM') as calculation, work.type_id as "typeId",
      type.name as type, ${listedName('client')} as client, client.city,
      client.private_client as "isPrivate"
    from work join care_plan_types type on type.id = work.type_id join people client on client.id = work.client_id
    where work.deleted is null and ${where} order by work.id`;
  const categories = await listPayCategories(db);
  return rows.map((card) => ({ ...card, categories: categories.get(card.typeId) ?? [] }));
};

const days = (months: readonly string[]) => months.map((month) => `${month}-01`);

/**
 * Live cards of months of calculation, in any status because a denied claim does not unpay a worker, and those of months of service,
 * whenever they are calculated. Months are YYYY-MM.
 */
export const listPaidCards = (
  db: Db,
  asked: {
    readonly calculation: readonly string[];
    readonly service: readonly string[];
    /** Null means everyone. */
    readonly providers: readonly number[] | null;
  },
): Promise<PaidCard[]> =>
  listCardsWhere(
    db,
    sql`(coalesce(work.custom_month, work.month) = any(${days(asked.calculation)}::date[])
        or work.month = any(${days(asked.service)}::date[]))
      and (${asked.providers === null} or work.provider_id = any(${[...(asked.providers ?? [])]}::int[]))`,
  );

/** Some providers' live cards of months of service. */
export const listCardsAround = (
  db: Db,
  months: readonly string[],
  providers: readonly number[],
): Promise<PaidCard[]> =>
  listCardsWhere(
    db,
    sql`work.month = any(${days(months)}::date[]) and work.provider_id = any(${[...providers]}::int[])`,
  );

/** Plans whose time visits must prove, each with the minutes of its Complete visits by day. Other plans are missing. */
export const listVerified = async (
  db: Db,
  planIds: readonly number[],
  { from, through }: DayRange,
): Promise<ReadonlyMap<number, VerifiedDays>> => {
  if (planIds.length === 0) return new Map();
  const rows = await queryRows<{ planId: number; days: Record<string, number> }>(
    db,
  )`select plan.id as "planId",
      coalesce(jsonb_object_agg(verified.date, verified.minutes) filter (where verified.date is not null), '{}') as days
    from care_plans plan join care_plan_types type on type.id = plan.type_id
      left join lateral (select visit.date, sum(span.minutes)::int as minutes from visits visit,
          lateral (select floor(extract(epoch from visit.end_at - visit.start_at) / 60)::int as minutes) span
        where visit.care_plan_id = plan.id and visit.removed is null and visit.status = 'Complete'
          and visit.date between ${from}::date and ${through}::date and span.minutes between 1 and 1439
        group by visit.date) verified on true
    where plan.id = any(${[...planIds]}::int[]) and type.evv_needed and plan.excluded is null
    group by plan.id`;
  return new Map(rows.map(({ planId, days: own }) => [planId, new Map(Object.entries(own))]));
};

export interface PaidProvider {
  readonly id: number;
  readonly last: string;
  readonly first: string;
  readonly middle: string | null;
  readonly archiveDate: string | null;
  readonly ssnLast4: string | null;
}

export const listProviders = (db: Db, ids: readonly number[]) =>
  queryRows<PaidProvider>(db)`select id, last_name as last, first_name as first,
      middle_name as middle, case when cur = 'n' then archive_date end as "archiveDate", ${ssnLastDigits()} as "ssnLast4"
    from people where kind = 'Provider' and id = any(${[...ids]}::int[])`;
