import { done, refuse } from '@homecare/domain/errors.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import type { Job } from '../platform/jobs/job.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { afterEnd, type CoverChanges, coversOf, isAhead, notifyChanges } from './covers.ts';
import { type CoverNews, insertCoverNews, takeCoverNews } from './queries.ts';

/**
 * One request can make several covers, each in its own transaction, and everyone gets one message about all of theirs. Until then
 * the news is stored with each cover; if the request ends in between, this job sends it.
 */

const COVER_NEWS_JOB = 'coverNews';
/** A request has ended, successfully or not, this long after its last cover. */
const ENDED = { minutes: 2 } as const;

const newsOf = (kind: CoverNews['kind'], visits: readonly CoverNews['visit'][]): CoverNews[] =>
  visits.map((visit) => ({ kind, visit }));

/** Stores the news in the cover's own transaction. */
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

/** Covers that are still in force, in the order they were made. Those taken back since are announced when they are taken back. */
const stillCovered = async (tx: Tx, scope: Scope, news: readonly CoverNews['visit'][]) => {
  const now = await coversOf(tx, [...new Set(news.map(({ byPlanId }) => byPlanId))]);
  return news.flatMap(({ planId, day, byPlanId }): StaffedVisit[] =>
    now.filter(
      (visit) =>
        visit.planId === planId && visit.day === day && visit.byPlanId === byPlanId && isAhead(scope, visit),
    ),
  );
};

/** Visits that lost their cover and have not gone back to the same caregiver. */
const stillUncovered = async (tx: Tx, scope: Scope, news: readonly CoverNews['visit'][]) => {
  const uncovered = [];
  for (const own of Map.groupBy(news, ({ byPlanId }) => byPlanId).values())
    uncovered.push(...(await afterEnd(tx, scope, own)));
  return uncovered.filter(({ visit, now }) => now?.visit.ProviderID !== visit.ProviderID);
};

/** Sends the stored news of one request, or all that is waiting. */
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
