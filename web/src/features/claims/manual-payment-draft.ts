import { checkManualPayment, unassignedCents } from '@homecare/domain/claims/manual-payment.ts';
import { DEFAULT_PROVIDER_ADJUSTMENT } from '@homecare/domain/claims/reason-words.ts';
import type { ADJUSTMENT_GROUPS, ManualPayment, OpenClaim } from '@homecare/domain/claims/schema.ts';
import { isIsoDate, NO_DATE } from '../../ui/inputs.tsx';

/** A manual payment as typed. Amounts are dollars, or text that is no number. */

type Typed = number | string | null;

export interface DraftClaim {
  readonly claim: OpenClaim;
  readonly icn: string;
  readonly takesBack: boolean;
  /** Why less was paid, for all lines of the claim. */
  readonly group: (typeof ADJUSTMENT_GROUPS)[number];
  readonly reason: string;
  /** Paid amounts by line. */
  readonly paid: Readonly<Record<string, Typed>>;
}

export interface PaymentDraft {
  readonly number: string;
  readonly date: string;
  readonly method: ManualPayment['method'];
  readonly paid: Typed;
  readonly claims: readonly DraftClaim[];
  /** Adjustments without a claim. Positive ones reduce the payment. */
  readonly taken: Typed;
  /** Code of the reason. */
  readonly takenFor: string;
}

export const newDraft = (today: string): PaymentDraft => ({
  number: '',
  date: today,
  method: 'CHK',
  paid: null,
  claims: [],
  taken: null,
  takenFor: DEFAULT_PROVIDER_ADJUSTMENT,
});

const centsOf = (typed: Typed | undefined) => (typeof typed === 'number' ? Math.round(typed * 100) : 0);

const signOf = ({ takesBack }: DraftClaim) => (takesBack ? -1 : 1);

/** Marks every line as paid in full, or as not paid. */
export const withPaid = (draft: DraftClaim, how: 'full' | 'none'): DraftClaim => ({
  ...draft,
  paid: Object.fromEntries(
    draft.claim.lines.map(({ control, charge }) => [
      control,
      how === 'full' ? (signOf(draft) * charge) / 100 : 0,
    ]),
  ),
});

export const newDraftClaim = (claim: OpenClaim): DraftClaim =>
  withPaid({ claim, icn: claim.icn ?? '', takesBack: false, group: 'CO', reason: '', paid: {} }, 'full');

/** The unpaid part of a line. */
const openOf = (draft: DraftClaim, { control, charge }: OpenClaim['lines'][number]) =>
  signOf(draft) * charge - centsOf(draft.paid[control]);

export const isPaidInPart = (draft: DraftClaim): boolean =>
  draft.claim.lines.some((line) => openOf(draft, line) !== 0);

export const paymentOf = ({ taken, takenFor, paid, claims, ...head }: PaymentDraft): ManualPayment => ({
  ...head,
  number: head.number.trim(),
  paid: centsOf(paid),
  claims: claims.map((draft) => ({
    id: draft.claim.id,
    icn: draft.icn.trim(),
    takesBack: draft.takesBack,
    lines: draft.claim.lines.map((line) => {
      const amount = openOf(draft, line);
      const reason = draft.reason.trim().toUpperCase();
      return {
        control: line.control,
        paid: centsOf(draft.paid[line.control]),
        adjustments: amount !== 0 && reason !== '' ? [{ group: draft.group, reason, amount }] : [],
      };
    }),
  })),
  adjustments: centsOf(taken) === 0 ? [] : [{ reason: takenFor, reference: '', amount: centsOf(taken) }],
});

const knownOf = ({ claims }: PaymentDraft) => new Map(claims.map(({ claim }) => [claim.id, claim]));

export const restOf = (draft: PaymentDraft): number => unassignedCents(paymentOf(draft), knownOf(draft));

const isNumber = (typed: Typed | undefined) => typeof typed === 'number';

/** Errors that prevent posting, by field. */
export const faultsOf = (draft: PaymentDraft, today: string): ReadonlyMap<string, string> => {
  const faults = new Map<string, string>();
  const put = (field: string, message: string) => faults.set(field, faults.get(field) ?? message);
  if (!isIsoDate(draft.date)) put('date', NO_DATE);
  if (!isNumber(draft.paid)) put('paid', 'Enter the amount of the payment.');
  for (const [at, { claim, paid, reason }] of draft.claims.entries()) {
    if (!/^[A-Za-z0-9]{0,5}$/.test(reason.trim()))
      put(`claims.${at}.reason`, 'Enter the reason code, such as 45.');
    for (const { control } of claim.lines)
      if (!isNumber(paid[control])) put(`claims.${at}.lines.${control}`, 'Enter an amount');
  }
  // Totals are checked once all amounts are valid.
  const isCounted = faults.size === 0;
  for (const { field, message } of checkManualPayment(paymentOf(draft), knownOf(draft), today))
    if (isCounted || field === 'number' || field === 'date') put(field, message);
  return faults;
};
