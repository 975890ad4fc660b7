import type { Role } from '../call.ts';
import { mayCorrectOwnRecords } from '../permissions.ts';

/** A manager may fix mistakes in a record that they have just created. After that, only an admin can change it. */

/** From the creation of the record, by the server's clock. */
export const CORRECTION_MINUTES = 60;

export const CORRECTION_OVER = 'The hour to correct this record is over. Ask an admin to make this change.';
export const CORRECTION_ARCHIVED = 'This record is archived. Ask an admin to change it.';

/** Who created the record, and when. */
export interface Creation {
  /** An account id; null for a job or if unknown. */
  readonly by: number | null;
  readonly at: Temporal.Instant;
}

export interface Corrector {
  readonly id: number | null;
  readonly role: Role | 'job';
}

/** When this caller's hour ends or ended; undefined if the caller may not correct the record at all. */
export const correctionEnd = (
  { by, at }: Creation,
  caller: Corrector,
  /** The agency's setting, which is off until an admin switches it on. */
  isSwitchedOn: boolean,
): Temporal.Instant | undefined =>
  isSwitchedOn && mayCorrectOwnRecords(caller.role) && caller.id !== null && caller.id === by
    ? at.add({ minutes: CORRECTION_MINUTES })
    : undefined;

/** Why the record cannot be corrected now; undefined if it can. */
export const refuseCorrection = (
  end: Temporal.Instant,
  now: Temporal.Instant,
  isActive: boolean,
): string | undefined => {
  if (!isActive) return CORRECTION_ARCHIVED;
  return Temporal.Instant.compare(now, end) < 0 ? undefined : CORRECTION_OVER;
};

/** The minutes left, rounded up; 0 if the hour is over. */
export const minutesLeft = (end: Temporal.Instant, now: Temporal.Instant): number =>
  Math.max(0, Math.ceil((end.epochMilliseconds - now.epochMilliseconds) / 60_000));
