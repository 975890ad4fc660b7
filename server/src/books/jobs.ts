import type { Scope } from '../platform/auth/scope.ts';
import type { Job } from '../platform/jobs/job.ts';
import { doAlone } from '../platform/jobs/lease.ts';
import { BOOK_CHECK_JOB, findLastAsked, findRunning } from './queries.ts';
import { beginCheck, carryOut } from './service.ts';

/** By the agency's own clock: its day is over, and the aggregator has had time to answer. */
const NIGHT_HOUR = 2;

/** Once a night; a server that was down at that hour makes up for it. */
const isNightDue = async (scope: Scope): Promise<boolean> => {
  const now = scope.now().toZonedDateTimeISO(scope.settings.timeZone);
  if (now.hour < NIGHT_HOUR) return false;
  const last = await findLastAsked(scope.site.db);
  if (last === undefined) return true;
  const day = Temporal.Instant.from(last).toZonedDateTimeISO(scope.settings.timeZone).toPlainDate();
  return Temporal.PlainDate.compare(day, now.toPlainDate()) < 0;
};

/** As soon as somebody asked, each night, and again where a server ended in the middle of it. */
export const booksJob: Job = {
  name: BOOK_CHECK_JOB,
  every: { minutes: 60, at: 41 },
  run: async (scope, _payload, ending) => {
    if (!(await findRunning(scope.site.db)) && (await isNightDue(scope))) await beginCheck(scope, null);
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
