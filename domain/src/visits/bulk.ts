import { ALREADY_PLANNED } from '../aggregator/rules.ts';
import type { FieldError } from '../errors.ts';
import { attemptsToAccept } from './attempts.ts';
import { CLIENT_REASONS, CLOSED_VISIT } from './closing.ts';
import { acceptBlocked } from './office.ts';
import { checkChangeReason, isMissed, MEMO_MAX } from './rules.ts';
import { CLOSE_CODES, type CloseCode, type Visit } from './schema.ts';

/** One action for many visits: what each visit is checked by, one by one and in a bulk alike. */

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
  /** Its plan is of an EVV-exempt pair. */
  readonly isExcluded: boolean;
  /** Its plan runs on its day; a plan that ended in the meantime does not. */
  readonly planRuns: boolean;
}

type Closable = Pick<BulkFacts, 'Date' | 'PlanStartTime' | 'PlanEndTime' | 'Status' | 'ClosedCode'>;

/** Reasons for which a visit can be closed: ahead of it and until its check-out is over, those of the client alone. */
export const closeCodesOf = (
  visit: Parameters<typeof isMissed>[0],
  now: Temporal.Instant,
  zone: string,
): readonly CloseCode[] => (isMissed(visit, now, zone) ? CLOSE_CODES : CLIENT_REASONS);

/** An absent caregiver opens the visit for somebody else. */
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

/** All that waits, also what one click could not accept. */
const rejectBlocked = (visit: BulkFacts): string | undefined => {
  if (visit.ClosedCode !== null) return CLOSED_VISIT;
  return visit.Attempts.length === 0 ? NOTHING_RECORDED : undefined;
};

export const PLAN_ENDED = 'The care plan no longer covers this day, so the visit stays closed.';

const reopenBlocked = ({ ClosedCode, planRuns }: BulkFacts): string | undefined => {
  if (ClosedCode === null) return 'This visit is not closed.';
  return planRuns ? undefined : PLAN_ENDED;
};

/** Sandata has it already: a bulk sends it again only when that is what was chosen. */
export const isSent = ({ Status, aggregatorStatus }: Pick<BulkFacts, 'Status' | 'aggregatorStatus'>) =>
  Status === 'Complete' && aggregatorStatus === 'Success';

/** Why an action does not apply to a visit, as a sentence; undefined when it does. */
export const bulkBlocked = (
  action: BulkAction,
  visit: BulkFacts,
  now: Temporal.Instant,
  zone: string,
  /** Of 'close'; null: not chosen yet. */
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

/** What is missing in the action itself, for all of its visits. */
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

/** Of a visit that a bulk action changed and that is another caregiver's since then, or nobody's. */
export const TAKEN_OVER = 'The visit was given to somebody else or taken away since then.';

export interface UndoFacts {
  readonly rev: number;
  readonly revAfter: number;
  readonly editedBy: string | null;
  /** A record of the visit was sent since then. */
  readonly hasLeft: boolean;
  /** False: taking it back would open a visit on a day that its plan no longer covers. */
  readonly planRuns: boolean;
}

/** Why a visit keeps what a bulk action did; undefined when it can be taken back. */
export const undoBlocked = (visit: UndoFacts): string | undefined => {
  if (visit.hasLeft) return 'Already sent to Sandata.';
  if (!visit.planRuns) return PLAN_ENDED;
  return visit.rev === visit.revAfter
    ? undefined
    : `Changed since then by ${visit.editedBy ?? 'someone else'}.`;
};
