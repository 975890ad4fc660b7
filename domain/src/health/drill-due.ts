import type { DrillReport } from './schema.ts';

const EVERY_DAYS = 30;
/** One that failed is tried again the next night. */
const AGAIN_DAYS = 1;
/** From one to five in the morning nobody notices that a second database is at work. */
const NIGHT = { from: 1, until: 5 };
/** Where the server is off at night, it is made up for at any hour. */
const OVERDUE_DAYS = 2;

/** Whether the archive is to be restored for a test now (docs/rules/health.md, rule 13). `hasBase`: since when there is a copy to restore. */
export const isDrillDue = (
  now: Temporal.ZonedDateTime,
  last: Pick<DrillReport, 'at' | 'outcome'> | undefined,
  hasBase: Temporal.Instant,
): boolean => {
  const instant = now.toInstant();
  const due = last
    ? Temporal.Instant.from(last.at).add({
        hours: 24 * (last.outcome === 'failed' ? AGAIN_DAYS : EVERY_DAYS),
      })
    : hasBase;
  if (Temporal.Instant.compare(instant, due) < 0) return false;
  const isNight = now.hour >= NIGHT.from && now.hour < NIGHT.until;
  return isNight || Temporal.Instant.compare(instant, due.add({ hours: 24 * OVERDUE_DAYS })) >= 0;
};
