import type { ClaimTerms, PayerTerms } from '@homecare/domain/claims/payer-terms.ts';
import type { DenialReason, StoredReason, StoredTerms } from '@homecare/domain/claims/schema.ts';
import { rowsOf } from '@homecare/domain/states/rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';
import type { Settings } from '../platform/site/site.ts';

/** A payer's deadlines and reason codes, by day. */

const terms = sql`valid_from as "validFrom", filing_days as "filingDays", resubmit_days as "resubmitDays",
  resend_denied as "resendDenied", source`;
const reason = sql`code, valid_from as "validFrom", title, cause, advice, mend, source`;

export const listPayerTerms = (db: Db, payer: string): Promise<PayerTerms[]> =>
  queryRows<PayerTerms>(db)`select ${terms} from payer_terms where payer = ${payer} order by valid_from`;

/** The agency's own terms of its payer, otherwise those of its state. */
export const listClaimTerms = async (
  db: Db,
  { claims, pack: { rules } }: Pick<Settings, 'claims' | 'pack'>,
): Promise<ClaimTerms> => {
  const own = await listPayerTerms(db, claims.payerId);
  if (own.length > 0) return { filing: own, resending: own };
  return {
    filing: rowsOf(rules.filing).map(({ from, value }) => ({ validFrom: from, filing: value })),
    resending: rowsOf(rules.resending).map(({ from, value }) => ({
      validFrom: from,
      resubmitDays: value.days,
      resendDenied: value.denied,
    })),
  };
};

export const listDenialReasons = (db: Db, payer: string): Promise<DenialReason[]> =>
  queryRows<DenialReason>(
    db,
  )`select ${reason} from payer_denial_reasons where payer = ${payer} order by code, valid_from`;

// --- As they are edited

export const listStoredTerms = (db: Db, payer: string) =>
  queryRows<StoredTerms>(
    db,
  )`select id, rev, ${terms} from payer_terms where payer = ${payer} order by valid_from desc`;

export const listStoredReasons = (db: Db, payer: string) =>
  queryRows<StoredReason>(db)`select id, rev, ${reason} from payer_denial_reasons where payer = ${payer}
    order by length(code), code, valid_from desc`;

/** Locks a payer's rules until the transaction ends, so that two people's changes are saved one after the other. */
export const lockPayerRules = (tx: Tx, payer: string) =>
  sql`select pg_advisory_xact_lock(hashtext('payer rules ' || ${payer}))`.execute(tx);

type Saved = { readonly id: number; readonly rev: number };
const first = (rows: readonly Saved[]): Saved => rows[0] ?? { id: 0, rev: 0 };

export const insertTerms = async (tx: Tx, payer: string, one: PayerTerms): Promise<Saved> =>
  first(
    await queryRows<Saved>(tx)`insert into payer_terms
        (payer, valid_from, filing_days, resubmit_days, resend_denied, source)
      values (${payer}, ${one.validFrom}, ${one.filingDays}, ${one.resubmitDays}, ${one.resendDenied}, ${one.source})
      returning id, rev`,
  );

export const updateTerms = async (tx: Tx, id: number, one: PayerTerms): Promise<Saved> =>
  first(
    await queryRows<Saved>(
      tx,
    )`update payer_terms set valid_from = ${one.validFrom}, filing_days = ${one.filingDays},
        resubmit_days = ${one.resubmitDays}, resend_denied = ${one.resendDenied}, source = ${one.source}, rev = rev + 1
      where id = ${id} returning id, rev`,
  );

export const deleteTerms = (tx: Tx, id: number) => sql`delete from payer_terms where id = ${id}`.execute(tx);

export const insertReason = async (tx: Tx, payer: string, one: DenialReason): Promise<Saved> =>
  first(
    await queryRows<Saved>(tx)`insert into payer_denial_reasons
        (payer, code, valid_from, title, cause, advice, mend, source)
      values (${payer}, ${one.code}, ${one.validFrom}, ${one.title}, ${one.cause}, ${one.advice}, ${one.mend},
        ${one.source})
      returning id, rev`,
  );

export const updateReason = async (tx: Tx, id: number, one: DenialReason): Promise<Saved> =>
  first(
    await queryRows<Saved>(
      tx,
    )`update payer_denial_reasons set code = ${one.code}, valid_from = ${one.validFrom},
        title = ${one.title}, cause = ${one.cause}, advice = ${one.advice}, mend = ${one.mend}, source = ${one.source},
        rev = rev + 1
      where id = ${id} returning id, rev`,
  );

export const deleteReason = (tx: Tx, id: number) =>
  sql`delete from payer_denial_reasons where id = ${id}`.execute(tx);
