import type { Role } from '../call.ts';
import { mayCorrectOwnRecords } from '../permissions.ts';

/** A manager may fix the slips of a record that they have just created; everything after that is for an admin. */

/** From the moment the record was created, by the clock of the server. */
export const CORRECTION_MINUTES = 60;

export const CORRECTION_OVER = 'The hour to correct this record is over. Ask an admin to make this change.';
export const CORRECTION_ARCHIVED = 'This record is archived. Ask an admin to change it.';

/** Who created the record, and when. */
export interface Creation {
  /** Account; null: a job, or nobody knows. */
  readonly by: number | null;
  readonly at: Temporal.Instant;
}

export interface Corrector {
  readonly id: number | null;
  readonly role: Role | 'job';
}

/** When the hour of this caller ends, or ended; undefined: the record is none that the caller may correct at all. */
export const correctionEnd = (
  { by, at }: Creation,
  caller: Corrector,
  /** Of the agency: it is off until an admin switches it on. */
  isSwitchedOn: boolean,
): Temporal.Instant | undefined =>
  isSwitchedOn && mayCorrectOwnRecords(caller.role) && caller.id !== null && caller.id === by
    ? at.add({ minutes: CORRECTION_MINUTES })
    : undefined;

/** Why nobody corrects the record now; undefined: it may be corrected. */
export const refuseCorrection = (
  end: Temporal.Instant,
  now: Temporal.Instant,
  isActive: boolean,
): string | undefined => {
  if (!isActive) return CORRECTION_ARCHIVED;
  return Temporal.Instant.compare(now, end) < 0 ? undefined : CORRECTION_OVER;
};

/** Whole minutes that are left; a begun one counts. 0: the hour is over. */
export const minutesLeft = (end: Temporal.Instant, now: Temporal.Instant): number =>
  Math.max(0, Math.ceil((end.epochMilliseconds - now.epochMilliseconds) / 60_000));
