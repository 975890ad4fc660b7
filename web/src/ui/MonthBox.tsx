import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import classes from './fields.module.css';
import type { InputProps } from './inputs.tsx';
import { useUnlessPressed } from './unless-pressed.ts';

const Months = lazy(async () => ({ default: (await import('./Months.tsx')).Months }));

export const isMonth = (value: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(value);

/** '2026-11', '2026-1', '11-2026', '1/2026', '202611' → '2026-11'; undefined when it is no month. */
export const readMonth = (typed: string): string | undefined => {
  const text = typed.trim();
  const found = /^(\d{4})[-/.]?(\d{1,2})$/.exec(text) ?? undefined;
  const turned = /^(\d{1,2})[-/.](\d{4})$/.exec(text) ?? undefined;
  const [year, month] = found ? [found[1], found[2]] : [turned?.[2], turned?.[1]];
  const read = `${year}-${month?.padStart(2, '0')}`;
  return isMonth(read) ? read : undefined;
};

const STEP: Record<string, number> = { PageUp: -1, PageDown: 1 };

export interface MonthBoxProps extends InputProps {
  /** YYYY-MM or '' */
  readonly value: string;
  readonly onChange: (month: string) => void;
  /** The last month that may be picked. */
  readonly max?: string;
}

/** A month typed as YYYY-MM or picked; PageUp and PageDown go to the previous and next one. What is no month is told and not taken. */
export const MonthBox = ({ value, onChange, error, max, width, ...rest }: MonthBoxProps) => {
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const isWrong = useUnlessPressed(wrong);
  const take = (month: string) => {
    setDraft(undefined);
    setWrong(false);
    if (month !== value) onChange(month);
  };
  const settle = () => {
    if (draft === undefined) return;
    const read = draft.trim() === '' ? '' : readMonth(draft);
    if (read === undefined) setWrong(true);
    else take(read);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return settle();
    const months = STEP[event.key];
    if (!months || !isMonth(value)) return;
    event.preventDefault();
    take(Temporal.PlainYearMonth.from(value).add({ months }).toString());
  };
  const picker = (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          aria-label="Open months"
          style={{ '--ai-size': 'var(--field-button)' }}
          onClick={() => setOpened((now) => !now)}
        >
          <IconCalendar size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.calendar ?? ''}>
        <Suspense fallback={null}>
          {opened && (
            <Months
              value={isMonth(value) ? value : null}
              max={max}
              onPick={(month) => {
                take(month);
                setOpened(false);
              }}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <TextInput
      {...rest}
      value={draft ?? value}
      error={isWrong ? 'Error: Wrong date, date format (YYYY-MM)' : error}
      placeholder="YYYY-MM"
      inputMode="numeric"
      autoComplete="off"
      style={width ? { width } : undefined}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        // A whole month is taken while it is typed; anything else when the box is left.
        if (isMonth(typed.trim())) take(typed.trim());
        else {
          setDraft(typed);
          setWrong(false);
        }
      }}
      onKeyDown={onKeyDown}
      onBlur={settle}
      rightSection={picker}
    />
  );
};
