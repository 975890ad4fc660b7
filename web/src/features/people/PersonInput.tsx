import { showAge } from '@homecare/domain/calendar.ts';
import { type Field, fieldOf } from '@homecare/domain/people/dictionary.ts';
import { SSN } from '@homecare/domain/people/kind-and-status.ts';
import { useFormContext } from 'react-hook-form';
import {
  CheckField,
  DateField,
  MaskField,
  MonthField,
  NumberField,
  ReadValue,
  SelectField,
  TextField,
  TimeField,
} from '../../ui/fields.tsx';
import { AddressInput } from './AddressInput.tsx';
import { CodesInput, UnitsInput } from './CodesInput.tsx';
import { CovidSpan, DaysInput, RatesInput } from './composed-inputs.tsx';
import { useFieldWords } from './field-words.ts';
import { LanguageInput } from './LanguageInput.tsx';
import { OtherServices } from './OtherServices.tsx';
import { ParExpiration } from './ParExpiration.tsx';
import type { FormField, PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';

const PASTE_HINT = 'You can paste a name, address and phone here.';
const LETTERS = /[\p{L}\p{M}. -]/u;
const DIGITS = /\d/;

interface PersonInputProps {
  readonly name: FormField;
  readonly required: boolean;
}

interface TextLook {
  readonly allow?: RegExp;
  readonly inputMode?: 'numeric' | 'email';
  readonly type?: 'email';
  readonly upper?: boolean;
  readonly rows?: number;
  readonly placeholder?: string;
  readonly maxLength?: number;
}
const TEXTS: Partial<Record<Field['kind'], TextLook>> = {
  text: {},
  email: { type: 'email', inputMode: 'email' },
  contact: { placeholder: 'Phone or e-mail' },
  zip: { allow: DIGITS, inputMode: 'numeric' },
  state: { allow: /\p{L}/u, upper: true },
  letters: { allow: LETTERS },
  note: { rows: 5 },
};

/** Limits worth a counter: long enough for prose, and short enough to reach. */
const isCounted = (max: number | undefined) => max !== undefined && max > 100 && max < 200;

/** One field of the record, as described in the dictionary. */
export const PersonInput = ({ name, required }: PersonInputProps) => {
  const { onOpener, person, readOnly, today, mode } = useRecord();
  const { getValues } = useFormContext<PersonForm>();
  const field = fieldOf(name);
  const { kind, label, lean, max, options, width = 3 } = field;
  const warning = useFieldWords(name);
  const shared = { name, label, required, span: width, ...(warning && { warning }) };

  if (name === 'Address') return <AddressInput required={required} />;
  if (name === 'Language') return <LanguageInput />;
  if (name === 'PAR Expiration' && person?.ID)
    return <ParExpiration {...shared} name={name} clientId={person.ID} />;
  if (name === SSN && readOnly)
    return (
      <ReadValue label={label} field={name}>
        {shownSsn(getValues(SSN))}
      </ReadValue>
    );
  const text = TEXTS[kind];
  if (text) {
    const { maxLength = max, ...look } = text;
    return (
      <TextField<PersonForm>
        {...shared}
        {...look}
        {...(maxLength === undefined ? {} : { maxLength })}
        counter={name === 'Diagnosis' && isCounted(max)}
        {...(name === 'LastName' && mode === 'insert' && { description: PASTE_HINT })}
        {...(name === 'Email' && person?.confirmedEmail && { description: 'Verified email' })}
      />
    );
  }
  switch (kind) {
    case 'phone':
    case 'ssn':
      return <MaskField<PersonForm> {...shared} mask={kind} />;
    case 'select':
      return <SelectField<PersonForm> {...shared} options={options ?? []} clearable={!required} />;
    case 'date':
      return (
        <DateField<PersonForm>
          {...shared}
          {...(lean && { lean })}
          {...(name === 'DOB' && { meaning: (iso: string) => showAge(iso, today) })}
          {...(name === 'DC Date' && { onChanged: onOpener })}
        />
      );
    case 'month':
      return <MonthField<PersonForm> {...shared} />;
    case 'time':
      return <TimeField<PersonForm> {...shared} />;
    case 'bool':
      return <CheckField<PersonForm> {...shared} onChanged={onOpener} />;
    case 'int':
      return <NumberField<PersonForm> {...shared} />;
    case 'rates':
      return <RatesInput />;
    case 'codes':
      return <CodesInput required={required} />;
    case 'units':
      return <UnitsInput />;
    case 'days':
      return <DaysInput required={required} />;
    case 'otherServices':
      return <OtherServices />;
    case 'span':
      return <CovidSpan required={required} />;
    default:
      return null;
  }
};

/** Some roles receive only four digits. */
const shownSsn = (ssn: string) => (ssn.length === 4 ? `···-··-${ssn}` : ssn);
