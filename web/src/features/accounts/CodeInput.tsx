import { TextInput } from '@mantine/core';
import { codeField } from './code-field.ts';
import type { AccountWords } from './words.ts';

interface CodeInputProps {
  readonly words: AccountWords;
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
  words,
  value,
  error,
  size = 'sm',
  appOnly,
  focused = true,
  onChange,
}: CodeInputProps) => (
  <TextInput
    label={words.code}
    {...codeField}
    data-field="code"
    description={appOnly ? words.appCode : words.anyCode}
    {...(appOnly && { inputMode: 'numeric' })}
    {...(focused && { 'data-autofocus': true, autoFocus: true })}
    size={size}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
