import { MonthPicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { YEAR_LABELS } from './year-labels.ts';

interface MonthsProps {
  /** YYYY-MM */
  readonly value: string | null;
  readonly onPick: (month: string) => void;
  readonly max: string | undefined;
}

/** Loaded with the first month picker that is opened. */
export const Months = ({ value, onPick, max }: MonthsProps) => (
  <MonthPicker
    value={value && `${value}-01`}
    {...(value ? { defaultDate: `${value}-01` } : {})}
    {...(max ? { maxDate: `${max}-28` } : {})}
    onChange={(date) => date && onPick(date.slice(0, 7))}
    ariaLabels={YEAR_LABELS}
  />
);
