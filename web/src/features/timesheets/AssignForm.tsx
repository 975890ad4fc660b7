import { isMonth } from '@homecare/domain/calendar.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { fold } from '@homecare/domain/fold.ts';
import {
  beginOfPage,
  PAGE_NOT_BEGUN,
  PAGE_PARTS,
  PART_NAMES,
  type PagePart,
  periodOf,
  SCAN_FILED,
} from '@homecare/domain/timesheets/scans.ts';
import { Box, Button, type ComboboxItem, Radio, Select, Stack } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useMemo, useRef } from 'react';
import { FormBody } from '../../platform/form/FormBody.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { useListedPlans } from '../care-plans/list-api.ts';
import classes from './AssignForm.module.css';
import { ASSIGN } from './scans-api.ts';

interface PlanOption extends ComboboxItem {
  /** What the search looks at. */
  readonly text: string;
  readonly more: string;
}

const optionOf = ({ id, Provider, Client, Type, Status }: PlanListRow): PlanOption => ({
  value: String(id),
  label: `${Provider} for ${Client}`,
  text: fold(`${Provider} ${Client} ${id}`),
  more: [`Plan ${id}`, Type, Status === 'Active' ? '' : Status].filter(Boolean).join(' · '),
});
const isPlanOption = (option: object): option is PlanOption => 'text' in option;

const findPlans = (options: readonly object[], typed: string, limit: number) => {
  const words = fold(typed.trim())
    .split(/[\s,]+/)
    .filter((word) => word !== '' && word !== 'for');
  return options
    .filter(isPlanOption)
    .filter((option) => words.every((word) => option.text.includes(word)))
    .slice(0, limit);
};

/** Rows drawn at once: typing narrows them. */
const SHOWN = 30;

export interface Place {
  readonly date: string;
  readonly part: PagePart;
}

/** The half that ended most lately: what comes back as paper is of the past. */
export const usualPlace = (today: Temporal.PlainDate): Place =>
  today.day > 15
    ? { date: today.toPlainYearMonth().toString(), part: '0' }
    : { date: today.toPlainYearMonth().subtract({ months: 1 }).toString(), part: '1' };

/** The care plans of a month, '' of all, as they are searched. */
const usePlanOptions = (month: string) => {
  const { rows } = useListedPlans({ month, showArchived: true, showDeleted: false, showTemp: true });
  return useMemo(
    () => rows?.map(optionOf).toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)),
    [rows],
  );
};

/** What is chosen or typed for one page: the place of the one before it stays. */
type Assignment = Place & { readonly plan: string | null; readonly search: string };
const NO_PLAN = { plan: null, search: '' } as const;

interface PlanSelectProps {
  /** undefined: they are still loading. */
  readonly options: readonly PlanOption[] | undefined;
  /** One of them. */
  readonly chosen: string | null;
  readonly search: string;
  readonly error: string | undefined;
  readonly onChange: (change: Partial<Assignment>) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** A care plan, found by its people or its number. */
const PlanSelect = ({ options, chosen, search, onChange, ...field }: PlanSelectProps) => {
  /** Enter takes the first plan that fits, also when the list came after the typing. */
  const takeFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = search === '' || chosen ? [] : findPlans(options ?? [], search, 1);
    if (event.key !== 'Enter' || !first || event.currentTarget.getAttribute('aria-activedescendant')) return;
    event.preventDefault();
    onChange({ plan: first.value, search: first.label });
  };
  return (
    <Select
      {...field}
      data-field="plan"
      label="Care plan"
      required
      data-autofocus
      data={options ?? []}
      value={chosen}
      searchable
      selectFirstOptionOnChange
      searchValue={search}
      onSearchChange={(typed) => onChange({ search: typed })}
      onKeyDown={takeFirst}
      limit={SHOWN}
      filter={({ options: all, search: typed, limit }) => findPlans(all, typed, limit)}
      nothingFoundMessage={options ? 'No care plan of this month matches' : 'Loading…'}
      placeholder="Provider, client or number"
      autoComplete="off"
      maxDropdownHeight={320}
      onChange={(plan) => onChange({ plan })}
      renderOption={({ option }) => (
        <Stack gap={0} miw={0}>
          <span>{option.label}</span>
          <Box component="span" fz={12} c="dimmed">
            {isPlanOption(option) ? option.more : ''}
          </Box>
        </Stack>
      )}
    />
  );
};

/** What is wrong with the place of a page. */
const checkPlace = ({ date, part }: Place, today: string): FieldError[] => {
  if (!isMonth(date)) return [{ field: 'date', message: 'Select the month of the timesheet.' }];
  return beginOfPage(date, periodOf(part)) > today ? [{ field: 'part', message: PAGE_NOT_BEGUN }] : [];
};
const NOT_CHOSEN = { field: 'plan', message: 'Choose the care plan of this page.' };

interface AssignFormProps {
  readonly page: { readonly id: number; readonly rev: number };
  /** What it opens with. */
  readonly place: Place;
  readonly onDone?: () => void;
  /** Beside the main button. */
  readonly children?: ReactNode;
}

const useAssignment = ({ page, place, onDone }: AssignFormProps) => {
  const today = useToday();
  const input = useRef<HTMLInputElement>(null);
  const about = useRef({ page: page.id, assigned: 0 });
  const values: Assignment = { ...NO_PLAN, ...place };
  const save = useSave({
    ...ASSIGN,
    values,
    check: (typed: Assignment) => [
      ...(isListed(typed.plan) ? [] : [NOT_CHOSEN]),
      ...checkPlace(typed, today.toString()),
    ],
    input: ({ plan, date, part }: Assignment) => ({
      id: page.id,
      planId: Number(plan),
      date,
      part,
      rev: page.rev,
    }),
    onSaved: ({ info }) => {
      toast.success(info ?? SCAN_FILED);
      save.set(NO_PLAN);
      about.current.assigned = page.id;
      onDone?.();
      input.current?.focus();
    },
  });
  const { date, plan } = save.values;
  const options = usePlanOptions(isMonth(date) ? date : '');
  const isListed = (wanted: string | null) => options?.some(({ value }) => value === wanted) ?? false;
  const showPage = useRef((_: number) => {});
  showPage.current = (shown) => {
    // A plan was chosen for the page that was looked at: another page, perhaps because somebody was faster, needs its own.
    if (about.current.page !== shown && about.current.page !== about.current.assigned) {
      save.set(NO_PLAN);
      save.form.clearErrors();
    }
    about.current.page = shown;
  };
  useEffect(() => showPage.current(page.id), [page.id]);
  return { save, input, options, chosen: isListed(plan) ? plan : null, today };
};

/** Where a page belongs: care plan, month and half. Enter assigns it. */
export const AssignForm = (props: AssignFormProps) => {
  const { save, input, options, chosen, today } = useAssignment(props);
  return (
    <FormBody save={save} label="Assign the page" className={classes.form} plain>
      <PlanSelect
        ref={input}
        options={options}
        chosen={chosen}
        search={save.values.search}
        error={save.errorOf('plan')}
        onChange={save.set}
      />
      <MonthBox label="Month" required max={today.toPlainYearMonth().toString()} {...save.box('date')} />
      <Radio.Group label="Period" {...save.box('part')}>
        <div className={classes.choices}>
          {PAGE_PARTS.map((part) => (
            <Radio key={part} value={part} label={PART_NAMES[part]} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.actions}>
        {props.children}
        <Button type="submit" size="sm" variant="filled" loading={save.pending}>
          Assign
        </Button>
      </div>
    </FormBody>
  );
};
