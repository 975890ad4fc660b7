import type { RecordedVisit } from '@homecare/domain/billing/recorded-time.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** Recorded work, and the billing records that pay it. */

export interface StoredVisit extends RecordedVisit {
  readonly planId: number;
  readonly typeId: number;
  readonly providerId: number;
  readonly clientId: number;
  readonly client: string;
}

interface Asked {
  readonly from: string;
  readonly through: string;
  /** Null means everyone. */
  readonly providerId: number | null;
}

/** Includes visits in progress. */
export const listRecordedVisits = (db: Db, { from, through, providerId }: Asked) =>
  queryRows<StoredVisit>(db)`select visit.care_plan_id as "planId", plan.type_id as "typeId",
      visit.provider_id as "providerId", visit.client_id as "clientId",
      ${listedName('client')} as client, visit.date, visit.status as "Status", visit.start_at as "startedAt",
      visit.end_at as "endedAt", to_char(visit.plan_start, 'HH24:MI') as "planStart",
      to_char(visit.plan_end, 'HH24:MI') as "planEnd"
    from visits visit join care_plans plan on plan.id = visit.care_plan_id
      join people client on client.id = visit.client_id
    where visit.removed is null and visit.status in ('Complete', 'Active')
      and visit.date between ${from}::date and ${through}::date
      and visit.provider_id = coalesce(${providerId}::int, visit.provider_id)
    order by visit.date, visit.id`;

export interface StoredRecord {
  readonly id: number;
  readonly planId: number;
  readonly month: string;
  readonly startPeriod: string;
  readonly endPeriod: string;
  readonly days: CardDay[];
}

/** Live records of these plans in a range of months. */
export const listRecordsOf = (
  db: Db,
  planIds: readonly number[],
  { from, through }: Pick<Asked, 'from' | 'through'>,
) =>
  queryRows<StoredRecord>(db)`select id, care_plan_id as "planId", to_char(month, 'YYYY-MM') as month,
      start_period as "startPeriod", end_period as "endPeriod", days
    from work where deleted is null and care_plan_id = any(${[...planIds]}::int[])
      and month between date_trunc('month', ${from}::date) and ${through}::date`;
