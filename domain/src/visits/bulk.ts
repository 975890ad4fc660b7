import { ALREADY_PLANNED } from '../aggregator/rules.ts';
import type { FieldError } from '../errors.ts';
import { attemptsToAccept } from './attempts.ts';
import { CLIENT_REASONS, CLOSED_VISIT } from './closing.ts';
import { acceptBlocked } from './office.ts';
import { checkChangeReason, isMissed, MEMO_MAX } from './rules.ts';
import { CLOSE_CODES, type CloseCode, type Visit } from './schema.ts';

/** One action on many visits. Each visit is checked by the same rules as when the action is taken on it alone. */

export const BULK_ACTIONS = ['accept', 'reject', 'send', 'close', 'reopen', 'reason'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export interface BulkFacts
  extends Pick<
    Visit,
    | 'Date'
    | 'PlanStartTime'
    | 'PlanEndTime'
    | 'Status'
    | 'ClosedCode'
    | 'aggregatorStatus'
    | 'startedAt'
    | 'endedAt'
    | 'Notes'
    | 'IOBSE'
    | 'Attempts'
  > {
  /** The visit's plan belongs to a pair that is exempt from EVV. */
  readonly isExcluded: boolean;
  /** The plan still covers the visit's day; it may have ended in the meantime. */
  readonly planRuns: boolean;
}

type Closable = Pick<BulkFacts, 'Date' | 'PlanStartTime' | 'PlanEndTime' | 'Status' | 'ClosedCode'>;

/** The reasons for which a visit can be closed. Until its check-out window is past, only the client's reasons apply. */
export const closeCodesOf = (
  visit: Parameters<typeof isMissed>[0],
  now: Temporal.Instant,
  zone: string,
): readonly CloseCode[] => (isMissed(visit, now, zone) ? CLOSE_CODES : CLIENT_REASONS);

/** If the caregiver is absent, the visit must stay open for somebody else. */
const NOT_OVER = 'The caregiver can still check in. If they cannot come, enter a call-out instead.';

const closeBlocked = (
  visit: Closable,
  code: CloseCode | null,
  now: Temporal.Instant,
  zone: string,
): string | undefined => {
  if (visit.ClosedCode !== null) return 'This visit is already closed.';
  if (visit.Status !== 'Planned') return `Only a planned visit can be closed; this one is ${visit.Status}.`;
  return code === null || closeCodesOf(visit, now, zone).includes(code) ? undefined : NOT_OVER;
};

const sendBlocked = (visit: BulkFacts): string | undefined => {
  if (visit.ClosedCode !== null) return CLOSED_VISIT;
  if (visit.Status !== 'Complete') return 'Only a complete visit can be sent.';
  if (visit.isExcluded) return 'Visits of an excluded plan are not sent.';
  return visit.aggregatorStatus === 'Pending' ? ALREADY_PLANNED : undefined;
};

const NOTHING_RECORDED = 'No recorded time is waiting to be accepted.';

const recordedBlocked = (visit: BulkFacts, now: Temporal.Instant, zone: string): string | undefined => {
  if (visit.ClosedCode !== null) return CLOSED_VISIT;
  const attempts = attemptsToAccept(visit);
  return attempts.length === 0 ? NOTHING_RECORDED : acceptBlocked(visit, attempts, now, zone);
};

/** Reject applies to all waiting times, including those that one click could not accept. */
const rejectBlocked = (visit: BulkFacts): string | undefined => {
  if (visit.ClosedCode !== null) return CLOSED_VISIT;
  return visit.Attempts.length === 0 ? NOTHING_RECORDED : undefined;
};

export const PLAN_ENDED = 'The care plan no longer covers this day, so the visit stays closed.';

const reopenBlocked = ({ ClosedCode, planRuns }: BulkFacts): string | undefined => {
  if (ClosedCode === null) return 'This visit is not closed.';
  return planRuns ? undefined : PLAN_ENDED;
};

/** Sandata already has the visit. A bulk action sends it again only if the user chose exactly that. */
export const isSent = ({ Status, aggregatorStatus }: Pick<BulkFacts, 'Status' | 'aggregatorStatus'>) =>
  Status === 'Complete' && aggregatorStatus === 'Success';

/** A sentence why an action does not apply to a visit; undefined if it does. */
export const bulkBlocked = (
  action: BulkAction,
  visit: BulkFacts,
  now: Temporal.Instant,
  zone: string,
  /** For 'close'; null until the user has chosen one. */
  closeCode: CloseCode | null = null,
): string | undefined => {
  if (action === 'accept') return recordedBlocked(visit, now, zone);
  if (action === 'reject') return rejectBlocked(visit);
  if (action === 'send') return sendBlocked(visit);
  if (action === 'close') return closeBlocked(visit, closeCode, now, zone);
  if (action === 'reopen') return reopenBlocked(visit);
  return visit.Status === 'Planned' ? 'Nobody checked in: close the visit or enter its times.' : undefined;
};

export interface BulkWords {
  readonly closeCode: CloseCode | null;
  readonly changeCode: number | null;
  readonly memo: string | null;
}

/** What is missing in the action itself, whatever its visits are. */
export const checkBulk = (action: BulkAction, { closeCode, changeCode, memo }: BulkWords): FieldError[] => {
  if (action === 'close')
    return [
      ...(closeCode === null
        ? [{ field: 'closeCode', message: 'Choose why the visit does not take place.' }]
        : []),
      ...((memo?.length ?? 0) > MEMO_MAX
        ? [{ field: 'memo', message: `A memo can have at most ${MEMO_MAX} characters.` }]
        : []),
    ];
  if (action !== 'reason') return [];
  return checkChangeReason(changeCode, memo).map(({ field, message }) => ({
    field: field === 'changeReason' ? 'memo' : field,
    message,
  }));
};

/** The refusal for a visit that has another caregiver, or none, since the bulk action. */
export const TAKEN_OVER = 'The visit was given to somebody else or taken away since then.';

export interface UndoFacts {
  readonly rev: number;
  readonly revAfter: number;
  readonly editedBy: string | null;
  /** A record of the visit has been sent since the action. */
  readonly hasLeft: boolean;
  /** If false, undoing would reopen a visit on a day that its plan no longer covers. */
  readonly planRuns: boolean;
}

/** A sentence why the action on a visit cannot be undone; undefined if it can. */
export const undoBlocked = (visit: UndoFacts): string | undefined => {
  if (visit.hasLeft) return 'Already sent to Sandata.';
  if (!visit.planRuns) return PLAN_ENDED;
  return visit.rev === visit.revAfter
    ? undefined
    : `Changed since then by ${visit.editedBy ?? 'someone else'}.`;
};
