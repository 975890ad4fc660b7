import type { Arrival } from '@homecare/domain/staffing/schema.ts';
import { sql } from 'kysely';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { type Days, stampText } from './queries.ts';

/**
 * The last arrival at each visit of some days that no longer belongs to the caregiver who arrived, unless the office has settled it.
 * A visit counts on every day it touches, wherever it was planned: a night shift also counts on its second day.
 */
export const listArrivalRows = (db: Db, { from, through }: Days) =>
  queryRows<Arrival>(db)`select * from (
      select distinct on (visit.id) attempt.id, coalesce(plan.covers_id, plan.id) as "planId", visit.planned_day as day,
        visit.provider_id as "ProviderID", ${listedName('provider')} as "Provider",
        visit.client_id as "ClientID", ${listedName('client')} as "Client", ${stampText(sql`attempt.at`)} as at,
        (select jsonb_build_object('ProviderID', other.id, 'Provider', ${listedName('other')},
            'hasStarted', covering.status <> 'Planned')
          from visits covering join care_plans cover on cover.id = covering.care_plan_id
            join people other on other.id = covering.provider_id
          where covering.removed is null and covering.planned_day = visit.planned_day
            and coalesce(cover.covers_id, cover.id) = coalesce(plan.covers_id, plan.id)
          order by covering.id limit 1) as cover
      from visit_attempts attempt join visits visit on visit.id = attempt.visit_id
        join care_plans plan on plan.id = visit.care_plan_id
        join people provider on provider.id = visit.provider_id join people client on client.id = visit.client_id
      where visit.removed is not null and attempt.move = 'Check-In' and visit.date <= ${through}
        and visit.date + (visit.plan_end <= visit.plan_start)::int >= ${from}::date
        and not exists (select from visit_attempts_accepted where attempt_id = attempt.id)
        and not exists (select from visit_attempts_rejected where attempt_id = attempt.id)
      order by visit.id, attempt.at desc, attempt.id desc
    ) as arrival order by at, id limit 100`;
