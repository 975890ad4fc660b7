import type { InputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuseAll } from '@homecare/domain/errors.ts';
import { addDays, LOOK_BACK, type WeekOf, workweeks } from '@homecare/domain/payroll/workweeks.ts';
import type { getBoard } from '@homecare/domain/schedule/contract.ts';
import { keyOf, leavesRow } from '@homecare/domain/schedule/layout.ts';
import { compareBoardVisits } from '@homecare/domain/schedule/order.ts';
import { awayOn, BOARD_DAYS, checkDays, hoursOfWeek, programOf } from '@homecare/domain/schedule/rules.ts';
import type { Board, BoardVisit } from '@homecare/domain/schedule/schema.ts';
import { placedVisits } from '@homecare/domain/staffing/staffed-visits.ts';
import { sql } from 'kysely';
import { listCaregiverHours, listTimeOff } from '../availability/service.ts';
import { readPayRules } from '../payroll/settings.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Changed, RevisionKey } from '../platform/db/changes.ts';
import { areNamesClear } from '../platform/db/clear-names.ts';
import type { Touched, UseCase } from '../platform/http/bind.ts';
import { daysBetween } from '../staffing/facts.ts';
import { listCallOuts, listOpen, listOpenOf } from '../staffing/service.ts';
import {
  listPeople,
  listPlans,
  listRecords,
  listTouchedProviders,
  type PlanRow,
  type RecordRow,
} from './queries.ts';

type Days = InputOf<typeof getBoard>;

/** Weeks begin on a day that the agency sets, and hours in a row may reach into one: every day that may count is asked for. */
const DAYS_BEFORE = LOOK_BACK + BOARD_DAYS - 1;

export const boardRevision = ({ from, through }: InputOf<typeof getBoard>): RevisionKey[] | undefined => {
  if (checkDays(from, through).length > 0) return undefined;
  const days = Array.from({ length: DAYS_BEFORE + BOARD_DAYS }, (_, n) => addDays(from, n - DAYS_BEFORE));
  return [
    ['people', 'all'],
    ['carePlans', 'all'],
    ['settings', 'all'],
    ['availability', 'all'],
    ['callOuts', 'all'],
    ['timeOff', 'all'],
    ...days.map((day): RevisionKey => ['visits', day]),
  ];
};

/** A visit with what its plan says of it; travel counts as work where the plan has some. */
interface Placed extends BoardVisit {
  readonly travel: number;
}

/** Every planned visit of the days: those that have a record, those that will get one, and those that need none. */
export const placeVisits = (
  plans: readonly PlanRow[],
  records: readonly RecordRow[],
  { from, through, today }: Days & { readonly today: string },
): Placed[] => {
  const archived = new Map(
    plans.flatMap(({ ClientID, clientArchived, ProviderID, providerArchived }) =>
      [[ClientID, clientArchived] as const, [ProviderID, providerArchived] as const].flatMap(([id, date]) =>
        date === null ? [] : [[id, date] as const],
      ),
    ),
  );
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const recordOf = new Map(records.map((record) => [record.id, record]));
  return placedVisits({ plans, records, archived }, daysBetween({ from, through }), today)
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
        },
      ];
    })
    .toSorted(compareBoardVisits);
};

const shown = ({ travel: _, ...visit }: Placed): BoardVisit => visit;

/** The clock of the agency, as text that compares. */
const localStamp = (stamp: string, zone: string) =>
  Temporal.Instant.from(stamp).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16);

/** Approved time off and call-outs that stand. */
export const loadAway = async (scope: Scope, days: Days) => {
  const zone = scope.settings.timeZone;
  const [off, callOuts] = await Promise.all([
    listTimeOff(scope.site.db, days, ['Approved']),
    listCallOuts(scope, days),
  ]);
  return [
    ...off.map(({ providerId, from, through, fromTime, throughTime }) => ({
      ProviderID: providerId,
      kind: 'timeOff' as const,
      from: `${from}T${fromTime ?? '00:00'}`,
      until: throughTime === null ? `${addDays(through, 1)}T00:00` : `${through}T${throughTime}`,
    })),
    ...(callOuts.ok ? callOuts.data : []).map(({ ProviderID, from, until }) => ({
      ProviderID,
      kind: 'calledOut' as const,
      from: localStamp(from, zone),
      until: localStamp(until, zone),
    })),
  ];
};

const daysOf = ({ from, through }: Days): string[] =>
  Array.from({ length: BOARD_DAYS }, (_, n) => addDays(from, n)).filter((day) => day <= through);

const loadOpen = (scope: Scope, days: Days, providers: readonly number[] | undefined) =>
  providers ? listOpenOf(scope, providers, days) : listOpen(scope, days);

const boardOf = async (
  scope: Scope,
  { from, through }: InputOf<typeof getBoard>,
  weekOf: WeekOf,
  /** Of these caregivers alone. */
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
  const records = await listRecords(scope, counted, providers);
  const moved = [...new Set(records.map(({ planId }) => planId))];
  const plans = await listPlans(scope, counted, moved, providers);
  const placed = placeVisits(plans, records, { ...counted, today }).filter(isAsked);
  const visits = placed.filter(({ date }) => from <= date && date <= through);
  const onBoard = [...new Set(visits.flatMap(({ ClientID, ProviderID }) => [ClientID, ProviderID]))];
  const people = await listPeople(scope, onBoard, providers);
  const byProvider = Map.groupBy(placed, ({ ProviderID }) => ProviderID);
  const basis = { weekOf, zone: scope.settings.timeZone, today };
  const [wished, away, open] = await Promise.all([
    listCaregiverHours(scope.site.db),
    loadAway(scope, { from, through }),
    week.through < today
      ? []
      : loadOpen(scope, { from: today > week.from ? today : week.from, through: week.through }, providers),
  ]);
  // Who called out does not work the visit; who is late still may.
  const lost = new Set(open.filter(leavesRow).map(keyOf));
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
        wished: wished.get(id)?.wishedMinutes ?? null,
      })),
    clients: people.filter(({ isProvider }) => !isProvider).map(({ isProvider: _, ...client }) => client),
    visits: visits.map(shown),
    away: awayOn(away.filter(isAsked), daysOf({ from, through })),
  };
};

export const loadBoard: UseCase<typeof getBoard> = async (scope, input) => {
  const refused = refuseAll(checkDays(input.from, input.through));
  if (refused) return refused;
  const { rules } = await readPayRules(scope.site.db);
  return done(await boardOf(scope, input, workweeks(rules.overtime)));
};

/** Of the caregivers whose rows changes touch; undefined: they cannot be told, or names alone do not say the order. */
export const loadChangedBoard = async (
  scope: Scope,
  input: Days,
  changed: Changed,
): Promise<Result<Touched<Board>> | undefined> => {
  const { db } = scope.site;
  const touched = await listTouchedProviders(scope, changed);
  if (!touched) return undefined;
  const { rules } = await readPayRules(db);
  const board = await boardOf(scope, input, workweeks(rules.overtime), touched);
  const shown = [...board.caregivers, ...board.clients].map(({ id }) => id);
  const isClear = await areNamesClear(db, sql`select unnest(${shown}::int[])`);
  return isClear ? done({ rows: board, keys: touched }) : undefined;
};
