import { type DayFinding, isIhssFault } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlanType } from '@homecare/domain/care-plans/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { temporaryWindow } from '@homecare/domain/sites/limits.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { useMemo } from 'react';
import { useUnlessPressed } from '../../ui/unless-pressed.ts';
import { useConflictToasts } from './conflict-toasts.ts';
import { useDayMarks } from './day-marks.ts';
import { draftOf, leftOutTasks, weekOf, withoutEmptyTasks, wrongCells } from './plan-form.ts';
import type { After, PlanToSave } from './plan-state.ts';
import { changeOf } from './stored-plan.ts';
import { useApprovals } from './use-approvals.ts';
import { checkFields, daysOf, findDays, isTimed, type PlanRecords, usePlanDays } from './use-plan-checks.ts';
import type { OpenPlan } from './use-plan-form.ts';
import { usePlanPeople, useRefusedChoices } from './use-plan-people.ts';

export interface PlanContext {
  readonly people: readonly PersonRow[] | undefined;
  readonly types: readonly CarePlanType[] | undefined;
  readonly switches: Capabilities;
  readonly today: string;
  /** Choices of the source that cloning refused and cleared, by field. */
  readonly refusedAtOpen?: Readonly<Record<string, string | undefined>>;
  /** Those reasons that are also shown as toasts. */
  readonly toastsAtOpen?: readonly string[];
}

/** Errors of an open request, which has no caregiver yet. */
export const withoutCaregiver = (errors: readonly FieldError[]) =>
  errors.filter(({ field }) => field !== 'ProviderID');

const NONE_REFUSED = {};
const NO_TOASTS: readonly string[] = [];
const NO_CONFLICTS: readonly DayFinding[] = [];

/** What the rules say about the current form: its people, errors and highlighted days. */
export const usePlanFindings = (context: PlanContext, plan: OpenPlan) => {
  const { people, types, switches, today, refusedAtOpen = NONE_REFUSED, toastsAtOpen = NO_TOASTS } = context;
  const { form, settled, items, stored, tries, isRequest, refusal } = plan;
  const who = usePlanPeople(people, form);
  const records: PlanRecords = {
    today,
    stored,
    weekFrom: form.weekFrom,
    provider: who.provider,
    client: who.client,
    type: types?.find((type) => type.Code === form.type),
    providerPlans: who.providerPlans,
    clientPlans: who.clientPlans,
    window: temporaryWindow(switches),
  };
  const week = useMemo(() => weekOf(form.cells, items), [form.cells, items]);
  const settledWeek = useMemo(() => weekOf(settled, items), [settled, items]);
  const { conflicts, gaps } = useUnlessPressed(usePlanDays(form, settledWeek, records));
  const approvals = useApprovals(gaps);
  useConflictToasts(plan.isLeft ? NO_CONFLICTS : conflicts);
  const marks = useDayMarks(conflicts, gaps, { openDays: approvals.open, tries });
  const { refused, onRefused } = useRefusedChoices(refusedAtOpen, toastsAtOpen);
  const fieldErrors = checkFields(form, week, records);
  // A provider who may not work under a type is reported as soon as both are chosen.
  const problems =
    tries > 0 ? (isRequest ? withoutCaregiver(fieldErrors) : fieldErrors) : fieldErrors.filter(isIhssFault);
  return {
    who,
    records,
    week,
    settledWeek,
    conflicts,
    gaps,
    approvals,
    marks,
    fieldErrors,
    problems,
    wrong: wrongCells(form.cells, items),
    leftOut: leftOutTasks(form.cells, items),
    onRefused,
    errorOf: (field: string) =>
      refused[field] ??
      [...problems, ...(refusal?.errors ?? [])].find((error) => error.field === field)?.message,
  };
};

export type PlanFindings = ReturnType<typeof usePlanFindings>;

/** The form as saving checks and sends it. Includes text still being typed when Ctrl S is pressed in its cell. */
export const planToSave = ({ form }: OpenPlan, found: PlanFindings, after: After): PlanToSave => {
  const { week, records, approvals, fieldErrors, wrong } = found;
  const draft = draftOf(form);
  const sentWeek = withoutEmptyTasks(week);
  const { conflicts, gaps } = findDays(draft, week, records);
  return {
    week,
    fieldErrors,
    wrong,
    timed: isTimed(form, sentWeek, records),
    conflicts,
    gapDays: daysOf(gaps),
    approvedDays: approvals.approvedDays,
    draft: draft,
    change: changeOf(form, sentWeek),
    sent: form,
    after,
  };
};

/** Removes a week, so that the one before continues. The server checks its times, because this form does not show those days. */
export const weekRemoval = ({ form }: OpenPlan, { week }: PlanFindings, from: string): PlanToSave => ({
  week,
  fieldErrors: [],
  wrong: [],
  timed: false,
  conflicts: [],
  gapDays: [],
  approvedDays: [],
  draft: draftOf(form),
  change: { removeWeek: from },
  sent: form,
  after: 'stay',
});
