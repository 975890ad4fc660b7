import type { Scope } from '../auth/scope.ts';

/**
 * Whether what is done once a night, from an hour of the agency's own clock on, is still to be done today. `last`: the day on
 * which it was done last. A server that was down at that hour makes up for it.
 */
export const isNightDue = (
  scope: Scope,
  hour: number,
  last: Temporal.PlainDate | string | undefined,
): boolean => {
  const now = scope.now().toZonedDateTimeISO(scope.settings.timeZone);
  return now.hour >= hour && (last === undefined || Temporal.PlainDate.compare(last, now.toPlainDate()) < 0);
};
