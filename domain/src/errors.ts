/** Code → HTTP status and the sentence shown when the place of the error has no better one. */
export const ERRORS = {
  badInput: { status: 400, info: 'Some fields need attention.' },
  notSignedIn: { status: 401, info: 'Sign in to continue.' },
  forbidden: { status: 403, info: 'Your role does not allow this.' },
  switchedOff: { status: 403, info: 'This feature is not switched on for your agency.' },
  foreignOrigin: { status: 403, info: 'This request did not come from the application.' },
  notFound: { status: 404, info: 'This record was not found.' },
  conflict: { status: 409, info: 'This conflicts with another record.' },
  stale: { status: 409, info: 'This record was changed by someone else.' },
  tooLarge: { status: 413, info: 'This is too large to send.' },
  unsupported: { status: 415, info: 'This kind of content is not understood.' },
  unknownSite: { status: 421, info: 'Incorrect Site name!' },
  tooMany: { status: 429, info: 'Too many attempts. Wait a while and try again.' },
  failed: { status: 500, info: 'Something went wrong. Nothing was changed.' },
  unavailable: { status: 503, info: 'The server cannot answer now. Try again in a moment.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** An expected outcome that is not a success: a returned value, never thrown by rules or services. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly info: string;
  readonly errors: readonly FieldError[];
}

export interface Done<T> {
  readonly ok: true;
  readonly data: T;
  readonly insertId?: number;
  readonly info?: string;
}

export type Result<T> = Done<T> | Refusal;

export const done = <T>(data: T, more: { insertId?: number; info?: string } = {}): Done<T> => ({
  ok: true,
  data,
  ...more,
});

export const refuse = (
  code: ErrorCode,
  info: string = ERRORS[code].info,
  errors: readonly FieldError[] = [],
): Refusal => ({ ok: false, code, info, errors });

/** The refusal of a form: the banner is the first field's sentence. */
export const refuseFields = (
  errors: readonly [FieldError, ...FieldError[]],
  code: ErrorCode = 'badInput',
): Refusal => refuse(code, errors[0].message, errors);

/** The refusal of what a check found; nothing where it found nothing. */
export const refuseAll = ([first, ...others]: readonly FieldError[], code?: ErrorCode): Refusal | undefined =>
  first && refuseFields([first, ...others], code);

/** 'Error: …' is how a toast begins; beside its cause a sentence needs no such word. */
export const asReason = (message: string) => message.replace(/^Error: /, '');

/** Said of a field that the caller's role may not send. */
export const fieldForbidden = (field: string) => `Your role may not change ${field}.`;
