import { fold } from '@homecare/domain/fold.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { type ComboboxItem, Select } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import classes from './PersonPicker.module.css';

interface PersonPickerProps {
  readonly label: string;
  readonly field: string;
  readonly people: readonly PersonRow[] | undefined;
  readonly value: number | null;
  readonly error?: string | undefined;
  /** Allows an empty choice. */
  readonly optional?: boolean;
  /** Returns false if the choice was refused, so that nobody is chosen. */
  readonly onChange: (id: number | null) => boolean;
}

interface PersonOption extends ComboboxItem {
  /** The searchable text. */
  readonly text: string;
  readonly place: string;
}

const optionOf = (person: PersonRow): PersonOption => {
  const name = personName(person);
  return {
    value: String(person.ID),
    label: name,
    text: fold(`${name} ${person.ID} ${person.City ?? ''}`),
    place: [person.City, `ID ${person.ID}`].filter(Boolean).join(' · '),
  };
};

const isPersonOption = (option: object): option is PersonOption => 'text' in option;

/** Every word must occur. Names that start with the typed text come first. */
const findPeople = (options: readonly object[], typed: string, limit: number): PersonOption[] => {
  const wanted = fold(typed.trim());
  const words = wanted.split(/[\s,]+/).filter(Boolean);
  const found = options
    .filter(isPersonOption)
    .filter((option) => words.every((word) => option.text.includes(word)));
  const begins = (option: PersonOption) => option.text.startsWith(wanted);
  return [...found.filter(begins), ...found.filter((option) => !begins(option))].slice(0, limit);
};

/** Rows rendered at once, so that thousands of people stay fast; typing narrows them. */
const SHOWN = 30;

/** Picks one person out of thousands, by any part of the name, the town or the ID. Memoized, because each render searches all of them. */
export const PersonPicker = memo((props: PersonPickerProps) => {
  const { label, field, people, value, error, optional = false, onChange } = props;
  const options = useMemo(
    () => (people ?? []).map(optionOf).toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)),
    [people],
  );
  const [search, setSearch] = useState('');
  return (
    <Select
      label={label}
      required={!optional}
      clearable={optional}
      data-field={field}
      data={options}
      value={value === null ? null : String(value)}
      error={error}
      searchable
      searchValue={search}
      onSearchChange={(typed) => {
        setSearch(typed);
        if (optional && typed === '' && value !== null) onChange(null);
      }}
      openOnFocus={false}
      onFocus={(event) => event.currentTarget.select()}
      limit={SHOWN}
      filter={({ options: all, search, limit }) => findPeople(all, search, limit)}
      nothingFoundMessage={people ? 'Nobody found' : 'Loading…'}
      placeholder="Type to find"
      autoComplete="off"
      maxDropdownHeight={320}
      onChange={(id) => {
        if (!onChange(id === null ? null : Number(id))) setSearch('');
      }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.label}</span>
          <span className={classes.place}>{isPersonOption(option) ? option.place : ''}</span>
        </span>
      )}
    />
  );
});
