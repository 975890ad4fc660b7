import { done, refuse } from '@homecare/domain/errors.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import type { Job } from '../platform/jobs/job.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { afterEnd, type CoverChanges, coversOf, isAhead, notifyChanges } from './covers.ts';
import { type CoverNews, insertCoverNews, takeCoverNews } from './queries.ts';

/**
 * Several covers of one press are transactions of their own, and whoever they concern hears of all of theirs at once. Until then
 * each is kept with its cover: where the request ends in between, the job tells what stands.
 */

const COVER_NEWS_JOB = 'coverNews';
/** So long after the last cover of a press its request has ended, one way or the other. */
const ENDED = { minutes: 2 } as const;

const newsOf = (kind: CoverNews['kind'], visits: readonly CoverNews['visit'][]): CoverNews[] =>
  visits.map((visit) => ({ kind, visit }));

/** Kept in the transaction of the cover itself. */
export const keepNews = async (
  tx: Tx,
  scope: Scope,
  press: string,
  { covered, uncovered }: CoverChanges,
): Promise<void> => {
  const left = uncovered.map(({ visit }) => visit);
  const news = [...newsOf('covered', covered), ...newsOf('uncovered', left)];
  if (news.length === 0) return;
  await insertCoverNews(tx, press, news);
  await queueJob(tx, COVER_NEWS_JOB, { at: scope.now().add(ENDED).toString() });
};

/** Covers that stand, in the order in which they were made: what was taken back since then is told by that. */
const stillCovered = async (tx: Tx, scope: Scope, news: readonly CoverNews['visit'][]) => {
  const now = await coversOf(tx, [...new Set(news.map(({ byPlanId }) => byPlanId))]);
  return news.flatMap(({ planId, day, byPlanId }): StaffedVisit[] =>
    now.filter(
      (visit) =>
        visit.planId === planId && visit.day === day && visit.byPlanId === byPlanId && isAhead(scope, visit),
    ),
  );
};

/** Visits that covers have left, and that are not their caregivers' again. */
const stillUncovered = async (tx: Tx, scope: Scope, news: readonly CoverNews['visit'][]) => {
  const uncovered = [];
  for (const own of Map.groupBy(news, ({ byPlanId }) => byPlanId).values())
    uncovered.push(...(await afterEnd(tx, scope, own)));
  return uncovered.filter(({ visit, now }) => now?.visit.ProviderID !== visit.ProviderID);
};

/** Tells what was kept: of one press, or all that waits. */
export const reportNews = (scope: Scope, press?: string) =>
  mutate(scope, 'staffing.tellCovered', async (tx, record) => {
    const news = await takeCoverNews(tx, press);
    if (news.length === 0) return refuse('notFound');
    const visitsOf = (kind: CoverNews['kind']) =>
      news.filter((one) => one.kind === kind).map(({ visit }) => visit);
    const covered = await stillCovered(tx, scope, visitsOf('covered'));
    const uncovered = await stillUncovered(tx, scope, visitsOf('uncovered'));
    await notifyChanges(tx, scope, [{ covered, uncovered }], record);
    record({ entity: 'openVisit', id: null, action: 'run', changes: { told: [null, news.length] } });
    return done(null);
  });

export const coverNewsJob: Job = {
  name: COVER_NEWS_JOB,
  run: async (scope) => {
    await reportNews(scope);
  },
};
