import { isMonth } from '@homecare/domain/calendar.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
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
import { type KeyboardEvent, type ReactNode, type Ref, useMemo, useRef, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { Note } from '../../ui/Note.tsx';
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

/** What is chosen or typed for one page. */
const NOTHING: { readonly plan: string | null; readonly search: string; readonly tried: boolean } = {
  plan: null,
  search: '',
  tried: false,
};
type Choice = typeof NOTHING;

interface PlanSelectProps {
  /** undefined: they are still loading. */
  readonly options: readonly PlanOption[] | undefined;
  /** One of them. */
  readonly chosen: string | null;
  readonly choice: Choice;
  readonly onChange: (change: Partial<Choice>) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** A care plan, found by its people or its number. */
const PlanSelect = ({ options, chosen, choice: { search, tried }, onChange, ref }: PlanSelectProps) => {
  /** Enter takes the first plan that fits, also when the list came after the typing. */
  const takeFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = search === '' || chosen ? [] : findPlans(options ?? [], search, 1);
    if (event.key !== 'Enter' || !first || event.currentTarget.getAttribute('aria-activedescendant')) return;
    event.preventDefault();
    onChange({ plan: first.value, search: first.label });
  };
  return (
    <Select
      ref={ref}
      label="Care plan"
      required
      data-autofocus
      data={options ?? []}
      value={chosen}
      error={tried && !chosen ? 'Choose the care plan of this page.' : undefined}
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

interface AssignFormProps {
  readonly page: { readonly id: number; readonly rev: number };
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  readonly onDone?: () => void;
  /** Beside the main button. */
  readonly children?: ReactNode;
}

/** Where a page belongs: care plan, month and half. Enter assigns it. */
export const AssignForm = ({ page, place, onPlace, onDone, children }: AssignFormProps) => {
  const today = useToday();
  const month = isMonth(place.date) ? place.date : '';
  const options = usePlanOptions(month);
  const [choice, setChoice] = useState(NOTHING);
  const [about, setAbout] = useState(page.id);
  const [assigned, setAssigned] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  const change = (next: Partial<Choice>) => setChoice((before) => ({ ...before, ...next }));
  // A plan was chosen for the page that was looked at: another page, perhaps because somebody was faster, needs its own.
  if (about !== page.id) {
    setAbout(page.id);
    if (about !== assigned) setChoice(NOTHING);
  }
  const chosen = options?.some(({ value }) => value === choice.plan) ? choice.plan : null;
  const hasBegun = month !== '' && beginOfPage(month, periodOf(place.part)) <= today.toString();

  const filing = useAction({
    ...ASSIGN,
    onDone: ({ info }, { id }) => {
      toast.success(info ?? SCAN_FILED);
      setChoice(NOTHING);
      setAssigned(id);
      onDone?.();
      input.current?.focus();
    },
    onRefused: () => {},
  });
  const save = () => {
    change({ tried: true });
    if (!chosen || !hasBegun) return;
    const { id, rev } = page;
    void filing.run({ id, planId: Number(chosen), date: month, part: place.part, rev });
  };
  return (
    <form
      className={classes.form}
      aria-label="Assign the page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {filing.refusal && (
        <Note tone="danger" live>
          {filing.refusal.info}
        </Note>
      )}
      <PlanSelect ref={input} options={options} chosen={chosen} choice={choice} onChange={change} />
      <MonthBox
        label="Month"
        required
        max={today.toPlainYearMonth().toString()}
        value={place.date}
        error={choice.tried && month === '' ? 'Select the month of the timesheet.' : undefined}
        onChange={(date) => onPlace({ ...place, date })}
      />
      <Radio.Group
        label="Period"
        value={place.part}
        error={choice.tried && month !== '' && !hasBegun ? PAGE_NOT_BEGUN : undefined}
        onChange={(part) => onPlace({ ...place, part: PAGE_PARTS.find((one) => one === part) ?? '0' })}
      >
        <div className={classes.choices}>
          {PAGE_PARTS.map((part) => (
            <Radio key={part} value={part} label={PART_NAMES[part]} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.actions}>
        {children}
        <Button type="submit" size="sm" variant="filled" loading={filing.pending}>
          Assign
        </Button>
      </div>
    </form>
  );
};
