import { counted } from '../counted.ts';
import type { FieldError } from '../errors.ts';
import { showMoney } from '../money.ts';

/** What happens to money that the payer does not pay (docs/rules/claims.md, rules 34 to 36). */

export const SETTLEMENT_KINDS = ['writeOff', 'billClient'] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** Why an amount is written off, or what entitles the agency to bill the client. */
export const SETTLEMENT_REASONS = {
  writeOff: {
    late: 'Filed too late',
    duplicate: 'Duplicate',
    notProven: 'No verified visit',
    noAuthorization: 'No authorization',
    notEligible: 'Client not eligible',
    smallBalance: 'Small balance',
    other: 'Other',
  },
  billClient: {
    shareOfCost: 'Share of cost',
    notCovered: 'Not covered, agreed beforehand',
  },
} as const satisfies Record<SettlementKind, Readonly<Record<string, string>>>;

export const SETTLEMENT_REASON_KEYS = [
  'late',
  'duplicate',
  'notProven',
  'noAuthorization',
  'notEligible',
  'smallBalance',
  'other',
  'shareOfCost',
  'notCovered',
] as const;
export type SettlementReason = (typeof SETTLEMENT_REASON_KEYS)[number];

const WORDS: Readonly<Record<string, string>> = {
  ...SETTLEMENT_REASONS.writeOff,
  ...SETTLEMENT_REASONS.billClient,
};
export const settlementWords = (reason: SettlementReason): string => WORDS[reason] ?? reason;

export interface SettlementDraft {
  readonly kind: SettlementKind;
  readonly reason: SettlementReason;
  readonly note: string;
}

export const checkSettlement = ({ kind, reason, note }: SettlementDraft): FieldError[] => {
  if (!(reason in SETTLEMENT_REASONS[kind]))
    return [{ field: 'reason', message: 'Choose a reason from the list.' }];
  return reason === 'other' && note.trim() === ''
    ? [{ field: 'note', message: 'Say in the note why it is written off.' }]
    : [];
};

export const settledInfo = (kind: SettlementKind, claims: number, amount: number): string =>
  kind === 'writeOff'
    ? `${counted(claims, 'claim')} written off (${showMoney(amount)}).`
    : `${showMoney(amount)} of ${counted(claims, 'claim')} billed to the client. The next invoice under Private pay has it.`;
/** The corrected claim has taken the place of one that the client was billed for. */
export const billedBefore = (claim: string): string =>
  `The client was billed for days of this claim with claim ${claim}. Undo that under Unpaid first.`;
/** Why a settlement cannot be undone: the client has the invoice. */
export const settlementInvoiced = (invoices: readonly string[]): string =>
  `${invoices.length === 1 ? 'Invoice' : 'Invoices'} ${invoices.join(', ')}: void ${invoices.length === 1 ? 'it' : 'them'} first, then undo.`;
export const settlementUndoneInfo = (claims: number): string =>
  `${counted(claims, 'claim is', 'claims are')} open again.`;

/** For a share of cost that a remittance withheld and that is on record in the client's terms. */
export const MATCHED = 'Matched to the share of cost on record.';
export const matchedRemark = (claim: string, amount: number): string =>
  `Claim ${claim}: ${showMoney(amount)} was withheld as the client’s share of cost, as on record. It is on the client’s invoice of the month.`;

const PAID_ANYWAY = 'Paid after it was settled: ';
interface PaidAnyway {
  readonly claim: string;
  readonly kind: SettlementKind;
  readonly amount: number;
  readonly paid: number;
  readonly day: string;
}
/** A payment that nobody expected any more. */
export const paidAnywayRemark = ({ claim, kind, amount, paid, day }: PaidAnyway): string => {
  const what = kind === 'writeOff' ? 'written off' : 'billed to the client';
  const next =
    kind === 'writeOff'
      ? 'Undo the write-off under Unpaid if all of it was paid.'
      : 'Give the client the money back.';
  return `${PAID_ANYWAY}claim ${claim}, ${showMoney(amount)} ${what} on ${day}. The payment of ${showMoney(paid)} was posted. ${next}`;
};
export const isPaidAnyway = (remark: string): boolean => remark.startsWith(PAID_ANYWAY);
