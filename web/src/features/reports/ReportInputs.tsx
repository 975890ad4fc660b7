import { WEEKDAY_NAMES, WEEKDAYS } from '@homecare/domain/calendar.ts';
import type { ReportEntry, ReportInput } from '@homecare/domain/reports/list.ts';
import { FLU_SHOTS, REPORT_GROUPS, VACCINATIONS } from '@homecare/domain/reports/parameters.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateBox } from '../../ui/inputs.tsx';
import { MonthBox } from '../../ui/MonthBox.tsx';
import classes from './Reports.module.css';
import type { ReportValues } from './report-values.ts';

interface InputsProps {
  readonly entry: ReportEntry;
  readonly values: ReportValues;
  readonly onChange: (next: Partial<ReportValues>) => void;
  /** By the wire's names. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Entries of a select, by their values. */
export const options = (of: Readonly<Record<string, string>>, order = Object.keys(of)) =>
  order.map((value) => ({ value, label: of[value] ?? value }));

const GROUPS = options(REPORT_GROUPS);
const VALUES = options(VACCINATIONS, ['all', '1', '0', '2', '3', '4']);
const SHOTS = options(FLU_SHOTS, ['1', '0']);
const QUARTERS = options({ all: 'All' }, ['all', '1', '2', '3', '4']);
const DAYS = WEEKDAYS.map((day) => WEEKDAY_NAMES[day]);
const EXPORTS = options({ pdf: 'PDF', xls: 'Excel' });

/** The inputs of a report, in place below its name. */
export const ReportInputs = ({ entry, values, onChange, faults }: InputsProps) => {
  const select = (
    label: string,
    key: keyof ReportValues,
    data: Parameters<typeof NativeSelect>[0]['data'],
  ) => (
    <NativeSelect
      key={key}
      label={label}
      data={data ?? []}
      value={values[key]}
      onChange={(event) => onChange({ [key]: event.currentTarget.value })}
    />
  );
  const date = (label: string, key: 'date' | 'dateFrom' | 'dateTo') => (
    <DateBox
      key={key}
      label={label}
      value={values[key]}
      error={faults.get(key)}
      onChange={(next) => onChange({ [key]: next })}
    />
  );
  const month = (label: string, key: 'month' | 'from' | 'to') => (
    <MonthBox
      key={key}
      label={label}
      value={values[key]}
      error={faults.get(key)}
      onChange={(next) => onChange({ [key]: next })}
    />
  );
  const inputs: Record<ReportInput, () => ReactNode> = {
    type: () => select('Group', 'type', GROUPS),
    quater: () => select('Quarter', 'quater', QUARTERS),
    vac: () => select('Vaccination', 'vac', VALUES),
    flu: () => select('Flu shot', 'flu', SHOTS),
    year: () => (
      <TextInput
        key="year"
        label="Year"
        inputMode="numeric"
        maxLength={4}
        value={values.year}
        error={faults.get('year')}
        onChange={(event) => onChange({ year: event.currentTarget.value.replace(/\D/g, '') })}
      />
    ),
    month: () => month('Month', 'month'),
    day: () => select('Call from day', 'day', DAYS),
    date: () => date('Date', 'date'),
    dates: () => [date('From', 'dateFrom'), date('To', 'dateTo')],
    months: () => [month('From month', 'from'), month('To month', 'to')],
    client: () => null,
    provider: () => null,
    status: () => null,
  };
  return (
    <div className={classes.inputs}>
      {entry.inputs.map((input) => inputs[input]())}
      {select('Export', 'export', EXPORTS)}
    </div>
  );
};
