import { addDays, readDate, readTime, sayTime, showDate, type YearLean } from '@homecare/domain/calendar.ts';
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, lazy, type ReactNode, type Ref, useState } from 'react';
import { caretAfter, type MaskName, maskText } from './masks.ts';
import { PickerButton } from './PickerButton.tsx';
import { useUnlessPressed } from './unless-pressed.ts';

const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }));

/** Controlled inputs without a form; fields.tsx binds them to react-hook-form. */
export interface InputProps {
  readonly label?: ReactNode;
  /** Required if there is no visible label. */
  readonly 'aria-label'?: string;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly description?: ReactNode;
  readonly placeholder?: string;
  readonly onBlur?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
  /** Name by which SaveBar finds the input. */
  readonly 'data-field'?: string;
  /** Gets the focus when the dialog opens. */
  readonly 'data-autofocus'?: boolean;
  readonly className?: string | undefined;
  readonly width?: number;
}

export const NO_DATE = 'Enter a date as MM-DD-YYYY';
export const NO_TIME = 'Enter a time, such as 8:30 AM';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Distinguishes a date from other text, which a date input keeps as typed. */
export const isIsoDate = (value: string) => ISO_DATE.test(value);
export const isClock = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value);

/** Today's date is used only to complete two-digit years. */
const dateOf = (lean: YearLean) => (typed: string) =>
  readDate(typed, Temporal.Now.plainDateISO(), lean) ?? typed;

/** Keeps typed text unchanged until the input loses focus, while the value follows every key. */
const useDraft = (shown: string, read: (typed: string) => string, onChange: (value: string) => void) => {
  const [draft, setDraft] = useState<string>();
  return {
    text: draft ?? shown,
    typing: draft !== undefined,
    type: (typed: string) => {
      setDraft(typed);
      onChange(typed.trim() === '' ? '' : read(typed));
    },
    settle: () => setDraft(undefined),
  };
};

/** Properties shared by all short inputs. Losing focus ends the editing. */
export const plainBox = (width: number | undefined, onBlur: (() => void) | undefined, settle = () => {}) => ({
  autoComplete: 'off',
  style: width ? { width } : undefined,
  onBlur: () => {
    settle();
    onBlur?.();
  },
});

const DAY_STEP: Record<string, number> = { PageUp: -1, PageDown: 1 };

export interface DateBoxProps extends InputProps {
  /** YYYY-MM-DD, '' or the typed text that is no date. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly min?: string;
  readonly max?: string;
  /** For birth dates, a two-digit year is never in the future. */
  readonly lean?: YearLean;
}

/** A date typed as MM-DD-YYYY or picked. PageUp and PageDown go to the previous and next day. */
export const DateBox = ({
  value,
  onChange,
  onBlur,
  error,
  min,
  max,
  width,
  placeholder,
  lean = 'near',
  ...rest
}: DateBoxProps) => {
  const { text, typing, type, settle } = useDraft(
    isIsoDate(value) ? showDate(value) : value,
    dateOf(lean),
    onChange,
  );
  const noDate = useUnlessPressed(!typing && value !== '' && !isIsoDate(value));
  const step = (event: KeyboardEvent) => {
    const days = DAY_STEP[event.key];
    if (!days || !isIsoDate(value)) return;
    event.preventDefault();
    const next = addDays(value, days);
    const isBeyond = days > 0 ? max !== undefined && next > max : min !== undefined && next < min;
    if (isBeyond) return;
    settle();
    onChange(next);
  };
  const calendar = (
    <PickerButton label="Open calendar">
      {(close) => (
        <Calendar
          value={isIsoDate(value) ? value : null}
          min={min}
          max={max}
          onPick={(date) => {
            settle();
            onChange(date);
            close();
          }}
        />
      )}
    </PickerButton>
  );
  return (
    <TextInput
      {...rest}
      value={text}
      error={noDate ? NO_DATE : error}
      placeholder={placeholder ?? 'MM-DD-YYYY'}
      inputMode="numeric"
      {...plainBox(width, onBlur, settle)}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={step}
      rightSection={calendar}
    />
  );
};

const timeOf = (typed: string) => readTime(typed) ?? typed;

export interface TimeBoxProps extends InputProps {
  /** HH:mm, '' or the typed text that is no time. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Care plans and billing use a 24-hour clock; everything else shows times like '8:30 AM' (docs/rules/screens.md, rule 14). */
  readonly clock?: 12 | 24;
}

/** A time of day. Accepts 830, 8:30, 0830, 830a and 8:30 am for 08:30. */
export const TimeBox = ({
  value,
  onChange,
  onBlur,
  error,
  width,
  placeholder,
  clock = 12,
  ...rest
}: TimeBoxProps) => {
  const shown = clock === 12 && isClock(value) ? sayTime(value) : value;
  const { text, typing, type, settle } = useDraft(shown, timeOf, onChange);
  const noTime = useUnlessPressed(!typing && value !== '' && !isClock(value));
  return (
    <TextInput
      {...rest}
      value={text}
      error={noTime ? NO_TIME : error}
      placeholder={placeholder ?? (clock === 12 ? 'h:mm AM' : 'HH:mm')}
      inputMode={clock === 12 ? 'text' : 'numeric'}
      {...plainBox(width, onBlur, settle)}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
};

const MASK_HINTS: Record<MaskName, string> = { ssn: '111-11-1111', phone: '(111) 111-1111' };

export interface MaskBoxProps extends InputProps {
  readonly mask: MaskName;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An input for SSN or phone. The user types digits and the punctuation is added; a pasted +1 is dropped. */
export const MaskBox = ({ mask, value, onChange, onBlur, width, placeholder, ...rest }: MaskBoxProps) => (
  <TextInput
    {...rest}
    value={value}
    placeholder={placeholder ?? MASK_HINTS[mask]}
    inputMode={mask === 'phone' ? 'tel' : 'numeric'}
    {...plainBox(width, onBlur)}
    onChange={(event) => {
      const input = event.currentTarget;
      const caret = caretAfter(mask, input.value, input.selectionStart ?? input.value.length);
      onChange(maskText(mask, input.value));
      requestAnimationFrame(() => input === document.activeElement && input.setSelectionRange(caret, caret));
    }}
  />
);

export interface NumberBoxProps extends InputProps {
  /** A number, null, or the typed text that is no number. */
  readonly value: number | string | null;
  readonly onChange: (value: number | string | null) => void;
  readonly decimals?: number;
  readonly prefix?: string;
}

const readNumber = (typed: string): number | string | null => {
  const plain = typed.replace(/[$,\s]/g, '');
  if (plain === '') return null;
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(plain) ? Number(plain) : typed;
};

/** Keeps excess decimals visible, so that the error refers to what the user sees. */
const withDecimals = (value: number, decimals: number) => {
  const text = value.toFixed(decimals);
  return Number(text) === value ? text : String(value);
};

export const NumberBox = ({
  value,
  onChange,
  onBlur,
  decimals = 0,
  prefix,
  error,
  width,
  ...rest
}: NumberBoxProps) => {
  const [draft, setDraft] = useState<string>();
  const shown = typeof value === 'number' ? withDecimals(value, decimals) : (value ?? '');
  const noNumber = useUnlessPressed(draft === undefined && typeof value === 'string' && value !== '');
  return (
    <TextInput
      {...rest}
      value={draft ?? shown}
      error={noNumber ? 'Enter a number' : error}
      inputMode="decimal"
      {...plainBox(width, onBlur, () => setDraft(undefined))}
      leftSection={prefix}
      styles={{ input: { textAlign: 'right' } }}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        onChange(readNumber(event.currentTarget.value));
      }}
    />
  );
};
