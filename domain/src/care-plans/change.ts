import { WEEKDAYS } from '../calendar.ts';
import type { InputOf } from '../call.ts';
import type { FieldError } from '../errors.ts';
import type { TemporaryWindow } from '../sites/limits.ts';
import type { updateCarePlan } from './contract.ts';
import type { PlanMoveName } from './moves.ts';
import {
  ARCHIVE_WITHOUT_END,
  checkRemarks,
  checkTemporaryLength,
  END_BEFORE_START,
  EXCLUDED_TOO_OLD,
  isExcludedTooOld,
} from './rules.ts';
import type { CarePlan, PlanWeek } from './schema.ts';

/** What a change of a saved plan sends, and what becomes of the plan by it. */
export type PlanChange = InputOf<typeof updateCarePlan>['data'];

export type SavedPlan = Pick<
  CarePlan,
  | 'id'
  | 'ProviderID'
  | 'ClientID'
  | 'Type'
  | 'StartDate'
  | 'EndDate'
  | 'Remarks'
  | 'createReason'
  | 'Status'
  | 'excluded'
  | 'covid'
  | 'covidBy'
> & { readonly json: PlanWeek };

// --- Locked fields -------------------------------------------------------------------------------------------------

/** Fields that a saved plan keeps, with their labels (specification part 2, 2.1). */
export const LOCKED_FIELDS = {
  ProviderID: 'Provider',
  ClientID: 'Client',
  StartDate: 'Start Date',
  Type: 'Type',
  createReason: 'Create reason',
  covid: 'Is Temporary Careplan',
  covidBy: 'The covered plan',
} as const;
export const isLocked = (field: string): boolean => Object.hasOwn(LOCKED_FIELDS, field);

const LOCKED = ['ProviderID', 'ClientID', 'StartDate', 'Type', 'createReason', 'covid', 'covidBy'] as const;

/** The present value is accepted, another one is refused. */
export const checkLocked = (plan: SavedPlan, sent: PlanChange): FieldError[] =>
  LOCKED.filter((field) => {
    const value = sent[field];
    const given = typeof value === 'string' ? value.trim() : value;
    return given !== undefined && given !== plan[field];
  }).map((field) => ({
    field,
    message: `${LOCKED_FIELDS[field]} cannot be changed on a saved care plan.`,
  }));

// --- Which move, and what follows from it --------------------------------------------------------------------------

const CONTENT = ['json', 'Remarks', 'excluded'] as const;
const hasContent = (sent: PlanChange) => CONTENT.some((field) => sent[field] !== undefined);

/**
 * The move that a change asks for: the list sends a status alone; the form, which saves content, modifies. An end date makes
 * a plan Archive (specification part 2, 4.1).
 */
export const moveNameOf = (plan: SavedPlan, sent: PlanChange): PlanMoveName => {
  if (sent.Status === 'Deleted') return 'Delete';
  const end = sent.EndDate === undefined ? plan.EndDate : sent.EndDate;
  if (plan.covidBy === null) {
    const to = sent.Status ?? (end === null ? 'Active' : 'Archive');
    if (plan.Status === 'Active' && (to === 'Archive' || end !== null)) return 'Archive';
    return plan.Status === 'Archive' && to === 'Active' ? 'Set Active' : 'Modify';
  }
  if (sent.Status === 'Active' && (sent.EndDate ?? null) === null && !hasContent(sent)) return 'Set Active';
  const isEarlier = end !== null && plan.EndDate !== null && end < plan.EndDate;
  return sent.Status === 'Archive' && isEarlier && !hasContent(sent) ? 'Archive' : 'Modify';
};

/** A form's save that also archives tells that the plan was modified. */
export const isFormSave = hasContent;

/** The plan as the change leaves it. */
export const planAfter = (plan: SavedPlan, sent: PlanChange, move: PlanMoveName): SavedPlan => {
  if (move === 'Delete') return { ...plan, Status: 'Deleted' };
  if (move === 'Set Active') return { ...plan, Status: 'Active', EndDate: null };
  return {
    ...plan,
    Status: move === 'Archive' ? 'Archive' : plan.Status,
    EndDate: sent.EndDate === undefined ? plan.EndDate : sent.EndDate,
    Remarks: sent.Remarks === undefined ? plan.Remarks : sent.Remarks,
    excluded: sent.excluded === undefined ? plan.excluded : sent.excluded,
    json: sent.json ?? plan.json,
  };
};

// --- Checks --------------------------------------------------------------------------------------------------------

/** Delete and Set Active change the status alone. */
const checkAlone = (move: PlanMoveName, sent: PlanChange): FieldError[] => {
  if (move !== 'Delete' && move !== 'Set Active') return [];
  return CONTENT.filter((field) => sent[field] !== undefined).map((field) => ({
    field,
    message: `${move} changes nothing else: save ${field === 'json' ? 'the week' : field} apart.`,
  }));
};

const checkEnd = (after: SavedPlan, sent: PlanChange): FieldError[] => {
  if (after.EndDate !== null)
    return after.EndDate < after.StartDate ? [{ field: 'EndDate', message: END_BEFORE_START }] : [];
  const isForm = hasContent(sent) && after.Status === 'Archive';
  return isForm ? [{ field: 'EndDate', message: ARCHIVE_WITHOUT_END }] : [];
};

const isExcludedNewly = (before: string | null, now: string | null, today: Temporal.PlainDate) =>
  now !== null && now !== before && isExcludedTooOld(now, today);

/**
 * Everything about a change but its times, the people and what its move asks for (moves.ts): locked fields, dates, texts.
 * An excluded date and a temporary plan's length are judged when they change.
 */
export const checkChange = (
  plan: SavedPlan,
  sent: PlanChange,
  move: PlanMoveName,
  { today, window }: { readonly today: Temporal.PlainDate; readonly window?: TemporaryWindow },
): FieldError[] => {
  const after = planAfter(plan, sent, move);
  return [
    ...checkLocked(plan, sent),
    ...checkAlone(move, sent),
    ...(sent.json === null ? [{ field: 'json', message: 'The week of the plan is missing.' }] : []),
    ...(isExcludedNewly(plan.excluded, after.excluded, today)
      ? [{ field: 'excluded', message: EXCLUDED_TOO_OLD }]
      : []),
    ...checkEnd(after, sent),
    ...checkRemarks(after.Remarks),
    ...(after.covidBy !== null && after.EndDate !== plan.EndDate
      ? checkTemporaryLength(after.StartDate, after.EndDate, window)
      : []),
  ];
};

/** Same times and task minutes on every day. */
export const isSameWeek = (a: PlanWeek, b: PlanWeek) => weekText(a) === weekText(b);
const weekText = ({ time, personalCareItems, homeMakingItems }: PlanWeek) => {
  const rows = (items: readonly ({ Name: string } & Record<string, unknown>)[]) =>
    items.map((row) => [row.Name, ...WEEKDAYS.map((day) => row[day])]);
  return JSON.stringify([rows(time), rows(personalCareItems), rows(homeMakingItems)]);
};

/**
 * Times are judged when the week changes or the plan runs longer than before: a plan that was saved with an override keeps
 * its days, and its remarks can still be corrected.
 */
export const isToBeTimed = (before: SavedPlan, after: SavedPlan) => {
  const end = ({ EndDate }: SavedPlan) => EndDate ?? '9999-12-31';
  return after.Status !== 'Deleted' && (!isSameWeek(before.json, after.json) || end(after) > end(before));
};

/** Whether visits depend on what changed. */
export const isRescheduling = (before: SavedPlan, after: SavedPlan) =>
  before.Status !== after.Status ||
  before.EndDate !== after.EndDate ||
  before.excluded !== after.excluded ||
  !isSameWeek(before.json, after.json);
