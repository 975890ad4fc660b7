import { todayIn } from '@homecare/domain/calendar.ts';
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
import { Button, type ComboboxItem, Radio, Select } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { isMonth, MonthBox } from '../../ui/MonthBox.tsx';
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
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const today = todayIn(zone, serverNow());
  const month = isMonth(place.date) ? place.date : '';
  const { rows } = useListedPlans({ month, showArchived: true, showDeleted: false, showTemp: true });
  const options = useMemo(
    () => rows?.map(optionOf).toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)) ?? [],
    [rows],
  );
  const [plan, setPlan] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [tried, setTried] = useState(false);
  const [about, setAbout] = useState(page.id);
  const [assigned, setAssigned] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  // A plan was chosen for the page that was looked at: another page, perhaps because somebody was faster, needs its own.
  if (about !== page.id) {
    setAbout(page.id);
    if (about !== assigned) {
      setPlan(null);
      setSearch('');
      setTried(false);
    }
  }
  const chosen = options.some(({ value }) => value === plan) ? plan : null;
  const hasBegun = month !== '' && beginOfPage(month, periodOf(place.part)) <= today.toString();

  const filing = useAction({
    ...ASSIGN,
    onDone: ({ info }, { id }) => {
      toast.success(info ?? SCAN_FILED);
      setPlan(null);
      setSearch('');
      setTried(false);
      setAssigned(id);
      onDone?.();
      input.current?.focus();
    },
    onRefused: () => {},
  });
  const save = () => {
    setTried(true);
    if (!chosen || !hasBegun) return;
    const { id, rev } = page;
    void filing.run({ id, planId: Number(chosen), date: month, part: place.part, rev });
  };
  /** Enter takes the first plan that fits, also when the list came after the typing. */
  const takeFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = search === '' || chosen ? [] : findPlans(options, search, 1);
    if (event.key !== 'Enter' || !first || event.currentTarget.getAttribute('aria-activedescendant')) return;
    event.preventDefault();
    setPlan(first.value);
    setSearch(first.label);
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
      <Select
        ref={input}
        label="Care plan"
        required
        data-autofocus
        data={options}
        value={chosen}
        error={tried && !chosen ? 'Choose the care plan of this page.' : undefined}
        searchable
        selectFirstOptionOnChange
        searchValue={search}
        onSearchChange={setSearch}
        onKeyDown={takeFirst}
        limit={SHOWN}
        filter={({ options: all, search, limit }) => findPlans(all, search, limit)}
        nothingFoundMessage={rows ? 'No care plan of this month matches' : 'Loading…'}
        placeholder="Provider, client or number"
        autoComplete="off"
        maxDropdownHeight={320}
        onChange={setPlan}
        renderOption={({ option }) => (
          <span className={classes.option}>
            <span>{option.label}</span>
            <span className={classes.more}>{isPlanOption(option) ? option.more : ''}</span>
          </span>
        )}
      />
      <MonthBox
        label="Month"
        required
        max={today.toPlainYearMonth().toString()}
        value={place.date}
        error={tried && month === '' ? 'Select the month of the timesheet.' : undefined}
        onChange={(date) => onPlace({ ...place, date })}
      />
      <Radio.Group
        label="Period"
        value={place.part}
        error={tried && month !== '' && !hasBegun ? PAGE_NOT_BEGUN : undefined}
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
