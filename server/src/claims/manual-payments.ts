import { checkRemittances } from '@homecare/domain/claims/835-balance.ts';
import { BY_HAND } from '@homecare/domain/claims/by-hand.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import { checkManualPayment, manualRemittance } from '@homecare/domain/claims/manual-payment.ts';
import { matchClaims, postedBefore } from '@homecare/domain/claims/posting.ts';
import { manualPostedBefore, manualPostedInfo } from '@homecare/domain/claims/rules.ts';
import { done, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { findFileRow, insertFile, listPostedKeys, markPosted } from './answer-queries.ts';
import { paymentsOf } from './answers.ts';
import { CLAIMS_ENTITY } from './batches.ts';
import { findOpenClaims, listClaimsByIds } from './parked-queries.ts';
import { applyAnswers } from './posting.ts';
import { listSentClaims, lockNumbers } from './queries.ts';

/** Payments on paper or from a portal, entered by a person and checked and posted like those of a remittance. */

export const listOpenClaims: UseCase<typeof calls.listOpenClaims> = async (scope, { search }) =>
  done(await findOpenClaims(scope.site.db, search));

export const postManualPayment: UseCase<typeof calls.postManualPayment> = (scope, payment) =>
  mutate(scope, 'claims.postManualPayment', async (tx, record) => {
    await lockNumbers(tx);
    const ids = payment.claims.map(({ id }) => id);
    const known = await listClaimsByIds(tx, ids);
    const today = scope.today().toString();
    const refused = refuseAll(checkManualPayment(payment, known, today));
    if (refused) return refused;
    const claims = await listSentClaims(tx, ids);
    const sent = new Map([...claims].map(([id, kept]) => [id, kept.sent] as const));
    const remittance = manualRemittance(payment, known);
    const checked = checkRemittances([remittance]).flatMap((one) => one.claims);
    const { postings } = matchClaims(checked, sent);
    const isKnown = postedBefore(await listPostedKeys(tx, ids));
    const again = postings.find(({ key }) => isKnown(key));
    if (again) return refuse('conflict', manualPostedBefore(payment.number, again.claimId));
    const fileId = await insertFile(tx, {
      name: `${BY_HAND}: ${payment.number}`,
      kinds: [BY_HAND],
      stored: null,
      state: 'posted',
      payments: paymentsOf([remittance]),
      remarks: [],
      faults: [],
      payerId: null,
      ...scope.stamp(),
    });
    const { deleted } = await applyAnswers(tx, scope, fileId, { answers: [], postings, claims }, record);
    await markPosted(tx, fileId, deleted, []);
    record({
      entity: CLAIMS_ENTITY,
      id: null,
      action: 'run',
      changes: { 'payment by hand': [null, payment.number], paid: [null, payment.paid] },
    });
    const row = await findFileRow(tx, fileId);
    return row ? done(row, { info: manualPostedInfo(payment.number, postings.length) }) : refuse('failed');
  });
