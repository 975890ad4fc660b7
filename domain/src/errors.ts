/** Reasons for which any call may be refused, each with its HTTP status and the sentence shown if the caller has no better one. */
const GENERAL = {
  badInput: { status: 400, info: 'Some fields need attention.' },
  notSignedIn: { status: 401, info: 'Sign in to continue.' },
  forbidden: { status: 403, info: 'Your role does not allow this.' },
  passwordChangeRequired: { status: 403, info: 'Change your password first.' },
  enrolRequired: { status: 403, info: 'Set up two-step sign-in first.' },
  switchedOff: { status: 403, info: 'This feature is not switched on for your agency.' },
  foreignOrigin: { status: 403, info: 'This request did not come from the application.' },
  notFound: { status: 404, info: 'This record was not found.' },
  conflict: { status: 409, info: 'This conflicts with another record.' },
  stale: { status: 409, info: 'This record was changed by someone else.' },
  keyUsed: {
    status: 409,
    info: 'This request key was already used for a different request. Use a new key.',
  },
  tooLarge: { status: 413, info: 'This is too large to send.' },
  unsupported: { status: 415, info: 'This kind of content is not understood.' },
  unknownSite: { status: 421, info: 'Incorrect Site name!' },
  tooMany: { status: 429, info: 'Too many attempts. Wait a while and try again.' },
  failed: { status: 500, info: 'Something went wrong. Nothing was changed.' },
  unavailable: { status: 503, info: 'The server cannot answer now. Try again in a moment.' },
} as const;

/** Reasons that a call must declare in its `refusals`. Their meanings: docs/rules/calls.md, rule 18. */
const DECLARED = {
  codeRequired: { status: 401, info: 'Enter the code.' },
  codeRejected: { status: 401, info: 'Wrong code.' },
  passkeyRequired: { status: 401, info: 'Sign in with your passkey.' },
  loginTaken: { status: 409, info: 'This login is taken.' },
  unanswered: { status: 409, info: 'Some values are unlikely. Confirm them.' },
  emptyMessage: { status: 400, info: 'The message is empty.' },
  emptyList: { status: 400, info: 'The send list is empty.' },
  badImage: { status: 400, info: 'The image cannot be sent.' },
  listChanged: { status: 409, info: 'The list has changed since you opened it.' },
  sameFile: { status: 409, info: 'This file was uploaded before.' },
  attemptRecorded: { status: 409, info: 'Your time is recorded, and the office can accept it.' },
  hoursTaken: { status: 409, info: 'Some hours are on another card.' },
  hoursElsewhere: { status: 409, info: 'The caregiver is in two places at once.' },
  weekRejected: { status: 400, info: 'The week has time errors.' },
  timesTaken: { status: 409, info: 'Some times overlap those of another care plan.' },
  shortGaps: { status: 409, info: 'Some visits follow each other closely.' },
  notOpen: { status: 409, info: 'This visit no longer needs a caregiver.' },
  cannotCome: { status: 409, info: 'This caregiver cannot come.' },
  pastDays: { status: 409, info: 'Days that are over would change.' },
  overLimit: { status: 409, info: 'This would exceed a limit that blocks.' },
  justificationMissing: { status: 409, info: 'This exceeds a limit. Write why.' },
  overrideMissing: { status: 409, info: 'No plan override password is set for your agency.' },
  overrideRejected: { status: 400, info: 'The override was rejected.' },
} as const;

export const REASONS = { ...GENERAL, ...DECLARED } as const;

export type GeneralReason = keyof typeof GENERAL;
export type DeclaredReason = keyof typeof DECLARED;
export type Reason = GeneralReason | DeclaredReason;

export const isGeneralReason = (text: unknown): text is GeneralReason =>
  typeof text === 'string' && Object.hasOwn(GENERAL, text);
export const GENERAL_REASONS = Object.keys(GENERAL).filter(isGeneralReason);

/** Identifies a field error for other rules and screens, so that they need not parse its sentence. Never sent to clients. */
export type FaultReason =
  | 'peopleMissing'
  | 'excludedTooOld'
  | 'endBeforeStart'
  | 'endMissing'
  | 'ihssStartMissing'
  | PersonFault;

/** The rule that a field of a person's record breaks. */
type PersonFault =
  | 'missing'
  | 'severalLines'
  | 'tooLong'
  | 'noChoice'
  | 'malformed'
  | 'outOfRange'
  | 'tooManyDecimals'
  | 'inFuture'
  | 'tooEarly'
  | 'datesTurned'
  | 'timeMissing'
  | 'noLength'
  | 'neverIssued'
  | 'covidStart'
  | 'covidEnd';

export interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly fault?: FaultReason;
}
export interface NamedFault extends FieldError {
  readonly fault: FaultReason;
}

/** An expected failure. Rules and services return it; they never throw it. */
export interface Refusal<R extends Reason = GeneralReason> {
  readonly ok: false;
  readonly reason: R;
  readonly info: string;
  readonly errors: readonly FieldError[];
}

export interface Done<T> {
  readonly ok: true;
  readonly data: T;
  readonly insertId?: number;
  readonly info?: string;
}

export type Result<T, R extends Reason = GeneralReason> = Done<T> | Refusal<R>;

export const done = <T>(data: T, more: { insertId?: number; info?: string } = {}): Done<T> => ({
  ok: true,
  data,
  ...more,
});

export const refuse = <R extends Reason>(
  reason: R,
  info: string = REASONS[reason].info,
  errors: readonly FieldError[] = [],
): Refusal<R> => ({ ok: false, reason, info, errors });

/** Refuses a form; the banner shows the first field's sentence. */
export const refuseFields = <R extends Reason = 'badInput'>(
  errors: readonly [FieldError, ...FieldError[]],
  reason?: R,
): Refusal<R | 'badInput'> => refuse(reason ?? 'badInput', errors[0].message, errors);

/** Refuses with the errors of a check; undefined if there are none. */
export const refuseAll = <R extends Reason = 'badInput'>(
  [first, ...others]: readonly FieldError[],
  reason?: R,
): Refusal<R | 'badInput'> | undefined => first && refuseFields([first, ...others], reason);

/** Removes the 'Error: ' that toasts begin with, for a sentence shown next to its cause. */
export const asReason = (message: string) => message.replace(/^Error: /, '');

/** Error for a field that the caller's role may not send. */
export const fieldForbidden = (field: string) => `Your role may not change ${field}.`;
