import { computeTotals, type DayFinding, isIhssFault } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, CarePlanType } from '@homecare/domain/care-plans/schema.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { temporaryWindow } from '@homecare/domain/sites/limits.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLeaveGuard } from '../../platform/leave-guard.tsx';
import { closeErrors } from '../../platform/toasts.ts';
import { focusField, RefusedWords, SaveBar, useRefusalPlace } from '../../ui/form.tsx';
import { isIsoDate } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { useUnlessPressed } from '../../ui/unless-pressed.ts';
import { openCarePlan } from '../plan-documents/open-plan-document.ts';
import { createCarePlan, modifyCarePlan } from './api.ts';
import classes from './CarePlanForm.module.css';
import { CloneTempButton } from './CloneTempButton.tsx';
import { DayNotes } from './DayNotes.tsx';
import { useDayMarks } from './day-marks.ts';
import { ModifyKinds } from './ModifyKinds.tsx';
import { OtherPlanDialog } from './OtherPlanDialog.tsx';
import { PlanFields } from './PlanFields.tsx';
import { PlanHead } from './PlanHead.tsx';
import { PlanState } from './PlanState.tsx';
import { PlanTotals } from './PlanTotals.tsx';
import { PlanWeeksBar } from './PlanWeeksBar.tsx';
import { draftOf, leftOutTasks, type PlanForm, weekOf, withoutEmptyTasks, wrongCells } from './plan-form.ts';
import { SaveDialogs } from './SaveDialogs.tsx';
import { StalePlanNote } from './StalePlanNote.tsx';
import { changeOf, itemsOfPlan } from './stored-plan.ts';
import { useToldConflicts } from './told-conflicts.ts';
import { useApprovals } from './use-approvals.ts';
import { checkFields, daysOf, findDays, isTimed, type PlanRecords, usePlanDays } from './use-plan-checks.ts';
import { usePlanForm } from './use-plan-form.ts';
import { usePlanPeople, useRefusedChoices } from './use-plan-people.ts';
import { useSavePlan } from './use-save-plan.ts';
import { useStoredPlan } from './use-stored-plan.ts';
import { WeekGrid } from './WeekGrid.tsx';

export interface CarePlanFormProps {
  readonly people: readonly PersonRow[] | undefined;
  readonly types: readonly CarePlanType[] | undefined;
  readonly switches: Capabilities;
  readonly today: string;
  readonly isAdmin: boolean;
  /** What it opens with. */
  readonly initial: PlanForm;
  /** The saved plan that is modified; the clone's source gives its items. */
  readonly opened?: CarePlan;
  readonly source?: CarePlan;
  /** Choices of the source that were refused and cleared when it was cloned, by field. */
  readonly refusedAtOpen?: Readonly<Record<string, string | undefined>>;
  /** To the list, after saving or by Go Back. */
  readonly onDone: () => void;
  readonly onCloneTemp?: (plan: CarePlan) => void;
  /** The save has archived it: there is nothing to modify any more. */
  readonly onEnded?: (plan: CarePlan) => void;
}

const NONE_REFUSED = {};
const NO_CONFLICTS: readonly DayFinding[] = [];
const LEAVE = 'Do you want go back without saving?';

const FIELD_NAMES: Record<string, string> = {
  ProviderID: 'Provider',
  ClientID: 'Client',
  StartDate: 'Start Date',
  createReason: 'Create reason',
  excluded: 'Excluded from',
  coversPlanId: 'Covers plan',
  EndDate: 'End Date',
  weekFrom: 'Changes start on',
};

type After = 'stay' | 'exit' | 'show';

/** A care plan to create, clone or modify. It is no form element: Enter never submits it. */
export const CarePlanForm = ({
  people,
  types,
  switches,
  today,
  isAdmin,
  initial,
  opened,
  source = opened,
  refusedAtOpen = NONE_REFUSED,
  onDone,
  onCloneTemp,
  onEnded,
}: CarePlanFormProps) => {
  const itemsOf = useCallback(
    (code: string | null) => {
      const items = types?.find((type) => type.Code === code)?.taskOptions;
      return source && source.Type === code ? itemsOfPlan(items, source) : items;
    },
    [types, source],
  );
  const plan = usePlanForm(initial, itemsOf);
  const { form, settled, items, set, actions } = plan;
  const { stored, stale, ...saved } = useStoredPlan(opened, today, plan, (ended) => {
    guard.release();
    onEnded?.(ended);
  });
  useEffect(() => {
    if (!opened && window.matchMedia('(min-width: 700px)').matches) focusField('ProviderID');
  }, [opened]);
  const { refused, onRefused } = useRefusedChoices(refusedAtOpen);
  const guard = useLeaveGuard(plan.isChanged, LEAVE, { ownPath: true });
  const saving = useSavePlan({ mayOverride: isAdmin, onStale: saved.onStale });
  const [other, setOther] = useState<CarePlan>();

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
  const found = usePlanDays(form, settledWeek, records);
  const { conflicts, gaps } = useUnlessPressed(found);
  const approvals = useApprovals(gaps);
  // A plan that was just saved is among the stored ones before this page is gone.
  const [isLeft, setLeft] = useState(false);
  useToldConflicts(isLeft ? NO_CONFLICTS : conflicts);
  const marks = useDayMarks(conflicts, gaps, { openDays: approvals.open, tries: saving.tries });

  const refusalPlace = useRefusalPlace(saving.refusal ?? stale);
  const fieldErrors = checkFields(form, week, records);
  const serverErrors = saving.refusal?.errors ?? [];
  // That a provider may not work under a type is said as soon as both are chosen.
  const problems = saving.tries > 0 ? fieldErrors : fieldErrors.filter(isIhssFault);
  const errorOf = (field: string) =>
    refused[field] ?? [...problems, ...serverErrors].find((error) => error.field === field)?.message;
  const wrong = wrongCells(form.cells, items);
  const leftOut = leftOutTasks(form.cells, items);
  const nameOfType = (code: string) => types?.find((type) => type.Code === code)?.Name ?? code;

  /** The times of the day are entered anew. */
  const disapprove = (gap: DayFinding) => {
    approvals.withdraw(gap);
    for (const row of ['in', 'out'] as const) {
      actions.type(row, gap.day, '');
      actions.settle(row, gap.day);
    }
    document.querySelector<HTMLElement>(`input[data-row="in"][data-day="${gap.day}"]`)?.focus();
  };
  const openOther = (id: number) => {
    // Said in the form as well: they would lie on the other plan.
    closeErrors(conflicts.map(({ message }) => message));
    setOther([...who.providerPlans, ...who.clientPlans].find((one) => one.id === id));
  };
  const modified = saved.modified && !plan.isChanged;
  const show = () => stored && openCarePlan(stored);
  const leave = () => {
    setLeft(true);
    guard.release();
    onDone();
  };
  const goOn = (after: After) => {
    if (after === 'exit' || !stored) leave();
    else if (after === 'show') show();
  };

  const save = (after: After) => {
    saved.forgetStale();
    // What is being typed counts too when Ctrl S is pressed in its cell.
    const days = findDays(draftOf(form), week, records);
    const sentWeek = withoutEmptyTasks(week);
    const change = changeOf(form, sentWeek);
    const draft = draftOf(form);
    if (stored && !plan.isChanged && after !== 'stay') return goOn(after);
    saving.save({
      week,
      fieldErrors,
      wrong,
      timed: isTimed(form, sentWeek, records),
      conflicts: days.conflicts,
      gapDays: daysOf(days.gaps),
      approvedDays: approvals.approvedDays,
      content: stored ? [stored.rev, change] : [draft, sentWeek],
      send: (options, key) =>
        stored
          ? modifyCarePlan(stored, change, options)
          : createCarePlan({ draft, week: sentWeek }, options, key),
      onSaved: ({ rev }) => {
        goOn(after);
        if (stored && after !== 'exit') void saved.reload(form, rev);
      },
    });
  };

  /** The week before goes on: its times are judged by the server, for days that this form does not show. */
  const removeWeek = (from: string) => {
    if (!stored) return;
    saved.forgetStale();
    const change = { removeWeek: from };
    saving.save({
      week,
      fieldErrors: [],
      wrong: [],
      timed: false,
      conflicts: [],
      gapDays: [],
      approvedDays: [],
      content: [stored.rev, change],
      send: (options) => modifyCarePlan(stored, change, options),
      onSaved: ({ rev }) => void saved.reload(form, rev),
    });
  };

  return (
    <div className={classes.page}>
      <div className={classes.content}>
        {stored && (
          <PlanHead
            plan={stored}
            typeName={nameOfType(stored.Type)}
            today={today}
            actions={onCloneTemp && <CloneTempButton plan={stored} onClick={() => onCloneTemp(stored)} />}
          />
        )}
        <PlanFields
          form={form}
          set={set}
          providers={who.providers}
          clients={who.clients}
          types={types}
          coverable={who.coverable}
          switches={switches}
          today={today}
          errorOf={errorOf}
          onRefused={onRefused}
          locked={stored !== undefined}
        />
        {(saving.refusal ?? stale) && (
          <div ref={refusalPlace.place} tabIndex={-1}>
            {saving.refusal && (
              <Note tone="danger" live>
                <RefusedWords info={saving.refusal.info} />
              </Note>
            )}
            {stale && (
              <StalePlanNote
                stale={stale}
                form={form}
                base={plan.base}
                mayModify={saved.mayModifyStale}
                onKeep={saved.keepMine}
                onTake={saved.takeTheirs}
              />
            )}
          </div>
        )}
        {who.failed && (
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
          onOpen={openOther}
        />
        {stored && (
          <PlanWeeksBar
            plan={stored}
            today={today}
            weekFrom={form.weekFrom}
            error={errorOf('weekFrom')}
            mayRemove={!plan.isChanged}
            onDay={(day) => (isIsoDate(day) ? saved.showWeekOf(day) : set({ weekFrom: day }))}
            onRemove={removeWeek}
          />
        )}
        <WeekGrid
          cells={form.cells}
          week={week}
          items={items}
          typeKey={form.type ?? ''}
          marks={marks}
          wrong={new Set(wrong.map(({ row, day }) => `${row} ${day}`))}
          canUndoRefresh={plan.canUndoRefresh}
          actions={actions}
        />
      </div>
      <SaveBar
        lead={<PlanTotals {...computeTotals(week)} />}
        problems={problems.map(({ field }) => ({ name: field, label: FIELD_NAMES[field] ?? field }))}
        state={
          <PlanState
            conflicts={conflicts.length}
            toApprove={approvals.open.length}
            modified={modified ? { onExit: leave, onShow: () => show() } : undefined}
          />
        }
        onShowRefusal={(saving.refusal || stale) && refusalPlace.show}
        onSave={() => save('stay')}
        onCancel={onDone}
        cancelLabel="Go Back"
        saveLabel={stored ? 'Modify' : 'Create'}
        saving={saving.saving}
        // Nothing waits to be modified: the ways on stand beside the state.
        extra={
          stored &&
          !modified && (
            <ModifyKinds busy={saving.saving} onShow={() => save('show')} onExit={() => save('exit')} />
          )
        }
      />
      <SaveDialogs saving={saving} remarks={form.remarks} hasPassword={switches.carePlanPass} />
      <OtherPlanDialog
        plan={other}
        nameOfType={nameOfType}
        today={today}
        onClose={() => setOther(undefined)}
      />
      {guard.dialog}
    </div>
  );
};
