import { TextInput } from '@mantine/core';

interface CodeInputProps {
  readonly value: string;
  readonly error?: string | undefined;
  readonly size?: 'sm' | 'md';
  /** Of the app alone: a recovery code does not do here. */
  readonly appOnly?: boolean;
  /** false where another field comes first. */
  readonly focused?: boolean;
  readonly onChange: (value: string) => void;
}

/** A code of the authenticator app, or a recovery code. */
export const CodeInput = ({
  value,
  error,
  size = 'sm',
  appOnly,
  focused = true,
  onChange,
}: CodeInputProps) => (
  <TextInput
    label="Code"
    name="code"
    data-field="code"
    description={
      appOnly ? 'Six digits of your authenticator app.' : 'Six digits of your app, or a recovery code.'
    }
    autoComplete="one-time-code"
    autoCapitalize="characters"
    inputMode={appOnly ? 'numeric' : 'text'}
    spellCheck={false}
    maxLength={20}
    {...(focused && { 'data-autofocus': true, autoFocus: true })}
    size={size}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
