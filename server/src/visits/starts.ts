import { CLIENT_REASONS } from '@homecare/domain/visits/closing.ts';
import { LATE_START_MINUTES } from '@homecare/domain/visits/rules.ts';
import { sql } from 'kysely';

/** SQL about the start of a visit; the columns of `visits` are used unqualified. */

export const plannedStart = (zone: string) => sql`((date + plan_start) at time zone ${zone})`;
/** The instant from which the visit is late. */
export const lateFrom = (zone: string) =>
  sql`(${plannedStart(zone)} + make_interval(mins => ${LATE_START_MINUTES}))`;

/** The visit began late or has not begun. */
export const isLateStart = (zone: string) => sql`(status = 'Planned' or start_at > ${lateFrom(zone)})`;

/** The caregiver was expected: the visit was not closed for a reason on the client's side. */
export const wasToTakePlace = sql`(closed_code is null or closed_code <> all(${[...CLIENT_REASONS]}))`;
