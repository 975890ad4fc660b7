import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import { areaWords } from '@homecare/domain/addresses/zip-areas.ts';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './AddressBox.module.css';
import { useAddressSuggestions } from './api.ts';

interface AddressBoxProps {
  readonly label: string;
  readonly value: string;
  /** Typed by hand. */
  readonly onType: (text: string) => void;
  readonly onChoose: (suggestion: AddressSuggestion) => void;
  readonly onBlur?: () => void;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly ref?: Ref<HTMLInputElement>;
  readonly 'data-field'?: string;
}

const placeOf = ({ City, State, PostalCode, County }: AddressSuggestion) =>
  [`${City}, ${State} ${PostalCode}`, County && `${County} County`].filter(Boolean).join(' · ');

const keyOf = (suggestion: AddressSuggestion, index: number) => `${index} ${suggestion.Address}`;

const creditsOf = (found: readonly AddressSuggestion[]) =>
  [
    ...new Set(
      found.map(({ credit, withinMiles }) => {
        if (credit) return credit;
        return withinMiles === undefined ? 'Addresses of this agency' : 'ZIP data: GeoNames, CC BY 4.0';
      }),
    ),
  ].join(' · ');

/** A ZIP area is named as what it is: choosing it keeps the street as it was typed. */
const SuggestionLines = ({ suggestion }: { readonly suggestion: AddressSuggestion }) => {
  const { Address, City, State, PostalCode, AddressApproximate, withinMiles } = suggestion;
  if (withinMiles !== undefined)
    return (
      <span className={classes.option}>
        <span>{areaWords(PostalCode, `${City}, ${State}`, withinMiles)}</span>
        <span className={classes.place}>Keeps “{Address}”, which could not be checked</span>
      </span>
    );
  return (
    <span className={classes.option}>
      <span>{Address}</span>
      <span className={classes.place}>
        {placeOf(suggestion)}
        {AddressApproximate && ' · approximate location'}
      </span>
    </span>
  );
};

const Suggestions = ({ found }: { readonly found: readonly AddressSuggestion[] }) => (
  <Combobox.Options aria-label="Suggested addresses">
    {found.map((suggestion, index) => (
      <Combobox.Option key={keyOf(suggestion, index)} value={keyOf(suggestion, index)}>
        <SuggestionLines suggestion={suggestion} />
      </Combobox.Option>
    ))}
  </Combobox.Options>
);

/** A street address with suggestions. What is typed is always kept: a suggestion is an offer. */
export const AddressBox = ({ value, onType, onChoose, onBlur, ...rest }: AddressBoxProps) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { suggestions } = useAddressSuggestions(value, combobox.dropdownOpened);
  const found = suggestions ?? [];
  const choose = (key: string) => {
    const suggestion = found.find((one, index) => keyOf(one, index) === key);
    combobox.closeDropdown();
    if (suggestion) onChoose(suggestion);
  };
  return (
    // From the start of the input: centred, a dropdown that was measured while hidden would hang over the edge of a phone.
    <Combobox store={combobox} position="bottom-start" onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          {...rest}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            onType(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            onBlur?.();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Suggestions found={found} />
        <Combobox.Footer className={classes.credit}>{creditsOf(found)}</Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
};
