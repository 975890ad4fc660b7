import { addDays, showDate } from '@homecare/domain/calendar.ts';
import {
  CREATE_REASON_MAX,
  checkProviderDates,
  REMARKS_MAX,
  TEMPORARY_WINDOW,
} from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, CarePlanType } from '@homecare/domain/care-plans/schema.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { temporaryWindow } from '@homecare/domain/sites/limits.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useCallback } from 'react';
import { toast } from '../../platform/toasts.ts';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { PersonPicker } from './PersonPicker.tsx';
import classes from './PlanFields.module.css';
import type { PlanForm } from './plan-form.ts';

export interface PlanFieldsProps {
  readonly form: PlanForm;
  readonly set: (fields: Partial<PlanForm>) => void;
  readonly providers: readonly PersonRow[] | undefined;
  readonly clients: readonly PersonRow[] | undefined;
  readonly types: readonly CarePlanType[] | undefined;
  /** The client's plans that a temporary plan can cover. */
  readonly coverable: readonly CarePlan[];
  readonly switches: Capabilities | undefined;
  readonly today: string;
  readonly errorOf: (field: string) => string | undefined;
  /** Shows at its field why a choice was refused and cleared. */
  readonly onRefused: (field: string, message: string | undefined) => void;
  /** In a saved plan, provider, client, start, type and create reason are text in its head. */
  readonly locked: boolean;
}

const counter = (text: string, max: number) => (
  <span className={classes.counter}>{`${text.length}/${max}`}</span>
);

/**
 * Choosing a provider runs the background and CAPS checks; on failure the selection is cleared
 * (docs/rules/care-plans.md, rule 10).
 */
const ProviderPicker = ({ form, set, providers, today, errorOf, onRefused }: PlanFieldsProps) => {
  const choose = useCallback(
    (id: number | null) => {
      const person = providers?.find((provider) => provider.ID === id);
      const errors = person ? checkProviderDates(person, Temporal.PlainDate.from(today)) : [];
      for (const { message } of errors) toast.error(message);
      onRefused('ProviderID', errors[0]?.message);
      set({ provider: errors.length > 0 ? null : id });
      return errors.length === 0;
    },
    [providers, today, set, onRefused],
  );
  return (
    <PersonPicker
      label="Provider"
      field="ProviderID"
      people={providers}
      value={form.provider}
      error={errorOf('ProviderID')}
      onChange={choose}
    />
  );
};

const Basics = (props: PlanFieldsProps) => {
  const { form, set, clients, types, errorOf } = props;
  const limits = form.ending === 'temporary' ? temporaryDays(props).start : { min: '1900-01-01' };
  const chooseClient = useCallback(
    (client: number | null) => {
      set({ client, covers: null });
      return true;
    },
    [set],
  );
  return (
    <div className={classes.basics}>
      <ProviderPicker {...props} />
      <PersonPicker
        label="Client"
        field="ClientID"
        people={clients}
        value={form.client}
        error={errorOf('ClientID')}
        onChange={chooseClient}
      />
      <DateBox
        label="Start Date"
        required
        data-field="StartDate"
        value={form.startDate}
        {...limits}
        error={errorOf('StartDate')}
        description={'max' in limits && `From ${showDate(limits.min)} through ${showDate(limits.max)}`}
        onChange={(startDate) => set({ startDate })}
      />
      <Select
        label="Type"
        required
        data-field="Type"
        openOnFocus={false}
        data={(types ?? []).map(({ Code, Name }) => ({ value: Code, label: Name }))}
        value={form.type}
        error={errorOf('Type')}
        placeholder="Choose"
        nothingFoundMessage={types ? 'There is no care plan type' : 'Loading…'}
        onChange={(type) => set({ type })}
      />
      <TextInput
        label="Create reason"
        required
        data-field="createReason"
        value={form.createReason}
        maxLength={CREATE_REASON_MAX}
        error={errorOf('createReason')}
        autoComplete="off"
        rightSection={counter(form.createReason, CREATE_REASON_MAX)}
        rightSectionWidth={52}
        onChange={(event) => set({ createReason: event.currentTarget.value })}
      />
    </div>
  );
};

const OFF = 'Switched off for your agency';

const IS_TEMPORARY = 'A temporary plan ends by its End Date';
const IS_SAVED = 'A saved plan stays what it is: Clone temp makes a temporary plan of it';

/** Why a checkbox is disabled now. Temporary and archive exclude each other. */
const whyNotTick = (kind: 'temporary' | 'archive', { form, switches, locked }: PlanFieldsProps) => {
  if (!(kind === 'temporary' ? switches?.temporaryEnabled : switches?.archiveOnSaveEnabled)) return OFF;
  if (!locked) return undefined;
  if (kind === 'temporary') return IS_SAVED;
  return form.ending === 'temporary' ? IS_TEMPORARY : undefined;
};

const Ticks = (props: PlanFieldsProps) => {
  const { form, set } = props;
  const ending = (kind: 'temporary' | 'archive', label: string, reason = whyNotTick(kind, props)) => (
    <span data-tip={reason}>
      <Checkbox
        size="sm"
        label={label}
        disabled={reason !== undefined}
        aria-description={reason}
        checked={form.ending === kind}
        onChange={(event) => set({ ending: event.currentTarget.checked ? kind : 'none' })}
      />
    </span>
  );
  return (
    <div className={classes.ticks}>
      <Checkbox
        size="sm"
        label="Excluded"
        checked={form.isExcluded}
        onChange={(event) => set({ isExcluded: event.currentTarget.checked })}
      />
      {ending('temporary', 'Is Temporary Careplan')}
      {ending('archive', 'Is Archive Careplan')}
    </div>
  );
};

/** The range of days for the start of a temporary plan and, once it has a start, for its end. */
const temporaryDays = ({ today, form, switches }: Pick<PlanFieldsProps, 'today' | 'form' | 'switches'>) => {
  const { back, ahead, length } = switches ? temporaryWindow(switches) : TEMPORARY_WINDOW;
  const { startDate: start } = form;
  return {
    start: { min: addDays(today, -back), max: addDays(today, ahead) },
    end: isIsoDate(start) ? { min: start, max: addDays(start, length - 1) } : {},
  };
};

const coveredLabel = (plan: CarePlan) => `${plan.id} · ${plan.Provider}`;

/** A date that does not wrap. */
const Day = ({ date }: { readonly date: string }) => <span className={classes.date}>{showDate(date)}</span>;

const endHint = ({ ending }: PlanForm, last: string | undefined) => {
  if (ending === 'archive') return 'First day without visits';
  return (
    <>
      Last day with visits{last && ', at most '}
      {last && <Day date={last} />}
    </>
  );
};

/** The fields opened by the checkboxes. */
const Opened = (props: PlanFieldsProps) => {
  const { form, set, coverable, errorOf, locked } = props;
  const { end } = temporaryDays(props);
  if (!form.isExcluded && form.ending === 'none') return null;
  return (
    <div className={classes.opened}>
      {form.isExcluded && (
        <DateBox
          label="Excluded from"
          required
          data-field="excluded"
          value={form.excluded}
          error={errorOf('excluded')}
          onChange={(excluded) => set({ excluded })}
        />
      )}
      {form.ending === 'temporary' && !locked && (
        <Select
          label="Covers plan"
          required
          data-field="coversPlanId"
          data={coverable.map((plan) => ({ value: String(plan.id), label: coveredLabel(plan) }))}
          value={form.covers === null ? null : String(form.covers)}
          error={errorOf('coversPlanId')}
          placeholder={form.client === null ? 'Choose the client first' : 'Choose'}
          nothingFoundMessage={
            form.client === null
              ? 'Choose the client first'
              : 'The client has no active plan of another provider'
          }
          onChange={(id) => set({ covers: id === null ? null : Number(id) })}
        />
      )}
      {form.ending !== 'none' && (
        <DateBox
          label="End Date"
          required
          data-field="EndDate"
          value={form.endDate}
          {...(form.ending === 'temporary' ? end : isIsoDate(form.startDate) && { min: form.startDate })}
          error={errorOf('EndDate')}
          description={endHint(form, end.max)}
          onChange={(endDate) => set({ endDate })}
        />
      )}
    </div>
  );
};

/** All fields above the week. */
export const PlanFields = (props: PlanFieldsProps) => {
  const { form, set, errorOf } = props;
  return (
    <>
      {!props.locked && <Basics {...props} />}
      <div className={classes.second}>
        <Textarea
          className={classes.remarks ?? ''}
          label="Remarks"
          autosize
          minRows={1}
          maxRows={5}
          data-field="Remarks"
          value={form.remarks}
          maxLength={REMARKS_MAX}
          error={errorOf('Remarks')}
          autoComplete="off"
          rightSection={counter(form.remarks, REMARKS_MAX)}
          rightSectionWidth={64}
          onChange={(event) => set({ remarks: event.currentTarget.value })}
        />
        <Ticks {...props} />
      </div>
      <Opened {...props} />
    </>
  );
};
