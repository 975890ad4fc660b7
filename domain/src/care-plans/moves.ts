import { showDate } from '../calendar.ts';
import type { Role } from '../call.ts';
import type { FieldError } from '../errors.ts';
import { BILLED_AFTER_END } from './archive.ts';
import {
  ARCHIVE_COMPARED_FIRST,
  DELETE_COMPARED_FIRST,
  type GroupedPlan,
  isArchiveBlocked,
  isDeleteBlocked,
} from './compared.ts';
import { END_BEFORE_START } from './rules.ts';
import type { CarePlan, PlanStatus, VisitsChanged } from './schema.ts';
import { lastDayOf } from './weeks.ts';

export const INCORRECT_DATE = 'Error: Incorrect Date';
export const BILLED = "Can't delete Care plan with active billing record";

export type PlanMoveName = 'Modify' | 'Archive' | 'Change end' | 'Set Active' | 'Delete';

/** The conditions of a move. `checkMove` checks all but the last two, which need the records of both people and their plans. */
export type PlanGuard =
  | 'endDate'
  | 'comparedEnded'
  | 'endNotBilled'
  | 'comparedDeleted'
  | 'notBilled'
  | 'notBegun'
  | 'people'
  | 'times';

export type PlanEffect =
  | 'ArchiveInfo'
  | 'DeleteInfo'
  | 'noEndDate'
  | 'visitsChanged'
  | 'visitsRemoved'
  | 'visitsCreated'
  | 'coveredVisits';

export interface PlanMove {
  readonly name: PlanMoveName;
  readonly from: PlanStatus;
  readonly to: PlanStatus;
  /** Which plans have this move. A plan with an end date is 'running' until its last day is past. */
  readonly of: 'permanent' | 'temporary' | 'running permanent' | 'running temporary';
  readonly roles: readonly Role[];
  readonly guards: readonly PlanGuard[];
  readonly effects: readonly PlanEffect[];
}

const STAFF: readonly Role[] = ['admin', 'user'];

/** All moves between statuses of a care plan (docs/rules/care-plans.md, rules 30 to 34). */
export const PLAN_MOVES: readonly PlanMove[] = [
  {
    name: 'Modify',
    from: 'Active',
    to: 'Active',
    of: 'permanent',
    roles: STAFF,
    guards: ['times'],
    effects: ['visitsChanged'],
  },
  {
    name: 'Archive',
    from: 'Active',
    to: 'Archive',
    of: 'permanent',
    roles: STAFF,
    guards: ['endDate', 'comparedEnded', 'endNotBilled'],
    effects: ['ArchiveInfo', 'visitsRemoved'],
  },
  {
    name: 'Modify',
    from: 'Archive',
    to: 'Archive',
    of: 'running temporary',
    roles: STAFF,
    guards: ['endDate', 'endNotBilled', 'times'],
    effects: ['ArchiveInfo', 'visitsChanged', 'coveredVisits'],
  },
  {
    name: 'Archive',
    from: 'Archive',
    to: 'Archive',
    of: 'running temporary',
    roles: STAFF,
    guards: ['endDate', 'endNotBilled'],
    effects: ['ArchiveInfo', 'visitsRemoved', 'coveredVisits'],
  },
  {
    name: 'Change end',
    from: 'Archive',
    to: 'Archive',
    of: 'running permanent',
    roles: STAFF,
    guards: ['endDate', 'comparedEnded', 'endNotBilled', 'times'],
    effects: ['ArchiveInfo', 'visitsRemoved', 'visitsCreated'],
  },
  {
    name: 'Set Active',
    from: 'Archive',
    to: 'Active',
    of: 'permanent',
    roles: STAFF,
    guards: ['people', 'times'],
    effects: ['noEndDate', 'visitsCreated'],
  },
  {
    name: 'Delete',
    from: 'Archive',
    to: 'Deleted',
    of: 'permanent',
    roles: STAFF,
    guards: ['comparedDeleted', 'notBilled'],
    effects: ['DeleteInfo', 'visitsRemoved'],
  },
  {
    name: 'Delete',
    from: 'Archive',
    to: 'Deleted',
    of: 'temporary',
    roles: STAFF,
    guards: ['notBilled', 'notBegun'],
    effects: ['DeleteInfo', 'visitsRemoved', 'coveredVisits'],
  },
  {
    name: 'Delete',
    from: 'Active',
    to: 'Deleted',
    of: 'permanent',
    roles: STAFF,
    guards: ['comparedDeleted', 'notBilled', 'notBegun'],
    effects: ['DeleteInfo', 'visitsRemoved'],
  },
];

export type MovedPlan = Pick<CarePlan, 'Status' | 'EndDate' | 'coversPlanId'>;

/** A plan saved as Archive still runs until its end: it has visits and is listed among the active plans. */
export const isStillRunning = (plan: MovedPlan, today: string) =>
  plan.Status === 'Archive' && plan.EndDate !== null && lastDayOf(plan) >= today;

/** Temporary plans are saved as Archive from the start. */
export const isRunningTemporary = (plan: MovedPlan, today: string) =>
  plan.coversPlanId !== null && isStillRunning(plan, today);

const isOf = (move: PlanMove, plan: MovedPlan, today: string) => {
  if (move.of === 'running temporary') return isRunningTemporary(plan, today);
  if (move.of === 'running permanent') return plan.coversPlanId === null && isStillRunning(plan, today);
  return (plan.coversPlanId === null) === (move.of === 'permanent');
};

/** The move of this name that a plan has now; undefined if it has none. */
export const planMove = (name: PlanMoveName, plan: MovedPlan, today: string): PlanMove | undefined =>
  PLAN_MOVES.find((move) => move.name === name && move.from === plan.Status && isOf(move, plan, today));

export const mayModify = (plan: MovedPlan, today: string) => planMove('Modify', plan, today) !== undefined;

/** The moves that a list or form offers for a plan. */
export const offeredMoves = (plan: MovedPlan, role: Role, today: string): PlanMoveName[] => {
  const offered = PLAN_MOVES.filter(
    (move) => move.from === plan.Status && move.roles.includes(role) && isOf(move, plan, today),
  );
  return [...new Set(offered.map(({ name }) => name))];
};

/** A sentence why a plan does not have a move. */
export const whyNotMove = (name: PlanMoveName, plan: MovedPlan): string => {
  if (plan.Status === 'Deleted') return 'This care plan is deleted.';
  if (plan.coversPlanId !== null && plan.Status === 'Archive')
    return name === 'Set Active'
      ? 'A temporary plan runs until its end date: create a new one.'
      : 'This temporary plan is over.';
  if (name === 'Change end') return 'This care plan has ended. Set it active first.';
  return plan.Status === 'Archive'
    ? 'This care plan is archived. Set it active first.'
    : 'This care plan is active already.';
};

export interface MoveFacts {
  /** The chosen end date. */
  readonly EndDate: string | null;
  /** Other plans of the same provider and client. */
  readonly others: readonly GroupedPlan[];
  /** There are live billing records, or some that end after the chosen date. */
  readonly billed: boolean;
  readonly billedAfterEnd: boolean;
  /** Some visits were begun or done. */
  readonly begun: boolean;
}

/** What stops a move: a wrong input, or a conflict with another record. */
type Stop = FieldError & { readonly reason: 'badInput' | 'conflict' };
type Check = (plan: GroupedPlan, facts: MoveFacts) => Stop | undefined;
const when = (
  wrong: boolean,
  field: string,
  message: string,
  reason: Stop['reason'] = 'conflict',
): Stop | undefined => (wrong ? { field, message, reason } : undefined);

const GUARDS: Record<Exclude<PlanGuard, 'people' | 'times'>, Check> = {
  endDate: ({ StartDate }, { EndDate }) =>
    EndDate === null
      ? { field: 'EndDate', message: INCORRECT_DATE, reason: 'badInput' }
      : when(EndDate < StartDate, 'EndDate', END_BEFORE_START, 'badInput'),
  comparedEnded: (plan, { others }) => when(isArchiveBlocked(plan, others), '', ARCHIVE_COMPARED_FIRST),
  endNotBilled: (_, { billedAfterEnd }) => when(billedAfterEnd, 'EndDate', BILLED_AFTER_END),
  comparedDeleted: (plan, { others }) => when(isDeleteBlocked(plan, others), '', DELETE_COMPARED_FIRST),
  notBilled: (_, { billed }) => when(billed, '', BILLED),
  notBegun: (_, { begun }) =>
    when(begun, '', "Can't delete Care plan with visits that were begun or done. Archive it instead."),
};

/** The first problem with a move; its field is '' if no input is wrong. Undefined if the move is possible. */
export const checkMove = (move: PlanMove, plan: GroupedPlan, facts: MoveFacts): Stop | undefined => {
  for (const guard of move.guards) {
    const found = guard === 'people' || guard === 'times' ? undefined : GUARDS[guard](plan, facts);
    if (found) return found;
  }
  return undefined;
};

// --- What the user is notified of ----------------------------------------------------------------------------------

export const PLAN_CREATED = 'Success: Careplan created';
export const PLAN_MODIFIED = 'Success: Careplan modified';
export const PLAN_ARCHIVED = 'Success: Care Plan archived';
export const PLAN_DELETED = 'Success: Care Plan deleted';
export const PLAN_END_CHANGED = 'Success: End date of the care plan changed';
export const PLAN_ACTIVATED = 'Success: Care Plan activated';
export const coversEnded = (count: number) =>
  `Success: ${count} temporary ${count === 1 ? 'plan' : 'plans'} ended with it`;
export const EVV_CREATED = 'Success: EVV records created';
export const EVV_MODIFIED = 'Success: EVV records modified';
export const EVV_DELETED = 'Success: EVV records deleted';

const DONE: Record<PlanMoveName, string> = {
  Modify: PLAN_MODIFIED,
  Archive: PLAN_ARCHIVED,
  'Change end': PLAN_END_CHANGED,
  'Set Active': PLAN_ACTIVATED,
  Delete: PLAN_DELETED,
};

const evvOf = (name: PlanMoveName, own: VisitsChanged, covered: VisitsChanged): string[] => {
  const isAny = (visits: VisitsChanged) => visits.created + visits.changed + visits.removed > 0;
  if (name === 'Modify') return isAny(own) || isAny(covered) ? [EVV_MODIFIED] : [];
  return [
    ...(own.removed > 0 ? [EVV_DELETED] : []),
    ...(own.created + covered.created > 0 ? [EVV_CREATED] : []),
  ];
};

/** The messages about a change, those about the plan first. */
export const changeMessages = (
  name: PlanMoveName,
  own: VisitsChanged,
  covered: VisitsChanged,
  /** The first days of weeks that are dropped because the plan ends before them. */
  ended: readonly string[] = [],
): string[] => [
  DONE[name],
  ...evvOf(name, own, covered),
  ...ended.map((from) => `The week from ${showDate(from)} was removed: the plan ends before it begins.`),
];
