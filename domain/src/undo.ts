/**
 * The screen offers Undo for ten seconds, or longer while it has focus or the pointer. After this many minutes it counts as
 * a new change.
 */
const MINUTES = 10;

/** Error for an undo after that time. */
export const TOO_LATE = 'It is too late to undo this.';

export const canBeTakenBack = (doneAt: string, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(now, Temporal.Instant.from(doneAt).add({ minutes: MINUTES })) <= 0;
