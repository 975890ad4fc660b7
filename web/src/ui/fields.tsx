import { showDate, type YearLean } from '@homecare/domain/calendar.ts';
import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import classes from './fields.module.css';
import { DateBox, isIsoDate, MaskBox, NumberBox, TimeBox } from './inputs.tsx';
import { MonthBox } from './MonthBox.tsx';
import type { MaskName } from './masks.ts';
import { useUnlessPressed } from './unless-pressed.ts';

/** Every field finds its form by FormProvider, or takes `control`. */
interface FieldBase<V extends FieldValues> {
  readonly name: FieldPath<V>;
  readonly control?: Control<V>;
  readonly label: string;
  readonly required?: boolean;
  /** Columns of the 12-column grid, 3 when not said. */
  readonly span?: number;
  readonly placeholder?: string;
  readonly description?: ReactNode;
  /** Does not block: an expired date and the like, amber. */
  readonly warning?: string | undefined;
  /** Plain text instead of an input. */
  readonly readOnly?: boolean;
  /** After a change by the user, e.g. to open a section. */
  readonly onChanged?: () => void;
}

const ReadOnlyContext = createContext(false);
/** Show mode: every field inside is plain text. */
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

const Slot = ({
  span,
  warning,
  field,
  children,
}: {
  readonly span: number | undefined;
  readonly warning?: string | undefined;
  readonly field?: string | undefined;
  readonly children: ReactNode;
}) => (
  <div
    className={classes.field}
    style={{ '--span': span ?? 3 }}
    {...(field && { 'data-field': field, tabIndex: -1 })}
  >
    {children}
    {warning && <div className={classes.warning}>{warning}</div>}
  </div>
);

/** A caption and its value where nothing can be changed; a missing value is '–'. */
export const ReadValue = ({
  label,
  children,
  span,
  warning,
  field,
}: {
  readonly label: string;
  readonly children: ReactNode;
  readonly span?: number | undefined;
  readonly warning?: string | undefined;
  /** Name by which focusField finds it: there is no input. */
  readonly field: string;
}) => (
  <Slot span={span} warning={warning} field={field}>
    <div className={classes.readLabel}>{label}</div>
    <div className={classes.readValue}>{children || '–'}</div>
  </Slot>
);

interface TextFieldProps<V extends FieldValues> extends FieldBase<V> {
  readonly maxLength?: number;
  /** Shows '48/285'. */
  readonly counter?: boolean;
  readonly upper?: boolean;
  /** Characters that may stand in the text; others are not taken in. */
  readonly allow?: RegExp;
  readonly inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  readonly type?: 'text' | 'email' | 'password';
  /** More than one line. */
  readonly rows?: number;
}

const clean = (typed: string, allow: RegExp | undefined, upper: boolean | undefined) => {
  const kept = allow ? [...typed].filter((sign) => allow.test(sign)).join('') : typed;
  return upper ? kept.toUpperCase() : kept;
};

export const TextField = <V extends FieldValues>(props: TextFieldProps<V>) => {
  const { maxLength, counter, upper, allow, inputMode, type = 'text', rows, span, warning, label } = props;
  const { text, readOnly, change, input } = useField(props);
  if (readOnly)
    return (
      <ReadValue label={label} span={span} field={props.name}>
        {text}
      </ReadValue>
    );
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
    <Slot span={span} warning={warning}>
      {rows ? (
        <Textarea {...shared} rows={rows} />
      ) : (
        <TextInput {...shared} type={type} {...(inputMode ? { inputMode } : {})} />
      )}
    </Slot>
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
  /** Type to find; for lists of people. */
  readonly searchable?: boolean;
  readonly clearable?: boolean;
}

export const SelectField = <V extends FieldValues>(props: SelectFieldProps<V>) => {
  const { options, searchable = false, clearable = false, span, warning, label } = props;
  const { text, readOnly, change, input } = useField(props);
  const data = asOptions(options);
  if (readOnly)
    return (
      <ReadValue label={label} span={span} field={props.name}>
        {data.find((option) => option.value === text)?.label ?? text}
      </ReadValue>
    );
  return (
    <Slot span={span} warning={warning}>
      <Select
        {...input}
        data={data}
        value={text === '' ? null : text}
        searchable={searchable}
        clearable={clearable}
        nothingFoundMessage="Nothing found"
        limit={200}
        withScrollArea={false}
        styles={{ options: { maxHeight: 'calc(7 * var(--option-height))', overflowY: 'auto' } }}
        onChange={(value) => change(value ?? '')}
      />
    </Slot>
  );
};

interface MultiSelectFieldProps<V extends FieldValues> extends FieldBase<V> {
  readonly options: Options;
  /** Rows of the open list that are seen at once. */
  readonly rows?: number;
}

/** The value is a list of texts. */
export const MultiSelectField = <V extends FieldValues>(props: MultiSelectFieldProps<V>) => {
  const { options, rows = 6, span, warning, label } = props;
  const { value, readOnly, change, input } = useField(props);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const data = asOptions(options);
  if (readOnly)
    return (
      <ReadValue label={label} span={span} field={props.name}>
        {chosen.map((key) => data.find((option) => option.value === key)?.label ?? key).join(', ')}
      </ReadValue>
    );
  return (
    <Slot span={span} warning={warning}>
      <MultiSelect
        {...input}
        data={data}
        value={chosen}
        // The list itself scrolls: a scroll area around it would be a stop that no key reaches.
        withScrollArea={false}
        styles={{ options: { maxHeight: `calc(${rows} * var(--option-height))`, overflowY: 'auto' } }}
        searchable
        nothingFoundMessage="Nothing found"
        onChange={change}
      />
    </Slot>
  );
};

interface DateFieldProps<V extends FieldValues> extends FieldBase<V> {
  readonly min?: string;
  readonly max?: string;
  /** How a year of two digits is completed. */
  readonly lean?: YearLean;
  /** What a date says beside itself, such as an age; '' is nothing. */
  readonly meaning?: (iso: string) => string;
}

/** Stores YYYY-MM-DD, '' or the text that was no date (see isIsoDate in inputs.tsx). */
export const DateField = <V extends FieldValues>(props: DateFieldProps<V>) => {
  const { span, warning, label, min, max, lean, meaning } = props;
  const { text, readOnly, change, input } = useField(props);
  const said = isIsoDate(text) ? meaning?.(text) : undefined;
  if (readOnly)
    return (
      <ReadValue label={label} span={span} warning={warning} field={props.name}>
        {isIsoDate(text) ? [showDate(text), said].filter(Boolean).join(' · ') : text}
      </ReadValue>
    );
  return (
    <Slot span={span} warning={warning}>
      <DateBox
        {...input}
        {...(said && { description: said })}
        value={text}
        onChange={change}
        {...(min ? { min } : {})}
        {...(max ? { max } : {})}
        {...(lean ? { lean } : {})}
      />
    </Slot>
  );
};

/** Stores YYYY-MM, '' or the text that was no month. */
export const MonthField = <V extends FieldValues>(props: FieldBase<V>) => {
  const { span, warning, label } = props;
  const { text, readOnly, change, input } = useField(props);
  if (readOnly)
    return (
      <ReadValue label={label} span={span} field={props.name}>
        {text}
      </ReadValue>
    );
  return (
    <Slot span={span} warning={warning}>
      <MonthBox {...input} value={text} onChange={change} onUnread={change} />
    </Slot>
  );
};

/** Stores HH:mm, '' or the text that was no time. */
export const TimeField = <V extends FieldValues>(props: FieldBase<V>) => {
  const { text, readOnly, change, input } = useField(props);
  if (readOnly)
    return (
      <ReadValue label={props.label} span={props.span} field={props.name}>
        {text}
      </ReadValue>
    );
  return (
    <Slot span={props.span} warning={props.warning}>
      <TimeBox {...input} value={text} onChange={change} />
    </Slot>
  );
};

/** Stores the text with its mask. */
export const MaskField = <V extends FieldValues>(props: FieldBase<V> & { readonly mask: MaskName }) => {
  const { text, readOnly, change, input } = useField(props);
  if (readOnly)
    return (
      <ReadValue label={props.label} span={props.span} field={props.name}>
        {text}
      </ReadValue>
    );
  return (
    <Slot span={props.span} warning={props.warning}>
      <MaskBox {...input} mask={props.mask} value={text} onChange={change} />
    </Slot>
  );
};

interface NumberFieldProps<V extends FieldValues> extends FieldBase<V> {
  readonly decimals?: number;
  readonly prefix?: string;
}

/** Stores a number, null or the text that was no number. */
export const NumberField = <V extends FieldValues>(props: NumberFieldProps<V>) => {
  const { span, warning, label, decimals = 0, prefix } = props;
  const { value, readOnly, change, input } = useField(props);
  const number = typeof value === 'number' || typeof value === 'string' ? value : null;
  if (readOnly)
    return (
      <ReadValue label={label} span={span} field={props.name}>
        {typeof number === 'number' ? `${prefix ?? ''}${number.toFixed(decimals)}` : number}
      </ReadValue>
    );
  return (
    <Slot span={span} warning={warning}>
      <NumberBox
        {...input}
        value={number}
        onChange={change}
        decimals={decimals}
        {...(prefix ? { prefix } : {})}
      />
    </Slot>
  );
};

interface CheckFieldProps<V extends FieldValues> extends FieldBase<V> {
  /** Values that stand for ticked and not; true and false when not said. */
  readonly on?: string | number | boolean;
  readonly off?: string | number | boolean;
}

/** A tick box level with the inputs beside it. */
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
