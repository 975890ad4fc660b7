import type { Scope } from '../platform/auth/scope.ts';
import type { Job } from '../platform/jobs/job.ts';
import { doAlone } from '../platform/jobs/lease.ts';
import { isNightDue } from '../platform/jobs/nightly.ts';
import { BOOK_CHECK_JOB, findLastAsked, findRunning } from './queries.ts';
import { beginCheck, carryOut } from './service.ts';

/** By the agency's own clock: its day is over, and the aggregator has had time to answer. */
const NIGHT_HOUR = 2;

/** The agency's day on which a check was asked for last. */
const findLastDay = async (scope: Scope): Promise<Temporal.PlainDate | undefined> => {
  const last = await findLastAsked(scope.site.db);
  return last === undefined
    ? undefined
    : Temporal.Instant.from(last).toZonedDateTimeISO(scope.settings.timeZone).toPlainDate();
};

/** As soon as somebody asked, each night, and again where a server ended in the middle of it. */
export const booksJob: Job = {
  name: BOOK_CHECK_JOB,
  every: { minutes: 60, at: 41 },
  run: async (scope, _payload, ending) => {
    if (!(await findRunning(scope.site.db)) && isNightDue(scope, NIGHT_HOUR, await findLastDay(scope)))
      await beginCheck(scope, null);
    // One that is asked for while the last one ends finds no other job that has room for it.
    for (let next = await findRunning(scope.site.db); next; next = await findRunning(scope.site.db)) {
      const running = next;
      const isDone = await doAlone(scope, BOOK_CHECK_JOB, (alone, lost) => carryOut(alone, running, lost), {
        ending,
      });
      if (!isDone || ending?.aborted) return;
    }
  },
};
