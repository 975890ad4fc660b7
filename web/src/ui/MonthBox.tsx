import { isMonth, readMonth } from '@homecare/domain/calendar.ts';
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, lazy, useState } from 'react';
import { type InputProps, plainBox } from './inputs.tsx';
import { PickerButton } from './PickerButton.tsx';
import { useUnlessPressed } from './unless-pressed.ts';

const Months = lazy(async () => ({ default: (await import('./Months.tsx')).Months }));

const STEP: Record<string, number> = { PageUp: -1, PageDown: 1 };

export interface MonthBoxProps extends InputProps {
  /** YYYY-MM or '' */
  readonly value: string;
  readonly onChange: (month: string) => void;
  /** The last month that can be picked. */
  readonly max?: string;
  /** Receives text that is no month, for forms that keep it and show their own error. */
  readonly onUnread?: (typed: string) => void;
}

/** A month typed as YYYY-MM or picked. PageUp and PageDown go to the previous and next month. Invalid text shows an error. */
export const MonthBox = ({
  value,
  onChange,
  onUnread,
  onBlur,
  error,
  max,
  width,
  ...rest
}: MonthBoxProps) => {
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
    const read = draft.trim() === '' ? '' : readMonth(draft, Temporal.Now.plainDateISO());
    if (read !== undefined) return take(read);
    if (!onUnread) return setWrong(true);
    setDraft(undefined);
    onUnread(draft);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return settle();
    const months = STEP[event.key];
    if (!months || !isMonth(value)) return;
    event.preventDefault();
    take(Temporal.PlainYearMonth.from(value).add({ months }).toString());
  };
  const picker = (
    <PickerButton label="Open months">
      {(close) => (
        <Months
          value={isMonth(value) ? value : null}
          max={max}
          onPick={(month) => {
            take(month);
            close();
          }}
        />
      )}
    </PickerButton>
  );
  return (
    <TextInput
      {...rest}
      value={draft ?? value}
      error={isWrong ? 'Error: Wrong date, date format (YYYY-MM)' : error}
      placeholder="YYYY-MM"
      inputMode="numeric"
      {...plainBox(width, onBlur, settle)}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        // A complete month is accepted while typing; anything else when the input loses focus.
        if (isMonth(typed.trim())) take(typed.trim());
        else {
          setDraft(typed);
          setWrong(false);
        }
      }}
      onKeyDown={onKeyDown}
      rightSection={picker}
    />
  );
};
