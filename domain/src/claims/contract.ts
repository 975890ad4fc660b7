import { z } from 'zod';
import { isWholeMonth, month, monthEdge, ONE_MONTH } from '../billing/contract.ts';
import { fileOutput, getCall, postCall, uploadCall } from '../call.ts';
import { EVERY_PAYER, PAYER_KEY } from '../payers/payer-key.ts';
import { dateText, MAX_ID, wireBool, wireInt } from '../wire.ts';
import { CORRECTIONS, PARKED_DECISIONS, SELECT_STATUS, WRONG_UPLOAD_STATUS } from './rules.ts';
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
import { UPLOAD_STATUSES } from './uploads.ts';

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

/** From and to are the first and last day of one calculation month. */
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

/** Creates the file for a month and status. With paymentsOnly it creates none and posts the waiting remittances instead. */
export const generateClaims = getCall(
  ['Billing_generator/x12generator.php', 'modules/Billing_generator/x12generator.php', 'x12generator.php'],
  {
    ...admin,
    name: 'claims.generate',
    effect: 'write',
    input: z
      .strictObject({
        ...upload,
        /** Why lines that will be denied are sent anyway; kept in the record log. */
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

/** Part of a client's name, or the beginning of a claim number (ours or the payer's); files are also found by their names and numbers. */
const search = z.string().trim().max(60).default('');

/** Newest first. */
export const listBatches = getCall(['claims/list-batches'], {
  ...admin,
  name: 'claims.listBatches',
  effect: 'read',
  input: z.strictObject({ search }),
  output: z.array(ClaimBatch),
});

/** The file exactly as it was created. */
export const downloadBatch = getCall(['claims/download-batch'], {
  ...admin,
  name: 'claims.downloadBatch',
  effect: 'read',
  input: z.strictObject({ id }),
  output: fileOutput,
});

/** A PDF of claims by client with units and charge, and of who was left out. */
export const printControlSheet = getCall(['claims/print-control-sheet'], {
  ...admin,
  name: 'claims.printControlSheet',
  effect: 'read',
  input: z.strictObject({ id }),
  output: fileOutput,
});

/**
 * Loads a TA1, 999, 277CA or 835. With `later`, payments wait until they are posted with paymentsOnly. The remittance of an
 * insurer that pays before Medicaid is recognized by the payer named in it, or by the chosen one.
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

/** Claims in remittances that do not balance: first all that wait, then those last decided on. */
export const listParked = getCall(['claims/list-parked'], {
  ...admin,
  name: 'claims.listParked',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(ParkedClaim),
});

/** post: as the payer says. discard: does not count. restore: a discarded claim waits again. */
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

/** Claims that a payment entered by hand can be for, found by client or claim number; undecided ones first. */
export const listOpenClaims = getCall(['claims/list-open'], {
  ...admin,
  name: 'claims.listOpen',
  effect: 'read',
  input: z.strictObject({ search }),
  output: z.array(OpenClaim),
});

/** Posts a payment from paper or a portal. Like a remittance it must balance, or it is refused. */
export const postManualPayment = postCall(['claims/post-payment'], {
  ...admin,
  name: 'claims.postManualPayment',
  effect: 'write',
  input: ManualPayment,
  output: AnswerRow,
});

/** Claims that were refused, denied or paid in part, and those with problems. Claims that are sent again leave the list. */
export const listDenials = getCall(['claims/list-denials'], {
  ...admin,
  name: 'claims.listDenials',
  effect: 'read',
  input: z.strictObject({}),
  output: DenialList,
});

/** Saves who takes care of a denial, and a note. */
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

/**
 * Creates a file with one claim, with the cards as they are now: a replacement (7), a new claim (1) if the payer's terms say
 * so, or a void (8).
 */
export const correctClaim = postCall(['claims/correct-claim'], {
  ...admin,
  name: 'claims.correct',
  effect: 'write',
  input: z.strictObject({ id: claimId, how: z.enum(CORRECTIONS) }),
  output: UploadResult,
});

/** The same claims grouped by reason, with what sending each again would change. */
export const listDenialGroups = getCall(['claims/list-denial-groups'], {
  ...admin,
  name: 'claims.listDenialGroups',
  effect: 'read',
  input: z.strictObject({}),
  output: DenialGroups,
});

const claimIds = z.array(claimId).min(1, 'Select claims first.').max(500, 'Select at most 500 claims.');

/** Marks claims to be sent again as their cards are now. They wait for a file and can be withdrawn until then. */
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

/** What the files would contain if these claims were sent again now. */
export const previewCorrections = postCall(['claims/preview-corrections'], {
  ...admin,
  name: 'claims.previewCorrections',
  effect: 'read',
  input: z.strictObject({ ids: claimIds }),
  output: z.array(CorrectionPreview),
});

/** Creates one file for each month of the waiting claims. */
export const sendCorrections = postCall(['claims/send-corrections'], {
  ...admin,
  name: 'claims.sendCorrections',
  effect: 'write',
  input: z.strictObject({}),
  output: z.array(UploadResult),
});

/** Writes off denied claims, or bills the client where the law allows it (42 CFR 447.15). */
export const settleClaims = postCall(['claims/settle-claims'], {
  ...admin,
  name: 'claims.settle',
  effect: 'write',
  input: z.strictObject({
    ids: claimIds,
    kind: z.enum(SETTLEMENT_KINDS),
    reason: z.enum(SETTLEMENT_REASON_KEYS),
    note: z.string().trim().max(300, 'A note has at most 300 characters.'),
    /** When the client signed the agreement to pay for a service that is not covered. */
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

/** Newest first, without those that were undone. */
export const listSettlements = getCall(['claims/list-settlements'], {
  ...admin,
  name: 'claims.listSettlements',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(Settlement),
});

/** What is still unpaid: by age, by deadline, by line, and how long payments take. */
export const listUnpaid = getCall(['claims/list-unpaid'], {
  ...admin,
  name: 'claims.listUnpaid',
  effect: 'read',
  input: z.strictObject({}),
  output: Unpaid,
});

/** The items behind a number in the ageing table, for one or all payers and ages, largest first. */
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

/** Bank deposits matched with payments of remittances by amount and day, and what is left over on either side. */
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

/** Imports a CSV file of the bank, whose first row names the columns. */
export const importDeposits = uploadCall(['claims/import-deposits'], {
  ...admin,
  name: 'claims.importDeposits',
  effect: 'write',
  upload: { maxBytes: 5_000_000, tooLarge: 'A file of deposits may have at most 5 MB.' },
  input: z.strictObject({}),
  output: z.strictObject({ added: z.int(), known: z.int(), skipped: z.int() }),
});

/** Proof before billing: each line of a month's cards beside the aggregator's answer. */
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
      /** Only lines that would be denied. */
      willDeny: wireBool.default(false),
    })
    .refine(wholeMonth, { path: ['to'], message: ONE_MONTH }),
  output: ProofList,
});

/** The same for the billing page, whose cards need not be saved. The page checks each line by the same rule. */
export const getClientProof = getCall(['claims/client-proof'], {
  ...admin,
  name: 'claims.getClientProof',
  effect: 'read',
  input: z.strictObject({ clientId: id, date: month }),
  output: ClientProof,
});

/** Rehearsal: gives a test file to the simulated payer and loads its acknowledgements and its payment. */
export const rehearseBatch = postCall(['claims/rehearse'], {
  ...admin,
  name: 'claims.rehearse',
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.array(AnswerRow),
});

/** The payer's terms and the meaning of its denial reasons. */
export const listPayerRules = getCall(['claims/list-payer-rules'], {
  ...admin,
  name: 'claims.listPayerRules',
  effect: 'read',
  input: z.strictObject({}),
  output: PayerRules,
});

const storedRow = z.strictObject({ id, rev: z.int().min(0).max(MAX_ID) });
const savedRow = z.strictObject({ id: z.int(), rev: z.int() });

/** Without an id, adds new terms. */
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

/** Without an id, adds a new reason. */
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
