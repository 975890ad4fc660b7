import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { AccountWords } from './words.ts';

interface OwnPasswordInputProps extends PasswordInputProps {
  readonly words: AccountWords;
  /** false where another field comes first. */
  readonly focused?: boolean;
}

/** The password that somebody signed in with, asked for again before their way in changes. */
export const OwnPasswordInput = ({ words, focused = true, ...field }: OwnPasswordInputProps) => (
  <PasswordInput
    label={words.yourPassword}
    autoComplete="current-password"
    size="sm"
    visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
    {...(focused && { 'data-autofocus': true })}
    {...field}
  />
);
