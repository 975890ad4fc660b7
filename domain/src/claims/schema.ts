import { z } from 'zod';
import { RECORD_STATUSES } from '../aggregator/schema.ts';
import { Term } from '../plan-types/schema.ts';
import { VISIT_STATUSES } from '../visits/schema.ts';
import { dateText, MAX_ID, monthText, stampText } from '../wire.ts';
import { FREQUENCIES } from './claim.ts';
import { FIX_KINDS } from './payer-terms.ts';
import { DEFAULT_PROVIDER_ADJUSTMENT, PROVIDER_ADJUSTMENT_CODES } from './reason-words.ts';
import { SETTLEMENT_KINDS, SETTLEMENT_REASON_KEYS } from './settlements.ts';
import { UPLOAD_STATUSES } from './uploads.ts';

/** All money is in cents. */

/** What is missing for a client: whose record to open, and what to enter there. */
export const MissingOfClient = z.strictObject({
  clientId: z.int(),
  client: z.string(),
  field: z.string(),
  message: z.string(),
});
export type MissingOfClient = z.output<typeof MissingOfClient>;

const counts = {
  claims: z.int(),
  lines: z.int(),
  units: z.int(),
  amount: z.int(),
} as const;

/** A card that was sent and has changed since. */
export const ChangedCard = z.strictObject({
  cardId: z.int(),
  clientId: z.int(),
  client: z.string(),
  type: z.string(),
  sent: z.int(),
  amount: z.int(),
});
export type ChangedCard = z.output<typeof ChangedCard>;

/** Lines that their visits do not prove. They are left out unless there is a reason to send them. */
export const UNPROVEN_CHOICES = ['leaveOut', 'send'] as const;
export type UnprovenChoice = (typeof UNPROVEN_CHOICES)[number];

/** A claim line that the payer will deny. */
export const UnprovenLine = z.strictObject({
  clientId: z.int(),
  client: z.string(),
  day: dateText,
  code: z.string().nullable(),
  units: z.int(),
  amount: z.int(),
  reason: z.string(),
});
export type UnprovenLine = z.output<typeof UnprovenLine>;

/** The aggregator's answer, or the Complete visit itself if the agency sends none to an aggregator. */
export const PROVEN_BY = ['aggregator', 'visit'] as const;
export type ProvenBy = (typeof PROVEN_BY)[number];

/** What an upload would contain, before a file is created. */
export const UploadPreview = z.strictObject({
  ...counts,
  provenBy: z.enum(PROVEN_BY),
  /** Lines that will be denied, whatever the choice about them. */
  unproven: z.array(UnprovenLine),
  /** Lines of the file that will be denied for reasons other than a visit. */
  predicted: z.array(UnprovenLine),
  /** If there is any, no file can be created. */
  agency: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  refused: z.array(MissingOfClient),
  alreadySent: z.int(),
  changed: z.array(ChangedCard),
  /** T until the payer has accepted test files. */
  usage: z.enum(['T', 'P']),
});
export type UploadPreview = z.output<typeof UploadPreview>;

/** The answer of x12generator (docs/rules/claims.md, rule 22). */
export const UploadResult = z.strictObject({
  /** Null if no file was created. */
  batch: z.int().nullable(),
  file: z.string().nullable(),
  ...counts,
  alreadySent: z.int(),
  /** Lines that were left out because they would be denied. */
  leftOut: z.int(),
  /** Their value in cents. */
  leftOutAmount: z.int(),
  refused: z.array(z.strictObject({ client: z.string(), field: z.string() })),
});
export type UploadResult = z.output<typeof UploadResult>;

export const BATCH_KINDS = ['Billed', 'Denied', 'Corrected', 'Void'] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

/** A file of claims, and how far the payer has got with it. */
export const ClaimBatch = z.strictObject({
  id: z.int(),
  kind: z.enum(BATCH_KINDS),
  month: monthText,
  interchange: z.int(),
  file: z.string(),
  usage: z.enum(['T', 'P']),
  ...counts,
  /** Clients who were left out. */
  refusedClients: z.int(),
  created: stampText,
  createdBy: z.string(),
  /** How many of its claims were accepted, refused, or answered. */
  accepted: z.int(),
  refused: z.int(),
  answered: z.int(),
  paid: z.int(),
});
export type ClaimBatch = z.output<typeof ClaimBatch>;

/** A payment in a remittance (835). */
export const Payment = z.strictObject({
  trace: z.string(),
  payer: z.string().nullable(),
  date: dateText.nullable(),
  method: z.string().nullable(),
  paid: z.int(),
  claims: z.int(),
  /** Adjustments not tied to a claim (PLB). A positive amount lowers the payment. */
  adjustments: z.array(
    z.strictObject({ words: z.string(), reference: z.string().nullable(), amount: z.int() }),
  ),
});
export type Payment = z.output<typeof Payment>;

/** A file from the payer. */
export const AnswerRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  kinds: z.array(z.string()),
  /** A refused file is stored with `faults`, but nothing in it counts. */
  state: z.enum(['waiting', 'posted', 'refused']),
  faults: z.array(z.string()),
  payments: z.array(Payment),
  /** How many claims it concerned. */
  claims: z.int(),
  refused: z.int(),
  /** Claims that do not balance and wait for a person. */
  parked: z.int(),
  unmatched: z.array(z.string()),
  remarks: z.array(z.string()),
  /** The insurer that sent it; null for Medicaid. */
  payerId: z.int().nullable(),
  received: stampText,
  receivedBy: z.string(),
});
export type AnswerRow = z.output<typeof AnswerRow>;

export const PARKED_STATES = ['parked', 'posted', 'discarded'] as const;

/** A claim in a remittance that does not balance, as the payer names it, and what a person decided. */
export const ParkedClaim = z.strictObject({
  id: z.int(),
  file: z.string(),
  received: stampText,
  /** The claim number that the payer gave; may be empty. */
  claim: z.string(),
  client: z.string().nullable(),
  icn: z.string(),
  trace: z.string(),
  date: dateText.nullable(),
  charge: z.int(),
  paid: z.int(),
  reasons: z.array(z.string()),
  /** Its position in the file, for talking to the payer about it. */
  detail: z.string(),
  /** Why it cannot be posted; null if it can. */
  fixed: z.string().nullable(),
  state: z.enum(PARKED_STATES),
  note: z.string().nullable(),
  decided: stampText.nullable(),
  decidedBy: z.string().nullable(),
});
export type ParkedClaim = z.output<typeof ParkedClaim>;

/** A claim that a payment entered by hand can be for. */
export const OpenClaim = z.strictObject({
  id: z.string(),
  client: z.string(),
  month: monthText,
  charge: z.int(),
  /** Null if not decided yet. */
  paid: z.int().nullable(),
  icn: z.string().nullable(),
  lines: z.array(z.strictObject({ control: z.string(), day: dateText, code: z.string(), charge: z.int() })),
});
export type OpenClaim = z.output<typeof OpenClaim>;

const cents = z.int().min(-1_000_000_000).max(1_000_000_000);
const payerNumber = z.string().trim().max(50);

export const PAYMENT_METHODS = ['CHK', 'ACH', 'NON'] as const;
export const ADJUSTMENT_GROUPS = ['CO', 'PR', 'OA', 'PI'] as const;

/** A payment as a person enters it from paper or a portal. */
export const ManualPayment = z.strictObject({
  /** The number of the check or transfer. */
  number: payerNumber,
  date: dateText,
  method: z.enum(PAYMENT_METHODS),
  paid: cents,
  claims: z
    .array(
      z.strictObject({
        id: z.string().regex(/^\d{1,9}-\d{1,6}$/),
        /** The payer's number of the claim; empty if unknown. */
        icn: payerNumber,
        /** An earlier payment is taken back, so charges and amounts are negative. */
        takesBack: z.boolean(),
        lines: z
          .array(
            z.strictObject({
              control: z.string().max(30),
              paid: cents,
              adjustments: z
                .array(
                  z.strictObject({
                    group: z.enum(ADJUSTMENT_GROUPS),
                    reason: z.string().regex(/^[A-Z0-9]{1,5}$/, 'Enter the reason code, such as 45.'),
                    amount: cents,
                  }),
                )
                .max(6),
            }),
          )
          .max(50),
      }),
    )
    .max(100),
  /** Adjustments not tied to a claim. A positive amount lowers the payment. */
  adjustments: z
    .array(
      z.strictObject({
        reason: z
          .string()
          .refine(
            (code) => PROVIDER_ADJUSTMENT_CODES.includes(code),
            'Choose a reason from the list, such as WO.',
          )
          .default(DEFAULT_PROVIDER_ADJUSTMENT),
        reference: payerNumber,
        amount: cents,
      }),
    )
    .max(6),
});
export type ManualPayment = z.output<typeof ManualPayment>;

export const DENIAL_STATES = ['Denied', 'PartPaid', 'Refused', 'Problem', 'Overpaid'] as const;
export type DenialState = (typeof DENIAL_STATES)[number];

/** A claim that was not paid in full, or paid for something no longer billed, and that nobody has sent again. */
export const Denial = z.strictObject({
  id: z.string(),
  state: z.enum(DENIAL_STATES),
  frequency: z.enum(FREQUENCIES),
  clientId: z.int(),
  client: z.string(),
  month: monthText,
  from: dateText,
  through: dateText,
  par: z.string().nullable(),
  icn: z.string().nullable(),
  charge: z.int(),
  /** What insurers have already paid. */
  insured: z.int(),
  paid: z.int().nullable(),
  /** What was paid for billing records that have been deleted since. */
  overpaid: z.int(),
  /** What is no longer expected because it was written off or billed to the client. */
  settled: z.int(),
  /** For a rejected correction: what the claim that it was to correct still asks for. */
  standing: z.int(),
  /** In plain words. */
  reason: z.string().nullable(),
  /** Lines that were paid less than expected. */
  lines: z.array(
    z.strictObject({
      /** The first billing record in it. */
      cardId: z.int(),
      day: dateText,
      code: z.string(),
      units: z.int(),
      charge: z.int(),
      insured: z.int(),
      paid: z.int(),
      reason: z.string().nullable(),
    }),
  ),
  sent: stampText,
  /** The day of its last payment or denial; null if there is none yet. */
  decided: dateText.nullable(),
  ownerId: z.int().nullable(),
  note: z.string().nullable(),
  rev: z.int(),
  /** Why it cannot be corrected or voided here; null if it can. */
  fixed: z.string().nullable(),
});
export type Denial = z.output<typeof Denial>;

export const DenialList = z.strictObject({
  denials: z.array(Denial),
  /** Users who can take care of a denial. */
  owners: z.array(z.strictObject({ id: z.int(), name: z.string() })),
});
export type DenialList = z.output<typeof DenialList>;

/** A claim that was not paid, with what sending it again would change. */
export const DenialRow = z.strictObject({
  id: z.string(),
  clientId: z.int(),
  client: z.string(),
  state: z.enum(DENIAL_STATES),
  month: monthText,
  from: dateText,
  through: dateText,
  /** The procedure codes of its unpaid lines. */
  code: z.string(),
  units: z.int(),
  /** What is still to be paid. */
  open: z.int(),
  changes: z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
  /** 1 sends a new claim, 7 replaces the denied one; null if unknown. */
  frequency: z.enum(['1', '7']).nullable(),
  /** The last day on which the payer accepts it; null if unknown. */
  by: dateText.nullable(),
  /** Why it is not sent again unless a user insists; null if it is fixed. */
  why: z.string().nullable(),
  /** It cannot be sent at all. */
  isBlocked: z.boolean(),
});
export type DenialRow = z.output<typeof DenialRow>;

export const DenialGroup = z.strictObject({
  code: z.string(),
  title: z.string(),
  cause: z.string(),
  advice: z.string(),
  open: z.int(),
  rows: z.array(DenialRow),
});
export type DenialGroup = z.output<typeof DenialGroup>;

export const DenialGroups = z.strictObject({
  groups: z.array(DenialGroup),
  /** Corrected, but not in a file yet. */
  waiting: z.array(
    z.strictObject({
      id: z.string(),
      client: z.string(),
      open: z.int(),
      corrected: stampText,
      correctedBy: z.string(),
    }),
  ),
});
export type DenialGroups = z.output<typeof DenialGroups>;

/** A file of corrected claims before it is created. */
export const CorrectionPreview = z.strictObject({
  month: monthText,
  ...counts,
  sent: z.array(
    z.strictObject({
      clientId: z.int(),
      client: z.string(),
      /** The claim that it replaces; null if it is sent as a new one. */
      replaces: z.string().nullable(),
      /** Our numbers of the claims that it asks for again. */
      earlier: z.array(z.string()),
      from: dateText,
      through: dateText,
      code: z.string(),
      units: z.int(),
      charge: z.int(),
    }),
  ),
  refused: z.array(MissingOfClient),
});
export type CorrectionPreview = z.output<typeof CorrectionPreview>;

/** Money of a claim that is no longer expected. */
export const Settlement = z.strictObject({
  id: z.int(),
  claim: z.string(),
  client: z.string(),
  kind: z.enum(SETTLEMENT_KINDS),
  reason: z.enum(SETTLEMENT_REASON_KEYS),
  note: z.string(),
  amount: z.int(),
  /** When the client signed the agreement to pay. */
  agreed: dateText.nullable(),
  settled: stampText,
  settledBy: z.string(),
  /** What the payer paid after all since then. */
  recovered: z.int(),
});
export type Settlement = z.output<typeof Settlement>;

/** Money that arrived at the bank. */
export const Deposit = z.strictObject({
  id: z.int(),
  day: dateText,
  amount: z.int(),
  reference: z.string(),
});
export type Deposit = z.output<typeof Deposit>;

/** A deposit with its payment. */
export const DepositMatch = z.strictObject({ deposit: Deposit, trace: z.string(), day: dateText });
export type DepositMatch = z.output<typeof DepositMatch>;

export const DepositList = z.strictObject({
  matched: z.array(DepositMatch),
  /** Deposits that match no remittance. */
  deposits: z.array(Deposit),
  /** Payments that have not reached the account. */
  payments: z.array(z.strictObject({ trace: z.string(), day: dateText, paid: z.int() })),
});
export type DepositList = z.output<typeof DepositList>;

/** What is still to be paid. */
export const Unpaid = z.strictObject({
  total: z.int(),
  /** The payers that the page can be filtered by: Medicaid, insurers in use, and clients with open invoices. */
  payers: z.array(z.strictObject({ key: z.string(), name: z.string() })),
  /**
   * The percentage of claims first decided on within four weeks that were denied entirely, today and a week ago; null if
   * none was decided on.
   */
  denialRate: z.strictObject({ now: z.number().nullable(), weekAgo: z.number().nullable() }),
  /** By payer and days since the last day of service: 0-30, 31-60, 61-90, 91-120, more. */
  ageing: z.array(z.strictObject({ payer: z.string(), buckets: z.array(z.int()), total: z.int() })),
  /** Lines that were paid less than expected. */
  underpaid: z.array(
    z.strictObject({
      claim: z.string(),
      clientId: z.int(),
      client: z.string(),
      day: dateText,
      code: z.string(),
      units: z.int(),
      expected: z.int(),
      paid: z.int(),
      reason: z.string().nullable(),
    }),
  ),
  /** What holds up money: denied claims, and records that no claim asks for, most urgent first. */
  blocked: z.array(
    z.strictObject({
      key: z.string(),
      /** Null for a billing record that no claim asks for. */
      claim: z.string().nullable(),
      /** That billing record. */
      cardId: z.int().nullable(),
      /** What takes that record: its month of calculation and status. */
      upload: z.strictObject({ month: monthText, status: z.enum(UPLOAD_STATUSES) }).nullable(),
      clientId: z.int(),
      client: z.string(),
      month: monthText,
      what: z.string(),
      open: z.int(),
      by: dateText.nullable(),
      daysLeft: z.int().nullable(),
    }),
  ),
  /** Mean days by week, oldest first; null if the week has none. */
  weeks: z.array(
    z.strictObject({ week: dateText, toClaim: z.number().nullable(), toPayment: z.number().nullable() }),
  ),
});
export type Unpaid = z.output<typeof Unpaid>;

/** An undecided claim, a denial, a record that only an insurer pays for, or an invoice. */
export const UNPAID_KINDS = ['claim', 'denial', 'record', 'invoice'] as const;

/** One of the items that add up to what is unpaid. */
export const UnpaidItem = z.strictObject({
  kind: z.enum(UNPAID_KINDS),
  /** For a claim '12-3'. */
  id: z.string(),
  /** A readable name, if it has one, such as an invoice number. */
  name: z.string(),
  payer: z.string(),
  clientId: z.int(),
  client: z.string(),
  /** The last day of service, and how many days ago it was. */
  through: dateText,
  days: z.int(),
  open: z.int(),
});
export type UnpaidItem = z.output<typeof UnpaidItem>;

/** A visit with the aggregator's latest answer about it. */
export const ProofVisit = z.strictObject({
  /** Where the visit is now, after any move. */
  date: dateText,
  status: z.enum(VISIT_STATUSES),
  start: stampText.nullable(),
  end: stampText.nullable(),
  /** The status of its latest record at the aggregator; null if never sent. */
  sent: z.enum(RECORD_STATUSES).nullable(),
  message: z.string().nullable(),
  /** The service that was sent. */
  code: z.string().nullable(),
});
export type ProofVisit = z.output<typeof ProofVisit>;

export const ProofType = z.strictObject({ evvNeeded: z.boolean(), aggregatorCode: z.string().nullable() });
export type ProofType = z.output<typeof ProofType>;

/** What proves the cards of a client's month, saved or not. */
export const ClientProof = z.strictObject({
  provenBy: z.enum(PROVEN_BY),
  types: z.array(ProofType.extend({ code: z.string(), terms: z.array(Term) })),
  visits: z.array(ProofVisit.extend({ planId: z.int() })),
  /** Days that claims ask for, with the units that were sent. */
  claimed: z.array(z.strictObject({ planId: z.int(), day: dateText, units: z.int() })),
  /**
   * For each plan: what claims ask for, what was paid (including by insurers), what was adjusted, and what is undecided. The
   * last three add up to the first.
   */
  money: z.array(
    z.strictObject({
      planId: z.int(),
      charged: z.int(),
      insured: z.int(),
      paid: z.int(),
      adjusted: z.int(),
      undecided: z.int(),
    }),
  ),
});
export type ClientProof = z.output<typeof ClientProof>;

export const PROOF_RESULTS = ['accepted', 'exempt', 'deny'] as const;
export type ProofResult = (typeof PROOF_RESULTS)[number];

/** A line of a card with the aggregator's data about it. */
export const ProofLine = z.strictObject({
  cardId: z.int(),
  clientId: z.int(),
  client: z.string(),
  provider: z.string(),
  type: z.string(),
  day: dateText,
  code: z.string().nullable(),
  units: z.int(),
  /** Cents that the line asks for. */
  amount: z.int(),
  /** Units that accepted visits prove; null if no visit is required. */
  verified: z.int().nullable(),
  verdict: z.enum(PROOF_RESULTS),
  reason: z.string().nullable(),
});
export type ProofLine = z.output<typeof ProofLine>;

export const ProofList = z.strictObject({
  provenBy: z.enum(PROVEN_BY),
  lines: z.array(ProofLine),
  /** Counts over all lines, whatever the filter. */
  accepted: z.int(),
  exempt: z.int(),
  deny: z.int(),
  /** The value of the same lines in cents. */
  amounts: z.strictObject({ accepted: z.int(), exempt: z.int(), deny: z.int() }),
});
export type ProofList = z.output<typeof ProofList>;

const stored = { id: z.int(), rev: z.int() };
const words = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`);
const PayerTermsFacts = z.strictObject({
  validFrom: dateText,
  filingDays: z.int(),
  resubmitDays: z.int(),
  resendDenied: z.enum(['1', '7']),
  source: words(300),
});
const DenialReasonFacts = z.strictObject({
  code: words(10),
  validFrom: dateText,
  title: words(80),
  /** The cause in one sentence. */
  cause: words(300),
  advice: words(300),
  mend: z.enum(FIX_KINDS),
  source: words(300),
});
export type DenialReason = z.output<typeof DenialReasonFacts>;
const added = { id: z.int().min(1).max(MAX_ID).nullable(), rev: z.int().min(0).max(MAX_ID).nullable() };
/** Without an id, adds new terms. */
export const PayerTermsDraft = PayerTermsFacts.extend(added);
export const DenialReasonDraft = DenialReasonFacts.extend(added);

/** The payer's terms, newest first, and the meaning of its reasons, by code. */
export const PayerRules = z.strictObject({
  payer: z.string(),
  terms: z.array(PayerTermsFacts.extend(stored)),
  reasons: z.array(DenialReasonFacts.extend(stored)),
});
export type PayerRules = z.output<typeof PayerRules>;
export type StoredTerms = PayerRules['terms'][number];
export type StoredReason = PayerRules['reasons'][number];
