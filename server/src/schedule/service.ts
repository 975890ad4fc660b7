import { addDays } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuseAll } from '@homecare/domain/errors.ts';
import { LOOK_BACK, type WeekOf, workweeks } from '@homecare/domain/payroll/workweeks.ts';
import type { getBoard } from '@homecare/domain/schedule/contract.ts';
import { keyOf } from '@homecare/domain/schedule/layout.ts';
import { compareBoardVisits } from '@homecare/domain/schedule/order.ts';
import {
  type AwaySpan,
  awayOn,
  BOARD_DAYS,
  checkDays,
  hoursOfWeek,
  programOf,
} from '@homecare/domain/schedule/rules.ts';
import type { Board, BoardVisit } from '@homecare/domain/schedule/schema.ts';
import { MOST_DAYS } from '@homecare/domain/staffing/contract.ts';
import { type PlacedVisit, placedVisits } from '@homecare/domain/staffing/staffed-visits.ts';
import { sql } from 'kysely';
import { listTimeOff, listWishedMinutes } from '../availability/service.ts';
import { readPayRules } from '../payroll/settings.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Changed, RevisionKey } from '../platform/db/changes.ts';
import { areNamesClear } from '../platform/db/clear-names.ts';
import type { Touched, UseCase } from '../platform/http/bind.ts';
import { daysBetween } from '../staffing/facts.ts';
import { callOutsOn, listGivenUp } from '../staffing/service.ts';
import {
  listPeople,
  listPlans,
  listRecords,
  listTouchedProviders,
  type PlanRow,
  type RecordRow,
} from './queries.ts';

type Days = InputOf<typeof getBoard>;

/** Weeks begin on a day the agency sets, and consecutive hours may reach into one, so every day that may count is loaded. */
const DAYS_BEFORE = LOOK_BACK + BOARD_DAYS - 1;

export const boardRevision = ({ from, through }: InputOf<typeof getBoard>): RevisionKey[] | undefined => {
  if (checkDays(from, through).length > 0) return undefined;
  const days = Array.from({ length: DAYS_BEFORE + BOARD_DAYS }, (_, n) => addDays(from, n - DAYS_BEFORE));
  return [
    ['people', 'staffed'],
    ['carePlans', 'all'],
    ['settings', 'all'],
    ['availability', 'all'],
    ['callOuts', 'all'],
    ['timeOff', 'all'],
    ...days.map((day): RevisionKey => ['visits', day]),
  ];
};

/** A visit with its plan's data; travel counts as work if the plan has some. */
interface Placed extends BoardVisit {
  readonly travel: number;
  /** When the visit or its plan last changed. */
  readonly modified: string;
}

interface Known {
  readonly plans: readonly PlanRow[];
  readonly records: readonly RecordRow[];
}

/** Every planned visit of the days: those with a record, those that will get one, and those that need none. */
const staffed = (
  { plans, records }: Known,
  { from, through, today }: Days & { readonly today: string },
): PlacedVisit[] => {
  const archived = new Map(
    plans.flatMap(({ ClientID, clientArchived, ProviderID, providerArchived }) =>
      [[ClientID, clientArchived] as const, [ProviderID, providerArchived] as const].flatMap(([id, date]) =>
        date === null ? [] : [[id, date] as const],
      ),
    ),
  );
  return placedVisits({ plans, records, archived }, daysBetween({ from, through }), today);
};

const latest = (one: string, other = one) => (Temporal.Instant.compare(one, other) > 0 ? one : other);

/** As the board shows them. */
const placedOf = ({ plans, records }: Known, visits: readonly PlacedVisit[]): Placed[] => {
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const recordOf = new Map(records.map((record) => [record.id, record]));
  return visits
    .flatMap(({ minutes: _, status, ...visit }): Placed[] => {
      const plan = planOf.get(visit.byPlanId);
      const record = visit.visitId === null ? undefined : recordOf.get(visit.visitId);
      if (!plan) return [];
      return [
        {
          ...visit,
          program: programOf(plan, plan),
          isCover: plan.coversPlanId !== null,
          Status: status,
          startedAt: record?.startedAt ?? null,
          endedAt: record?.endedAt ?? null,
          modified: latest(plan.modified, record?.modified),
        },
      ];
    })
    .toSorted(compareBoardVisits);
};

export const placeVisits = (known: Known, days: Days & { readonly today: string }): Placed[] =>
  placedOf(known, staffed(known, days));

const shown = ({ travel: _, modified: __, ...visit }: Placed): BoardVisit => visit;

/** The agency's local time as comparable text. */
const localStamp = (stamp: string, zone: string) =>
  Temporal.Instant.from(stamp).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16);

/** Approved time off and call-outs in force, of some caregivers or all. */
const readAbsences = async (scope: Scope, days: Days, providers?: readonly number[]) => {
  const [timeOff, callOuts] = await Promise.all([
    listTimeOff(scope.site.db, days, ['Approved'], providers),
    callOutsOn(scope, days, providers),
  ]);
  return { timeOff, callOuts };
};

const spansOf = (
  { timeOff, callOuts }: Awaited<ReturnType<typeof readAbsences>>,
  zone: string,
): AwaySpan[] => [
  ...timeOff.map(({ providerId, from, through, fromTime, throughTime }) => ({
    ProviderID: providerId,
    kind: 'timeOff' as const,
    from: `${from}T${fromTime ?? '00:00'}`,
    until: throughTime === null ? `${addDays(through, 1)}T00:00` : `${through}T${throughTime}`,
  })),
  ...callOuts.map(({ ProviderID, from, until }) => ({
    ProviderID,
    kind: 'calledOut' as const,
    from: localStamp(from, zone),
    until: localStamp(until, zone),
  })),
];

export const loadAway = async (scope: Scope, days: Days) =>
  spansOf(await readAbsences(scope, days), scope.settings.timeZone);

/** Call-outs can only be listed for this many days at once. */
export const loadLongAway = async (scope: Scope, { from, through }: Days): Promise<AwaySpan[]> => {
  const last = addDays(from, MOST_DAYS - 1);
  if (through <= last) return loadAway(scope, { from, through });
  const [first, others] = await Promise.all([
    loadAway(scope, { from, through: last }),
    loadLongAway(scope, { from: addDays(last, 1), through }),
  ]);
  return [...first, ...others];
};

const daysOf = ({ from, through }: Days): string[] =>
  Array.from({ length: BOARD_DAYS }, (_, n) => addDays(from, n)).filter((day) => day <= through);

/** Visits of the week that count as nobody's work: a caregiver who called out does not work them, one who is late still may. */
const listLost = async (
  scope: Scope,
  visits: readonly PlacedVisit[],
  week: Days,
  absences: Awaited<ReturnType<typeof readAbsences>>,
): Promise<ReadonlySet<string>> => {
  const own = visits.filter(
    ({ date, closed }) => week.from <= date && date <= week.through && closed === null,
  );
  return new Set(own.length === 0 ? [] : [...(await listGivenUp(scope, own, absences))].map(keyOf));
};

const boardOf = async (
  scope: Scope,
  { from, through }: InputOf<typeof getBoard>,
  weekOf: WeekOf,
  /** Only these caregivers. */
  providers?: readonly number[],
): Promise<Board> => {
  const isAsked = ({ ProviderID }: { readonly ProviderID: number }) =>
    providers === undefined || providers.includes(ProviderID);
  const today = scope.today().toString();
  const week = weekOf(from);
  const counted = {
    from: addDays(week.from, -LOOK_BACK),
    through: week.through > through ? week.through : through,
  };
  const whose = providers && { providers };
  const records = await listRecords(scope, counted, whose);
  const moved = [...new Set(records.map(({ planId }) => planId))];
  const known = { records, plans: await listPlans(scope, counted, moved, whose) };
  const all = staffed(known, { ...counted, today }).filter(isAsked);
  const placed = placedOf(known, all);
  const visits = placed.filter(({ date }) => from <= date && date <= through);
  const onBoard = [...new Set(visits.flatMap(({ ClientID, ProviderID }) => [ClientID, ProviderID]))];
  const byProvider = Map.groupBy(placed, ({ ProviderID }) => ProviderID);
  const basis = { weekOf, zone: scope.settings.timeZone, today };
  const [people, wished, absences] = await Promise.all([
    listPeople(scope, onBoard, providers),
    listWishedMinutes(scope.site.db, providers),
    readAbsences(scope, { from: week.from, through: counted.through }, providers),
  ]);
  const lost = await listLost(scope, all, week, absences);
  return {
    week: { from: week.from, through: week.through },
    caregivers: people
      .filter(({ isProvider }) => isProvider)
      .map(({ id, name, town, language }) => ({
        id,
        name,
        town,
        language,
        hours: hoursOfWeek(
          (byProvider.get(id) ?? []).filter((visit) => !lost.has(keyOf(visit))),
          from,
          basis,
        ),
        wished: wished.get(id) ?? null,
      })),
    clients: people.filter(({ isProvider }) => !isProvider).map(({ isProvider: _, ...client }) => client),
    visits: visits.map(shown),
    away: awayOn(spansOf(absences, basis.zone), daysOf({ from, through })),
  };
};

export const loadBoard: UseCase<typeof getBoard> = async (scope, input) => {
  const refused = refuseAll(checkDays(input.from, input.through));
  if (refused) return refused;
  const { rules } = await readPayRules(scope.site.db);
  return done(await boardOf(scope, input, workweeks(rules.overtime)));
};

/** The changed rows of the board; undefined if the affected caregivers are not known, or names alone do not determine the order. */
export const loadChangedBoard = async (
  scope: Scope,
  input: Days,
  changed: Changed,
): Promise<Result<Touched<Board>> | undefined> => {
  const { db } = scope.site;
  const [touched, { rules }] = await Promise.all([listTouchedProviders(scope, changed), readPayRules(db)]);
  if (!touched) return undefined;
  const board = await boardOf(scope, input, workweeks(rules.overtime), touched);
  const shown = [...board.caregivers, ...board.clients].map(({ id }) => id);
  const isClear = await areNamesClear(db, sql`select unnest(${shown}::int[])`);
  return isClear ? done({ rows: board, keys: touched }) : undefined;
};
