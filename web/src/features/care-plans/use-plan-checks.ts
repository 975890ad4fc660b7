import { WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import {
  checkChange,
  daysToTime,
  moveNameOf,
  onDays,
  planAfter,
} from '@homecare/domain/care-plans/change.ts';
import {
  type ComparedPlan,
  checkCarePlan,
  checkWeekBorders,
  type DayFinding,
  findConflicts,
  gapWarnings,
  outsideServices,
  type PlanDraft,
} from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, CarePlanType, PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { isSameWeek, weekOn, withWeek } from '@homecare/domain/care-plans/weeks.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import type { TemporaryWindow } from '@homecare/domain/sites/limits.ts';
import { useEffect, useMemo, useState } from 'react';
import { isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { draftOf, type PlanForm } from './plan-form.ts';
import { changeOf } from './stored-plan.ts';

export interface PlanRecords {
  readonly today: string;
  /** The saved plan being modified, whose people and start cannot change. */
  readonly stored: CarePlan | undefined;
  /** First day of the week being edited; '' for a new plan. */
  readonly weekFrom: string;
  readonly provider: PersonRow | undefined;
  readonly client: PersonRow | undefined;
  readonly type: CarePlanType | undefined;
  readonly providerPlans: readonly CarePlan[];
  readonly clientPlans: readonly CarePlan[];
  /** Limits for the dates of temporary plans. */
  readonly window: TemporaryWindow;
}

/** The saved plan with the edited week from its first day on. */
const storedAfter = (
  stored: CarePlan,
  { EndDate, Status }: PlanDraft,
  week: PlanWeek,
  { weekFrom, today }: Pick<PlanRecords, 'weekFrom' | 'today'>,
) => {
  const from = isIsoDate(weekFrom) ? weekFrom : today;
  const weeks = isSameWeek(weekOn(stored, from), week) ? {} : withWeek(stored, from, week);
  return { ...stored, EndDate, Status, ...weeks };
};

const comparedOf = (draft: PlanDraft, week: PlanWeek, records: PlanRecords): ComparedPlan | undefined => {
  const { stored, provider, client } = records;
  if (stored) return storedAfter(stored, draft, week, records);
  if (!provider || !client || draft.StartDate === null) return undefined;
  return {
    id: null,
    ProviderID: provider.ID,
    Provider: personName(provider),
    ClientID: client.ID,
    Client: personName(client),
    StartDate: draft.StartDate,
    EndDate: draft.EndDate,
    Status: draft.Status,
    coversPlanId: draft.coversPlanId,
    week: week,
  };
};

const NOTHING = { conflicts: [], gaps: [] };

/** Time conflicts and short gaps of a week, found by the same functions that the server uses. */
export const findDays = (
  draft: PlanDraft,
  week: PlanWeek,
  records: PlanRecords,
): { readonly conflicts: readonly DayFinding[]; readonly gaps: readonly DayFinding[] } => {
  const plan = comparedOf(draft, week, records);
  if (!plan) return NOTHING;
  const others = [
    ...new Map([...records.providerPlans, ...records.clientPlans].map((one) => [one.id, one])).values(),
  ];
  const { stored } = records;
  const after = stored && storedAfter(stored, draft, week, records);
  const days = stored && after && daysToTime(stored, after);
  const checked = days ? onDays(plan, days) : plan;
  return {
    conflicts: [
      ...(after && days ? checkWeekBorders(after) : []),
      ...findConflicts(checked, others, records.client ? outsideServices(records.client) : []),
    ],
    gaps: gapWarnings(checked, records.providerPlans),
  };
};

const DATES = [
  ['StartDate', 'startDate'],
  ['EndDate', 'endDate'],
  ['excluded', 'excluded'],
  ['weekFrom', 'weekFrom'],
] as const;

const shown = (form: PlanForm, field: (typeof DATES)[number][1]) =>
  field === 'startDate' ||
  field === 'weekFrom' ||
  (field === 'excluded' ? form.isExcluded : form.ending !== 'none');

/** Errors that only the form can know: text that is no date, or a checked box without its date or plan. */
const checkInputs = (form: PlanForm, isSaved: boolean): FieldError[] => [
  ...DATES.filter(([, field]) => shown(form, field) && form[field] !== '' && !isIsoDate(form[field])).map(
    ([field]) => ({ field, message: NO_DATE }),
  ),
  ...(form.isExcluded && form.excluded === ''
    ? [{ field: 'excluded', message: 'Excluded from is required.' }]
    : []),
  ...(isSaved && form.weekFrom === ''
    ? [{ field: 'weekFrom', message: 'Enter the first day of the changed week.' }]
    : []),
  ...(form.ending === 'temporary' && form.covers === null
    ? [{ field: 'coversPlanId', message: 'Choose the plan that this one covers.' }]
    : []),
  ...(form.ending === 'temporary' && form.endDate === ''
    ? [{ field: 'EndDate', message: 'A temporary plan needs an end date.' }]
    : []),
];

const checkNew = (form: PlanForm, records: PlanRecords): FieldError[] =>
  checkCarePlan(draftOf(form), {
    today: Temporal.PlainDate.from(records.today),
    provider: records.provider ?? null,
    client: records.client ?? null,
    type: records.type ?? null,
    covered: records.clientPlans.find((plan) => plan.id === form.covers) ?? null,
    window: records.window,
  });

const checkStored = (
  form: PlanForm,
  week: PlanWeek,
  stored: CarePlan,
  { today, window }: Pick<PlanRecords, 'today' | 'window'>,
): FieldError[] => {
  const change = changeOf(form, week);
  return checkChange(stored, change, moveNameOf(stored, change), {
    today: Temporal.PlainDate.from(today),
    window,
  });
};

/** Whether saving checks the times. For a saved plan only if its week or dates changed. */
export const isTimed = (
  form: PlanForm,
  week: PlanWeek,
  { stored, today }: Pick<PlanRecords, 'stored' | 'today'>,
) => {
  if (!stored) return true;
  const change = changeOf(form, week);
  return daysToTime(stored, planAfter(stored, change, moveNameOf(stored, change), today)) !== undefined;
};

const FORM_ORDER: readonly string[] = [
  'ProviderID',
  'ClientID',
  'StartDate',
  'Type',
  'createReason',
  'Remarks',
  'excluded',
  'coversPlanId',
  'EndDate',
  'weekFrom',
];

/** Errors of the fields above the week in their order, only the first of each field. */
export const checkFields = (form: PlanForm, week: PlanWeek, records: PlanRecords): FieldError[] => {
  const errors = [
    ...checkInputs(form, records.stored !== undefined),
    ...(records.stored ? checkStored(form, week, records.stored, records) : checkNew(form, records)),
  ];
  const place = ({ field }: FieldError) => FORM_ORDER.indexOf(field);
  return errors
    .filter((error, index) => errors.findIndex(({ field }) => field === error.field) === index)
    .toSorted((a, b) => place(a) - place(b));
};

export const daysOf = (findings: readonly DayFinding[]): Weekday[] =>
  WEEKDAYS.filter((day) => findings.some((finding) => finding.day === day));

/** The findings for the week as it was when a cell was last left. */
export const usePlanDays = (form: PlanForm, week: PlanWeek, records: PlanRecords) => {
  const { today, stored, weekFrom, provider, client, type, providerPlans, clientPlans } = records;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells of the form count only once they are settled, in week
  return useMemo(
    () => findDays(draftOf(form), week, records),
    [
      form.startDate,
      form.endDate,
      form.ending,
      form.covers,
      week,
      today,
      stored,
      weekFrom,
      provider,
      client,
      type,
      providerPlans,
      clientPlans,
    ],
  );
};

/** True for a while after `what` changes, for the frames of conflicts and warnings. */
export const useForAWhile = (what: string, milliseconds: number) => {
  const [ended, setEnded] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setEnded(what), milliseconds);
    return () => window.clearTimeout(timer);
  }, [what, milliseconds]);
  return ended !== what;
};
