import { addDays, dayOfStamp, instantOf, visitInstants } from '@homecare/domain/calendar.ts';
import type { ResultOf } from '@homecare/domain/call.ts';
import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/staffing/contract.ts';
import { checkCallOut, opensBy } from '@homecare/domain/staffing/open-visits.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { loadAround } from './facts.ts';
import { queueOffers } from './offers-job.ts';
import {
  findCallOut,
  findOwnVisit,
  insertCallOut,
  isCaregiver,
  listCallOutRows,
  type NewCallOut,
  ONE_VISIT,
  openRows,
  withdrawCallOutRow,
} from './queries.ts';
import { noteEvents } from './service.ts';

/** A caregiver calls out: the visits of the span open at once. */

/** The longest absence a call-out can cover, in days. Longer ones are time off. */
const MOST_DAYS = 31;

/** The caregiver's visits that start in the span. */
const listOpened = async (tx: Tx, scope: Scope, callOut: NewCallOut): Promise<VisitKey[]> => {
  const zone = scope.settings.timeZone;
  const days = { from: dayOfStamp(callOut.from, zone), through: dayOfStamp(callOut.until, zone) };
  const { visits } = await loadAround(tx, scope, days);
  return opensBy(visits, callOut, zone).map(({ planId, day }) => ({ planId, day }));
};

/** Stores a call-out within the caller's transaction. */
export const callOutIn = async (
  tx: Tx,
  scope: Scope,
  callOut: NewCallOut,
  record: Recorder,
): Promise<{ readonly id: number; readonly opened: VisitKey[] }> => {
  const opened = await listOpened(tx, scope, callOut);
  const id = await insertCallOut(tx, callOut, scope.stamp());
  // The autopilot starts at once instead of waiting for its next scheduled run.
  await queueOffers(tx);
  await openRows(tx, opened, scope.now().toString());
  const who = callOut.via === 'office' ? scope.user.initials : undefined;
  const words = callOut.note ?? undefined;
  await noteEvents(
    tx,
    scope,
    opened.map((key) => ({
      ...key,
      kind: 'calledOut',
      providerId: callOut.ProviderID,
      who,
      words,
      callOutId: id,
    })),
  );
  const { ProviderID, from, until, via } = callOut;
  record({
    entity: 'callOut',
    id,
    action: 'insert',
    changes: { span: [null, { ProviderID, from, until, via }] },
  });
  return { id, opened };
};

const refuseSpan = (scope: Scope, span: Pick<NewCallOut, 'from' | 'until'>) => {
  const zone = scope.settings.timeZone;
  const wrong = checkCallOut(span, scope.now(), zone);
  if (wrong) return refuseFields([{ field: 'until', message: wrong }]);
  const last = addDays(dayOfStamp(span.from, zone), MOST_DAYS);
  return dayOfStamp(span.until, zone) > last
    ? refuseFields([
        { field: 'until', message: `A call-out lasts at most ${MOST_DAYS} days. Enter time off instead.` },
      ])
    : undefined;
};

/** A call-out of the caregiver that already covers the whole span. */
const findCovering = async (tx: Tx, { ProviderID, from, until }: Omit<NewCallOut, 'note' | 'via'>) => {
  const [first, last] = [Temporal.Instant.from(from), Temporal.Instant.from(until)];
  return (await listCallOutRows(tx, from, until, [ProviderID])).find(
    (known) =>
      Temporal.Instant.compare(known.from, first) <= 0 && Temporal.Instant.compare(known.until, last) >= 0,
  );
};

/** Reporting the same call-out twice stores it once. */
const callOutOnce = async (
  tx: Tx,
  scope: Scope,
  callOut: NewCallOut,
  record: Recorder,
): Promise<{ readonly id: number; readonly opened: VisitKey[] }> => {
  const known = await findCovering(tx, callOut);
  if (!known) return callOutIn(tx, scope, callOut, record);
  const { from, until, via } = callOut;
  record({
    entity: 'callOut',
    id: known.id,
    action: 'run',
    changes: { again: [null, { from, until, via }] },
  });
  return { id: known.id, opened: await listOpened(tx, scope, callOut) };
};

export const callOut: UseCase<typeof calls.callOut> = (scope, { ProviderID, from, until, note }) =>
  mutate(scope, 'staffing.callOut', async (tx, record): Promise<ResultOf<typeof calls.callOut>> => {
    if (!(await isCaregiver(tx, ProviderID))) return refuse('notFound');
    const wrong = refuseSpan(scope, { from, until });
    if (wrong) return wrong;
    const callOut = { ProviderID, from, until, note: note || null, via: 'office' as const };
    const made = await callOutOnce(tx, scope, callOut, record);
    return done(made, { insertId: made.id });
  });

/** A caregiver calls out on the phone, of one visit or of a whole day and the days after it. */
export const cannotCome: UseCase<typeof calls.cannotCome> = (scope, { visitId, through, note }) =>
  mutate(scope, 'staffing.cannotCome', async (tx, record): Promise<ResultOf<typeof calls.cannotCome>> => {
    const visit = await findOwnVisit(tx, visitId, scope.user.providerId);
    if (!visit) return refuse('notFound');
    if (visit.status !== 'Planned') return refuse('conflict', 'This visit has already started.');
    const zone = scope.settings.timeZone;
    const start = instantOf(visit.date, visit.start, zone);
    const last = through ?? visit.date;
    if (last < visit.date)
      return refuseFields([{ field: 'through', message: 'The last day is before the visit.' }]);
    // A whole day includes visits that were to start before the chosen one and have not started.
    const from = through ? instantOf(visit.date, '00:00', zone) : start;
    const end = through ? instantOf(addDays(last, 1), '00:00', zone) : start.add(ONE_VISIT);
    const span = { from: from.toString(), until: end.toString() };
    // A caregiver can call out of yesterday's night shift until it ends.
    const dayEnd = instantOf(addDays(last, 1), '00:00', zone);
    const visitEnd = visitInstants(visit.date, visit.start, visit.end, zone).end;
    const until = Temporal.Instant.compare(visitEnd, dayEnd) > 0 ? visitEnd : dayEnd;
    const wrong = refuseSpan(scope, { ...span, until: until.toString() });
    if (wrong) return wrong;
    const callOut = { ProviderID: visit.ProviderID, ...span, note: note || null, via: 'phone' as const };
    const made = await callOutOnce(tx, scope, callOut, record);
    return done(made, { insertId: made.id });
  });

/** The caregiver's own call-outs, from yesterday on because a night shift may still be running. */
export const listOwnCallOuts = async (scope: Scope) => {
  const zone = scope.settings.timeZone;
  const today = scope.today().toString();
  const [from, until] = [addDays(today, -1), addDays(today, MOST_DAYS)].map((day) =>
    instantOf(day, '00:00', zone).toString(),
  );
  const rows = await listCallOutRows(scope.site.db, from ?? '', until ?? '');
  return done(
    rows
      .filter(({ ProviderID }) => ProviderID === scope.user.providerId)
      .map(({ id, from: first, until: last }) => ({ id, from: first, until: last })),
  );
};

export const withdrawCallOut: UseCase<typeof calls.withdrawCallOut> = (scope, { id, rev }) =>
  mutate(
    scope,
    'staffing.withdrawCallOut',
    async (tx, record): Promise<ResultOf<typeof calls.withdrawCallOut>> => {
      const found = await findCallOut(tx, id);
      if (!found) return refuse('notFound');
      if (found.rev !== rev) return refuseStale(scope, { by: found.by, at: found.at });
      const opened = await listOpened(tx, scope, { ...found, via: 'office' });
      await withdrawCallOutRow(tx, id, scope.stamp());
      await queueOffers(tx);
      const event = {
        kind: 'callOutWithdrawn',
        providerId: found.ProviderID,
        who: scope.user.initials,
      } as const;
      await noteEvents(
        tx,
        scope,
        opened.map((key) => ({ ...key, ...event })),
      );
      record({
        entity: 'callOut',
        id,
        action: 'delete',
        changes: { span: [{ from: found.from, until: found.until }, null] },
      });
      return done({ id });
    },
  );
