import type { Mark } from './schema.ts';

/** Of a row that nobody has put off or taken on. */
export const NO_MARK: Mark = { snoozed: null, assigned: null };

/** Whether a snooze still holds: it ends at its time, without anybody doing anything. */
export const isSnoozed = ({ snoozed }: Pick<Mark, 'snoozed'>, now: Temporal.Instant): boolean =>
  snoozed !== null && Temporal.Instant.compare(Temporal.Instant.from(snoozed.until), now) > 0;
