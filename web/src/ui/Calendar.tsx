import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import classes from './Calendar.module.css';
import { YEAR_LABELS } from './year-labels.ts';

interface CalendarProps {
  readonly value: string | null;
  readonly onPick: (date: string) => void;
  readonly min: string | undefined;
  readonly max: string | undefined;
}

/** Loaded with the first calendar that is opened. */
export const Calendar = ({ value, onPick, min, max }: CalendarProps) => (
  <DatePicker
    value={value}
    {...(value ? { defaultDate: value } : {})}
    {...(min ? { minDate: min } : {})}
    {...(max ? { maxDate: max } : {})}
    firstDayOfWeek={1}
    hideOutsideDates
    classNames={{ day: classes.day ?? '', calendarHeader: classes.header ?? '' }}
    onChange={(date) => date && onPick(date)}
    ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month', ...YEAR_LABELS }}
  />
);
