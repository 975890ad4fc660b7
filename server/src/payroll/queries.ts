import type { PayCard } from '@homecare/domain/payroll/lines.ts';
import { type RateChange, rateChanges } from '@homecare/domain/payroll/rates.ts';
import type { PayCategory } from '@homecare/domain/people/dictionary.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import type { Tables } from '../platform/db/tables.ts';

/** What pay is worked out from: cards, rates and who is paid. */

export type Db = Kysely<Tables> | Tx;

export interface PaidCard extends PayCard {
  readonly planId: number;
  readonly type: string;
  readonly client: string;
  readonly city: string | null;
  readonly isPrivate: boolean;
}

const listCardsWhere = async (db: Db, where: RawBuilder<unknown>): Promise<PaidCard[]> => {
  const { rows } =
    await sql<PaidCard>`select work.id, work.care_plan_id as "planId", work.client_id as "clientId",
      work.provider_id as "providerId", work.start_period as "startPeriod", work.end_period as "endPeriod",
      work.days as json, to_char(work.month, 'YYYY-MM') as month,
      to_char(coalesce(work.custom_month, work.month), 'YYYY-MM') as calculation, type.pay_category as category,
      type.name as type, concat_ws(', ', client.last_name, client.first_name) as client, client.city,
      client.private_client as "isPrivate"
    from work join care_plan_types type on type.id = work.type_id join people client on client.id = work.client_id
    where work.deleted is null and ${where} order by work.id`.execute(db);
  return rows;
};

const days = (months: readonly string[]) => months.map((month) => `${month}-01`);

/**
 * Live cards of months of calculation, whatever their status: a denied claim does not unpay a worker; and those of months of
 * service, whenever they are calculated. Months are YYYY-MM.
 */
export const listPaidCards = (
  db: Db,
  asked: {
    readonly calculation: readonly string[];
    readonly service: readonly string[];
    /** null: everybody. */
    readonly providers: readonly number[] | null;
  },
): Promise<PaidCard[]> =>
  listCardsWhere(
    db,
    sql`(coalesce(work.custom_month, work.month) = any(${days(asked.calculation)}::date[])
        or work.month = any(${days(asked.service)}::date[]))
      and (${asked.providers === null} or work.provider_id = any(${[...(asked.providers ?? [])]}::int[]))`,
  );

/** Live cards of months of service of some providers. */
export const listCardsAround = (
  db: Db,
  months: readonly string[],
  providers: readonly number[],
): Promise<PaidCard[]> =>
  listCardsWhere(
    db,
    sql`work.month = any(${days(months)}::date[]) and work.provider_id = any(${[...providers]}::int[])`,
  );

export interface PaidProvider {
  readonly id: number;
  readonly last: string;
  readonly first: string;
  readonly middle: string | null;
  readonly archiveDate: string | null;
  readonly ssnLast4: string | null;
  /** Cents an hour, as the record says now. */
  readonly present: Readonly<Record<PayCategory, number>>;
}

export const listProviders = async (db: Db, ids: readonly number[]): Promise<PaidProvider[]> => {
  const { rows } = await sql<PaidProvider>`select id, last_name as last, first_name as first,
      middle_name as middle, case when cur = 'n' then archive_date end as "archiveDate", ssn_last4 as "ssnLast4",
      json_build_object(
        'HealthMaintenance', rate_health_maintenance, 'Homemaker', rate_homemaker,
        'Medicaid 131', rate_medicaid_131, 'PCP/RPCP', rate_pcp_rpcp) as present
    from people where kind = 'Provider' and id = any(${[...ids]}::int[])`.execute(db);
  return rows;
};

/** Changes of rates by provider, in the order they were made: the log of pay keeps every one. */
export const listRateChanges = async (
  db: Db,
  { site }: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly RateChange[]>> => {
  const { rows } = await sql<{
    readonly id: number;
    readonly day: string;
    readonly old: unknown;
    readonly now: unknown;
  }>`select entity_id as id, (at at time zone ${site.timeZone})::date as day,
      changes->'providerPayRate'->0 as old, changes->'providerPayRate'->1 as now
    from change_log where entity = 'pay' and entity_id = any(${[...ids]}::int[]) and changes ? 'providerPayRate'
    order by change_log.id`.execute(db);
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byId].map(([id, own]) => [id, own.flatMap(({ day, old, now }) => rateChanges(day, old, now))]),
  );
};
