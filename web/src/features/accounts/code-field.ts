/** Attributes of an input for a code of the authenticator app or a recovery code. */
export const codeField = {
  name: 'code',
  autoComplete: 'one-time-code',
  autoCapitalize: 'characters',
  inputMode: 'text',
  spellCheck: false,
  maxLength: 20,
} as const;
