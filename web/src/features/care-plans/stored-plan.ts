import { showDate, WEEKDAYS } from '@homecare/domain/calendar.ts';
import { temporaryFields } from '@homecare/domain/care-plans/absence.ts';
import type { PlanChange } from '@homecare/domain/care-plans/change.ts';
import type { OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import type { CarePlan, PlanWeek, TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { weekOn } from '@homecare/domain/care-plans/weeks.ts';
import { isIsoDate } from '../../ui/inputs.tsx';
import {
  type Cells,
  dateOf,
  emptyForm,
  type PlanForm,
  type TaskTable,
  type TypeItems,
  taskKey,
} from './plan-form.ts';

const minutesText = (minutes: number) => (minutes === 0 ? '' : String(minutes));

const taskCells = (table: TaskTable, rows: readonly TaskRow[]): Cells =>
  Object.fromEntries(
    rows.map((row) => [
      taskKey(table, row.Name),
      Object.fromEntries(WEEKDAYS.map((day) => [day, minutesText(row[day])])),
    ]),
  );

export const cellsOf = ({ time, personalCareItems, homeMakingItems }: PlanWeek): Cells => {
  const [timeIn, timeOut, travel] = time;
  return {
    in: Object.fromEntries(WEEKDAYS.map((day) => [day, timeIn[day] ?? ''])),
    out: Object.fromEntries(WEEKDAYS.map((day) => [day, timeOut[day] ?? ''])),
    travel: Object.fromEntries(WEEKDAYS.map((day) => [day, minutesText(travel[day])])),
    ...taskCells('pc', personalCareItems),
    ...taskCells('hm', homeMakingItems),
  };
};

/** An open request as it was entered or, with a caregiver, as a new plan that starts on `firstDay`. */
export const requestForm = (request: OpenRequest, provider: number | null, firstDay: string): PlanForm => ({
  ...emptyForm(provider === null ? request.StartDate : firstDay),
  provider,
  client: request.ClientID,
  type: request.Type,
  createReason: request.createReason,
  remarks: request.Remarks ?? '',
  cells: cellsOf(request.week),
});

/** The default first day of a change: today, or the start of a plan that has not begun. */
export const usualFirstDay = ({ StartDate }: Pick<CarePlan, 'StartDate'>, today: string) =>
  today > StartDate ? today : StartDate;

/** A saved plan as a form, with the week of a given day. */
export const formOf = (plan: CarePlan, weekFrom: string): PlanForm => ({
  provider: plan.ProviderID,
  client: plan.ClientID,
  startDate: plan.StartDate,
  type: plan.Type,
  createReason: plan.createReason,
  remarks: plan.Remarks ?? '',
  isExcluded: plan.excluded !== null,
  excluded: plan.excluded ?? '',
  ending: plan.coversPlanId === null ? (plan.EndDate === null ? 'none' : 'archive') : 'temporary',
  endDate: plan.EndDate ?? '',
  covers: plan.coversPlanId,
  weekFrom,
  cells: cellsOf(weekOn(plan, weekFrom)),
});

/** Clone copies everything. The copy starts today, and its user decides when it ends. */
export const cloneOf = (plan: CarePlan, today: string): PlanForm => ({
  ...formOf(plan, today),
  weekFrom: '',
  startDate: today,
  ending: plan.coversPlanId === null ? 'none' : 'temporary',
  endDate: '',
});

/** Clone temp copies the week for a temporary plan by another provider. */
export const temporaryCloneOf = (plan: CarePlan, today: string): PlanForm => ({
  ...cloneOf(plan, today),
  provider: null,
  ending: 'temporary',
  covers: temporaryFields(plan).coversPlanId,
  isExcluded: false,
  excluded: '',
});

const joined = (items: TypeItems['pcItems'], rows: readonly TaskRow[]) => [
  ...items,
  ...rows.filter(({ Name }) => !items.some((item) => item.Name === Name)).map(({ Name }) => ({ Name })),
];

/** The items of a type, plus those that a plan of that type still has although they left the type. */
export const itemsWith = (
  items: TypeItems | undefined,
  { personalCareItems, homeMakingItems }: PlanWeek,
): TypeItems => ({
  pcItems: joined(items?.pcItems ?? [], personalCareItems),
  hmItems: joined(items?.hmItems ?? [], homeMakingItems),
});

/** The items of a type, plus those in any week of a plan of that type. */
export const itemsOfPlan = (items: TypeItems | undefined, { week, weeks }: CarePlan): TypeItems =>
  weeks.reduce((all, dated) => itemsWith(all, dated.week), itemsWith(items, week));

/** What Modify sends. A permanent plan is archived by its checkbox; a temporary one keeps its status. */
export const changeOf = (form: PlanForm, week: PlanWeek): PlanChange => ({
  week: week,
  ...(isIsoDate(form.weekFrom) && { weekFrom: form.weekFrom }),
  Remarks: form.remarks.trim() || null,
  excluded: form.isExcluded ? dateOf(form.excluded) : null,
  EndDate: form.ending === 'none' ? null : dateOf(form.endDate),
  ...(form.ending !== 'temporary' && { Status: form.ending === 'archive' ? 'Archive' : 'Active' }),
});

/** 'ID 3188 · IHSS Personal Care · starts 03-02-2026 · Increased hours after PAR review'. */
export const headLine = (plan: CarePlan, typeName: string) =>
  [
    `ID ${plan.id}`,
    typeName,
    `starts ${showDate(plan.StartDate)}`,
    ...(plan.coversPlanId === null ? [] : [`covers plan ${plan.coversPlanId}`]),
    plan.createReason,
  ].join(' · ');
