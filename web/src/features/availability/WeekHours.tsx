import type { HoursWindow, WeekWindows } from '@homecare/domain/availability/schema.ts';
import { MAX_WINDOWS } from '@homecare/domain/availability/schema.ts';
import { WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { TextInput } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { TimeBox } from '../../ui/inputs.tsx';
import { copyDown, windowField } from './hours-draft.ts';
import classes from './WeekHours.module.css';

/** What it says; the phone says it in the language of the caregiver. */
export interface WeekWords {
  readonly label: string;
  readonly dayName: (day: Weekday) => string;
  readonly from: string;
  readonly to: string;
  readonly none: string;
  readonly add: (day: string) => string;
  readonly remove: (day: string) => string;
  readonly copy: (day: string) => string;
}

export const OFFICE_WEEK: WeekWords = {
  label: 'Weekly hours',
  dayName: (day) => WEEKDAY_NAMES[day],
  from: 'from',
  to: 'to',
  none: 'Not available',
  add: (day) => `Add hours on ${day}`,
  remove: (day) => `Remove hours on ${day}`,
  copy: (day) => `Copy ${day} to the days below`,
};

interface WeekHoursProps {
  readonly value: WeekWindows;
  readonly onChange: (value: WeekWindows) => void;
  readonly errorOf: (field: string) => string | undefined;
  readonly words: WeekWords;
  /** The time of the phone's own wheel, in sizes for thumbs. */
  readonly isPhone?: boolean;
}

interface TimeProps extends Pick<WeekHoursProps, 'isPhone'> {
  readonly label: string;
  readonly field: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

const Time = ({ label, field, value, error, isPhone, onChange }: TimeProps) =>
  isPhone ? (
    <TextInput
      type="time"
      size="md"
      aria-label={label}
      data-field={field}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TimeBox
      aria-label={label}
      data-field={field}
      width={100}
      value={value}
      error={error}
      onChange={onChange}
    />
  );

interface DayProps extends Omit<WeekHoursProps, 'value' | 'onChange'> {
  readonly day: Weekday;
  readonly windows: readonly HoursWindow[];
  readonly onWindows: (windows: HoursWindow[]) => void;
  readonly onCopy: () => void;
}

const FIRST: HoursWindow = { from: '08:00', to: '16:00' };

const Day = ({ day, windows, errorOf, words, isPhone, onWindows, onCopy }: DayProps) => {
  const name = words.dayName(day);
  const put = (at: number, part: keyof HoursWindow, time: string) =>
    onWindows(windows.map((window, n) => (n === at ? { ...window, [part]: time } : window)));
  const error = errorOf(`windows.${day}`);
  const time = (at: number, part: keyof HoursWindow, value: string) => {
    const field = windowField(day, at, part);
    const change = (next: string) => put(at, part, next);
    return (
      <Time
        label={`${name} ${words[part]}`}
        field={field}
        value={value}
        error={errorOf(field)}
        isPhone={isPhone ?? false}
        onChange={change}
      />
    );
  };
  return (
    <li className={classes.day} data-field={`windows.${day}`} tabIndex={-1}>
      <span className={classes.name}>{name}</span>
      <div className={classes.windows}>
        {windows.length === 0 && <span className={classes.none}>{words.none}</span>}
        {windows.map((window, at) => (
          // Hours have no other identity than their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what they are
          <div className={classes.window} key={at}>
            {time(at, 'from', window.from)}
            <span aria-hidden="true">{words.to}</span>
            {time(at, 'to', window.to)}
            <IconButton
              label={words.remove(name)}
              icon={<IconTrash {...rowIcon} />}
              danger
              onClick={() => onWindows(windows.filter((_, n) => n !== at))}
            />
          </div>
        ))}
      </div>
      <div className={classes.buttons}>
        {windows.length < MAX_WINDOWS && (
          <IconButton
            label={words.add(name)}
            icon={<IconPlus {...rowIcon} />}
            onClick={() => onWindows([...windows, windows.length === 0 ? FIRST : { from: '', to: '' }])}
          />
        )}
        {day !== 'Sun' && (
          <IconButton label={words.copy(name)} icon={<IconCopy {...rowIcon} />} onClick={onCopy} />
        )}
      </div>
      {error && <p className={classes.error}>{error}</p>}
    </li>
  );
};

/** The hours of each weekday: add, remove, copy to the days after it. */
export const WeekHours = ({ value, onChange, errorOf, words, isPhone }: WeekHoursProps) => (
  <>
    <ul className={classes.days} aria-label={words.label} data-field="windows" tabIndex={-1}>
      {WEEKDAYS.map((day) => (
        <Day
          key={day}
          day={day}
          windows={value[day]}
          errorOf={errorOf}
          words={words}
          isPhone={isPhone ?? false}
          onWindows={(windows) => onChange({ ...value, [day]: windows })}
          onCopy={() => onChange(copyDown(value, day))}
        />
      ))}
    </ul>
    {errorOf('windows') && <p className={classes.error}>{errorOf('windows')}</p>}
  </>
);
