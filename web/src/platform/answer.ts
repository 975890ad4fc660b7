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

/** A response from the network. Only this file looks at status codes. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Reference under which the server logged it. */
  readonly reference: string | null;
}

/** Stands for no response at all. */
export const UNREACHED: Answer = { status: 0, body: undefined, reference: null };
export const NO_CONNECTION = 'The server cannot be reached: check the connection, then try again.';

/** The result of a call. A refusal may carry the reference under which the server logged it. */
export type Sent<T, R extends Reason = GeneralReason> = Result<T, R> & {
  readonly reference?: string;
};
/** What sending a call gives. */
export type SentOf<C> = Sent<OutputOf<C>, ReasonOf<C>>;

const PASSING = new Set([502, 503, 504]);
/** Nothing was done, and a retry may work soon. */
export const isPassing = ({ status }: Answer) => PASSING.has(status);

/** Somebody else was faster, and the screen is out of date. */
export const isBehind = ({ reason }: Refusal<Reason>) => {
  const { status } = REASONS[reason];
  return status === 404 || status === 409;
};

/** The server or a proxy in front of it has a problem. */
export const isServerFault = ({ status }: { readonly status: number }) => status >= 500;

/** Reads a response, whatever its body contains. */
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
  /** Keys of removed rows. If set, `data` has only the changed rows of a followed list. */
  readonly removed?: unknown;
}
const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'result' in body && typeof body.result === 'string';

const isKey = (value: unknown): value is number => typeof value === 'number';

/** Completes an answer that has only the changes since the known one. */
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

/** For answers without a reason, such as those of a proxy. */
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
 * The server's tests validate every answer against its declared shape, so the browser trusts it. Development builds report
 * differences at once.
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

/** Turns a response into the result of the call. */
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
