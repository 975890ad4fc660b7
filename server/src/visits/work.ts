import type { WorkedCase, WorkedVisit } from '@homecare/domain/visits/worked.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import { listedName } from '../platform/db/person-name.ts';
import { queryRows } from '../platform/db/rows.ts';
import { isLateStart, lateFrom, plannedStart, wasToTakePlace } from './starts.ts';

/** Visits as they were worked, which figures about the past count. */

interface Days {
  readonly from: string;
  readonly through: string;
}

const counted = ({ from, through }: Days, scope: Scope) =>
  sql`visit.removed is null and visit.date between ${from} and ${through} and ${wasToTakePlace}
    and ${lateFrom(scope.settings.timeZone)} <= ${scope.now().toString()}::timestamptz`;

const isEdited = sql`(start_edited or end_edited)`;
const minuteOf = (column: 'start_at' | 'end_at') =>
  sql`floor(extract(epoch from ${sql.ref(column)}) / 60)::int`;

/** Visits whose start is past, with day and time of work by the agency's clock. */
export const listWorked = (scope: Scope, days: Days) => {
  const { timeZone: zone } = scope.settings;
  const local = sql`start_at at time zone ${zone}`;
  return queryRows<WorkedVisit>(scope.site.db)`select id, date, provider_id as "providerId",
      status = 'Complete' as "isComplete", ${isLateStart(zone)} as "isLate", ${isEdited} as "isEdited",
      case when status = 'Complete' then json_build_object('day', to_char(${local}, 'YYYY-MM-DD'),
        'start', to_char(${local}, 'HH24:MI'), 'minutes', ${minuteOf('end_at')} - ${minuteOf('start_at')}) end as worked
    from visits visit where ${counted(days, scope)}`;
};

/** Visits that began late, or whose recorded times the office has changed, latest first. */
export const listWorkCases = (scope: Scope, days: Days, figure: 'onTime' | 'unedited') => {
  const { timeZone: zone } = scope.settings;
  const isCase = figure === 'onTime' ? isLateStart(zone) : sql`(status = 'Complete' and ${isEdited})`;
  return queryRows<WorkedCase>(scope.site.db)`select found.*,
      ${listedName('client')} as client,
      ${listedName('provider')} as caregiver
    from (select id, date, to_char(plan_start, 'HH24:MI') as "planStart", care_plan_id as "planId",
        floor(extract(epoch from start_at - ${plannedStart(zone)}) / 60)::int as "minutesLate",
        edited_by as "editedBy", change_code as "changeCode", client_id as "clientId", provider_id as "caregiverId"
      from visits visit where ${counted(days, scope)} and ${isCase}) as found
      join people client on client.id = found."clientId" join people provider on provider.id = found."caregiverId"
    order by date desc, "planStart" desc, id desc`;
};

/** By day, a revision that changes with every visit of it. */
export const listWorkRevisions = async (
  { site }: Scope,
  { from, through }: Days,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await queryRows<{ key: string; rev: string }>(site.db)`select key, rev::text as rev
    from revisions where kind = 'visits' and key between ${from} and ${through}`;
  return new Map(rows.map(({ key, rev }) => [key, rev]));
};
