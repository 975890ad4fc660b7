import type * as calls from '@homecare/domain/availability/contract.ts';
import {
  ALREADY_DECIDED,
  checkTimeOff,
  decisionFault,
  mayWithdraw,
  sayTimeOff,
} from '@homecare/domain/availability/rules.ts';
import type { TimeOffStatus } from '@homecare/domain/availability/schema.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import type { Changed } from '../platform/db/changes.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { countOpened } from './planned.ts';
import { lockPeople } from './queries.ts';
import { isForeign } from './service.ts';
import {
  decideRows,
  deleteTimeOff,
  findProvidersOf,
  insertTimeOffRows,
  listTouchedTimeOff,
  type StoredTimeOff,
  selectTimeOffOf,
  selectTimeOffRows,
  type TimeOffWrite,
  updateTimeOff,
} from './time-off-queries.ts';

/** Days on which a caregiver is away: requested, approved or declined. */

const YEARS_SHOWN = 2;

export const listTimeOffRows = async (
  scope: Scope,
  { past }: { readonly past?: boolean | undefined },
  changed?: Changed,
) => {
  const today = scope.today();
  const endsFrom = past ? today.subtract({ years: YEARS_SHOWN }) : today;
  return done(await selectTimeOffRows(scope.site.db, endsFrom.toString(), changed));
};

export const loadChangedTimeOff = async (
  scope: Scope,
  input: { readonly past?: boolean | undefined },
  changed: Changed,
) => {
  const { data: rows } = await listTimeOffRows(scope, input, changed);
  return done({ rows, keys: await listTouchedTimeOff(scope.site.db, changed) });
};

export const listOwnTimeOff = async (scope: Scope) => {
  const { providerId } = scope.user;
  const own = providerId === null ? [] : await selectTimeOffOf(scope.site.db, [providerId]);
  const today = scope.today().toString();
  return done(own.filter(({ through }) => through >= today).map(({ at, by, ...row }) => row));
};

/** Of one caregiver, each with who approved it and when. */
export const listApprovedTimeOff = async (db: Db, providerId: number) =>
  (await selectTimeOffOf(db, [providerId])).filter(({ status }) => status === 'Approved');

export const previewTimeOff: UseCase<typeof calls.previewTimeOff> = async (scope, { spans }) => {
  const visits: number[] = [];
  for (const span of spans) visits.push(span.through < span.from ? 0 : await countOpened(scope, span));
  return done({ visits });
};

const logged = (status: TimeOffStatus, entry: TimeOffWrite) =>
  `${sayTimeOff(entry)}: ${status.toLowerCase()}`;
const recordTimeOff = (record: Recorder, before: TimeOffWrite | null, after: TimeOffWrite | null) => {
  const entry = after ?? before;
  if (!entry) return;
  record({
    entity: 'person',
    id: entry.providerId,
    action: 'update',
    changes: {
      'Time off': [before && logged(before.status, before), after && logged(after.status, after)],
      ...(before?.reason !== after?.reason && {
        'Time off reason': [before?.reason ?? null, after?.reason ?? null],
      }),
    },
  });
};

/** Locks the caregiver and returns all of their time off. */
const lockTimeOffOf = async (tx: Tx, providerId: number): Promise<Result<StoredTimeOff[]>> => {
  const [person] = await lockPeople(tx, [providerId]);
  return person?.kind === 'Provider' && person.isActive
    ? done(await selectTimeOffOf(tx, [providerId]))
    : refuse('notFound');
};

export const saveTimeOff: UseCase<typeof calls.saveTimeOff> = async (scope, { id, rev, ...input }) => {
  const isOwn = isCaregiver(scope.user.role);
  if (isForeign(scope, input.providerId)) return refuse('forbidden');
  if (isOwn && input.status !== 'Requested') return refuse('forbidden');
  return mutate(scope, 'availability.saveTimeOff', async (tx, record) => {
    const all = await lockTimeOffOf(tx, input.providerId);
    if (!all.ok) return all;
    const stored = all.data.find((one) => one.id === id);
    if (id !== null && !stored) return refuse('notFound');
    if (stored && stored.rev !== rev) return refuseStale(scope, stored);
    if (stored && isOwn && !mayWithdraw(stored.status)) return refuse('conflict', ALREADY_DECIDED);
    // Changing days or reason makes no decision.
    const draft: TimeOffWrite = {
      ...input,
      reason: input.reason?.trim() || null,
      status: stored?.status ?? input.status,
    };
    const others = all.data.filter((one) => one !== stored);
    const refused = refuseAll(checkTimeOff(draft, { others, today: scope.today(), isOwn }));
    if (refused) return refused;
    const [inserted] = stored ? [] : await insertTimeOffRows(tx, [draft], scope.stamp());
    if (stored) await updateTimeOff(tx, stored.id, draft, scope.stamp());
    recordTimeOff(record, stored ?? null, draft);
    return done({ rev: stored ? stored.rev + 1 : 0 }, { insertId: stored?.id ?? inserted ?? 0 });
  });
};

export const decideTimeOff: UseCase<typeof calls.decideTimeOff> = (scope, { items, status }) =>
  mutate(scope, 'availability.decideTimeOff', async (tx, record) => {
    const ids = items.map(({ id }) => id);
    const providers = await findProvidersOf(tx, ids);
    await lockPeople(tx, providers);
    const all = await selectTimeOffOf(tx, providers);
    const chosen = all.filter((one) => ids.includes(one.id));
    if (chosen.length !== new Set(ids).size) return refuse('notFound');
    // If two overlap and are approved together, the second is refused too.
    const faults = chosen.flatMap((entry) => {
      const isBefore = (other: StoredTimeOff) => ids.includes(other.id) && other.id < entry.id;
      const others = all
        .filter((other) => other.providerId === entry.providerId && other.id !== entry.id)
        .map((other) => (isBefore(other) ? { ...other, status } : other));
      const message = decisionFault(entry, status, others);
      return message === undefined ? [] : [{ field: String(entry.id), message }];
    });
    const [first, ...more] = faults;
    if (first) return refuseFields([first, ...more], 'conflict');
    const seen = new Map(items.map((item) => [item.id, item.rev]));
    const stale = chosen.find(({ id, rev }) => seen.get(id) !== rev);
    if (stale) return refuseStale(scope, stale);
    await decideRows(tx, ids, status, scope.stamp());
    for (const entry of chosen) recordTimeOff(record, entry, { ...entry, status });
    return done(null);
  });

export const removeTimeOff: UseCase<typeof calls.removeTimeOff> = (scope, { id, rev }) =>
  mutate(scope, 'availability.removeTimeOff', async (tx, record) => {
    const providers = await findProvidersOf(tx, [id]);
    const [providerId] = providers;
    if (providerId === undefined) return refuse('notFound');
    if (isForeign(scope, providerId)) return refuse('forbidden');
    await lockPeople(tx, providers);
    const stored = (await selectTimeOffOf(tx, providers)).find((one) => one.id === id);
    if (!stored) return refuse('notFound');
    if (isCaregiver(scope.user.role) && !mayWithdraw(stored.status))
      return refuse('conflict', ALREADY_DECIDED);
    if (stored.rev !== rev) return refuseStale(scope, stored);
    await deleteTimeOff(tx, id);
    recordTimeOff(record, stored, null);
    return done(null);
  });
