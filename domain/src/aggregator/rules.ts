import type { Role } from '../call.ts';
import { medicaidOf } from './people-records.ts';
import type { LogItem, RecordStatus } from './schema.ts';

/** The brand is part of the literals (docs/rules/aggregator.md, rule 4). */
export const ALREADY_PLANNED = 'Error: This record already planned in Sandata';
export const SET_TO_PLANNED = 'Success: Sandata record set to Planned';
export const LOG_FAILED = 'Error: Something wrong';

export const NO_ADDRESS = 'No address configured: the record waits until Sandata’s address is set.';

export const EXAMPLE_SUCCESS = 'Example data: nothing was sent.';
export const EXAMPLE_FAILED = 'Example data: nothing was sent. A real rejection shows its reason here.';

export const PRIVATE_PAY = 'Not sent: private pay.';

/** Paid by no Medicaid program, so that the aggregator has nothing to know: neither of the client nor of the visits. */
export const isPrivatePay = ({
  isPrivate,
  medicaid,
}: {
  readonly isPrivate: boolean;
  readonly medicaid: string | null;
}): boolean => isPrivate && medicaidOf(medicaid) === null;

/** Who sees what the aggregator has of a person, where it is switched on. */
export const AGGREGATOR_ROLES = ['admin', 'user'] as const satisfies readonly Role[];

/** The words of a status where colours say nothing. */
export const statusWords = (status: string | null) => status || 'Not sent';

export const REHEARSAL = 'Demo mode: nothing is sent to Sandata.';

/** Why a planned visit waits: its people come first. What they are now is the newest row's status, or 'none'. */
export const waitsFor = (client: string | null, provider: string | null): string | null => {
  const sentence = (who: string, status: string) =>
    status === 'Failed'
      ? `Waits: Sandata did not accept the ${who}. See the log of the ${who}.`
      : `Waits until Sandata has accepted the ${who}.`;
  const found = [
    ...(client === null ? [] : [sentence('client', client)]),
    ...(provider === null ? [] : [sentence('caregiver', provider)]),
  ];
  return found.length > 0 ? found.join(' ') : null;
};

type Open = Extract<RecordStatus, 'Planned' | 'Pending'>;
/** queue: a new row is planned; resend: the row that is under way goes again afterwards. */
type Queueing = 'queue' | 'keep' | 'resend' | 'refuse';

/**
 * What queueing does, by the open row of the record and by who asks (docs/rules/aggregator.md, rules 3 and 4): a save never
 * fails for the queue, only the explicit Send is refused.
 */
const QUEUEING: Record<Open | 'none', { readonly save: Queueing; readonly send: Queueing }> = {
  none: { save: 'queue', send: 'queue' },
  // The record is read when it is sent, so the new values go along.
  Planned: { save: 'keep', send: 'refuse' },
  Pending: { save: 'resend', send: 'refuse' },
};

export const queueingOf = (open: Open | undefined, by: 'save' | 'send'): Queueing =>
  QUEUEING[open ?? 'none'][by];

const messageIn = (text: string): string | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const data: unknown =
    typeof value === 'object' && value !== null && 'data' in value ? value.data : undefined;
  const message: unknown =
    typeof data === 'object' && data !== null && 'message' in data ? data.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
};

/**
 * The line of the log: the row's own message, else the last data.message of what was answered
 * (docs/rules/aggregator.md, rule 15).
 */
export const messageOf = ({ message, exchange }: Pick<LogItem, 'message' | 'exchange'>): string | null =>
  message ?? exchange.map(messageIn).findLast((text) => text !== undefined) ?? null;

/** One entry of the raw record log, indented where it is JSON. */
export const rawEntry = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
