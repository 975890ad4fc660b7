import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import classes from './plain.module.css';

interface FieldProps {
  readonly label: string;
  readonly error?: string | false | undefined;
  readonly description?: string;
}

/** Links the error and description around a field to its input. */
const useField = ({ error, description }: FieldProps) => {
  const id = useId();
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  };
};

const Field = ({
  id,
  children,
  ...field
}: FieldProps & { readonly id: string; readonly children: ReactNode }) => (
  <div className={classes.field}>
    <label className={classes.label} htmlFor={id}>
      {field.label}
    </label>
    <div className={classes.box}>{children}</div>
    {field.description && (
      <p className={classes.hint} id={`${id}-description`}>
        {field.description}
      </p>
    )}
    {field.error && (
      <p className={classes.error} id={`${id}-error`}>
        {field.error}
      </p>
    )}
  </div>
);

export const PlainInput = ({ label, error, description, ...input }: FieldProps & ComponentProps<'input'>) => {
  const words = { label, error, ...(description && { description }) };
  const named = useField(words);
  return (
    <Field {...words} id={named.id}>
      <input className={classes.input} {...named} {...input} />
    </Field>
  );
};

const eyeLine = {
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  strokeWidth: 16,
} as const;

const Eye = ({ crossed }: { readonly crossed: boolean }) => (
  <svg width="22" height="22" viewBox="0 0 256 256" aria-hidden="true">
    {crossed ? (
      <>
        <path
          {...eyeLine}
          d="M48 40l160 176M154.91 157.6a40 40 0 01-53.82-59.2M135.53 88.71a40 40 0 0132.3 35.53"
        />
        <path
          {...eyeLine}
          d="M208.61 169.1C230.41 149.58 240 128 240 128s-32-72-112-72a126 126 0 00-20.68 1.68M74 68.6C33.23 89.24 16 128 16 128s32 72 112 72a118.05 118.05 0 0054-12.6"
        />
      </>
    ) : (
      <>
        <path {...eyeLine} d="M128 56c-80 0-112 72-112 72s32 72 112 72 112-72 112-72-32-72-112-72z" />
        <circle {...eyeLine} cx="128" cy="128" r="40" />
      </>
    )}
  </svg>
);

export const PlainPassword = ({
  label,
  error,
  showLabel,
  ...input
}: FieldProps & ComponentProps<'input'> & { readonly showLabel: string }) => {
  const named = useField({ label, error });
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} error={error} id={named.id}>
      <input
        className={`${classes.input} ${classes.withButton}`}
        type={isShown ? 'text' : 'password'}
        {...named}
        {...input}
      />
      <button
        type="button"
        className={classes.inBox}
        aria-label={showLabel}
        aria-pressed={isShown}
        // Keeps the caret at its position in the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown(!isShown)}
      >
        <Eye crossed={isShown} />
      </button>
    </Field>
  );
};

interface SelectProps extends FieldProps, ComponentProps<'select'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export const PlainSelect = ({ label, error, options, ...select }: SelectProps) => {
  const named = useField({ label, error });
  return (
    <Field label={label} error={error} id={named.id}>
      <select className={`${classes.input} ${classes.withButton}`} {...named} {...select}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <svg className={classes.chevron} width="18" height="18" viewBox="0 0 15 15" aria-hidden="true">
        <path
          d="M4.93179 5.43179C4.75605 5.60753 4.75605 5.89245 4.93179 6.06819C5.10753 6.24392 5.39245 6.24392 5.56819 6.06819L7.49999 4.13638L9.43179 6.06819C9.60753 6.24392 9.89245 6.24392 10.0682 6.06819C10.2439 5.89245 10.2439 5.60753 10.0682 5.43179L7.81819 3.18179C7.73379 3.0974 7.61933 3.04999 7.49999 3.04999C7.38064 3.04999 7.26618 3.0974 7.18179 3.18179L4.93179 5.43179ZM10.0682 9.56819C10.2439 9.39245 10.2439 9.10753 10.0682 8.93179C9.89245 8.75606 9.60753 8.75606 9.43179 8.93179L7.49999 10.8636L5.56819 8.93179C5.39245 8.75606 5.10753 8.75606 4.93179 8.93179C4.75605 9.10753 4.75605 9.39245 4.93179 9.56819L7.18179 11.8182C7.35753 11.9939 7.64245 11.9939 7.81819 11.8182L10.0682 9.56819Z"
          fill="var(--ink2)"
        />
      </svg>
    </Field>
  );
};

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: 'filled' | 'default' | 'subtle';
  readonly pending?: boolean;
}

/** Takes the full width and is high enough for a thumb. */
export const PlainButton = ({
  variant = 'default',
  type = 'button',
  pending,
  children,
  ...button
}: ButtonProps) => (
  <button
    className={classes.button}
    type={type}
    data-variant={variant}
    disabled={pending}
    aria-busy={pending || undefined}
    {...button}
  >
    <span className={classes.words}>{children}</span>
    {pending && <span className={classes.wheel} aria-hidden="true" />}
  </button>
);
