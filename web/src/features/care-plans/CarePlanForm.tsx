import type { OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { useCallback, useEffect, useState } from 'react';
import { DraftNote } from '../../platform/form/DraftNote.tsx';
import { useLeaveGuard } from '../../platform/leave-guard.tsx';
import { closeErrors } from '../../platform/toasts.ts';
import { focusField, useRefusalPlace } from '../../ui/form.tsx';
import { isIsoDate } from '../../ui/inputs.tsx';
import { AuthorizationNotes } from '../authorizations/AuthorizationNotes.tsx';
import { openCarePlan } from '../plan-documents/open-plan-document.ts';
import classes from './CarePlanForm.module.css';
import { CloneTempButton } from './CloneTempButton.tsx';
import { OtherPlanDialog } from './OtherPlanDialog.tsx';
import { PlanBar } from './PlanBar.tsx';
import { PlanFields } from './PlanFields.tsx';
import { PlanHead } from './PlanHead.tsx';
import { PlanLimitNotes } from './PlanLimitNotes.tsx';
import { PlanNotices } from './PlanNotices.tsx';
import { PlanWeeksBar } from './PlanWeeksBar.tsx';
import type { PlanForm } from './plan-form.ts';
import type { After } from './plan-state.ts';
import { RequestButton } from './RequestButton.tsx';
import { SaveDialogs } from './SaveDialogs.tsx';
import { itemsOfPlan } from './stored-plan.ts';
import { usePlanDraft } from './use-plan-draft.ts';
import { type PlanContext, planToSave, usePlanFindings, weekRemoval } from './use-plan-findings.ts';
import { usePlanForm } from './use-plan-form.ts';
import { useSavePlan } from './use-save-plan.ts';
import { useSaveRequest } from './use-save-request.ts';
import { WeekGrid } from './WeekGrid.tsx';

interface CarePlanFormProps extends PlanContext {
  readonly mayOverride: boolean;
  /** Initial values. */
  readonly initial: PlanForm;
  /** The saved plan being modified. For a clone, the source provides the tasks. */
  readonly opened?: CarePlan;
  /** Name under which the draft is stored until the plan is saved. */
  readonly draft: string;
  /** The open request that a new plan fulfills. */
  readonly request?: OpenRequest;
  readonly source?: CarePlan;
  /** Returns to the list, after saving or by Go Back. */
  readonly onDone: () => void;
  /** Called after saving as an open request. */
  readonly onRequested?: () => void;
  readonly onCloneTemp?: (plan: CarePlan) => void;
  /** Called if saving archived the plan, so that it can no longer be modified. */
  readonly onEnded?: (plan: CarePlan) => void;
}

const LEAVE = 'Do you want go back without saving?';

/** The form with its findings and the actions to save and leave. */
const useCarePlanForm = ({ mayOverride, onDone, onEnded, onRequested, ...props }: CarePlanFormProps) => {
  const { types, today, initial, opened, source = opened } = props;
  const itemsOf = useCallback(
    (code: string | null) => {
      const items = types?.find((type) => type.Code === code)?.taskOptions;
      return source && source.Type === code ? itemsOfPlan(items, source) : items;
    },
    [types, source],
  );
  const plan = usePlanForm(initial, opened, itemsOf);
  const found = usePlanFindings(props, plan);
  const draft = usePlanDraft(props.draft, plan);
  const leave = () => {
    plan.dispatch({ do: 'leave' });
    if (!guard.release()) onDone();
  };
  const show = () => plan.stored && openCarePlan(plan.stored);
  const goOn = (after: After) => {
    if (after === 'exit' || !plan.stored) leave();
    else if (after === 'show') show();
  };
  const saving = useSavePlan({
    plan,
    today,
    requestId: props.request?.id,
    mayOverride,
    onSaved: ({ after }) => {
      draft.forget();
      goOn(after);
    },
    onEnded: (ended) => {
      draft.forget();
      guard.release();
      onEnded?.(ended);
    },
  });
  const save = (after: After) => {
    if (plan.stored && !plan.isChanged && after !== 'stay') goOn(after);
    else void saving.save(planToSave(plan, found, after));
  };
  const requesting = useSaveRequest(plan, found, props.request, () => {
    draft.forget();
    guard.release();
    onRequested?.();
  });
  const guard = useLeaveGuard(plan.isChanged, {
    question: LEAVE,
    ownPath: true,
    unsaved: {
      pending: saving.pending,
      saveNow: () => saving.save(planToSave(plan, found, 'exit')),
      giveUp: draft.forget,
    },
  });
  return { plan, found, draft: draft.offered, saving, requesting, save, leave, show, dialog: guard.dialog };
};

/** Creates, clones or modifies a care plan. It is not a form element, so that Enter never submits it. */
export const CarePlanForm = (props: CarePlanFormProps) => {
  const { types, switches, today, opened, onDone, onCloneTemp } = props;
  const { plan, found, draft, saving, requesting, save, leave, show, dialog } = useCarePlanForm(props);
  const { form, stored, items, set, actions, dispatch } = plan;
  const { who, errorOf } = found;
  const [other, setOther] = useState<CarePlan>();
  const refusalPlace = useRefusalPlace(plan.refusal ?? plan.stale);
  useEffect(() => {
    if (!opened && window.matchMedia('(min-width: 700px)').matches) focusField('ProviderID');
  }, [opened]);
  const nameOfType = (code: string) => types?.find((type) => type.Code === code)?.Name ?? code;
  const openOther = (id: number) => {
    // The form shows these messages as well, and the toasts would cover the other plan.
    closeErrors(found.conflicts.map(({ message }) => message));
    setOther([...who.providerPlans, ...who.clientPlans].find((one) => one.id === id));
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
          onRefused={found.onRefused}
          locked={stored !== undefined}
        />
        <DraftNote draft={draft} labelOf={(words) => words} />
        <PlanNotices {...{ plan, found, saving }} place={refusalPlace.place} onOpen={openOther} />
        {stored && (
          <PlanWeeksBar
            plan={stored}
            today={today}
            weekFrom={form.weekFrom}
            error={errorOf('weekFrom')}
            mayRemove={!plan.isChanged}
            onDay={(day) =>
              isIsoDate(day) ? dispatch({ do: 'showWeek', from: day }) : set({ weekFrom: day })
            }
            onRemove={(from) => void saving.save(weekRemoval(plan, found, from))}
          />
        )}
        <WeekGrid
          cells={form.cells}
          week={found.week}
          items={items}
          typeKey={form.type ?? ''}
          marks={found.marks}
          wrong={new Set(found.wrong.map(({ row, day }) => `${row} ${day}`))}
          canUndoRefresh={plan.overwritten !== undefined}
          actions={actions}
        />
        {/* They come later than the week, which stays where it is. */}
        <PlanLimitNotes plan={plan} found={found} />
        <AuthorizationNotes clientId={form.client} type={form.type ?? ''} />
      </div>
      <PlanBar
        {...{ plan, found }}
        pending={saving.pending || requesting.pending}
        requesting={
          <RequestButton
            form={form}
            isStored={props.request !== undefined}
            pending={requesting.pending}
            onSave={requesting.save}
          />
        }
        onSave={save}
        onCancel={onDone}
        onExit={leave}
        onShow={show}
        onShowRefusal={refusalPlace.show}
      />
      <SaveDialogs saving={saving} remarks={form.remarks} hasPassword={switches.carePlanPass} />
      <OtherPlanDialog
        plan={other}
        nameOfType={nameOfType}
        today={today}
        onClose={() => setOther(undefined)}
      />
      {dialog}
    </div>
  );
};
