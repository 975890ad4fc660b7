import { showDecimalHours } from '@homecare/domain/calendar.ts';
import type { StandIn } from '@homecare/domain/care-plans/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { fold } from '@homecare/domain/fold.ts';
import { type ComboboxItem, type ComboboxParsedItem, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { milesOf } from '../possible-providers/possible-columns.tsx';
import classes from './Absence.module.css';

interface StandInOption extends ComboboxItem {
  readonly text: string;
  readonly facts: string;
}
const isStandIn = (option: object): option is StandInOption => 'facts' in option;

/** Best first; substitutes without a rate keep the server's order. */
const byRate = (at: number) => (a: StandIn, b: StandIn) =>
  (b.parts[at]?.rate ?? 0) - (a.parts[at]?.rate ?? 0);

const optionOf = ({ id, Name }: StandIn, facts: string, disabled: boolean): StandInOption => ({
  value: String(id),
  label: Name,
  text: fold(Name),
  facts,
  disabled,
});

const hoursOf = ({ hours }: StandIn) => `${showDecimalHours(hours)} h a week`;

/** Who can take over one part, followed by those who cannot, each with the reason. */
export const optionsForPart = (standIns: readonly StandIn[], at: number) => {
  const whyOf = ({ mayNotWork, parts }: StandIn) => [...mayNotWork, ...(parts[at]?.why ?? [])];
  const facts = (one: StandIn) => {
    const part = one.parts[at];
    return [...(part && part.distance !== null ? [milesOf(part)] : []), hoursOf(one)].join(' · ');
  };
  const can = standIns.filter((one) => whyOf(one).length === 0).toSorted(byRate(at));
  const cannot = standIns.filter((one) => whyOf(one).length > 0);
  return {
    can: can.map((one) => optionOf(one, facts(one), false)),
    cannot: cannot.map((one) => optionOf(one, whyOf(one).join(', '), true)),
  };
};

/** Who can take over most of the parts in `open`. */
export const optionsForAll = (standIns: readonly StandIn[], open: readonly number[]) => {
  const count = ({ parts }: StandIn) => open.filter((at) => parts[at]?.why.length === 0).length;
  const working = standIns.filter(({ mayNotWork }) => mayNotWork.length === 0);
  const factsOf = (one: StandIn) => `${count(one)} of ${counted(open.length, 'care plan')} · ${hoursOf(one)}`;
  return {
    can: working
      .filter((one) => count(one) > 0)
      .toSorted((a, b) => count(b) - count(a))
      .map((one) => optionOf(one, factsOf(one), false)),
    cannot: standIns
      .filter((one) => one.mayNotWork.length > 0 || count(one) === 0)
      .map((one) =>
        optionOf(
          one,
          one.mayNotWork.length > 0 ? one.mayNotWork.join(', ') : 'not free for any of them',
          true,
        ),
      ),
  };
};

/** Rows rendered at once; typing narrows them. */
const SHOWN = 30;

const narrowed = (options: readonly ComboboxParsedItem[], typed: string): ComboboxParsedItem[] => {
  const words = fold(typed.trim())
    .split(/[\s,]+/)
    .filter(Boolean);
  const fits = (item: object) => isStandIn(item) && words.every((word) => item.text.includes(word));
  return options.map(
    (option): ComboboxParsedItem =>
      'items' in option ? { ...option, items: option.items.filter(fits).slice(0, SHOWN) } : option,
  );
};

interface StandInPickerProps {
  readonly label: string;
  readonly options: { readonly can: readonly StandInOption[]; readonly cannot: readonly StandInOption[] };
  readonly value: number | null;
  readonly visibleLabel?: boolean;
  readonly placeholder: string;
  readonly disabled?: boolean;
  readonly onChange: (id: number | null) => void;
}

/** Picks a substitute provider. */
export const StandInPicker = (props: StandInPickerProps) => {
  const { label, options, value, visibleLabel = false, placeholder, disabled = false, onChange } = props;
  const [search, setSearch] = useState('');
  const data = useMemo(
    () => [
      ...(options.can.length > 0 ? [{ group: 'Can step in', items: [...options.can] }] : []),
      ...(options.cannot.length > 0 ? [{ group: 'Cannot step in', items: [...options.cannot] }] : []),
    ],
    [options],
  );
  return (
    <Select
      {...(visibleLabel ? { label } : { 'aria-label': label })}
      data={data}
      value={value === null ? null : String(value)}
      disabled={disabled}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
      openOnFocus={false}
      onFocus={(event) => event.currentTarget.select()}
      filter={({ options: all, search: typed }) =>
        narrowed(all, chosenLabel(options, value) === typed ? '' : typed)
      }
      nothingFoundMessage="Nobody found"
      placeholder={placeholder}
      autoComplete="off"
      maxDropdownHeight={320}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.label}</span>
          <span className={classes.facts}>{isStandIn(option) ? option.facts : ''}</span>
        </span>
      )}
    />
  );
};

const chosenLabel = (options: StandInPickerProps['options'], value: number | null) =>
  options.can.find((option) => option.value === String(value))?.label;
