import { showDate, WEEKDAY_NAMES, weekdayOf } from '@homecare/domain/calendar.ts';
import type { Holiday } from '@homecare/domain/staffing/holiday-contract.ts';
import { checkHolidays, tidyHolidays } from '@homecare/domain/staffing/holidays.ts';
import { Button, TextInput } from '@mantine/core';
import { IconCalendarHeart, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SAVE_HOLIDAYS, useHolidays } from './api.ts';
import classes from './config.module.css';

const weekdayName = (day: string) => WEEKDAY_NAMES[weekdayOf(Temporal.PlainDate.from(day))];

const COLUMNS: readonly Column<Holiday>[] = [
  { key: 'day', title: 'Day', width: 200, cell: ({ day }) => `${showDate(day)}, ${weekdayName(day)}` },
  { key: 'name', title: 'Holiday', min: 180, cell: ({ name }) => name },
];

interface HolidayDialogProps {
  /** The holiday to correct; missing for a new one. */
  readonly holiday: Holiday | undefined;
  readonly others: readonly Holiday[];
  readonly rev: number;
  readonly onClose: () => void;
}

const HolidayDialog = ({ holiday, others, rev, onClose }: HolidayDialogProps) => {
  const all = (own: Holiday) => tidyHolidays([...others, own]);
  const save = useSave({
    ...SAVE_HOLIDAYS,
    values: { day: holiday?.day ?? '', name: holiday?.name ?? '' },
    rev,
    input: (own, rev) => ({ holidays: all(own), rev }),
    check: (own) => (isIsoDate(own.day) ? checkHolidays(all(own)) : [{ field: 'day', message: NO_DATE }]),
    // Errors of the list concern the typed entry, because the others were valid when saved.
    placeOf: ({ field, message }) => ({ field: field.split('.').at(-1) ?? field, message }),
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={holiday ? `Correct ${holiday.name}` : 'New holiday'} onClose={onClose}>
      <DateBox label="Day" required {...save.box('day')} />
      <TextInput
        label="Name"
        required
        autoComplete="off"
        maxLength={60}
        placeholder="Thanksgiving"
        {...save.text('name')}
      />
    </FormDialog>
  );
};

/** The agency's holidays, of which the office is warned before it assigns somebody (docs/rules/staffing.md, rule 24). */
export const HolidaysPanel = () => {
  const query = useHolidays();
  const [step, setStep] = useState<{ readonly what: 'edit' | 'remove'; readonly holiday?: Holiday }>();
  const close = () => setStep(undefined);
  const { holidays, rev = 0 } = query.data ?? {};
  const others = (holidays ?? []).filter((one) => one !== step?.holiday);
  const removed = step?.what === 'remove' ? step.holiday : undefined;
  const add = (
    <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => setStep({ what: 'edit' })}>
      New holiday
    </Button>
  );
  return (
    <div className={classes.content}>
      <DataTable
        label="Holidays"
        columns={COLUMNS}
        rows={holidays}
        rowKey={({ day }) => day}
        rowName={({ name }) => name}
        pageSize={12}
        noun={holidays?.length === 1 ? 'holiday' : 'holidays'}
        onOpen={(holiday) => setStep({ what: 'edit', holiday })}
        menu={(holiday) => [
          { label: 'Correct…', icon: IconPencil, onSelect: () => setStep({ what: 'edit', holiday }) },
          {
            label: 'Remove…',
            icon: IconTrash,
            danger: true,
            onSelect: () => setStep({ what: 'remove', holiday }),
          },
        ]}
        listItem={({ day, name }) => ({ title: name, line: showDate(day) })}
        loadingText="Loading holidays…"
        failure={failureOf(query, 'Couldn’t load the holidays')}
        empty={
          <EmptyState
            icon={IconCalendarHeart}
            title="No holidays yet"
            text="On a holiday, the schedule reminds the office before a caregiver is assigned."
          >
            {add}
          </EmptyState>
        }
      />
      {(holidays?.length ?? 0) > 0 && add}
      {step?.what === 'edit' && (
        <HolidayDialog holiday={step.holiday} others={others} rev={rev} onClose={close} />
      )}
      {removed && (
        <RemoveDialog
          {...SAVE_HOLIDAYS}
          title={`Remove ${removed.name}`}
          input={{ holidays: others, rev }}
          undo={({ data }) => ({
            ...SAVE_HOLIDAYS,
            input: { holidays: tidyHolidays([...others, removed]), rev: data.rev },
            said: `${removed.name} is removed.`,
            undone: `${removed.name} is back.`,
          })}
          onClose={close}
        >
          Caregivers are assigned on {showDate(removed.day)} without a reminder.
        </RemoveDialog>
      )}
    </div>
  );
};
