import type { Role } from '../call.ts';
import { medicaidOf } from './people-records.ts';
import type { LogItem, RecordStatus } from './schema.ts';

/** Messages fixed by docs/rules/aggregator.md, rule 4, including the brand name. */
export const ALREADY_PLANNED = 'Error: This record already planned in Sandata';
export const SET_TO_PLANNED = 'Success: Sandata record set to Planned';
export const LOG_FAILED = 'Error: Something wrong';

export const NO_ADDRESS = 'No address configured: the record waits until Sandata’s address is set.';

export const EXAMPLE_SUCCESS = 'Example data: nothing was sent.';
export const EXAMPLE_FAILED = 'Example data: nothing was sent. A real rejection shows its reason here.';

export const PRIVATE_PAY = 'Not sent: private pay.';

/** Paid by no Medicaid program, so the aggregator gets neither the client nor their visits. */
export const isPrivatePay = ({
  isPrivate,
  medicaid,
}: {
  readonly isPrivate: boolean;
  readonly medicaid: string | null;
}): boolean => isPrivate && medicaidOf(medicaid) === null;

/** Roles that see what the aggregator has about a person, if it is switched on. */
export const AGGREGATOR_ROLES = ['admin', 'user'] as const satisfies readonly Role[];

/** A status in words, for readers who cannot rely on colors. */
export const statusWords = (status: string | null) => status || 'Not sent';

export const REHEARSAL = 'Demo mode: nothing is sent to Sandata.';

/** Why a planned visit waits for its client or caregiver to be sent first. Their status is that of their latest row, or 'none'. */
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
/** queue: plans a new row. resend: the row that is being sent will be sent again afterwards. */
type Queueing = 'queue' | 'keep' | 'resend' | 'refuse';

/**
 * What happens when a record is queued, by its open row and by who queues it (docs/rules/aggregator.md, rules 3 and 4).
 * Saving never fails because of the queue; only an explicit Send is refused.
 */
const QUEUEING: Record<Open | 'none', { readonly save: Queueing; readonly send: Queueing }> = {
  none: { save: 'queue', send: 'queue' },
  // The record is read only when it is sent, so it will contain the new values.
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

/** The message of a log row: its own, or else the last data.message in the answers (docs/rules/aggregator.md, rule 15). */
export const messageOf = ({ message, exchange }: Pick<LogItem, 'message' | 'exchange'>): string | null =>
  message ?? exchange.map(messageIn).findLast((text) => text !== undefined) ?? null;

/** One entry of the raw record log, indented if it is JSON. */
export const rawEntry = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
