/** A code of the authenticator app, or a recovery code: what its input is to the browser. */
export const codeField = {
  name: 'code',
  autoComplete: 'one-time-code',
  autoCapitalize: 'characters',
  inputMode: 'text',
  spellCheck: false,
  maxLength: 20,
} as const;
