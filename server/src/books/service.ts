import type * as calls from '@homecare/domain/books/contract.ts';
import { type BookRun, personOfRecord } from '@homecare/domain/books/schema.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { listNamesOf } from '../people/names.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { checkAllBooks } from './checking.ts';
import {
  BOOK_CHECK_JOB,
  endRun,
  findLast,
  findRunning,
  insertRun,
  listEarlier,
  storeProgress,
} from './queries.ts';

/** The books' own check: asked for, run by a job, and shown. */

const BOOKS = 'books';

const personIdsOf = (run: BookRun | undefined): number[] => [
  ...new Set(
    run?.results.flatMap(({ parts, broken }) =>
      [...parts.flatMap(({ records }) => records), ...broken.map(({ record }) => record)].flatMap(
        (record) => personOfRecord(record) ?? [],
      ),
    ),
  ),
];

export const getBooks: UseCase<typeof calls.getBooks> = async (scope) => {
  const { db } = scope.site;
  const [last, running, earlier] = await Promise.all([findLast(db), findRunning(db), listEarlier(db)]);
  const names = await listNamesOf(db, personIdsOf(last));
  return done({
    last: last ?? null,
    running: running ?? null,
    earlier,
    clients: Array.from(names, ([id, name]) => ({ id, name })),
  });
};

/** What the last check that came to its end found; undefined: there was none. */
export const findLastCheck = async ({ site }: Scope) => {
  const [last] = await listEarlier(site.db);
  return last?.ended ? { ended: last.ended, broken: last.brokenCount } : undefined;
};

/** Begins a check unless one is under way. `by`: initials, null by night. */
export const beginCheck = async (scope: Scope, by: string | null) => {
  const running = await findRunning(scope.site.db);
  if (running) return done({ id: running.id });
  return mutate(scope, 'books.check', async (tx, record) => {
    const id = await insertRun(tx, scope.now().toString(), by);
    if (id === undefined) return refuse('conflict');
    await queueJob(tx, BOOK_CHECK_JOB, { inTurn: true });
    record({ entity: BOOKS, id, action: 'run' });
    return done({ id });
  });
};

export const checkBooks: UseCase<typeof calls.checkBooks> = (scope) => beginCheck(scope, scope.user.initials);

const PROGRESS_MS = 500;

/** Carries a check out from its beginning: one that was killed half-way has changed nothing. */
export const carryOut = async (scope: Scope, { id }: Pick<BookRun, 'id'>, ending?: AbortSignal) => {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const reportProgress = async (at: number, steps: number) => {
    if (performance.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = performance.now();
    await storeProgress(scope.site.db, id, at, steps);
  };
  const checked = await checkAllBooks(scope, reportProgress, ending);
  if (!checked) return;
  await mutate(scope, 'books.end', async (tx, record) => {
    if (!(await endRun(tx, id, scope.stamp(), checked))) return refuse('conflict');
    record({ entity: BOOKS, id, action: 'run', changes: { Broken: [null, checked.brokenCount] } });
    return done(null);
  });
};
