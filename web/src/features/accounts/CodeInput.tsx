import { TextInput } from '@mantine/core';
import { codeField } from './code-field.ts';
import type { AccountWords } from './words.ts';

interface CodeInputProps {
  readonly words: AccountWords;
  readonly value: string;
  readonly error?: string | undefined;
  readonly size?: 'sm' | 'md';
  /** Accepts only codes of the app, no recovery codes. */
  readonly appOnly?: boolean;
  /** false if another field gets the focus first. */
  readonly focused?: boolean;
  readonly onChange: (value: string) => void;
}

/** Input for a code of the authenticator app, or a recovery code. */
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
