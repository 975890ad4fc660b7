import { WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { computeTotals, type DayFinding, gapQuestion } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlanType } from '@homecare/domain/care-plans/schema.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type { Capabilities } from '@homecare/domain/sites/contract.ts';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLeaveGuard } from '../shell/leave-guard.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { focusField, RefusedWords, SaveBar, useRefusalPlace } from '../ui/form.tsx';
import { Note } from '../ui/Note.tsx';
import { useUnlessPressed } from '../ui/unless-pressed.ts';
import { usePlansOf } from './api.ts';
import classes from './CarePlanForm.module.css';
import { DayNotes } from './DayNotes.tsx';
import { PlanFields } from './PlanFields.tsx';
import { draftOf, leftOutTasks, weekOf, wrongCells } from './plan-form.ts';
import { useToldConflicts } from './told-conflicts.ts';
import { checkFields, daysOf, type PlanRecords, useForAWhile, usePlanDays } from './use-plan-checks.ts';
import { usePlanForm } from './use-plan-form.ts';
import { useSavePlan } from './use-save-plan.ts';
import { type DayMark, type DayMarks, WeekGrid } from './WeekGrid.tsx';

interface CarePlanFormProps {
  readonly people: readonly PersonRow[] | undefined;
  readonly types: readonly CarePlanType[] | undefined;
  readonly switches: Capabilities;
  readonly today: string;
  /** To the list, after saving or by Go Back. */
  readonly onDone: () => void;
}

/** How long frames stay (specification part 2, section 9). */
const CONFLICT_FRAMES = 20_000;
const WARNING_FRAMES = 3_000;
const LEAVE = 'Do you want go back without saving?';

const FIELD_NAMES: Record<string, string> = {
  ProviderID: 'Provider',
  ClientID: 'Client',
  StartDate: 'Start Date',
  createReason: 'Create reason',
  excluded: 'Excluded from',
  covidBy: 'Covers plan',
  EndDate: 'End Date',
};

const activeOf = (people: readonly PersonRow[] | undefined, kind: PersonRow['Provider or Client']) =>
  people?.filter((person) => person['Provider or Client'] === kind && person.Cur === 'y');

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

const stateText = (conflicts: number, toApprove: number) =>
  [
    conflicts > 0 && count(conflicts, 'conflict', 'conflicts'),
    toApprove > 0 && count(toApprove, 'day to approve', 'days to approve'),
  ]
    .filter(Boolean)
    .join(', ');

/** Gaps that the user has approved; an approval is for this gap on this day and falls with it. */
const useApprovals = (gaps: readonly DayFinding[]) => {
  const [approved, setApproved] = useState<ReadonlySet<string>>(new Set());
  const keyOf = (gap: DayFinding) => `${gap.day} ${gap.planId} ${gap.message}`;
  const isApproved = (gap: DayFinding) => approved.has(keyOf(gap));
  const gapDays = daysOf(gaps);
  const open = daysOf(gaps.filter((gap) => !isApproved(gap)));
  return {
    isApproved,
    open,
    approvedDays: gapDays.filter((day) => !open.includes(day)),
    approve: (gap: DayFinding) => setApproved(new Set([...approved, keyOf(gap)])),
    withdraw: (gap: DayFinding) => setApproved(new Set([...approved].filter((key) => key !== keyOf(gap)))),
  };
};

interface TotalsProps {
  readonly work: number;
  readonly travel: number;
  readonly total: number;
}
const Totals = ({ work, travel, total }: TotalsProps) => (
  <dl className={classes.totals}>
    {(
      [
        ['Work', work],
        ['Travel', travel],
        ['Total', total],
      ] as const
    ).map(([name, hours]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <b>{hours.toFixed(2)}</b> hours/week
        </dd>
      </div>
    ))}
  </dl>
);

const marksOf = (
  conflictDays: readonly Weekday[],
  gapDays: readonly Weekday[],
  framed: { readonly conflict: boolean; readonly warning: boolean },
): DayMarks =>
  Object.fromEntries(
    WEEKDAYS.map((day): [Weekday, DayMark | undefined] => {
      if (conflictDays.includes(day)) return [day, { tone: 'danger', framed: framed.conflict }];
      return [day, gapDays.includes(day) ? { tone: 'warn', framed: framed.warning } : undefined];
    }),
  );

/** The plans of the two people, for the conflicts. */
const usePeoplesPlans = (provider: number | null, client: number | null) => {
  const ofProvider = usePlansOf('ProviderID', provider);
  const ofClient = usePlansOf('ClientID', client);
  return {
    providerPlans: useMemo(() => ofProvider.data ?? [], [ofProvider.data]),
    clientPlans: useMemo(() => ofClient.data ?? [], [ofClient.data]),
    failed: ofProvider.isError || ofClient.isError,
  };
};

/** The form of a new care plan. It is no form element: Enter never submits it. */
export const CarePlanForm = ({ people, types, switches, today, onDone }: CarePlanFormProps) => {
  const { form, settled, items, isChanged, set, actions } = usePlanForm(
    today,
    (code) => types?.find((type) => type.Code === code)?.json,
  );
  useEffect(() => {
    if (window.matchMedia('(min-width: 700px)').matches) focusField('ProviderID');
  }, []);
  const [refused, setRefused] = useState<Readonly<Record<string, string | undefined>>>({});
  const onRefused = useCallback(
    (field: string, message: string | undefined) => setRefused({ [field]: message }),
    [],
  );
  const guard = useLeaveGuard(isChanged, LEAVE);
  const saving = useSavePlan(() => {
    guard.release();
    onDone();
  });

  const providers = useMemo(() => activeOf(people, 'Provider'), [people]);
  const clients = useMemo(() => activeOf(people, 'Client'), [people]);
  const plans = usePeoplesPlans(form.provider, form.client);
  const records: PlanRecords = {
    today,
    provider: providers?.find((person) => person.ID === form.provider),
    client: clients?.find((person) => person.ID === form.client),
    type: types?.find((type) => type.Code === form.type),
    providerPlans: plans.providerPlans,
    clientPlans: plans.clientPlans,
  };

  const week = useMemo(() => weekOf(form.cells, items), [form.cells, items]);
  const settledWeek = useMemo(() => weekOf(settled, items), [settled, items]);
  const found = usePlanDays(form, settledWeek, records);
  const { conflicts, gaps } = useUnlessPressed(found);
  const approvals = useApprovals(gaps);
  useToldConflicts(conflicts);

  const messages = (findings: readonly DayFinding[]) => findings.map(({ message }) => message).join('|');
  const framed = {
    conflict: useForAWhile(`${saving.tries} ${messages(conflicts)}`, CONFLICT_FRAMES),
    warning: useForAWhile(`${saving.tries} ${messages(gaps)}`, WARNING_FRAMES),
  };

  const refusalPlace = useRefusalPlace(saving.refusal);
  const fieldErrors = checkFields(form, records);
  const serverErrors = saving.refusal?.errors ?? [];
  const problems = saving.tries > 0 ? fieldErrors : [];
  const errorOf = (field: string) =>
    refused[field] ?? [...problems, ...serverErrors].find((error) => error.field === field)?.message;
  const wrong = wrongCells(form.cells, items);
  const totals = computeTotals(week);
  const leftOut = leftOutTasks(form.cells, items);
  const state = stateText(conflicts.length, approvals.open.length);

  /** The times of the day are entered anew. */
  const disapprove = (gap: DayFinding) => {
    approvals.withdraw(gap);
    for (const row of ['in', 'out'] as const) {
      actions.type(row, gap.day, '');
      actions.settle(row, gap.day);
    }
    document.querySelector<HTMLElement>(`input[data-row="in"][data-day="${gap.day}"]`)?.focus();
  };
  const save = () =>
    saving.save({
      draft: draftOf(form),
      week,
      fieldErrors,
      wrong,
      conflicts: found.conflicts,
      gapDays: daysOf(found.gaps),
      approvedDays: approvals.approvedDays,
    });

  return (
    <div className={classes.page}>
      <div className={classes.content}>
        <PlanFields
          form={form}
          set={set}
          providers={providers}
          clients={clients}
          types={types}
          coverable={plans.clientPlans.filter(
            (plan) => plan.Status === 'Active' && plan.covidBy === null && plan.ProviderID !== form.provider,
          )}
          switches={switches}
          today={today}
          errorOf={errorOf}
          onRefused={onRefused}
        />
        {saving.refusal && (
          <div ref={refusalPlace.place} tabIndex={-1}>
            <Note tone="danger" live>
              <RefusedWords info={saving.refusal.info} />
            </Note>
          </div>
        )}
        {plans.failed && (
          <Note tone="warn">
            The other plans of these people could not be loaded. Conflicts are found when you save.
          </Note>
        )}
        {leftOut.length > 0 && (
          <Note tone="warn">{`This type does not have ${leftOut.join(', ')}: these minutes do not count.`}</Note>
        )}
        <DayNotes
          conflicts={conflicts}
          gaps={gaps}
          isApproved={approvals.isApproved}
          onApprove={approvals.approve}
          onDisapprove={disapprove}
        />
        <WeekGrid
          cells={form.cells}
          week={week}
          items={items}
          typeKey={form.type ?? ''}
          marks={marksOf(daysOf(conflicts), approvals.open, framed)}
          wrong={new Set(wrong.map(({ row, day }) => `${row} ${day}`))}
          actions={actions}
        />
      </div>
      <SaveBar
        lead={<Totals work={totals.workingHours} travel={totals.travelHours} total={totals.totalHours} />}
        problems={problems.map(({ field }) => ({ name: field, label: FIELD_NAMES[field] ?? field }))}
        state={
          state && (
            <span className={classes.state} data-tone={conflicts.length > 0 ? 'danger' : 'warn'}>
              {conflicts.length > 0 ? (
                <IconAlertCircle size={18} stroke={1.8} aria-hidden />
              ) : (
                <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
              )}
              {state}
            </span>
          )
        }
        onShowRefusal={saving.refusal && refusalPlace.show}
        onSave={save}
        onCancel={onDone}
        cancelLabel="Go Back"
        saveLabel="Create"
        saving={saving.saving}
      />
      <ConfirmDialog
        opened={saving.askedDays !== undefined}
        title="Short gaps between visits"
        confirmLabel="Continue"
        onConfirm={() => saving.answer(true)}
        onCancel={() => saving.answer(false)}
      >
        <p>{gapQuestion(saving.askedDays ?? [])}</p>
      </ConfirmDialog>
      {guard.dialog}
    </div>
  );
};
