import { addDays } from '../calendar.ts';
import type { FilingLimit } from '../states/pack.ts';
import { lastFilingDay } from '../states/rules.ts';

/** The payer's terms and the meaning of its reasons: dated data with a source, never code (docs/rules/claims.md, rule 27). */

export interface PayerTerms {
  readonly validFrom: string;
  /** Days after the service within which the payer must receive a claim. */
  readonly filingDays: number;
  /** Days after a denial within which the claim may still be sent again, even if the limit above has passed. */
  readonly resubmitDays: number;
  /** Whether an entirely denied claim is sent again as a new one (1) or replaces the denied one (7). */
  readonly resendDenied: '1' | '7';
  readonly source: string;
}

/** What to look at to see whether a denial is fixed. */
export const FIX_KINDS = ['program', 'par', 'units', 'visit', 'member', 'final', 'other'] as const;
export type FixKind = (typeof FIX_KINDS)[number];

/** The row in force on a day. */
export const validOn = <Row extends { readonly validFrom: string }>(
  rows: readonly Row[],
  day: string,
): Row | undefined =>
  rows.reduce<Row | undefined>(
    (found, row) => (row.validFrom <= day && (!found || row.validFrom > found.validFrom) ? row : found),
    undefined,
  );

/** When claims must be filed: the terms that the agency keeps, or else its state's rule. */
export type FilingTerms = { readonly validFrom: string } & (
  | Pick<PayerTerms, 'filingDays'>
  | { readonly filing: FilingLimit }
);

/** How denied claims are sent again, from the same. */
export type ResendTerms = Pick<PayerTerms, 'validFrom' | 'resubmitDays' | 'resendDenied'>;

export interface ClaimTerms {
  readonly filing: readonly FilingTerms[];
  readonly resending: readonly ResendTerms[];
}

/** The last day on which the payer accepts a claim for a day of service; null if unknown. */
export const fileBy = (terms: readonly FilingTerms[], day: string): string | null => {
  const term = validOn(terms, day);
  if (!term) return null;
  return lastFilingDay('filing' in term ? term.filing : { days: term.filingDays }, day);
};

/**
 * How a claim is sent again: as a replacement (7), or as a new claim (1) if it was denied entirely and the current terms say
 * so (docs/rules/claims.md, rule 27); null if no terms say it.
 */
export const resendFrequency = (
  { resending }: Pick<ClaimTerms, 'resending'>,
  today: string,
  { isDeniedWhole }: { readonly isDeniedWhole: boolean },
): '1' | '7' | null => (isDeniedWhole ? (validOn(resending, today)?.resendDenied ?? null) : '7');

/** The last day on which a denied claim may be sent again; `decided` is the day of its last answer. */
export const resendBy = (
  { filing, resending }: ClaimTerms,
  { day, decided }: { readonly day: string; readonly decided: string },
): string | null => {
  const by = fileBy(filing, day);
  const term = validOn(resending, decided);
  if (by === null || !term) return by;
  const again = addDays(decided, term.resubmitDays);
  return again > by ? again : by;
};
