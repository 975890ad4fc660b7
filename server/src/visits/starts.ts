import { CLIENT_REASONS } from '@homecare/domain/visits/closing.ts';
import { LATE_START_MINUTES } from '@homecare/domain/visits/rules.ts';
import { sql } from 'kysely';

/** What a query asks of the start of a visit, with the columns of `visits` as they are named there. */

export const plannedStart = (zone: string) => sql`((date + plan_start) at time zone ${zone})`;
/** The instant from which on it is late. */
export const lateFrom = (zone: string) =>
  sql`(${plannedStart(zone)} + make_interval(mins => ${LATE_START_MINUTES}))`;

/** It began late, or nobody has begun it. */
export const isLateStart = (zone: string) => sql`(status = 'Planned' or start_at > ${lateFrom(zone)})`;

/** Somebody was to come: it was not closed for a reason of the client's side. */
export const wasToTakePlace = sql`(closed_code is null or closed_code <> all(${[...CLIENT_REASONS]}))`;
