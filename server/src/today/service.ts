import { addDays } from '@homecare/domain/calendar.ts';
import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/today/contract.ts';
import { MOST_SNOOZE_DAYS } from '@homecare/domain/today/contract.ts';
import { DAYS_AHEAD, statedVisits } from '@homecare/domain/today/facts.ts';
import { isOfNotice } from '@homecare/domain/today/inbox.ts';
import { type Covered, coverOf } from '@homecare/domain/today/marks.ts';
import { outToday } from '@homecare/domain/today/out.ts';
import { coveredNow, todayRows } from '@homecare/domain/today/rows.ts';
import { countByHour, hourOf } from '@homecare/domain/visits/day-state.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { RevisionKey } from '../platform/db/changes.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Circumstances, UseCase } from '../platform/http/bind.ts';
import { countedVersion } from './kept.ts';
import { loadFacts, minuteOf, readState } from './parts.ts';
import { listMarks, listOfficeAccounts, lockMarks, storeAssigned, storeSnooze } from './queries.ts';

/** Today: what must be decided now (docs/rules/today.md). */

const MARK_ENTITY = 'todayRow';

const aroundOf = (scope: Scope) => ({
  now: scope.now(),
  zone: scope.settings.timeZone,
  today: scope.today().toString(),
  switches: scope.settings.capabilities,
});

export const loadToday: UseCase<typeof calls.getToday> = async (scope) => {
  const { role } = scope.user;
  if (role === 'job') return refuse('forbidden');
  const { db } = scope.site;
  const [{ facts, isCounting, since }, marks, people] = await Promise.all([
    loadFacts(scope),
    listMarks(db, scope.now()),
    listOfficeAccounts(db),
  ]);
  const byKey = new Map(marks.map(({ id: _, key, ...mark }) => [key, mark]));
  const around = aroundOf(scope);
  const { today } = around;
  const stated = statedVisits(facts, around)
    .filter(({ Date: date }) => date === today)
    .map((visit) => ({ hour: hourOf(visit), state: visit.state }));
  return done({
    ...todayRows(facts, around, { role, markOf: (key) => byKey.get(key) }),
    hours: facts.visits && facts.open ? countByHour(stated) : null,
    out: outToday(facts, around),
    nextOpen: facts.open?.[0]?.date ?? null,
    through: addDays(today, DAYS_AHEAD),
    people,
    isCounting,
    ...(since !== undefined && { since }),
  });
};

/** What somebody put off or took on; everything else of which the answer is made depends on the day. */
export const todayRevision = (): RevisionKey[] => [['todayMarks', 'all']];

/** The clock moves what is late, and each part that was counted makes another answer. */
export const todayCircumstances: Circumstances = async (scope) =>
  [minuteOf(scope), countedVersion(scope), await readState(scope)].join('.');

const refuseUntil = (scope: Scope, until: string) => {
  const at = Temporal.Instant.from(until);
  const most = scope.now().add({ hours: 24 * MOST_SNOOZE_DAYS });
  if (Temporal.Instant.compare(at, scope.now()) > 0 && Temporal.Instant.compare(at, most) <= 0)
    return undefined;
  return refuseFields([
    { field: 'until', message: `Choose a time within the next ${MOST_SNOOZE_DAYS} days.` },
  ]);
};

export const loadMarks: UseCase<typeof calls.listMarks> = async (scope) => {
  const { db } = scope.site;
  const [marks, people] = await Promise.all([listMarks(db, scope.now()), listOfficeAccounts(db)]);
  return done({ marks: marks.map(({ id: _, covered: _of, ...mark }) => mark), people });
};

/** Accounts have names, and are no kind of data that has a revision. */
export const marksCircumstances: Circumstances = async ({ site }) =>
  JSON.stringify(await listOfficeAccounts(site.db));

const idsOf = (marks: readonly { readonly id: number }[]) => marks.map(({ id }) => id);

const MORE_CAME = 'More has come in since you looked. Look at it, then put it off.';

const STILL_COUNTING = 'This is still being counted. Put it off again in a moment.';

/** By key what each row stands for, as it was seen; undefined: nobody knows yet. A notice is one thing alone. */
const coveredBy = async (scope: Scope, keys: readonly string[], seen: Readonly<Record<string, number>>) => {
  const { role } = scope.user;
  const rows = keys.filter((key) => !isOfNotice(key));
  const covered = new Map<string, Covered | null | undefined>(keys.map((key) => [key, null]));
  if (role === 'job' || rows.length === 0) return covered;
  const { facts, isCounting } = await loadFacts(scope);
  const now = coveredNow(role, facts, aroundOf(scope));
  for (const key of rows) covered.set(key, coverOf({ row: now.get(key), seen: seen[key], isCounting }));
  return covered;
};

export const snooze: UseCase<typeof calls.snoozeRow> = async (scope, { keys, until, seen = {} }) => {
  const wrong = until === null ? undefined : refuseUntil(scope, until);
  if (wrong) return wrong;
  const rows = await coveredBy(scope, until === null ? [] : keys, seen);
  if ([...rows.values()].includes(undefined)) return refuse('conflict', STILL_COUNTING);
  const coveredOf = (key: string) => rows.get(key) ?? null;
  const hasGrown = keys.some((key) => (coveredOf(key)?.count ?? 0) > (seen[key] ?? Number.POSITIVE_INFINITY));
  if (hasGrown) return refuse('conflict', MORE_CAME);
  return mutate(scope, 'today.snooze', async (tx, record) => {
    const marks = await lockMarks(tx, keys);
    const covered = marks.map(({ id, key }) => ({ id, covered: coveredOf(key) }));
    await storeSnooze(tx, covered, until, scope.stamp());
    for (const { id, key, snoozedUntil } of marks)
      record({
        entity: MARK_ENTITY,
        id,
        action: 'update',
        changes: { row: [key, key], snoozedUntil: [snoozedUntil, until] },
      });
    return done(null);
  });
};

export const assign: UseCase<typeof calls.assignRow> = async (scope, { keys, accountId }) => {
  const people = await listOfficeAccounts(scope.site.db);
  const nameOf = (id: number | null) => people.find((one) => one.id === id)?.name ?? null;
  if (accountId !== null && nameOf(accountId) === null)
    return refuseFields([{ field: 'accountId', message: 'Choose someone from your office.' }]);
  return mutate(scope, 'today.assign', async (tx, record) => {
    const marks = await lockMarks(tx, keys);
    await storeAssigned(tx, idsOf(marks), accountId, scope.stamp());
    for (const { id, key, assignedTo } of marks)
      record({
        entity: MARK_ENTITY,
        id,
        action: 'update',
        changes: { row: [key, key], assigned: [nameOf(assignedTo), nameOf(accountId)] },
      });
    return done(null);
  });
};
