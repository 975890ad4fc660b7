import { WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { ReadValue, TextField, TimeField } from '../../ui/fields.tsx';
import { smallIcon } from '../../ui/icons.ts';
import classes from './composed-inputs.module.css';
import { DayBoxes } from './composed-inputs.tsx';
import { EMPTY_SERVICE, type PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';

const COMPANY_MAX = 60;

const ServiceDays = ({ index }: { readonly index: number }) => {
  const { readOnly } = useRecord();
  const { control, setValue } = useFormContext<PersonForm>();
  const row = useWatch({ control, name: `otherService.${index}` });
  const days = WEEKDAYS.filter((day) => row?.[day]);
  if (readOnly)
    return (
      <ReadValue label="Days" span={6} field={`otherService.${index}.Mon`}>
        {days.join(', ')}
      </ReadValue>
    );
  const change = (next: Weekday[]) => {
    for (const day of WEEKDAYS)
      setValue(`otherService.${index}.${day}`, next.includes(day), { shouldDirty: true });
  };
  return (
    <div className={classes.serviceDays}>
      <DayBoxes legend="Days" days={days} onChange={change} field={`otherService.${index}.Mon`} />
    </div>
  );
};

/** Regular services by other companies, which care plans must not overlap. */
export const OtherServices = () => {
  const { readOnly, onOpener } = useRecord();
  const { control, setValue } = useFormContext<PersonForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'otherService' });
  const removeAt = (index: number) => {
    remove(index);
    if (fields.length > 1) return;
    setValue('toggles.otherServices', false, { shouldDirty: true });
    onOpener();
  };
  return (
    <>
      {fields.map((field, index) => (
        <div key={field.id} className={classes.service}>
          <TextField<PersonForm>
            name={`otherService.${index}.CompanyName`}
            label="Company name"
            required={!readOnly}
            span={5}
            maxLength={COMPANY_MAX}
          />
          <TimeField<PersonForm> name={`otherService.${index}.From`} label="From" span={2} />
          <TimeField<PersonForm> name={`otherService.${index}.To`} label="To" span={2} />
          {!readOnly && (
            <div className={classes.remove}>
              <Button leftSection={<IconTrash {...smallIcon} />} onClick={() => removeAt(index)}>
                Remove<span className="visually-hidden"> service {index + 1}</span>
              </Button>
            </div>
          )}
          <ServiceDays index={index} />
        </div>
      ))}
      {!readOnly && (
        <div className={classes.add}>
          <Button leftSection={<IconPlus {...smallIcon} />} onClick={() => append(EMPTY_SERVICE)}>
            Add another service
          </Button>
        </div>
      )}
    </>
  );
};
