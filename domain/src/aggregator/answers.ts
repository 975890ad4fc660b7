import { z } from 'zod';

/** Reads the intake's answers without trusting them, because a proxy may answer anything (docs/rules/aggregator.md, rule 14). */
const Envelope = z.object({
  id: z.string().max(200).nullish(),
  status: z.string().nullish(),
  messageSummary: z.string().nullish(),
  data: z.unknown(),
});
const Receipt = z.object({ uuid: z.string().max(200).nullish(), message: z.string().nullish() });
const Echo = z.object({ SequenceID: z.coerce.number() });

const NOT_READY = /not ready yet/i;
const ALL_WELL = 'All records updated successfully.';
/** 'Version number is duplicated or older than current', so the same record is sent again with a higher number. */
const DUPLICATED = '-709';
const MESSAGE_MAX = 1_000;

/** What became of one record. */
export type Outcome =
  | { readonly status: 'Success'; readonly message: string }
  | { readonly status: 'Failed'; readonly message: string }
  | { readonly status: 'again'; readonly message: string };

/** Outcomes by sequence number. */
export type Outcomes = ReadonlyMap<number, Outcome>;

interface Finding {
  readonly code: string | null;
  readonly message: string;
}

/** Errors of a record and its nested parts. Warnings do not count. */
const findingsIn = (value: unknown, depth = 0): Finding[] => {
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  if (Array.isArray(value)) return value.flatMap((part) => findingsIn(part, depth + 1));
  const { ErrorCode: code, ErrorMessage: message, ...parts }: Record<string, unknown> = { ...value };
  const text = typeof message === 'string' && message.trim() !== '' ? message.trim() : null;
  const number = typeof code === 'string' || typeof code === 'number' ? String(code) : null;
  const own =
    (text ?? number) && !/^warning\b/i.test(text ?? '')
      ? [{ code: number, message: text ?? `Error ${number}` }]
      : [];
  return [...own, ...Object.values(parts).flatMap((part) => findingsIn(part, depth + 1))];
};

const outcomeOf = (findings: readonly Finding[]): Outcome => {
  if (findings.length === 0) return { status: 'Success', message: ALL_WELL };
  const message = [...new Set(findings.map((finding) => finding.message))].join(' ').slice(0, MESSAGE_MAX);
  const isDuplicated = findings.every(({ code }) => code === DUPLICATED);
  return { status: isDuplicated ? 'again' : 'Failed', message };
};

/** The outcome of each record in the answer; the worse one if a record comes twice. */
const echoes = (data: readonly unknown[]): Map<number, Outcome> => {
  const found = new Map<number, Finding[]>();
  for (const record of data) {
    const echo = Echo.safeParse(record);
    if (!echo.success) continue;
    found.set(echo.data.SequenceID, [...(found.get(echo.data.SequenceID) ?? []), ...findingsIn(record)]);
  }
  return new Map([...found].map(([sequence, findings]) => [sequence, outcomeOf(findings)]));
};

export type PostAnswer =
  /** The submission was received, except for the records refused at once. */
  | { readonly kind: 'received'; readonly uuid: string; readonly refused: Outcomes }
  /** Nothing was received, so there will never be a status. */
  | { readonly kind: 'refused'; readonly refused: Outcomes; readonly message: string };

/** Undefined if the answer leaves unclear what became of the records. */
export const readPost = (json: unknown): PostAnswer | undefined => {
  const answer = Envelope.safeParse(json);
  if (!answer.success) return undefined;
  const { id, status, messageSummary, data } = answer.data;
  const receipt = Receipt.safeParse(data);
  const uuid = (receipt.success ? receipt.data.uuid : null) || id;
  if (status === 'SUCCESS') return uuid ? { kind: 'received', uuid, refused: new Map() } : undefined;
  if (status !== 'FAILED') return undefined;
  const message = (receipt.success && receipt.data.message) || messageSummary || 'The records were refused.';
  if (!Array.isArray(data)) return { kind: 'refused', refused: new Map(), message };
  const all = echoes(data);
  const refused = new Map([...all].filter(([, outcome]) => outcome.status !== 'Success'));
  const someTaken = z.object({ succeededCount: z.number().positive() }).safeParse(json).success;
  return uuid && someTaken ? { kind: 'received', uuid, refused } : { kind: 'refused', refused, message };
};

export type StatusAnswer =
  | { readonly kind: 'notReady' }
  | { readonly kind: 'ready'; readonly outcomeOf: (sequence: number) => Outcome };

/** Undefined if the answer cannot be read. Each record is decided on its own, because `status` is SUCCESS even for refusals. */
export const readStatus = (json: unknown): StatusAnswer | undefined => {
  const answer = Envelope.safeParse(json);
  if (!answer.success) return undefined;
  const { status, messageSummary, data } = answer.data;
  if (NOT_READY.test(messageSummary ?? '')) return { kind: 'notReady' };
  const found = Array.isArray(data) ? echoes(data) : new Map<number, Outcome>();
  const isWell = messageSummary === ALL_WELL;
  if (!isWell && found.size === 0) {
    if (status !== 'FAILED' || !messageSummary) return undefined;
    const message = messageSummary.slice(0, MESSAGE_MAX);
    return { kind: 'ready', outcomeOf: () => ({ status: 'Failed', message }) };
  }
  // The answer contains only records with something to report.
  return {
    kind: 'ready',
    outcomeOf: (sequence) => found.get(sequence) ?? { status: 'Success', message: ALL_WELL },
  };
};

/** The part of an answer about one record, so that its log contains no other people's data. */
export const answerFor = (json: unknown, sequence: number): string => {
  const answer = Envelope.safeParse(json);
  if (!answer.success) return JSON.stringify({ data: { message: 'The answer could not be read.' } });
  const { id, status, messageSummary, data } = answer.data;
  const own = Array.isArray(data)
    ? data.filter((record) => {
        const echo = Echo.safeParse(record);
        return echo.success && echo.data.SequenceID === sequence;
      })
    : data;
  return JSON.stringify({ id, status, messageSummary, data: own });
};
