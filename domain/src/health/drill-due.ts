import type { DrillReport } from './schema.ts';

const EVERY_DAYS = 30;
/** A failed drill is repeated the next night. */
const AGAIN_DAYS = 1;
/** Hours in which nobody notices that a second database is running. */
const NIGHT = { from: 1, until: 5 };
/** A server that is off at night catches up at any hour. */
const OVERDUE_DAYS = 2;

/**
 * Whether a test restore of the archive is due now (docs/rules/health.md, rule 13). `hasBase` is the time since when there
 * has been a base backup.
 */
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
