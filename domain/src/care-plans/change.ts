import { addDays, showDate } from '../calendar.ts';
import type { InputOf } from '../call.ts';
import { counted } from '../counted.ts';
import type { FieldError } from '../errors.ts';
import type { TemporaryWindow } from '../sites/limits.ts';
import type { updateCarePlan } from './contract.ts';
import type { PlanMoveName } from './moves.ts';
import {
  archiveWithoutEnd,
  checkRemarks,
  checkTemporaryLength,
  endBeforeStart,
  excludedTooOld,
  isExcludedTooOld,
} from './rules.ts';
import type { CarePlan } from './schema.ts';
import {
  type ChangedDays,
  changedDays,
  isSameWeek,
  lastDayOf,
  type PlanWeeks,
  weekOn,
  weeksOf,
  withoutWeek,
  withWeek,
} from './weeks.ts';

/** Decides what a change to a saved plan asks for, and what the plan is afterwards. */
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
  | 'isTemporary'
  | 'coversPlanId'
> &
  PlanWeeks;

// --- Locked fields -------------------------------------------------------------------------------------------------

/** Fields that cannot change once a plan is saved, with their labels (docs/rules/care-plans.md, rule 3). */
export const LOCKED_FIELDS = {
  ProviderID: 'Provider',
  ClientID: 'Client',
  StartDate: 'Start Date',
  Type: 'Type',
  createReason: 'Create reason',
  isTemporary: 'Is Temporary Careplan',
  coversPlanId: 'The covered plan',
} as const;
export const isLocked = (field: string): boolean => Object.hasOwn(LOCKED_FIELDS, field);

const LOCKED = [
  'ProviderID',
  'ClientID',
  'StartDate',
  'Type',
  'createReason',
  'isTemporary',
  'coversPlanId',
] as const;

/** Refuses any value of a locked field other than its current one. */
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

const CONTENT = ['week', 'removeWeek', 'Remarks', 'excluded'] as const;
const hasContent = (sent: PlanChange) => CONTENT.some((field) => sent[field] !== undefined);

/**
 * The move that a change asks for. The list sends a status alone; the form sends content and so modifies. An end date turns
 * a plan into Archive (docs/rules/care-plans.md, rule 5).
 */
export const moveNameOf = (plan: SavedPlan, sent: PlanChange): PlanMoveName => {
  if (sent.Status === 'Deleted') return 'Delete';
  const end = sent.EndDate === undefined ? plan.EndDate : sent.EndDate;
  if (plan.coversPlanId === null) {
    const to = sent.Status ?? (end === null ? 'Active' : 'Archive');
    if (plan.Status === 'Active' && (to === 'Archive' || end !== null)) return 'Archive';
    const isNewEnd = end !== null && end !== plan.EndDate && !hasContent(sent);
    if (plan.Status === 'Archive' && to === 'Archive' && isNewEnd) return 'Change end';
    return plan.Status === 'Archive' && to === 'Active' ? 'Set Active' : 'Modify';
  }
  if (sent.Status === 'Active' && (sent.EndDate ?? null) === null && !hasContent(sent)) return 'Set Active';
  const isEarlier = end !== null && plan.EndDate !== null && end < plan.EndDate;
  return sent.Status === 'Archive' && isEarlier && !hasContent(sent) ? 'Archive' : 'Modify';
};

/** A form's save that also archives reports that the plan was modified. */
export const isFormSave = hasContent;

/** The first day of a changed week: the chosen one, or else today, or the plan's start if that is still ahead. */
export const firstDayOf = (
  { StartDate }: Pick<SavedPlan, 'StartDate'>,
  { weekFrom }: PlanChange,
  today: string,
) => weekFrom ?? (today > StartDate ? today : StartDate);

const weeksAfter = (plan: SavedPlan, sent: PlanChange, today: string): PlanWeeks => {
  if (sent.removeWeek) return withoutWeek(plan, sent.removeWeek);
  const from = firstDayOf(plan, sent, today);
  return sent.week && !isSameWeek(weekOn(plan, from), sent.week)
    ? withWeek(plan, from, sent.week)
    : { week: plan.week, weeks: plan.weeks };
};

/** The plan after the change. */
export const planAfter = (
  plan: SavedPlan,
  sent: PlanChange,
  move: PlanMoveName,
  today: string,
): SavedPlan => {
  if (move === 'Delete') return { ...plan, Status: 'Deleted' };
  if (move === 'Set Active') return { ...plan, Status: 'Active', EndDate: null };
  return {
    ...plan,
    Status: move === 'Archive' ? 'Archive' : plan.Status,
    EndDate: sent.EndDate === undefined ? plan.EndDate : sent.EndDate,
    Remarks: sent.Remarks === undefined ? plan.Remarks : sent.Remarks,
    excluded: sent.excluded === undefined ? plan.excluded : sent.excluded,
    ...weeksAfter(plan, sent, today),
  };
};

// --- Checks --------------------------------------------------------------------------------------------------------

/** Delete and Set Active change nothing but the status. */
const checkAlone = (move: PlanMoveName, sent: PlanChange): FieldError[] => {
  if (move !== 'Delete' && move !== 'Set Active') return [];
  return CONTENT.filter((field) => sent[field] !== undefined).map((field) => ({
    field,
    message: `${move} changes nothing else: save ${field === 'week' || field === 'removeWeek' ? 'the week' : field} apart.`,
  }));
};

const checkEnd = (after: SavedPlan, sent: PlanChange): FieldError[] => {
  if (after.EndDate !== null) return after.EndDate < after.StartDate ? [endBeforeStart] : [];
  const isForm = hasContent(sent) && after.Status === 'Archive';
  return isForm ? [archiveWithoutEnd] : [];
};

/** A week must begin while the plan runs. Only a week that begins after the plan's start can be removed. */
const checkWeekDays = (plan: SavedPlan, after: SavedPlan, sent: PlanChange, today: string): FieldError[] => {
  const wrong = (field: string, message: string): FieldError[] => [{ field, message }];
  if (sent.removeWeek) {
    if (sent.week) return wrong('removeWeek', 'Remove a week separately from other changes.');
    const isThere = weeksOf(plan).some(({ from }, at) => at > 0 && from === sent.removeWeek);
    return isThere
      ? []
      : wrong('removeWeek', `No later week of this care plan begins on ${showDate(sent.removeWeek)}.`);
  }
  if (!changedDays(plan, after)) return [];
  const from = firstDayOf(plan, sent, today);
  if (from < plan.StartDate)
    return wrong(
      'weekFrom',
      `This care plan starts ${showDate(plan.StartDate)}: choose that day or a later one.`,
    );
  const last = lastDayOf(after);
  return from > last
    ? wrong(
        'weekFrom',
        `The last day of this care plan is ${showDate(last)}: choose that day or an earlier one.`,
      )
    : [];
};

const isExcludedNewly = (before: string | null, now: string | null, today: Temporal.PlainDate) =>
  now !== null && now !== before && isExcludedTooOld(now, today);

/**
 * Everything about a change except its times, its people and what its move asks for (moves.ts): locked fields, dates, texts.
 * An excluded date and a temporary plan's length are only checked if they change.
 */
export const checkChange = (
  plan: SavedPlan,
  sent: PlanChange,
  move: PlanMoveName,
  { today, window }: { readonly today: Temporal.PlainDate; readonly window?: TemporaryWindow },
): FieldError[] => {
  const after = planAfter(plan, sent, move, today.toString());
  return [
    ...checkLocked(plan, sent),
    ...checkAlone(move, sent),
    ...(sent.week === null ? [{ field: 'week', message: 'The week of the plan is missing.' }] : []),
    ...(isExcludedNewly(plan.excluded, after.excluded, today) ? [excludedTooOld] : []),
    ...checkWeekDays(plan, after, sent, today.toString()),
    ...checkEnd(after, sent),
    ...checkRemarks(after.Remarks),
    ...(after.coversPlanId !== null && after.EndDate !== plan.EndDate
      ? checkTemporaryLength(after.StartDate, after.EndDate, window)
      : []),
  ];
};

/**
 * The days whose times must be checked: those that follow a different week than before, and those that the plan newly runs
 * on. Other days are not checked again, so a plan saved with an override can still have its remarks corrected. Undefined if
 * there are none.
 */
export const daysToTime = (before: SavedPlan, after: SavedPlan): ChangedDays | undefined => {
  if (after.Status === 'Deleted') return undefined;
  const changed = changedDays(before, after);
  const { EndDate } = before;
  const isLonger = EndDate !== null && (after.EndDate === null || after.EndDate > EndDate);
  if (!isLonger) return changed;
  return { from: changed && changed.from < EndDate ? changed.from : EndDate, through: null };
};

/** The plan as if it ran on these days only, for the comparison with other plans. */
export const onDays = <P extends Pick<CarePlan, 'StartDate' | 'EndDate' | 'coversPlanId'>>(
  plan: P,
  { from, through }: ChangedDays,
): P => {
  const StartDate = from > plan.StartDate ? from : plan.StartDate;
  if (through === null || through >= lastDayOf(plan)) return { ...plan, StartDate };
  const EndDate = plan.coversPlanId === null ? addDays(through, 1) : through;
  return { ...plan, StartDate, EndDate };
};

/** Whether the change affects visits. */
export const isRescheduling = (before: SavedPlan, after: SavedPlan) =>
  before.Status !== after.Status ||
  before.EndDate !== after.EndDate ||
  before.excluded !== after.excluded ||
  changedDays(before, after) !== undefined;

/** What a change to past days affects. */
export interface PastFacts {
  /** Visits on those days that were begun or done. */
  readonly begun: number;
  /** Live billing records that cover some of those days. */
  readonly billed: number;
}

/** The question before a change to past days; undefined if nothing was done on them yet. */
export const pastQuestion = ({ from }: ChangedDays, { begun, billed }: PastFacts): string | undefined => {
  if (begun + billed === 0) return undefined;
  const kept = [
    ...(begun > 0
      ? [
          `${counted(begun, 'visit that has started keeps its times', 'visits that have started keep their times')}`,
        ]
      : []),
    ...(billed > 0
      ? [`${counted(billed, 'saved billing record keeps its days', 'saved billing records keep their days')}`]
      : []),
  ];
  return `This changes days that are over, from ${showDate(from)} on: ${kept.join(', ')}. Reprinted timesheets show the new week. Save anyway?`;
};
