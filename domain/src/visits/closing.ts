import { CLOSE_CODES, type CloseCode, type Visit } from './schema.ts';

/** A missed visit to which nobody will come any more: staff say why, and it asks for nothing again. */

export const CLOSE_REASONS: Record<CloseCode, string> = {
  hospital: 'Client in hospital',
  refused: 'Client refused',
  cancelled: 'Cancelled',
  absent: 'Caregiver absent',
};
export const CLOSE_OPTIONS = CLOSE_CODES.map((code) => ({ value: code, label: CLOSE_REASONS[code] }));

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
