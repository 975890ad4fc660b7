import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { AccountWords } from './words.ts';

interface OwnPasswordInputProps extends PasswordInputProps {
  readonly words: AccountWords;
  /** false if another field gets the focus first. */
  readonly focused?: boolean;
}

/** Asks for the user's password again before sign-in settings change. */
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
