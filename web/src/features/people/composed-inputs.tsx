import { WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { PAY_CATEGORIES, PERSON, rateField } from '@homecare/domain/people/dictionary.ts';
import { Checkbox, Group } from '@mantine/core';
import { useController } from 'react-hook-form';
import { DateField, NumberField, ReadValue } from '../../ui/fields.tsx';
import { useUnlessPressed } from '../../ui/unless-pressed.ts';
import { PayRates } from '../payroll/PayRates.tsx';
import { useCategoryNames } from '../payroll/rate-api.ts';
import classes from './composed-inputs.module.css';
import type { PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';

/** Pay per hour by category (docs/rules/people.md, rule 12). A new provider's rates apply from the start; a stored one's have dates. */
export const RatesInput = () => {
  const { person, readOnly, today, zone } = useRecord();
  if (person?.ID)
    return (
      <div className={classes.table} data-field="providerPayRate" tabIndex={-1}>
        <PayRates providerId={person.ID} readOnly={readOnly} today={today.toString()} zone={zone} />
      </div>
    );
  return <FirstRates />;
};

const FirstRates = () => {
  const names = useCategoryNames(null);
  // The record's four categories are known before the agency's own have loaded.
  const all = [...new Set<string>([...PAY_CATEGORIES, ...names])];
  return all.map((category) => (
    <NumberField<PersonForm>
      key={category}
      name={rateField(category)}
      label={category}
      decimals={2}
      prefix="$"
      span={3}
    />
  ));
};

interface DayBoxesProps {
  readonly legend: string;
  readonly days: readonly Weekday[];
  readonly onChange: (days: Weekday[]) => void;
  readonly field: string;
  readonly error?: string | undefined;
}

/** Seven checkboxes on one line. */
export const DayBoxes = ({ legend, days, onChange, field, error }: DayBoxesProps) => (
  <fieldset className={classes.days}>
    <legend>{legend}</legend>
    <Group gap="6px 14px" mih="var(--control-xs)">
      {WEEKDAYS.map((day, index) => (
        <Checkbox
          key={day}
          size="sm"
          label={day}
          aria-label={WEEKDAY_NAMES[day]}
          {...(index === 0 && { 'data-field': field })}
          checked={days.includes(day)}
          onChange={(event) =>
            onChange(
              WEEKDAYS.filter((one) => (one === day ? event.currentTarget.checked : days.includes(one))),
            )
          }
        />
      ))}
    </Group>
    {error && <p className={classes.error}>{error}</p>}
  </fieldset>
);

export const DaysInput = ({ required }: { readonly required: boolean }) => {
  const { readOnly } = useRecord();
  const { field, fieldState } = useController<PersonForm, 'DaycareDays'>({ name: 'DaycareDays' });
  const error = useUnlessPressed(fieldState.error?.message);
  const { label, width } = PERSON.DaycareDays;
  if (readOnly)
    return (
      <ReadValue label={label} span={width} field="DaycareDays">
        {field.value.join(', ')}
      </ReadValue>
    );
  return (
    <DayBoxes
      legend={required ? `${label} *` : label}
      days={field.value}
      onChange={field.onChange}
      field="DaycareDays"
      error={error}
    />
  );
};

/** 'from|to' of the record as two dates. The end may stay empty. */
export const CovidSpan = ({ required }: { readonly required: boolean }) => (
  <>
    <DateField<PersonForm> name="covidStatus.from" label="Covid positive from" required={required} />
    <DateField<PersonForm> name="covidStatus.to" label="Covid positive to" />
  </>
);
