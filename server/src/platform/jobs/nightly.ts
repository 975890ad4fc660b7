import type { Scope } from '../auth/scope.ts';

/**
 * Whether work done once a night, from an hour of the agency's clock on, is still to be done today. `last` is the day on which it
 * was last done. A server that was down at that hour catches up.
 */
export const isNightDue = (
  scope: Scope,
  hour: number,
  last: Temporal.PlainDate | string | undefined,
): boolean => {
  const now = scope.now().toZonedDateTimeISO(scope.settings.timeZone);
  return now.hour >= hour && (last === undefined || Temporal.PlainDate.compare(last, now.toPlainDate()) < 0);
};
