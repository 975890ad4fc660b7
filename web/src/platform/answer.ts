import type { Call, OutputOf, ReasonOf } from '@homecare/domain/call.ts';
import {
  done,
  type FieldError,
  type GeneralReason,
  isGeneralReason,
  REASONS,
  type Reason,
  type Refusal,
  type Result,
  refuse,
} from '@homecare/domain/errors.ts';
import { fieldFromWire, fromWire, toWire } from '@homecare/domain/wire-names.ts';

/** What came over the network: the only place that looks at status numbers. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Under which the server logged it. */
  readonly reference: string | null;
}

/** No answer at all came. */
export const UNREACHED: Answer = { status: 0, body: undefined, reference: null };
export const NO_CONNECTION = 'The server cannot be reached: check the connection, then try again.';

/** A refusal may carry the reference under which the server logged it. */
export type Sent<T, R extends Reason = GeneralReason> = Result<T, R> & {
  readonly reference?: string;
};
/** What sending a call gives. */
export type SentOf<C> = Sent<OutputOf<C>, ReasonOf<C>>;

const PASSING = new Set([502, 503, 504]);
/** Nothing was done, and the same may work in a moment. */
export const isPassing = ({ status }: Answer) => PASSING.has(status);

/** Somebody else was first: the screen shows what is no longer so. */
export const isBehind = ({ reason }: Refusal<Reason>) => {
  const { status } = REASONS[reason];
  return status === 404 || status === 409;
};

/** The server, or what is before it, is not well. */
export const isServerFault = ({ status }: { readonly status: number }) => status >= 500;

/** An answer as it came, whatever is in it. */
export const readBody = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json().catch(() => undefined),
  reference: response.headers.get('X-Request-Id'),
});

interface Envelope {
  readonly result: string;
  readonly reason?: unknown;
  readonly Info?: unknown;
  readonly errors?: unknown;
  readonly data?: unknown;
  readonly insert_id?: unknown;
  /** Keys of rows that are gone: `data` then holds the changed rows of a followed list, not all of it. */
  readonly removed?: unknown;
}
const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'result' in body && typeof body.result === 'string';

const isKey = (value: unknown): value is number => typeof value === 'number';

/** The whole answer, where the server answered what changed since the one that is held. */
export const applyChanges = ({ followed }: Call, known: Answer | undefined, answer: Answer): Answer => {
  const { body } = answer;
  if (!followed || !isEnvelope(body) || !Array.isArray(body.removed)) return answer;
  if (!known || !isEnvelope(known.body)) return UNREACHED;
  const data = followed.applyChanges(known.body.data, body.data, body.removed.filter(isKey));
  return { ...answer, body: { ...body, removed: undefined, data } };
};

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** Of an answer without a reason, from a proxy for one. */
const BY_STATUS: Partial<Record<number, GeneralReason>> = {
  400: 'badInput',
  401: 'notSignedIn',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  413: 'tooLarge',
  415: 'unsupported',
  421: 'unknownSite',
  429: 'tooMany',
  503: 'unavailable',
};

const isReasonOf = <C extends Call>(call: C, reason: unknown): reason is ReasonOf<C> =>
  isGeneralReason(reason) || call.refusals?.some((declared) => declared === reason) === true;

/**
 * The server's tests parse every answer strictly with the declared shape, so the browser trusts it; while developing,
 * a difference is reported at once.
 */
const isAnswerOf = <C extends Call>(call: C, data: unknown): data is OutputOf<C> => {
  if (!import.meta.env.DEV) return true;
  const parsed = call.output.safeParse(toWire(call.output, data));
  if (!parsed.success)
    console.error(`Answer of ${call.name} differs from its declaration`, parsed.error.issues);
  return true;
};

const refusalOf = <C extends Call>(
  call: C,
  { reason, Info, errors }: Envelope,
  status: number,
): Refusal<ReasonOf<C>> =>
  refuse<ReasonOf<C>>(
    isReasonOf(call, reason) ? reason : (BY_STATUS[status] ?? 'failed'),
    typeof Info === 'string' && Info !== '' ? Info : undefined,
    Array.isArray(errors)
      ? errors
          .filter(isFieldError)
          .map((error) => ({ ...error, field: fieldFromWire(call.input, error.field) }))
      : [],
  );

/** What an answer to the call says. */
export const readAnswer = <C extends Call>(call: C, answer: Answer): SentOf<C> => {
  const { status, body, reference } = answer;
  const named = reference ? { reference } : {};
  if (!isEnvelope(body)) {
    const info = answer === UNREACHED ? NO_CONNECTION : undefined;
    return { ...refuse(BY_STATUS[status] ?? 'unavailable', info), ...named };
  }
  if (body.result !== 'OK') return { ...refusalOf(call, body, status), ...named };
  const data = fromWire(call.output, body.data ?? null);
  if (!isAnswerOf(call, data)) return refuse('failed');
  return done(data, {
    ...(typeof body.insert_id === 'number' ? { insertId: body.insert_id } : {}),
    ...(typeof body.Info === 'string' && body.Info !== '' ? { info: body.Info } : {}),
  });
};
