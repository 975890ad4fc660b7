import { visitInstants } from '@homecare/domain/calendar.ts';
import type { InputOf, ResultOf } from '@homecare/domain/call.ts';
import { plannedVisits, VISIT_DAYS, visitWindow } from '@homecare/domain/care-plans/rules.ts';
import type { VisitsChanged, VisitsMade } from '@homecare/domain/care-plans/schema.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type { Point } from '@homecare/domain/geo.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import { sum } from '@homecare/domain/sum.ts';
import { ATTEMPT_SENTENCE, NO_LONGER_YOURS } from '@homecare/domain/visits/attempts.ts';
import type { getEvvList, getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import { isBilled } from '@homecare/domain/visits/office.ts';
import { type ReviewHint, reviewHints } from '@homecare/domain/visits/review.ts';
import {
  attemptTime,
  checkBlocked,
  endsAfterStart,
  iobse,
  isBehind,
  LATE_REASON,
  locationCheck,
  moveTo,
  NOT_AFTER_START,
  type VisitMove,
} from '@homecare/domain/visits/rules.ts';
import { LOGGED_TIMES, type Visit, type VisitStatus } from '@homecare/domain/visits/schema.ts';
import { daysInMonth } from '@homecare/domain/wire.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Changed, RevisionKey } from '../platform/db/changes.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';
import { withCallOuts } from '../staffing/moved-call-outs.ts';
import { queueOffersOf } from '../staffing/offers-job.ts';
import { correctVisit, sendComplete, setVisitStatus, staleVisit } from './correcting.ts';
import { findVisitOfPlan, listRunningPlans, moveVisitRow } from './office-queries.ts';
import {
  countPlannedVisitsOf,
  type Evidence,
  findVisit,
  findVisitTakenFrom,
  insertAttempt,
  insertPastVisits,
  insertVisits,
  keepMoves,
  listBegunVisitsOf,
  listMovedAhead,
  listPlansToVisit,
  listProviderVisits,
  listStamps,
  listVisits,
  matchPastVisits,
  matchVisits,
  moveVisit,
  type NewVisit,
  type PastVisit,
  type PlanToVisit,
  removePlannedVisits,
  removePlannedVisitsFrom,
  removePlannedVisitsOf,
} from './queries.ts';

export { rejectTaken } from './bulk-queries.ts';
export { listMovedOf, listUnaccepted } from './office-queries.ts';
export {
  closedVisitsOf,
  findByCall,
  findVisit,
  listCheckIns,
  listDayVisits,
  listVisitsOfDays,
} from './queries.ts';

// --- Lists ---------------------------------------------------------------------------------------------------------

const dateOf = (year: number, month: number, day: number): Temporal.PlainDate | undefined => {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return undefined;
  }
};

/** The days of one month; undefined if the month does not have them. Every poll asks for this, so it uses plain numbers. */
const daysOf = ({ year, month, startDay, endDay }: InputOf<typeof getEvvList>) => {
  if (startDay > endDay || endDay > daysInMonth(year, month)) return undefined;
  const start = `${year}-${String(month).padStart(2, '0')}-`;
  return Array.from(
    { length: endDay - startDay + 1 },
    (_, n) => start + String(startDay + n).padStart(2, '0'),
  );
};

/** The answer also contains names, phones and addresses. */
const PEOPLE: RevisionKey = ['people', 'named'];
const keyOf = (day: string): RevisionKey => ['visits', day];

export const listRevision = (input: InputOf<typeof getEvvList>) => {
  const days = daysOf(input);
  return days && [PEOPLE, ...days.map(keyOf)];
};

export const loadList = async (
  scope: Scope,
  input: InputOf<typeof getEvvList>,
  changed?: Changed,
): Promise<Result<Visit[]>> => {
  const days = daysOf(input);
  const [from] = days ?? [];
  const through = days?.at(-1);
  if (!from || !through)
    return refuseFields([{ field: 'endDay', message: 'These days are not in that month.' }]);
  return done(await listVisits(scope, from, through, changed));
};

export const scheduleRevision = ({ year, month, day }: InputOf<typeof getEvvProvider>) => {
  const date = dateOf(year, month, day);
  return date && [PEOPLE, keyOf(date.subtract({ days: 1 }).toString()), keyOf(date.toString())];
};

export const loadSchedule = async (
  scope: Scope,
  { providerId, year, month, day }: InputOf<typeof getEvvProvider>,
  changed?: Changed,
): Promise<Result<Visit[]>> => {
  if (isCaregiver(scope.user.role) && providerId !== scope.user.providerId) return refuse('forbidden');
  const date = dateOf(year, month, day);
  if (!date) return refuseFields([{ field: 'day', message: 'This day is not in that month.' }]);
  return done(await listProviderVisits(scope, providerId, date.toString(), changed));
};

/** The caregiver's visits that a telephone call on a day can be about. */
export const listVisitsOfCaller = (scope: Scope, providerId: number, day: string): Promise<Visit[]> =>
  listProviderVisits(scope, providerId, day);

// --- Moves ---------------------------------------------------------------------------------------------------------

type Fields = InputOf<typeof updateVisit>['data'];

/** A telephone call by which someone checks in or out. */
export interface CalledIn {
  readonly id: number;
  /** When the call arrived, so that the time spent typing is not lost to the caregiver. */
  readonly at: Temporal.Instant;
  /** It came from the client's own phone, or the code of the day proved that it came from the home. */
  readonly isPlaced: boolean;
}
type Answer = Promise<ResultOf<typeof updateVisit>>;

/** Checks in, checks out, sets Active or Complete, or, without a status, saves an edit of the office. */
export const changeVisit = async (scope: Scope, { id, data }: InputOf<typeof updateVisit>): Answer => {
  if (!id) return refuse('notFound');
  if (data.Status !== undefined) return moveOnce(scope, id, data.Status, data);
  if (!isCaregiver(scope.user.role)) return correctVisit(scope, id, data);
  return refuseFields([{ field: 'Status', message: 'Status says whether it is a check-in or a check-out.' }]);
};

/** Moves a visit; if that was done already, returns the visit as it is. */
const moveOnce = async (
  scope: Scope,
  id: number,
  to: VisitStatus,
  data: Fields,
  called?: CalledIn,
): Answer => {
  const { role } = scope.user;
  const move = role === 'job' ? undefined : moveTo(to, role);
  const visit = await findVisit(scope.site.db, scope, id);
  if (!visit) return (move && (await recordTaken(scope, id, move, data, called))) ?? refuse('notFound');
  if (!move) return refuseFields([{ field: 'Status', message: `A visit cannot be set to ${to}.` }]);
  if (isBehind(move, visit)) return done(visit);
  return move.roles.some(isCaregiver)
    ? checkInOrOut(scope, visit, move, data, { called })
    : setVisitStatus(scope, visit, move, data);
};

/** A caregiver checks in or out by telephone call. Rules, windows and attempts are those of the phone app. */
export const checkByCall = (scope: Scope, id: number, to: VisitStatus, called: CalledIn): Answer =>
  moveOnce(scope, id, to, {}, called);

/** A caregiver who comes to a visit that was taken over or canceled was still there, so their time is recorded. */
const recordTaken = async (scope: Scope, id: number, move: VisitMove, data: Fields, called?: CalledIn) => {
  if (!isCaregiver(scope.user.role)) return undefined;
  const taken = await findVisitTakenFrom(scope.site.db, scope, id);
  return taken && checkInOrOut(scope, taken, move, data, { gone: NO_LONGER_YOURS, called });
};

/** Another request was faster: it made the same move, or the record has changed. */
const answerAfterRace = async (scope: Scope, visit: Visit, move: VisitMove): Answer => {
  const current = await findVisit(scope.site.db, scope, visit.id);
  if (!current) return refuse('notFound');
  return isBehind(move, current) ? done(current) : staleVisit(scope, current);
};

const point = (latitude: number | null | undefined, longitude: number | null | undefined): Point | null =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { lat: latitude, lon: longitude } : null;

const positionOf = (data: Fields, isStart: boolean) =>
  isStart
    ? point(data.AddressStartLatitude, data.AddressStartLongitude)
    : point(data.AddressEndLatitude, data.AddressEndLongitude);

/** The distance is measured here. What the phone found can only add an error. */
const evidenceOf = (scope: Scope, visit: Visit, data: Fields, isStart: boolean, late: boolean): Evidence => {
  const position = positionOf(data, isStart);
  const place = point(visit.ClientAddressLatitude, visit.ClientAddressLongitude);
  const found = locationCheck(place && { ...place, approximate: visit.ClientAddressApproximate }, position);
  const claimed = isStart ? data.StartLocationError : data.EndLocationError;
  return {
    receivedAt: scope.now().toString(),
    deviceAt: data.DeviceTime ?? null,
    late,
    latitude: position?.lat ?? null,
    longitude: position?.lon ?? null,
    accuracy: data.Accuracy ?? null,
    distance: found.metres,
    locationError: found.error || claimed === true,
    callId: null,
  };
};

/** The calling number is the evidence of the place. */
const evidenceOfCall = ({ id, at, isPlaced }: CalledIn): Evidence => ({
  receivedAt: wholeSecond(at).toString(),
  deviceAt: null,
  late: false,
  latitude: null,
  longitude: null,
  accuracy: null,
  distance: null,
  locationError: !isPlaced,
  callId: id,
});

/** When a check took place, and how that is known. */
const factsOf = (
  scope: Scope,
  visit: Visit,
  data: Fields,
  isStart: boolean,
  called: CalledIn | undefined,
) => {
  if (called) return { at: wholeSecond(called.at), late: false, evidence: evidenceOfCall(called) };
  const device = data.DeviceTime ? Temporal.Instant.from(data.DeviceTime) : null;
  const { at, late } = attemptTime(wholeSecond(scope.now()), device && wholeSecond(device));
  return { at, late, evidence: evidenceOf(scope, visit, data, isStart, late) };
};

/** Checks at the time that counts, also for checks that arrive late. */
export const hintsOf = async (
  db: Tx | Scope['site']['db'],
  visit: Visit,
  isStart: boolean,
  at: Temporal.Instant,
  { latitude, longitude, accuracy }: Pick<Evidence, 'latitude' | 'longitude' | 'accuracy'>,
): Promise<ReviewHint[]> => {
  const position = point(latitude, longitude);
  if (!position) return [];
  const here = { ...position, accuracy, at: at.toString() };
  const others = await listStamps(db, { visit, end: isStart ? 'start' : 'end', at: here.at });
  const place = point(visit.ClientAddressLatitude, visit.ClientAddressLongitude);
  return reviewHints(isStart ? 'Check-In' : 'Check-Out', here, place, others);
};

/** Visits are stored to the second. */
const wholeSecond = (at: Temporal.Instant) => at.round({ smallestUnit: 'second', roundingMode: 'floor' });

interface Around {
  /** Why the visit takes no time at all, whenever the attempt was made. */
  readonly gone?: string;
  readonly called: CalledIn | undefined;
}

const checkInOrOut = async (
  scope: Scope,
  visit: Visit,
  move: VisitMove,
  data: Fields,
  { gone, called }: Around,
): Answer => {
  const isStart = move.effects.includes('startTime');
  const { at, late, evidence } = factsOf(scope, visit, data, isStart, called);
  const hasLength = isStart || endsAfterStart(visit.startedAt, at);
  const blocked =
    gone ??
    checkBlocked(move, visit, at, scope.settings.timeZone) ??
    (hasLength ? undefined : NOT_AFTER_START);
  const hints = blocked === undefined ? await hintsOf(scope.site.db, visit, isStart, at, evidence) : [];
  const result = await mutate<'moved' | 'kept'>(scope, 'visits.check', async (tx, record) => {
    if (blocked !== undefined) {
      if (!(await keepAttempt(tx, scope, visit, move, at, evidence, blocked))) return refuse('conflict');
      const attempt = called ? `${blocked}, by phone call` : blocked;
      record({ entity: 'visit', id: visit.id, action: 'update', changes: { attempt: [null, attempt] } });
      return done('kept');
    }
    const moved = await moveVisit(tx, scope, {
      id: visit.id,
      rev: data.rev ?? undefined,
      from: move.from,
      to: move.to,
      end: isStart ? 'start' : 'end',
      at: at.toString(),
      evidence,
      hints,
      place: { latitude: visit.ClientAddressLatitude, longitude: visit.ClientAddressLongitude },
      edited: isStart ? visit.StartEdited : visit.EndEdited,
      iobse: iobse({
        billVisit: isBilled(visit),
        startEdited: visit.StartEdited,
        endEdited: visit.EndEdited,
      }),
      changeCode: late ? LATE_REASON : null,
      changeReason: null,
      notes: undefined,
      by: scope.user.initials,
      via: called ? 'call' : 'app',
      now: scope.now().toString(),
    });
    if (!moved) return refuse('conflict');
    record(
      moveChange(visit, move, isStart, at, {
        locationError: [null, evidence.locationError],
        late: [null, late],
        ...(hints.length > 0 && { review: [null, hints] as const }),
      }),
    );
    await (isStart ? queueOffersOf(tx, scope, [visit.CareID]) : sendComplete(tx, scope, visit, record));
    return done('moved');
  });
  // An attempt that the same telephone call has recorded before is refused, but it is on record.
  const isKept = result.ok ? result.data === 'kept' : called !== undefined && blocked !== undefined;
  return isKept ? sayKept(move, blocked, hasLength) : answerAfterRace(scope, visit, move);
};

/** The attempt is recorded, but nobody can accept an end at or before the start. */
const sayKept = (move: VisitMove, blocked: string | undefined, hasLength: boolean) => {
  if (!hasLength) return refuse('conflict', `${NOT_AFTER_START}. ${CHECK_OUT_AGAIN}`);
  const sentence = `${blocked ?? `${move.name} was not possible`}. ${ATTEMPT_SENTENCE}`.replace('..', '.');
  // The field is named for older phones, which predate reasons and recognize by it that nothing is lost.
  return refuseFields([{ field: 'attempt', message: sentence }], 'attemptRecorded');
};

const CHECK_OUT_AGAIN = 'Check out again when the visit is over.';

const keepAttempt = (
  tx: Tx,
  scope: Scope,
  visit: Visit,
  move: VisitMove,
  at: Temporal.Instant,
  evidence: Evidence,
  refusal: string,
) =>
  insertAttempt(tx, {
    visitId: visit.id,
    accountId: scope.user.id,
    move: move.name === 'Check-In' ? 'Check-In' : 'Check-Out',
    at: at.toString(),
    refusal,
    ...evidence,
  });

export const moveChange = (
  visit: Visit,
  move: VisitMove,
  isStart: boolean,
  at: Temporal.Instant,
  more: NonNullable<Change['changes']>,
): Change => ({
  entity: 'visit',
  id: visit.id,
  action: 'update',
  changes: {
    Status: [move.from, move.to],
    [LOGGED_TIMES[isStart ? 'startedAt' : 'endedAt']]: [null, at.toString()],
    ...more,
  },
});

// --- Visits of plans -----------------------------------------------------------------------------------------------

const visitsOf = (plan: PlanToVisit, window: ReturnType<typeof visitWindow>): NewVisit[] =>
  plannedVisits(plan, window, plan).map((visit) => ({
    plan: plan.id,
    client: plan.ClientID,
    provider: plan.ProviderID,
    ...visit,
  }));

/**
 * Creates the missing visits of plans within the caller's transaction, with one read, the plan rule of domain and one insert.
 * Records one row per plan that got visits.
 */
export const makeVisits = async (
  tx: Tx,
  scope: Scope,
  planIds: readonly number[],
  record: Recorder,
  from: Temporal.PlainDate = scope.today(),
  days: number = VISIT_DAYS,
): Promise<VisitsMade> => {
  const plans = await listPlansToVisit(tx, planIds, from.toString());
  return insertVisitsOf(tx, scope, plans, record, from, days);
};

/**
 * Creates missing visits of past days that someone is still to attend: those of yesterday that run past midnight, and those that
 * were moved ahead, so that a new caregiver finds them. Returns how many.
 */
export const makeRunningVisits = async (
  tx: Tx,
  scope: Scope,
  planIds: readonly number[],
  record: Recorder,
): Promise<number> => {
  const made = await insertRunning(tx, scope, planIds);
  const yesterday = scope.today().subtract({ days: 1 }).toString();
  for (const [plan, created] of made)
    record({
      entity: 'carePlan',
      id: plan,
      action: 'run',
      changes: { visits: [null, { created, from: yesterday, through: yesterday }] },
    });
  const ahead = await insertMovedAhead(tx, scope, planIds);
  for (const [plan, created] of ahead)
    record({ entity: 'carePlan', id: plan, action: 'run', changes: { visits: [null, { created }] } });
  return sum([...made.values(), ...ahead.values()]);
};

const insertRunning = async (
  tx: Tx,
  scope: Scope,
  planIds: readonly number[],
): Promise<Map<number, number>> => {
  const [now, yesterday] = [scope.now(), scope.today().subtract({ days: 1 })];
  const isRunning = ({ day, start, end }: NewVisit) =>
    Temporal.Instant.compare(visitInstants(day, start, end, scope.settings.timeZone).end, now) > 0;
  const plans = await listPlansToVisit(tx, planIds, yesterday.toString());
  const window = visitWindow(yesterday, 1);
  const running = plans.flatMap((plan) => visitsOf(plan, window)).filter(isRunning);
  return insertVisits(tx, running, now.toString());
};

/** The client expects the visit on its new date even if its day is over or belongs to another plan; `keepMovesOf` puts it there. */
const insertMovedAhead = async (
  tx: Tx,
  scope: Scope,
  planIds: readonly number[],
): Promise<Map<number, number>> => {
  const moved = await listMovedAhead(tx, planIds, scope.today().toString());
  const [first] = moved.map(({ day }) => day).toSorted();
  if (first === undefined) return new Map();
  const plans = await listPlansToVisit(tx, planIds, first);
  const visits = plans.flatMap((plan) =>
    moved
      .filter((one) => one.plan === plan.id && hasServiceOn(plan, one.date))
      .flatMap(({ day }) =>
        visitsOf({ ...plan, temporary: [] }, visitWindow(Temporal.PlainDate.from(day), 1)),
      ),
  );
  return insertVisits(tx, visits, scope.now().toString());
};

/**
 * Gives a visit to another plan of the same visits that has its planned day, at its moved time. If that plan has none on the day, as
 * an exempt one, the visit stays where it is.
 */
export const giveVisit = async (
  tx: Tx,
  scope: Scope,
  { CareID, plannedDay }: { readonly CareID: number; readonly plannedDay: string },
  planId: number,
  record: Recorder,
): Promise<void> => {
  const window = visitWindow(Temporal.PlainDate.from(plannedDay), 1);
  const plans = await listPlansToVisit(tx, [planId], plannedDay);
  const visits = plans.flatMap((plan) => visitsOf({ ...plan, temporary: [], taken: [] }, window));
  if (visits.length === 0) return;
  await handOverVisits(tx, scope, CareID, { from: plannedDay, through: plannedDay, withMoved: true }, record);
  await insertVisits(tx, visits, scope.now().toString());
  await keepMovesOf(tx, scope, [planId], record);
};

/** For the date a visit was moved to: its people are not archived, and a regular plan has not ended. A temporary one may have. */
const hasServiceOn = ({ archived, coversPlanId, EndDate }: PlanToVisit, date: string) =>
  archived.every((day) => day === null || date < day) &&
  (coversPlanId !== null || EndDate === null || date < EndDate);

/** Creates the visit of a cover that begins on the date after its planned day, at the time it takes place. */
export const makeVisitAt = async (
  tx: Tx,
  scope: Scope,
  { planId, day }: { readonly planId: number; readonly day: string },
  { date, start, end }: { readonly date: string; readonly start: string; readonly end: string },
  record: Recorder,
): Promise<VisitsMade> => {
  const made = await makeVisits(tx, scope, [planId], record, Temporal.PlainDate.from(day), 1);
  const writer = { by: scope.user.initials, now: scope.now().toString(), isByOffice: false };
  const to = { Date: date, PlanStartTime: start, PlanEndTime: end };
  // An exempt pair has no visits.
  const id = await findVisitOfPlan(tx, planId, day);
  if (id === undefined) return made;
  await moveVisitRow(tx, id, to, writer);
  record({ entity: 'visit', id, action: 'update', changes: { Date: [day, date] } });
  return made;
};

/** Creates the visits of a plan that was created in this transaction: nobody is archived and nothing covers it yet. */
export const makeFirstVisits = (
  tx: Tx,
  scope: Scope,
  plan: Omit<PlanToVisit, 'archived' | 'temporary' | 'taken'>,
  record: Recorder,
): Promise<VisitsMade> =>
  insertVisitsOf(
    tx,
    scope,
    [{ ...plan, archived: [], temporary: [], taken: [] }],
    record,
    scope.today(),
    VISIT_DAYS,
  );

const insertVisitsOf = async (
  tx: Tx,
  scope: Scope,
  plans: readonly PlanToVisit[],
  record: Recorder,
  from: Temporal.PlainDate,
  days: number,
): Promise<VisitsMade> => {
  const window = visitWindow(from, days);
  const visits = plans.flatMap((plan) => visitsOf(plan, window));
  const made = await insertVisits(tx, visits, scope.now().toString());
  const range = { from: from.toString(), through: from.add({ days: days - 1 }).toString() };
  for (const [plan, created] of made)
    record({
      entity: 'carePlan',
      id: plan,
      action: 'run',
      changes: { visits: [null, { created, ...range }] },
    });
  return { created: sum([...made.values()]), ...range };
};

/**
 * Moved visits keep their day and time in the plans that have just received them. A call-out from a single one moves with it,
 * because its caregiver has not said that they can come then.
 */
export const keepMovesOf = (
  tx: Tx,
  scope: Scope,
  planIds: readonly number[],
  record: Recorder,
): Promise<number> => withCallOuts(tx, scope, planIds, record, () => keepMoves(tx, planIds));

/**
 * After a change of plans, within the caller's transaction: removes their visits from `cut` on, if given, and then brings those of
 * the window in line with the plans. Past days under a changed week get no new visits, but those that nobody began get its times.
 * Records one row per plan whose visits changed.
 */
export const matchVisitsOf = async (
  tx: Tx,
  scope: Scope,
  plans: readonly {
    readonly id: number;
    readonly cut: string | null;
    /** The first day under a different week than before, which may be in the past. */
    readonly since: string | null;
  }[],
  record: Recorder,
): Promise<Map<number, VisitsChanged>> => {
  const [today, now] = [scope.today(), scope.now().toString()];
  const ids = plans.map(({ id }) => id);
  const removed = new Map<number, number>();
  for (const { id, cut } of plans)
    if (cut !== null) removed.set(id, await removePlannedVisitsFrom(tx, id, cut, now));
  const found = await listPlansToVisit(tx, ids, today.toString());
  const window = visitWindow(today);
  const wanted = found.flatMap((plan) => visitsOf(plan, window));
  const matched = await withCallOuts(tx, scope, ids, record, () =>
    matchVisits(tx, ids, wanted, { from: today.toString(), now }),
  );
  // A night shift that was taken over is also given back after midnight.
  const running = await insertRunning(tx, scope, ids);
  const ahead = await insertMovedAhead(tx, scope, ids);
  await keepMovesOf(tx, scope, ids, record);
  const past = new Map<number, Pick<VisitsChanged, 'changed' | 'removed'>>();
  for (const { id, since } of plans)
    if (since !== null && since < today.toString()) past.set(id, await matchPast(tx, scope, id, since));
  const changed = ids.map((id): [number, VisitsChanged] => {
    const { created = 0, changed = 0, removed: taken = 0 } = matched.find(({ plan }) => plan === id) ?? {};
    const ofPast = past.get(id) ?? NONE_CHANGED;
    return [
      id,
      {
        created: created + (running.get(id) ?? 0) + (ahead.get(id) ?? 0),
        changed: changed + ofPast.changed,
        removed: taken + ofPast.removed + (removed.get(id) ?? 0),
      },
    ];
  });
  for (const [id, visits] of changed)
    if (visits.created + visits.changed + visits.removed > 0)
      record({ entity: 'carePlan', id, action: 'run', changes: { visits: [null, visits] } });
  return new Map(changed);
};

const NONE_CHANGED = { changed: 0, removed: 0 };

/** An excluded plan keeps its past visits. */
const matchPast = async (tx: Tx, scope: Scope, id: number, since: string) => {
  const today = scope.today();
  const [plan] = await listPlansToVisit(tx, [id], since);
  if (!plan) return NONE_CHANGED;
  const first = Temporal.PlainDate.from(since);
  const days = first.until(today, { largestUnit: 'days' }).days;
  return matchPastVisits(tx, id, visitsOf(plan, visitWindow(first, days)), {
    from: since,
    before: today.toString(),
    now: scope.now().toString(),
  });
};

export type { PastVisit } from './queries.ts';

/** Inserts visits from before the agency used this system, as they took place. */
export const insertVisitHistory = async (
  tx: Tx,
  visits: readonly PastVisit[],
  record: Recorder,
): Promise<void> => {
  await insertPastVisits(tx, visits);
  record({ entity: 'visit', id: null, action: 'insert', changes: { past: [null, visits.length] } });
};

/** Creates visits for many plans in one transaction, for the nightly job and imports. */
export const createVisitsForPlans = (
  scope: Scope,
  planIds: readonly number[],
  from: Temporal.PlainDate = scope.today(),
  days: number = VISIT_DAYS,
): Promise<Result<VisitsMade>> =>
  mutate(scope, 'visits.create', async (tx, record) => {
    const made = await makeVisits(tx, scope, planIds, record, from, days);
    if (made.created === 0)
      record({ entity: 'visit', id: null, action: 'run', changes: { created: [null, 0] } });
    return done(made);
  });

/** Few enough plans per transaction that nobody saving one of them waits for long. */
const PLANS_AT_ONCE = 500;
const ROLLED = 'visits.rolledForward';

/**
 * The nightly run creates visits for every running plan from today, in the site's zone, through 13 days ahead. It works once a day;
 * interrupted or repeated, it creates only what is missing.
 */
export const rollForward = async (scope: Scope): Promise<void> => {
  const today = scope.today();
  if ((await readSetting(scope.site.db, ROLLED))?.value === today.toString()) return;
  const window = { from: today.toString(), through: today.add({ days: VISIT_DAYS - 1 }).toString() };
  for (let after = 0; ; ) {
    const ids = await listRunningPlans(scope, { ...window, after, atMost: PLANS_AT_ONCE });
    const last = ids.at(-1);
    if (last === undefined) break;
    await createVisitsForPlans(scope, ids, today);
    after = last;
  }
  await mutate(scope, 'visits.rollForward', async (tx, record) => {
    const before = await lockSetting(tx, ROLLED);
    await writeSetting(tx, ROLLED, today.toString());
    record({
      entity: 'visit',
      id: null,
      action: 'run',
      changes: { 'rolled forward': [before?.value ?? null, today.toString()] },
    });
    return done(null);
  });
};

/** Removes the Planned visits of a provider or client from a day on; returns how many. Records one row per plan. */
export const removeVisitsOf = async (
  tx: Tx,
  scope: Scope,
  personId: number,
  days: { from: string; through: string | null },
  record: Recorder,
): Promise<number> => {
  const removed = await removePlannedVisitsOf(tx, personId, days, scope.now().toString());
  for (const [plan, count] of removed)
    record({
      entity: 'carePlan',
      id: plan,
      action: 'run',
      changes: { visits: [{ removed: count, ...days }, null] },
    });
  return sum([...removed.values()]);
};

/** What `removeVisitsOf` would remove, and the visits that stay because they have begun. */
export const previewRemoval = async (scope: Scope, personId: number, from: string, atMost: number) => ({
  planned: await countPlannedVisitsOf(scope.site.db, personId, from),
  begun: await listBegunVisitsOf(scope.site.db, personId, from, atMost),
});

/**
 * Removes a plan's Planned visits of some days, which a temporary plan takes over or which are after its end. One moved to another
 * date stays there unless it is taken too.
 */
export const handOverVisits = async (
  tx: Tx,
  scope: Scope,
  planId: number,
  { withMoved, ...days }: { from: string; through: string; withMoved?: boolean },
  record: Recorder,
): Promise<number> => {
  const removed = await removePlannedVisits(
    tx,
    planId,
    { ...days, withMoved: withMoved === true },
    scope.now().toString(),
  );
  if (removed > 0)
    record({
      entity: 'carePlan',
      id: planId,
      action: 'run',
      changes: { visits: [{ removed, ...days }, null] },
    });
  return removed;
};
