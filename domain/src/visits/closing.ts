import type { CloseCode, Visit } from './schema.ts';

/** A visit to which nobody will come any more, ahead or missed: staff say why, and it asks for nothing again. */

export const CLOSE_REASONS: Record<CloseCode, string> = {
  hospital: 'Client in hospital',
  refused: 'Client refused',
  cancelled: 'Cancelled',
  absent: 'Caregiver absent',
};
/** Reasons of the client's side: such a visit needs nobody. */
export const CLIENT_REASONS: readonly CloseCode[] = ['hospital', 'refused', 'cancelled'];

export const CLOSED_VISIT = 'This visit is closed. Reopen it first.';

/** 'Closed: client in hospital (since Monday)'; null for a visit that is not closed. */
export const closedText = ({
  ClosedCode,
  ClosedMemo,
}: Pick<Visit, 'ClosedCode' | 'ClosedMemo'>): string | null => {
  if (ClosedCode === null) return null;
  const reason = CLOSE_REASONS[ClosedCode];
  const memo = ClosedMemo ? ` (${ClosedMemo})` : '';
  return `Closed: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}${memo}`;
};
