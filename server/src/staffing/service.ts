import { addDays } from '@homecare/domain/calendar.ts';
import type { ResultOf } from '@homecare/domain/call.ts';
import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { seesPayRates } from '@homecare/domain/permissions.ts';
import { faultOfDays } from '@homecare/domain/staffing/asked-days.ts';
import { candidatesFor, ownUnits, whyMoved, withoutDollars } from '@homecare/domain/staffing/candidates.ts';
import * as calls from '@homecare/domain/staffing/contract.ts';
import {
  givenUp,
  nextVisits,
  type Opened,
  type PlannedVisit,
} from '@homecare/domain/staffing/open-visits.ts';
import type {
  Candidate,
  CoverTimes,
  OpenVisit,
  VisitEvent,
  VisitKey,
} from '@homecare/domain/staffing/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { RevisionKey } from '../platform/db/changes.ts';
import type { Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { Circumstances, UseCase } from '../platform/http/bind.ts';
import {
  type Around,
  askAbout,
  datesOf,
  daysBetween,
  describeOpen,
  describeVisit,
  findOpen,
  inTime,
  loadAround,
  loadAroundClient,
  loadWorld,
  openOf,
} from './facts.ts';
import {
  type Days,
  findClientOf,
  insertEvents,
  listCallOutRows,
  listChecks,
  listDatesOf,
  listEventRows,
  listOfficeNotified,
  listTypeRows,
  type NewEvent,
} from './queries.ts';

/** Which visits are open, who can take them, and what happened to them. */

export const refuseDays = (days: Days, most = calls.MOST_DAYS) => {
  const message = faultOfDays(days, most);
  return message === undefined ? undefined : refuseFields([{ field: 'through', message }]);
};

const byStart = (a: OpenVisit, b: OpenVisit) =>
  a.date.localeCompare(b.date) || a.start.localeCompare(b.start) || a.planId - b.planId;

/** The visits that are open on some days. From today on, that includes a night shift that began yesterday and is still running. */
export const loadOpen = async (scope: Scope, { from, through }: Days, db: Db = scope.site.db) => {
  const first = from === scope.today().toString() ? addDays(from, -1) : from;
  const around = await loadAround(db, scope, { from: first, through });
  return { around, opened: openOf(scope, around) };
};

/** The same with names, in order of their start. */
export const listOpen = async (scope: Scope, days: Days, db: Db = scope.site.db): Promise<OpenVisit[]> => {
  const { around, opened } = await loadOpen(scope, days, db);
  return opened.map((one) => describeOpen(one, around.people)).sort(byStart);
};

/** Those of some visits and absences that count toward nobody's hours, because their caregiver is not coming. */
export const listGivenUp = async <V extends PlannedVisit>(
  scope: Scope,
  visits: readonly V[],
  away: Pick<Around, 'callOuts' | 'timeOff'>,
): Promise<ReadonlySet<V>> => {
  const providers = [...new Set(visits.map(({ ProviderID }) => ProviderID))];
  const known = await listChecks(scope.site.db, providers);
  const checks = new Map(known.map((own) => [own.id, own]));
  const lost = givenUp(visits, { ...away, checks, zone: scope.settings.timeZone });
  return new Set(lost.map(({ visit }) => visit));
};

/** The planned visits of some days, open or not. */
export const listPlanned = async (scope: Scope, days: Days) => {
  const { visits, people } = await loadAround(scope.site.db, scope, days);
  return visits.map((visit) => describeVisit(visit, people));
};

/** The agency's name of each type. */
export const listTypeNames = async (db: Db): Promise<ReadonlyMap<string, string>> =>
  new Map((await listTypeRows(db)).map(({ Code, Name }) => [Code, Name]));

/** The next visits of some caregivers: today's, tomorrow's and a night shift of yesterday that is still running. */
export const listNext = async (scope: Scope, providerIds: readonly number[]) => {
  if (providerIds.length === 0) return new Map<number, ReturnType<typeof describeVisit>[]>();
  const today = scope.today().toString();
  const { visits, people } = await loadAround(scope.site.db, scope, {
    from: addDays(today, -1),
    through: addDays(today, 1),
  });
  const nextOf = (id: number) => nextVisits(visits, id, scope.now(), scope.settings.timeZone);
  return new Map(providerIds.map((id) => [id, nextOf(id).map((visit) => describeVisit(visit, people))]));
};

export const listOpenVisits: UseCase<typeof calls.listOpenVisits> = async (scope, days) =>
  refuseDays(days) ?? done(await listOpen(scope, days));

export const openRevision = (days: Days): RevisionKey[] => [
  ['people', 'staffed'],
  ['carePlans', 'all'],
  ['callOuts', 'all'],
  ['timeOff', 'all'],
  ...daysBetween({ ...days, from: addDays(days.from, -1) })
    .slice(0, calls.MOST_DAYS + 1)
    .map((day): RevisionKey => ['visits', day]),
];

/** Which visits are open also changes with the clock. */
export const openCircumstances: Circumstances = async (scope) =>
  scope.now().round({ smallestUnit: 'minute', roundingMode: 'floor' }).toString();

// --- One visit -------------------------------------------------------------------------------------------------------

export interface OneVisit {
  readonly opened: Opened | undefined;
  readonly around: Around;
  readonly today: string;
}

/** The current state of a visit by its key, wherever it was moved, with the days around it. */
export const findVisit = async (db: Db, scope: Scope, key: VisitKey): Promise<OneVisit | undefined> => {
  const client = await findClientOf(db, key.planId);
  if (!client) return undefined;
  const dates = [key.day, ...(await listDatesOf(db, key))].toSorted();
  const days = { from: addDays(dates[0] ?? key.day, -1), through: addDays(dates.at(-1) ?? key.day, 1) };
  const around = await loadAroundClient(db, scope, client.clientId, days);
  return { opened: findOpen(openOf(scope, around), key), around, today: scope.today().toString() };
};

export interface Ranked {
  readonly visit: OpenVisit;
  readonly units: ReturnType<typeof ownUnits>;
  readonly candidates: readonly Candidate[];
}

interface Asked {
  readonly db?: Db;
  readonly isFarther?: boolean;
  /** Undefined for the planned times, or the earliest that can still be kept. */
  readonly times?: CoverTimes | undefined;
}

/** All caregivers for an open visit, best first; undefined if it is not open. */
export const rankCandidates = async (
  scope: Scope,
  key: VisitKey,
  { db = scope.site.db, isFarther = false, times }: Asked = {},
): Promise<Ranked | undefined> => {
  const found = await findVisit(db, scope, key);
  if (!found?.opened) return undefined;
  const visit = inTime(scope, found.opened.visit, times);
  const world = await loadWorld(db, scope, datesOf([visit]), isFarther);
  const [question] = await askAbout(db, scope, world, [visit]);
  return {
    visit: describeOpen({ ...found.opened, visit }, found.around.people),
    units: question ? ownUnits(question.asked) : null,
    candidates: question
      ? candidatesFor(question.asked, question.caregivers, world.around.people, world.rules)
      : [],
  };
};

export const NOT_OPEN = 'This visit no longer needs a caregiver.';

/** A sentence why a visit is not open; undefined if its plan is deleted. */
export const whyNotOpen = (found: OneVisit | undefined, { planId, day }: VisitKey): string => {
  const visit = found?.around.visits.find((one) => one.planId === planId && one.day === day);
  if (!found || !visit) return 'This visit was canceled.';
  const { around, today } = found;
  const { name = '' } = around.people.get(visit.ProviderID) ?? {};
  if (visit.status === 'Complete') return `${name} has done this visit.`;
  if (visit.status === 'Active') return `${name} has checked in.`;
  return visit.byPlanId === planId ? (whyMoved(visit, today) ?? NOT_OPEN) : `${name} has taken this visit.`;
};

const covering = ({ around }: OneVisit, { planId, day }: VisitKey) =>
  around.visits.find((one) => one.planId === planId && one.day === day && one.byPlanId !== planId);

/** Who is coming instead of the planned caregiver; undefined if nobody is. */
export const coveredBy = (found: OneVisit, key: VisitKey): number | undefined =>
  covering(found, key)?.ProviderID;

/** The temporary plan they come by. */
export const coverOf = (found: OneVisit, key: VisitKey): number | undefined => covering(found, key)?.byPlanId;

export const listCandidates: UseCase<typeof calls.listCandidates> = async (
  scope,
  { planId, day, farther, start, end },
): Promise<ResultOf<typeof calls.listCandidates>> => {
  const key = { planId, day };
  const times = start !== undefined && end !== undefined ? { start, end } : undefined;
  const isHalf = (start === undefined) !== (end === undefined);
  if (isHalf || (times && start === end))
    return refuseFields([{ field: 'end', message: 'Enter Time In and a Time Out after it.' }]);
  const ranked = await rankCandidates(scope, key, { isFarther: farther === 1, times });
  if (!ranked) {
    const found = await findVisit(scope.site.db, scope, key);
    return found ? refuse('conflict', whyNotOpen(found, key)) : refuse('notFound');
  }
  const candidates = seesPayRates(scope.user.role)
    ? [...ranked.candidates]
    : ranked.candidates.map(withoutDollars);
  return done({ visit: ranked.visit, units: ranked.units, candidates });
};

export { readVisitsRevision } from './queries.ts';

// --- History ---------------------------------------------------------------------------------------------------------

export const noteEvents = (tx: Tx, scope: Scope, events: readonly NewEvent[]): Promise<void> =>
  insertEvents(tx, events, scope.now().toString());

/** When the office was last notified, by plan and day, that nobody is coming to a visit of these days. */
export const whenOfficeNotified = async (db: Db, from: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await listOfficeNotified(db, from)).map(({ planId, day, at }) => [`${planId} ${day}`, at]));

export const listEvents = (db: Db, key: VisitKey): Promise<VisitEvent[]> => listEventRows(db, key);

export const listCallOuts: UseCase<typeof calls.listCallOuts> = async (scope, days) =>
  refuseDays(days) ?? done(await callOutsOn(scope, days));

/** Call-outs of some caregivers, or of all. */
export const callOutsOn = (scope: Scope, { from, through }: Days, providers?: readonly number[]) =>
  listCallOutRows(scope.site.db, `${from}T00:00:00Z`, `${addDays(through, 2)}T00:00:00Z`, providers);
