/** Undo is offered for ten seconds, and for longer only under a pointer or the focus: later it is another change. */
const MINUTES = 10;

/** What the server says once that time is over. */
export const TOO_LATE = 'It is too late to undo this.';

export const canBeTakenBack = (doneAt: string, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(now, Temporal.Instant.from(doneAt).add({ minutes: MINUTES })) <= 0;
