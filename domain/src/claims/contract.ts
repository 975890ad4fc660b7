import { z } from 'zod';
import { isWholeMonth, month, monthEdge, ONE_MONTH } from '../billing/contract.ts';
import { fileOutput, getCall, postCall, uploadCall } from '../call.ts';
import { EVERY_PAYER, PAYER_KEY } from '../payers/payer-key.ts';
import { dateText, MAX_ID, wireBool, wireInt } from '../wire.ts';
import {
  CORRECTIONS,
  PARKED_DECISIONS,
  SELECT_STATUS,
  UPLOAD_STATUSES,
  WRONG_UPLOAD_STATUS,
} from './rules.ts';
import {
  AnswerRow,
  ClaimBatch,
  ClientProof,
  CorrectionPreview,
  DenialGroups,
  DenialList,
  DenialReasonDraft,
  DepositList,
  ManualPayment,
  OpenClaim,
  ParkedClaim,
  PayerRules,
  PayerTermsDraft,
  ProofList,
  Settlement,
  UNPROVEN_CHOICES,
  Unpaid,
  UnpaidItem,
  UploadPreview,
  UploadResult,
} from './schema.ts';
import { SETTLEMENT_KINDS, SETTLEMENT_REASON_KEYS } from './settlements.ts';
import { AGES } from './unpaid.ts';

const admin = { roles: ['admin'], needs: ['billing'] } as const;
const id = wireInt(1, MAX_ID).pipe(z.int());
const claimId = z.string().regex(/^\d{1,9}-\d{1,6}$/, 'A claim is named by its batch and its number in it.');

/** Billed or Denied (docs/rules/claims.md, rule 1). */
const status = z
  .string()
  .max(20)
  .default('')
  .superRefine((text, ctx) => {
    if (UPLOAD_STATUSES.some((one) => one === text)) return;
    ctx.addIssue({ code: 'custom', message: text === '' ? SELECT_STATUS : WRONG_UPLOAD_STATUS });
  })
  .transform((text) => UPLOAD_STATUSES.find((one) => one === text) ?? 'Billed');

/** From and to are the first and last day of one month of calculation. */
const upload = {
  from: monthEdge,
  to: monthEdge,
  status,
  /** 7 replaces claims that the payer has decided on; 1 leaves them alone. */
  frequency: z.enum(['1', '7']).default('1'),
  /** Whether lines that will be denied are left out or sent. */
  unproven: z.enum(UNPROVEN_CHOICES).default('leaveOut'),
};
const wholeMonth = <T extends { readonly from: string; readonly to: string }>({ from, to }: T) =>
  isWholeMonth(from, to);

/** Makes the file of a month and status; with paymentsOnly it posts the remittances that wait and makes none. */
export const generateClaims = getCall(
  ['Billing_generator/x12generator.php', 'modules/Billing_generator/x12generator.php', 'x12generator.php'],
  {
    ...admin,
    name: 'claims.generate',
    effect: 'write',
    input: z
      .strictObject({
        ...upload,
        /** Why lines that will be denied are sent; kept in the record log. */
        reason: z.string().trim().max(300, 'A reason has at most 300 characters.').default(''),
        paymentsOnly: wireBool.default(false),
      })
      .refine(wholeMonth, { path: ['to'], message: ONE_MONTH }),
    output: UploadResult,
  },
);

export const previewClaims = getCall(['claims/preview-upload'], {
  ...admin,
  name: 'claims.preview',
  effect: 'read',
  input: z.strictObject(upload).refine(wholeMonth, { path: ['to'], message: ONE_MONTH }),
  output: UploadPreview,
});

/** Part of a client's name, or the beginning of a claim number, ours or the payer's; files by their names and numbers too. */
const search = z.string().trim().max(60).default('');

/** The newest first. */
export const listBatches = getCall(['claims/list-batches'], {
  ...admin,
  name: 'claims.listBatches',
  effect: 'read',
  input: z.strictObject({ search }),
  output: z.array(ClaimBatch),
});

/** The file as it was made, byte for byte. */
export const downloadBatch = getCall(['claims/download-batch'], {
  ...admin,
  name: 'claims.downloadBatch',
  effect: 'read',
  input: z.strictObject({ id }),
  output: fileOutput,
});

/** Claims by client with units and charge, and who was left out, as a PDF. */
export const printControlSheet = getCall(['claims/print-control-sheet'], {
  ...admin,
  name: 'claims.printControlSheet',
  effect: 'read',
  input: z.strictObject({ id }),
  output: fileOutput,
});

/**
 * TA1, 999, 277CA or 835. `later`: payments wait until they are posted with paymentsOnly. The remittance of an insurer that pays
 * before Medicaid is known by the payer that it names, or by the one that was chosen.
 */
export const uploadAnswer = uploadCall(['claims/upload-answer'], {
  ...admin,
  name: 'claims.uploadAnswer',
  effect: 'write',
  upload: { maxBytes: 50_000_000, tooLarge: 'A file from the payer may have at most 50 MB.' },
  input: z.strictObject({ later: wireBool.default(false), payerId: id.optional() }),
  output: AnswerRow,
});

export const listAnswers = getCall(['claims/list-answers'], {
  ...admin,
  name: 'claims.listAnswers',
  effect: 'read',
  input: z.strictObject({ search }),
  output: z.array(AnswerRow),
});

export const downloadAnswer = getCall(['claims/download-answer'], {
  ...admin,
  name: 'claims.downloadAnswer',
  effect: 'read',
  input: z.strictObject({ id }),
  output: fileOutput,
});

/** Claims of remittances that do not balance: all that wait, then those decided on last. */
export const listParked = getCall(['claims/list-parked'], {
  ...admin,
  name: 'claims.listParked',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(ParkedClaim),
});

/** post: as the payer says; discard: it counts for nothing; restore: a discarded one waits again. */
export const decideParked = postCall(['claims/decide-parked'], {
  ...admin,
  name: 'claims.decideParked',
  effect: 'write',
  input: z.strictObject({
    ids: z.array(z.int().min(1).max(MAX_ID)).min(1).max(500),
    decision: z.enum(PARKED_DECISIONS),
    note: z.string().trim().max(300).default(''),
  }),
  output: z.strictObject({ changed: z.int() }),
});

/** Claims that a payment by hand can be for, found by client or claim number; those not decided on first. */
export const listOpenClaims = getCall(['claims/list-open'], {
  ...admin,
  name: 'claims.listOpen',
  effect: 'read',
  input: z.strictObject({ search }),
  output: z.array(OpenClaim),
});

/** A payment from paper or a portal: it balances as a remittance does, or it is refused. */
export const postManualPayment = postCall(['claims/post-payment'], {
  ...admin,
  name: 'claims.postManualPayment',
  effect: 'write',
  input: ManualPayment,
  output: AnswerRow,
});

/** Claims that were refused, denied or paid in part, and what does not fit; those sent again leave the list. */
export const listDenials = getCall(['claims/list-denials'], {
  ...admin,
  name: 'claims.listDenials',
  effect: 'read',
  input: z.strictObject({}),
  output: DenialList,
});

/** Who looks after a denial, and a note. */
export const saveDenial = postCall(['claims/save-denial'], {
  ...admin,
  name: 'claims.saveDenial',
  effect: 'write',
  input: z.strictObject({
    id: claimId,
    ownerId: z.int().min(1).max(MAX_ID).nullable(),
    note: z.string().trim().max(1_000),
    rev: z.int().min(0).max(MAX_ID),
  }),
  output: z.strictObject({ rev: z.int() }),
});

/** A file with one claim: as the cards are now, in its place (7) or as a new one (1) by the payer's terms, or taking it back (8). */
export const correctClaim = postCall(['claims/correct-claim'], {
  ...admin,
  name: 'claims.correct',
  effect: 'write',
  input: z.strictObject({ id: claimId, how: z.enum(CORRECTIONS) }),
  output: UploadResult,
});

/** The same claims by reason, with what sending each again would change. */
export const listDenialGroups = getCall(['claims/list-denial-groups'], {
  ...admin,
  name: 'claims.listDenialGroups',
  effect: 'read',
  input: z.strictObject({}),
  output: DenialGroups,
});

const claimIds = z.array(claimId).min(1, 'Select claims first.').max(500, 'Select at most 500 claims.');

/** Claims that are to go again as their cards are now. They wait for a file and can be taken back until then. */
export const prepareCorrections = postCall(['claims/prepare-corrections'], {
  ...admin,
  name: 'claims.prepareCorrections',
  effect: 'write',
  input: z.strictObject({ ids: claimIds }),
  output: z.strictObject({ changed: z.int() }),
});

export const undoCorrections = postCall(['claims/undo-corrections'], {
  ...admin,
  name: 'claims.undoCorrections',
  effect: 'write',
  input: z.strictObject({ ids: claimIds }),
  output: z.strictObject({ changed: z.int() }),
});

/** What the files would hold if these claims went again now. */
export const previewCorrections = postCall(['claims/preview-corrections'], {
  ...admin,
  name: 'claims.previewCorrections',
  effect: 'read',
  input: z.strictObject({ ids: claimIds }),
  output: z.array(CorrectionPreview),
});

/** A file for each month of the claims that wait. */
export const sendCorrections = postCall(['claims/send-corrections'], {
  ...admin,
  name: 'claims.sendCorrections',
  effect: 'write',
  input: z.strictObject({}),
  output: z.array(UploadResult),
});

/** Denied claims are written off, or billed to the client where the law allows it (42 CFR 447.15). */
export const settleClaims = postCall(['claims/settle-claims'], {
  ...admin,
  name: 'claims.settle',
  effect: 'write',
  input: z.strictObject({
    ids: claimIds,
    kind: z.enum(SETTLEMENT_KINDS),
    reason: z.enum(SETTLEMENT_REASON_KEYS),
    note: z.string().trim().max(300, 'A note has at most 300 characters.'),
    /** Day on which the client signed the agreement to pay for a service that is not covered. */
    agreed: dateText.nullable(),
  }),
  output: z.strictObject({ changed: z.int(), amount: z.int() }),
});

export const undoSettlements = postCall(['claims/undo-settlements'], {
  ...admin,
  name: 'claims.undoSettlements',
  effect: 'write',
  input: z.strictObject({ ids: z.array(z.int().min(1).max(MAX_ID)).min(1).max(500) }),
  output: z.strictObject({ changed: z.int() }),
});

/** The newest first; those that were undone are left out. */
export const listSettlements = getCall(['claims/list-settlements'], {
  ...admin,
  name: 'claims.listSettlements',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(Settlement),
});

/** What is still to be paid: by age, by deadline, by line, and how long it takes. */
export const listUnpaid = getCall(['claims/list-unpaid'], {
  ...admin,
  name: 'claims.listUnpaid',
  effect: 'read',
  input: z.strictObject({}),
  output: Unpaid,
});

/** What a number of the ageing counts: of a payer or of all, of one age or of all; the dearest first. */
export const listUnpaidItems = getCall(['claims/list-unpaid-items'], {
  ...admin,
  name: 'claims.listUnpaidItems',
  effect: 'read',
  input: z.strictObject({
    payer: z.string().regex(PAYER_KEY).default(EVERY_PAYER),
    age: wireInt(0, AGES.length - 1)
      .pipe(z.int())
      .optional(),
  }),
  output: z.array(UnpaidItem),
});

/** Deposits of the bank beside payments of remittances, by amount and day; what has no partner on either side. */
export const listDeposits = getCall(['claims/list-deposits'], {
  ...admin,
  name: 'claims.listDeposits',
  effect: 'read',
  input: z.strictObject({}),
  output: DepositList,
});

export const saveDeposit = postCall(['claims/save-deposit'], {
  ...admin,
  name: 'claims.saveDeposit',
  effect: 'write',
  creates: true,
  input: z.strictObject({
    day: dateText,
    amount: z.int().max(1_000_000_000),
    reference: z.string().trim().max(100, 'A reference has at most 100 characters.'),
  }),
  output: z.strictObject({ id: z.int() }),
});

export const deleteDeposit = postCall(['claims/delete-deposit'], {
  ...admin,
  name: 'claims.deleteDeposit',
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});

/** A CSV file of the bank: its first row names the columns. */
export const importDeposits = uploadCall(['claims/import-deposits'], {
  ...admin,
  name: 'claims.importDeposits',
  effect: 'write',
  upload: { maxBytes: 5_000_000, tooLarge: 'A file of deposits may have at most 5 MB.' },
  input: z.strictObject({}),
  output: z.strictObject({ added: z.int(), known: z.int(), skipped: z.int() }),
});

/** Proof before billing: each line of the cards of a month, beside what the aggregator has of it. */
export const listProof = getCall(['claims/list-proof'], {
  ...admin,
  name: 'claims.listProof',
  effect: 'read',
  input: z
    .strictObject({
      from: monthEdge,
      to: monthEdge,
      status,
      clientId: id.optional(),
      /** Only those that would be denied. */
      willDeny: wireBool.default(false),
    })
    .refine(wholeMonth, { path: ['to'], message: ONE_MONTH }),
  output: ProofList,
});

/** The same for the billing page, whose cards need not be saved: it checks each line by the rule of the list. */
export const getClientProof = getCall(['claims/client-proof'], {
  ...admin,
  name: 'claims.getClientProof',
  effect: 'read',
  input: z.strictObject({ clientId: id, date: month }),
  output: ClientProof,
});

/** Rehearsal: hands a test file to the simulated payer and loads its receipts and its payment. */
export const rehearseBatch = postCall(['claims/rehearse'], {
  ...admin,
  name: 'claims.rehearse',
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.array(AnswerRow),
});

/** The terms of the payer and what its reasons of denial mean. */
export const listPayerRules = getCall(['claims/list-payer-rules'], {
  ...admin,
  name: 'claims.listPayerRules',
  effect: 'read',
  input: z.strictObject({}),
  output: PayerRules,
});

const storedRow = z.strictObject({ id, rev: z.int().min(0).max(MAX_ID) });
const savedRow = z.strictObject({ id: z.int(), rev: z.int() });

/** Without an id new ones. */
export const savePayerTerms = postCall(['claims/save-payer-terms'], {
  ...admin,
  name: 'claims.savePayerTerms',
  effect: 'write',
  creates: true,
  input: PayerTermsDraft,
  output: savedRow,
});

export const deletePayerTerms = postCall(['claims/delete-payer-terms'], {
  ...admin,
  name: 'claims.deletePayerTerms',
  effect: 'write',
  input: storedRow,
  output: z.null(),
});

/** Without an id a new one. */
export const saveDenialReason = postCall(['claims/save-denial-reason'], {
  ...admin,
  name: 'claims.saveDenialReason',
  effect: 'write',
  creates: true,
  input: DenialReasonDraft,
  output: savedRow,
});

export const deleteDenialReason = postCall(['claims/delete-denial-reason'], {
  ...admin,
  name: 'claims.deleteDenialReason',
  effect: 'write',
  input: storedRow,
  output: z.null(),
});
