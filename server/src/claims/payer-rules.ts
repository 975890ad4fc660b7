import type * as calls from '@homecare/domain/claims/contract.ts';
import {
  checkReason,
  checkTerms,
  LAST_TERMS,
  REASON_DELETED,
  REASON_SAVED,
  TERMS_DELETED,
  TERMS_SAVED,
  tidyReason,
} from '@homecare/domain/claims/payer-rules.ts';
import { done, type FieldError, refuse, refuseAll } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { CLAIMS_ENTITY } from './batches.ts';
import * as data from './payer-data.ts';

/** An admin's table of the payer's deadlines and reason codes (docs/rules/claims.md, rule 38). */

export const listPayerRules: UseCase<typeof calls.listPayerRules> = async (scope) => {
  const { payerId: payer } = scope.settings.claims;
  const [terms, reasons] = await Promise.all([
    data.listStoredTerms(scope.site.db, payer),
    data.listStoredReasons(scope.site.db, payer),
  ]);
  return done({ payer, terms, reasons });
};

interface Row {
  readonly id: number;
  readonly rev: number;
}
interface Draft {
  readonly id: number | null;
  readonly rev: number | null;
}

/** How rows of one kind are read, validated, written and described. */
interface Kind<Facts extends object> {
  readonly list: (tx: Tx, payer: string) => Promise<readonly (Facts & Row)[]>;
  readonly check: (facts: Facts, others: readonly Facts[]) => FieldError[];
  readonly insert: (tx: Tx, payer: string, facts: Facts) => Promise<Row>;
  readonly update: (tx: Tx, id: number, facts: Facts) => Promise<Row>;
  readonly remove: (tx: Tx, id: number) => Promise<unknown>;
  /** Why the last one cannot be deleted; undefined if it can. */
  readonly last?: string;
  readonly say: (facts: Facts) => string;
  readonly word: string;
  readonly info: string;
  readonly deleted: string;
}

const changeOf = (word: string, before: string | null, now: string | null): Change => ({
  entity: CLAIMS_ENTITY,
  id: null,
  action: before === null ? 'insert' : now === null ? 'delete' : 'update',
  changes: { [word]: [before, now] },
});

const saveRow = <Facts extends object>(
  scope: Scope,
  name: string,
  { id, rev, ...facts }: Facts & Draft,
  kind: Kind<Omit<Facts & Draft, 'id' | 'rev'>>,
) =>
  mutate(scope, name, async (tx, record) => {
    const { payerId: payer } = scope.settings.claims;
    await data.lockPayerRules(tx, payer);
    const rows = await kind.list(tx, payer);
    const before = rows.find((row) => row.id === id);
    const refused = refuseAll(
      kind.check(
        facts,
        rows.filter((row) => row.id !== id),
      ),
    );
    if (refused) return refused;
    if (id === null) {
      const made = await kind.insert(tx, payer, facts);
      record(changeOf(kind.word, null, kind.say(facts)));
      return done(made, { insertId: made.id, info: kind.info });
    }
    if (!before) return refuse('notFound');
    if (rev !== null && before.rev !== rev) return refuse('stale');
    const saved = await kind.update(tx, id, facts);
    record(changeOf(kind.word, kind.say(before), kind.say(facts)));
    return done(saved, { info: kind.info });
  });

const deleteRow = <Facts extends object>(scope: Scope, name: string, { id, rev }: Row, kind: Kind<Facts>) =>
  mutate(scope, name, async (tx, record) => {
    const { payerId: payer } = scope.settings.claims;
    await data.lockPayerRules(tx, payer);
    const rows = await kind.list(tx, payer);
    const before = rows.find((row) => row.id === id);
    if (!before) return refuse('notFound');
    if (before.rev !== rev) return refuse('stale');
    if (kind.last !== undefined && rows.length === 1) return refuse('conflict', kind.last);
    await kind.remove(tx, id);
    record(changeOf(kind.word, kind.say(before), null));
    return done(null, { info: kind.deleted });
  });

const TERMS = {
  list: data.listStoredTerms,
  check: checkTerms,
  insert: data.insertTerms,
  update: data.updateTerms,
  remove: data.deleteTerms,
  // Without terms, nobody would know the deadline for a claim.
  last: LAST_TERMS,
  say: (terms: Parameters<typeof checkTerms>[0]) =>
    `from ${terms.validFrom}: ${terms.filingDays} days, ${terms.resubmitDays} after a denial, frequency ${terms.resendDenied}`,
  word: 'payer terms',
  info: TERMS_SAVED,
  deleted: TERMS_DELETED,
};
const REASON = {
  list: data.listStoredReasons,
  check: checkReason,
  insert: data.insertReason,
  update: data.updateReason,
  remove: data.deleteReason,
  say: (reason: Parameters<typeof checkReason>[0]) =>
    `${reason.code} from ${reason.validFrom}: ${reason.title}; ${reason.cause} ${reason.advice}; ${reason.mend}`,
  word: 'denial reason',
  info: REASON_SAVED,
  deleted: REASON_DELETED,
};

export const savePayerTerms: UseCase<typeof calls.savePayerTerms> = (scope, draft) =>
  saveRow(scope, 'claims.savePayerTerms', draft, TERMS);

export const saveDenialReason: UseCase<typeof calls.saveDenialReason> = (scope, draft) =>
  saveRow(scope, 'claims.saveDenialReason', tidyReason(draft), REASON);

export const deletePayerTerms: UseCase<typeof calls.deletePayerTerms> = (scope, row) =>
  deleteRow(scope, 'claims.deletePayerTerms', row, TERMS);

export const deleteDenialReason: UseCase<typeof calls.deleteDenialReason> = (scope, row) =>
  deleteRow(scope, 'claims.deleteDenialReason', row, REASON);
