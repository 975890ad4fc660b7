import { z } from 'zod';
import { RECORD_STATUSES } from '../aggregator/schema.ts';
import { Term } from '../plan-types/schema.ts';
import { VISIT_STATUSES } from '../visits/schema.ts';
import { dateText, MAX_ID, monthText, stampText } from '../wire.ts';
import { FREQUENCIES } from './claim.ts';
import { FIX_KINDS } from './payer-terms.ts';
import { DEFAULT_PROVIDER_ADJUSTMENT, PROVIDER_ADJUSTMENT_CODES } from './reason-words.ts';
import { SETTLEMENT_KINDS, SETTLEMENT_REASON_KEYS } from './settlements.ts';

/** Money is cents throughout. */

/** What a client is missing: whose record to open, and what to enter there. */
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

/** A card that went out before, and is not any more what was sent. */
export const ChangedCard = z.strictObject({
  cardId: z.int(),
  clientId: z.int(),
  client: z.string(),
  type: z.string(),
  sent: z.int(),
  amount: z.int(),
});
export type ChangedCard = z.output<typeof ChangedCard>;

/** Lines whose visits do not prove them: left out unless they are sent for a reason. */
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

/** The aggregator's answer, or the Complete visit itself where the agency sends none to an aggregator. */
export const PROVEN_BY = ['aggregator', 'visit'] as const;
export type ProvenBy = (typeof PROVEN_BY)[number];

/** What an upload would hold, before a file is made. */
export const UploadPreview = z.strictObject({
  ...counts,
  provenBy: z.enum(PROVEN_BY),
  /** Lines that will be denied, whatever the choice about them is. */
  unproven: z.array(UnprovenLine),
  /** Lines of the file that will be denied for something else than a visit. */
  predicted: z.array(UnprovenLine),
  /** With one of these no file can be made. */
  agency: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  refused: z.array(MissingOfClient),
  alreadySent: z.int(),
  changed: z.array(ChangedCard),
  /** T until the payer has accepted test files. */
  usage: z.enum(['T', 'P']),
});
export type UploadPreview = z.output<typeof UploadPreview>;

/** Answer of x12generator (docs/rules/claims.md, rule 22). */
export const UploadResult = z.strictObject({
  /** null: no file was made. */
  batch: z.int().nullable(),
  file: z.string().nullable(),
  ...counts,
  alreadySent: z.int(),
  /** Lines that were left out because they would be denied. */
  leftOut: z.int(),
  /** Cents of them. */
  leftOutAmount: z.int(),
  refused: z.array(z.strictObject({ client: z.string(), field: z.string() })),
});
export type UploadResult = z.output<typeof UploadResult>;

export const BATCH_KINDS = ['Billed', 'Denied', 'Corrected', 'Void'] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

/** A file of claims, and how far the payer is with it. */
export const ClaimBatch = z.strictObject({
  id: z.int(),
  kind: z.enum(BATCH_KINDS),
  month: monthText,
  interchange: z.int(),
  file: z.string(),
  usage: z.enum(['T', 'P']),
  ...counts,
  /** Clients that were left out. */
  refusedClients: z.int(),
  created: stampText,
  createdBy: z.string(),
  /** Claims of it by what came of them. */
  accepted: z.int(),
  refused: z.int(),
  answered: z.int(),
  paid: z.int(),
});
export type ClaimBatch = z.output<typeof ClaimBatch>;

/** A payment of a remittance (835). */
export const Payment = z.strictObject({
  trace: z.string(),
  payer: z.string().nullable(),
  date: dateText.nullable(),
  method: z.string().nullable(),
  paid: z.int(),
  claims: z.int(),
  /** Adjustments not tied to a claim (PLB); positive lowers the payment. */
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
  /** refused: kept with `faults`, and nothing of it counts. */
  state: z.enum(['waiting', 'posted', 'refused']),
  faults: z.array(z.string()),
  payments: z.array(Payment),
  /** Claims it said something about. */
  claims: z.int(),
  refused: z.int(),
  /** Claims that wait for a person, as they do not balance. */
  parked: z.int(),
  unmatched: z.array(z.string()),
  remarks: z.array(z.string()),
  /** The insurer that sent it; null: Medicaid. */
  payerId: z.int().nullable(),
  received: stampText,
  receivedBy: z.string(),
});
export type AnswerRow = z.output<typeof AnswerRow>;

export const PARKED_STATES = ['parked', 'posted', 'discarded'] as const;

/** A claim of a remittance that does not balance, as the payer names it, and what a person decided. */
export const ParkedClaim = z.strictObject({
  id: z.int(),
  file: z.string(),
  received: stampText,
  /** The claim number that the payer names; it may be empty. */
  claim: z.string(),
  client: z.string().nullable(),
  icn: z.string(),
  trace: z.string(),
  date: dateText.nullable(),
  charge: z.int(),
  paid: z.int(),
  reasons: z.array(z.string()),
  /** Where it is in the file, for anyone who talks to the payer about that. */
  detail: z.string(),
  /** Why it cannot be posted; null: it can. */
  fixed: z.string().nullable(),
  state: z.enum(PARKED_STATES),
  note: z.string().nullable(),
  decided: stampText.nullable(),
  decidedBy: z.string().nullable(),
});
export type ParkedClaim = z.output<typeof ParkedClaim>;

/** A claim that a payment by hand can be for. */
export const OpenClaim = z.strictObject({
  id: z.string(),
  client: z.string(),
  month: monthText,
  charge: z.int(),
  /** null: not decided yet. */
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
  /** Of the check or transfer. */
  number: payerNumber,
  date: dateText,
  method: z.enum(PAYMENT_METHODS),
  paid: cents,
  claims: z
    .array(
      z.strictObject({
        id: z.string().regex(/^\d{1,9}-\d{1,6}$/),
        /** The payer's number of the claim; empty: not known. */
        icn: payerNumber,
        /** An earlier payment is taken back: charges and amounts are below zero. */
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
  /** Adjustments not tied to a claim; positive lowers the payment. */
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

/** A claim that was not paid in full, or paid for what is billed no more, and that nobody has sent again. */
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
  /** What insurers paid of it before. */
  insured: z.int(),
  paid: z.int().nullable(),
  /** What was paid for billing records that are deleted since. */
  overpaid: z.int(),
  /** What is not waited for any more: written off, or billed to the client. */
  settled: z.int(),
  /** Of a correction that was rejected what the claim still asks for that it was to correct. */
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
  /** Day of its last payment or denial; null: none yet. */
  decided: dateText.nullable(),
  ownerId: z.int().nullable(),
  note: z.string().nullable(),
  rev: z.int(),
  /** Why it cannot be corrected or voided here; null: it can. */
  fixed: z.string().nullable(),
});
export type Denial = z.output<typeof Denial>;

export const DenialList = z.strictObject({
  denials: z.array(Denial),
  /** Who may look after one. */
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
  /** Codes of its unpaid lines. */
  code: z.string(),
  units: z.int(),
  /** Still to be paid. */
  open: z.int(),
  changes: z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
  /** 1 a new claim, 7 in place of the denied one. */
  frequency: z.enum(['1', '7']),
  /** The last day on which the payer takes it; null: not known. */
  by: dateText.nullable(),
  /** Why it is not sent again unless somebody asks for it; null: it is fixed. */
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
  /** Corrected, and not in a file yet. */
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

/** A file of corrected claims before it is made. */
export const CorrectionPreview = z.strictObject({
  month: monthText,
  ...counts,
  sent: z.array(
    z.strictObject({
      clientId: z.int(),
      client: z.string(),
      /** The claim in whose place it goes; null: it goes as a new one. */
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

/** Money of a claim that is not waited for any more. */
export const Settlement = z.strictObject({
  id: z.int(),
  claim: z.string(),
  client: z.string(),
  kind: z.enum(SETTLEMENT_KINDS),
  reason: z.enum(SETTLEMENT_REASON_KEYS),
  note: z.string(),
  amount: z.int(),
  /** Day on which the client signed the agreement to pay. */
  agreed: dateText.nullable(),
  settled: stampText,
  settledBy: z.string(),
  /** What the payer paid all the same since. */
  recovered: z.int(),
});
export type Settlement = z.output<typeof Settlement>;

/** Money that came to the bank. */
export const Deposit = z.strictObject({
  id: z.int(),
  day: dateText,
  amount: z.int(),
  reference: z.string(),
});
export type Deposit = z.output<typeof Deposit>;

/** A deposit with the payment that it is. */
export const DepositMatch = z.strictObject({ deposit: Deposit, trace: z.string(), day: dateText });
export type DepositMatch = z.output<typeof DepositMatch>;

export const DepositList = z.strictObject({
  matched: z.array(DepositMatch),
  /** Money that is in no remittance. */
  deposits: z.array(Deposit),
  /** Payments that are not on the account. */
  payments: z.array(z.strictObject({ trace: z.string(), day: dateText, paid: z.int() })),
});
export type DepositList = z.output<typeof DepositList>;

/** What is still to be paid. */
export const Unpaid = z.strictObject({
  total: z.int(),
  /** By whom the page can be narrowed: Medicaid, insurers in use, and who has open invoices. */
  payers: z.array(z.strictObject({ key: z.string(), name: z.string() })),
  /** Percent of the claims first decided on in four weeks that were denied whole, today and a week ago; null: none was. */
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
  /** What blocks money: denied claims, and records that no claim asks for; the most urgent first. */
  blocked: z.array(
    z.strictObject({
      key: z.string(),
      /** Null: a billing record that no claim asks for. */
      claim: z.string().nullable(),
      /** That record. */
      cardId: z.int().nullable(),
      clientId: z.int(),
      client: z.string(),
      month: monthText,
      what: z.string(),
      open: z.int(),
      by: dateText.nullable(),
      daysLeft: z.int().nullable(),
    }),
  ),
  /** Mean days by week, the oldest first; null: nothing in the week. */
  weeks: z.array(
    z.strictObject({ week: dateText, toClaim: z.number().nullable(), toPayment: z.number().nullable() }),
  ),
});
export type Unpaid = z.output<typeof Unpaid>;

/** A claim that was not decided on, a denial, a record that an insurer pays for alone, an invoice. */
export const UNPAID_KINDS = ['claim', 'denial', 'record', 'invoice'] as const;

/** One of those that what is unpaid is the sum of. */
export const UnpaidItem = z.strictObject({
  kind: z.enum(UNPAID_KINDS),
  /** Of a claim '12-3'. */
  id: z.string(),
  /** Its name, where it has one that is read: the number of an invoice. */
  name: z.string(),
  payer: z.string(),
  clientId: z.int(),
  client: z.string(),
  /** Last day of service, and how many days ago it was. */
  through: dateText,
  days: z.int(),
  open: z.int(),
});
export type UnpaidItem = z.output<typeof UnpaidItem>;

/** A visit with the aggregator's newest answer about it. */
export const ProofVisit = z.strictObject({
  /** Where it stands now. */
  date: dateText,
  status: z.enum(VISIT_STATUSES),
  start: stampText.nullable(),
  end: stampText.nullable(),
  /** Of its newest record at the aggregator; null: never sent. */
  sent: z.enum(RECORD_STATUSES).nullable(),
  message: z.string().nullable(),
  /** The service that was sent. */
  code: z.string().nullable(),
});
export type ProofVisit = z.output<typeof ProofVisit>;

export const ProofType = z.strictObject({ evvNeeded: z.boolean(), aggregatorCode: z.string().nullable() });
export type ProofType = z.output<typeof ProofType>;

/** What the cards of a client and month are proven by, saved or not. */
export const ClientProof = z.strictObject({
  provenBy: z.enum(PROVEN_BY),
  types: z.array(ProofType.extend({ code: z.string(), terms: z.array(Term) })),
  visits: z.array(ProofVisit.extend({ planId: z.int() })),
  /** Days that claims ask for, with the units that were sent. */
  claimed: z.array(z.strictObject({ planId: z.int(), day: dateText, units: z.int() })),
  /** What claims ask for each plan, what was paid, by insurers too, and adjusted of it, and what is not decided; it comes to what is asked for. */
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

/** A line of a card with what the aggregator has of it. */
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
  /** Units that accepted visits prove; null where no visit is asked for. */
  verified: z.int().nullable(),
  verdict: z.enum(PROOF_RESULTS),
  reason: z.string().nullable(),
});
export type ProofLine = z.output<typeof ProofLine>;

export const ProofList = z.strictObject({
  provenBy: z.enum(PROVEN_BY),
  lines: z.array(ProofLine),
  /** Of all lines, whatever the filter. */
  accepted: z.int(),
  exempt: z.int(),
  deny: z.int(),
  /** Cents of the same lines. */
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
/** Without an id new ones. */
export const PayerTermsDraft = PayerTermsFacts.extend(added);
export const DenialReasonDraft = DenialReasonFacts.extend(added);

/** What the payer of claims asks, the newest first, and what its reasons mean, by code. */
export const PayerRules = z.strictObject({
  payer: z.string(),
  terms: z.array(PayerTermsFacts.extend(stored)),
  reasons: z.array(DenialReasonFacts.extend(stored)),
});
export type PayerRules = z.output<typeof PayerRules>;
export type StoredTerms = PayerRules['terms'][number];
export type StoredReason = PayerRules['reasons'][number];
