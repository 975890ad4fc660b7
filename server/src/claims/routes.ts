import * as calls from '@homecare/domain/claims/contract.ts';
import { bind, bindUpload } from '../platform/http/bind.ts';
import { downloadAnswer, listAnswers, postWaiting, uploadAnswer } from './answers.ts';
import { correct, makeBatch, preview } from './batches.ts';
import {
  listDenialGroups,
  prepareCorrections,
  previewCorrections,
  sendCorrections,
  undoCorrections,
} from './corrections.ts';
import { listDenials, saveDenial } from './denials.ts';
import { deleteDeposit, importDeposits, listDeposits, saveDeposit } from './deposits.ts';
import { listOpenClaims, postManualPayment } from './manual-payments.ts';
import { decideParked, listParked } from './parked.ts';
import * as rules from './payer-rules.ts';
import { listProof, loadClientProof } from './proof.ts';
import { rehearse } from './rehearsing.ts';
import * as claims from './service.ts';
import { listSettlements, settleClaims, undoSettlements } from './settlements.ts';
import { listUnpaid, listUnpaidItems } from './unpaid.ts';

export const claimRoutes = [
  bind(calls.generateClaims, (scope, { from, paymentsOnly, status, frequency, unproven, reason }) =>
    paymentsOnly
      ? postWaiting(scope)
      : makeBatch(scope, { month: from.slice(0, 7), status, frequency, unproven, reason }),
  ),
  bind(calls.previewClaims, preview),
  bind(calls.listBatches, claims.listBatches),
  bind(calls.downloadBatch, claims.downloadBatch),
  bind(calls.printControlSheet, claims.printSheet),
  bindUpload(calls.uploadAnswer, uploadAnswer),
  bind(calls.listAnswers, listAnswers),
  bind(calls.downloadAnswer, downloadAnswer),
  bind(calls.listParked, listParked),
  bind(calls.decideParked, decideParked),
  bind(calls.listOpenClaims, listOpenClaims),
  bind(calls.postManualPayment, postManualPayment),
  bind(calls.listDenials, listDenials),
  bind(calls.saveDenial, saveDenial),
  bind(calls.correctClaim, correct),
  bind(calls.listDenialGroups, listDenialGroups),
  bind(calls.prepareCorrections, prepareCorrections),
  bind(calls.undoCorrections, undoCorrections),
  bind(calls.previewCorrections, previewCorrections),
  bind(calls.sendCorrections, sendCorrections),
  bind(calls.listDeposits, listDeposits),
  bind(calls.saveDeposit, saveDeposit),
  bind(calls.deleteDeposit, deleteDeposit),
  bindUpload(calls.importDeposits, importDeposits),
  bind(calls.settleClaims, settleClaims),
  bind(calls.undoSettlements, undoSettlements),
  bind(calls.listSettlements, listSettlements),
  bind(calls.listUnpaid, listUnpaid),
  bind(calls.listUnpaidItems, listUnpaidItems),
  bind(calls.listProof, listProof),
  bind(calls.getClientProof, loadClientProof),
  bind(calls.rehearseBatch, rehearse),
  bind(calls.listPayerRules, rules.listPayerRules),
  bind(calls.savePayerTerms, rules.savePayerTerms),
  bind(calls.deletePayerTerms, rules.deletePayerTerms),
  bind(calls.saveDenialReason, rules.saveDenialReason),
  bind(calls.deleteDenialReason, rules.deleteDenialReason),
];
