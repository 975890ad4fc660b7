import type { CloseCode, Visit } from './schema.ts';

/** Staff close a visit that nobody will come to, whether missed or still ahead, and say why. Then it needs no more attention. */

export const CLOSE_REASONS: Record<CloseCode, string> = {
  hospital: 'Client in hospital',
  refused: 'Client refused',
  cancelled: 'Cancelled',
  absent: 'Caregiver absent',
};
/** The client's reasons. A visit closed for one of them needs no other caregiver. */
export const CLIENT_REASONS: readonly CloseCode[] = ['hospital', 'refused', 'cancelled'];

export const CLOSED_VISIT = 'This visit is closed. Reopen it first.';

/** 'Closed: client in hospital (since Monday)'; null if the visit is not closed. */
export const closedText = ({
  ClosedCode,
  ClosedMemo,
}: Pick<Visit, 'ClosedCode' | 'ClosedMemo'>): string | null => {
  if (ClosedCode === null) return null;
  const reason = CLOSE_REASONS[ClosedCode];
  const memo = ClosedMemo ? ` (${ClosedMemo})` : '';
  return `Closed: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}${memo}`;
};
