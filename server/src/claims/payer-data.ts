import type { DenialReason, PayerTerms } from '@homecare/domain/claims/payer-terms.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** What a payer asks and what its reasons mean, by day. */

export const listPayerTerms = (db: Db, payer: string): Promise<PayerTerms[]> =>
  queryRows<PayerTerms>(db)`select valid_from as "validFrom", filing_days as "filingDays",
      resubmit_days as "resubmitDays", resend_denied as "resendDenied", source
    from payer_terms where payer = ${payer} order by valid_from`;

export const listDenialReasons = (db: Db, payer: string): Promise<DenialReason[]> =>
  queryRows<DenialReason>(db)`select code, valid_from as "validFrom", title, cause, advice, mend, source
    from payer_denial_reasons where payer = ${payer} order by code, valid_from`;
