import { showDate, type YearLean } from '@homecare/domain/calendar.ts';
import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import classes from './fields.module.css';
import { DateBox, isIsoDate, MaskBox, NumberBox, TimeBox } from './inputs.tsx';
import { MonthBox } from './MonthBox.tsx';
import type { MaskName } from './masks.ts';
import { openList } from './open-list.ts';
import { useUnlessPressed } from './unless-pressed.ts';

/** Fields get their form from FormProvider, unless `control` is given. */
interface FieldBase<V extends FieldValues> {
  readonly name: FieldPath<V>;
  readonly control?: Control<V>;
  readonly label: string;
  readonly required?: boolean;
  /** Number of columns in the 12-column grid; 3 by default. */
  readonly span?: number;
  readonly placeholder?: string;
  readonly description?: ReactNode;
  /** An amber message that does not block saving, such as for an expired date. */
  readonly warning?: string | undefined;
  /** Shows plain text instead of an input. */
  readonly readOnly?: boolean;
  /** Called after a change by the user, for example to open a section. */
  readonly onChanged?: () => void;
}

const ReadOnlyContext = createContext(false);
/** Show mode: turns all fields inside into plain text. */
export const ReadOnlyFields = ({ on, children }: { readonly on: boolean; readonly children: ReactNode }) => (
  <ReadOnlyContext value={on}>{children}</ReadOnlyContext>
);

const textOf = (value: unknown) => (typeof value === 'string' ? value : value == null ? '' : String(value));

const useField = <V extends FieldValues>(base: FieldBase<V>) => {
  const { name, control, readOnly, onChanged } = base;
  const inShowMode = useContext(ReadOnlyContext);
  const { field, fieldState } = useController<V, FieldPath<V>>(control ? { name, control } : { name });
  const value: unknown = field.value;
  const error = useUnlessPressed(fieldState.error?.message);
  return {
    value,
    text: textOf(value),
    readOnly: readOnly ?? inShowMode,
    change: (next: unknown) => {
      field.onChange(next);
      onChanged?.();
    },
    input: {
      ref: field.ref,
      onBlur: field.onBlur,
      'data-field': name,
      label: base.label,
      required: base.required ?? false,
      error,
      ...(base.placeholder ? { placeholder: base.placeholder } : {}),
      ...(base.description ? { description: base.description } : {}),
    },
  };
};

interface SlotProps {
  readonly span?: number | undefined;
  readonly warning?: string | undefined;
  readonly field?: string | undefined;
  readonly children: ReactNode;
}

const Slot = ({ span, warning, field, children }: SlotProps) => (
  <div
    className={classes.field}
    style={{ '--span': span ?? 3 }}
    {...(field && { 'data-field': field, tabIndex: -1 })}
  >
    {children}
    {warning && <div className={classes.warning}>{warning}</div>}
  </div>
);

interface ReadValueProps extends SlotProps {
  readonly label: string;
  /** Name by which focusField finds the value, since there is no input. */
  readonly field: string;
}

/** A label and its value where nothing can be changed. A missing value shows as '–'. */
export const ReadValue = ({ label, children, ...slot }: ReadValueProps) => (
  <Slot {...slot}>
    <div className={classes.readLabel}>{label}</div>
    <div className={classes.readValue}>{children || '–'}</div>
  </Slot>
);

interface FramedProps<V extends FieldValues> {
  readonly of: FieldBase<V>;
  readonly readOnly: boolean;
  /** What Show mode displays, including the warning if it still matters. */
  readonly shown: ReactNode;
  readonly warns?: boolean;
  readonly children: ReactNode;
}

/** An input at its place in the grid, or only its value. */
const Framed = <V extends FieldValues>({ of, readOnly, shown, warns, children }: FramedProps<V>) =>
  readOnly ? (
    <ReadValue label={of.label} span={of.span} warning={warns ? of.warning : undefined} field={of.name}>
      {shown}
    </ReadValue>
  ) : (
    <Slot span={of.span} warning={of.warning}>
      {children}
    </Slot>
  );

interface TextFieldProps<V extends FieldValues> extends FieldBase<V> {
  readonly maxLength?: number;
  /** Shows the length, such as '48/285'. */
  readonly counter?: boolean;
  readonly upper?: boolean;
  /** Allowed characters; others cannot be typed. */
  readonly allow?: RegExp;
  readonly inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  readonly type?: 'text' | 'email' | 'password';
  /** Number of lines of a multi-line input. */
  readonly rows?: number;
}

const clean = (typed: string, allow: RegExp | undefined, upper: boolean | undefined) => {
  const kept = allow ? [...typed].filter((sign) => allow.test(sign)).join('') : typed;
  return upper ? kept.toUpperCase() : kept;
};

export const TextField = <V extends FieldValues>(props: TextFieldProps<V>) => {
  const { maxLength, counter, upper, allow, inputMode, type = 'text', rows } = props;
  const { text, readOnly, change, input } = useField(props);
  const shared = {
    ...input,
    value: text,
    autoComplete: 'off',
    ...(maxLength ? { maxLength } : {}),
    ...(counter && maxLength
      ? {
          rightSection: <span className="ink2">{`${text.length}/${maxLength}`}</span>,
          rightSectionWidth: 64,
        }
      : {}),
    onChange: (event: { currentTarget: { value: string } }) =>
      change(clean(event.currentTarget.value, allow, upper)),
  };
  return (
    <Framed of={props} readOnly={readOnly} shown={text}>
      {rows ? (
        <Textarea {...shared} rows={rows} />
      ) : (
        <TextInput {...shared} type={type} {...(inputMode ? { inputMode } : {})} />
      )}
    </Framed>
  );
};

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}
type Options = readonly (Option | string)[];
const asOptions = (options: Options): Option[] =>
  options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));

interface SelectFieldProps<V extends FieldValues> extends FieldBase<V> {
  readonly options: Options;
  /** Lets users type to find an option, for lists of people. */
  readonly searchable?: boolean;
  readonly clearable?: boolean;
}

export const SelectField = <V extends FieldValues>(props: SelectFieldProps<V>) => {
  const { options, searchable = false, clearable = false } = props;
  const { text, readOnly, change, input } = useField(props);
  const data = asOptions(options);
  return (
    <Framed of={props} readOnly={readOnly} shown={data.find(({ value }) => value === text)?.label ?? text}>
      <Select
        {...input}
        {...openList(7)}
        data={data}
        value={text === '' ? null : text}
        searchable={searchable}
        clearable={clearable}
        limit={200}
        onChange={(value) => change(value ?? '')}
      />
    </Framed>
  );
};

interface MultiSelectFieldProps<V extends FieldValues> extends FieldBase<V> {
  readonly options: Options;
  /** Number of visible rows in the open list. */
  readonly rows?: number;
}

/** A field whose value is a list of texts. */
export const MultiSelectField = <V extends FieldValues>(props: MultiSelectFieldProps<V>) => {
  const { options, rows = 6 } = props;
  const { value, readOnly, change, input } = useField(props);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const data = asOptions(options);
  const labelOf = (key: string) => data.find((option) => option.value === key)?.label ?? key;
  return (
    <Framed of={props} readOnly={readOnly} shown={chosen.map(labelOf).join(', ')}>
      <MultiSelect {...input} {...openList(rows)} data={data} value={chosen} searchable onChange={change} />
    </Framed>
  );
};

interface DateFieldProps<V extends FieldValues> extends FieldBase<V> {
  readonly min?: string;
  readonly max?: string;
  /** How a two-digit year is completed. */
  readonly lean?: YearLean;
  /** Text shown beside the date, such as an age; '' for none. */
  readonly meaning?: (iso: string) => string;
}

/** Stores YYYY-MM-DD, '' or the typed text that is no date (see isIsoDate in inputs.tsx). */
export const DateField = <V extends FieldValues>(props: DateFieldProps<V>) => {
  const { min, max, lean, meaning } = props;
  const { text, readOnly, change, input } = useField(props);
  const meant = isIsoDate(text) ? meaning?.(text) : undefined;
  const shown = isIsoDate(text) ? [showDate(text), meant].filter(Boolean).join(' · ') : text;
  return (
    <Framed of={props} readOnly={readOnly} shown={shown} warns>
      <DateBox
        {...input}
        {...(meant && { description: meant })}
        value={text}
        onChange={change}
        {...(min ? { min } : {})}
        {...(max ? { max } : {})}
        {...(lean ? { lean } : {})}
      />
    </Framed>
  );
};

/** Stores YYYY-MM, '' or the typed text that is no month. */
export const MonthField = <V extends FieldValues>(props: FieldBase<V>) => {
  const { text, readOnly, change, input } = useField(props);
  return (
    <Framed of={props} readOnly={readOnly} shown={text}>
      <MonthBox {...input} value={text} onChange={change} onUnread={change} />
    </Framed>
  );
};

/** Stores HH:mm, '' or the typed text that is no time. */
export const TimeField = <V extends FieldValues>(props: FieldBase<V>) => {
  const { text, readOnly, change, input } = useField(props);
  return (
    <Framed of={props} readOnly={readOnly} shown={text}>
      <TimeBox {...input} clock={24} value={text} onChange={change} />
    </Framed>
  );
};

/** Stores the formatted text. */
export const MaskField = <V extends FieldValues>(props: FieldBase<V> & { readonly mask: MaskName }) => {
  const { text, readOnly, change, input } = useField(props);
  return (
    <Framed of={props} readOnly={readOnly} shown={text}>
      <MaskBox {...input} mask={props.mask} value={text} onChange={change} />
    </Framed>
  );
};

interface NumberFieldProps<V extends FieldValues> extends FieldBase<V> {
  readonly decimals?: number;
  readonly prefix?: string;
}

/** Stores a number, null or the typed text that is no number. */
export const NumberField = <V extends FieldValues>(props: NumberFieldProps<V>) => {
  const { decimals = 0, prefix } = props;
  const { value, readOnly, change, input } = useField(props);
  const number = typeof value === 'number' || typeof value === 'string' ? value : null;
  const shown = typeof number === 'number' ? `${prefix ?? ''}${number.toFixed(decimals)}` : number;
  return (
    <Framed of={props} readOnly={readOnly} shown={shown}>
      <NumberBox
        {...input}
        value={number}
        onChange={change}
        decimals={decimals}
        {...(prefix ? { prefix } : {})}
      />
    </Framed>
  );
};

interface CheckFieldProps<V extends FieldValues> extends FieldBase<V> {
  /** Values for checked and unchecked; by default true and false. */
  readonly on?: string | number | boolean;
  readonly off?: string | number | boolean;
}

/** A checkbox aligned with the inputs beside it. */
export const CheckField = <V extends FieldValues>(props: CheckFieldProps<V>) => {
  const { span, label, on = true, off = false, warning } = props;
  const { value, readOnly, change, input } = useField(props);
  if (readOnly)
    return (
      <ReadValue label={label} span={span} field={props.name}>
        {value === on ? 'Yes' : 'No'}
      </ReadValue>
    );
  return (
    <div className={classes.check} style={{ '--span': span ?? 3 }} data-alone={span === 12 || undefined}>
      <Checkbox
        ref={input.ref}
        size="sm"
        label={label}
        data-field={input['data-field']}
        error={input.error}
        checked={value === on}
        onBlur={input.onBlur}
        onChange={(event) => change(event.currentTarget.checked ? on : off)}
      />
      {warning && <div className={classes.warning}>{warning}</div>}
    </div>
  );
};
