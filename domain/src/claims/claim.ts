import type { Adjustment } from './x12/adjustments.ts';
import type { InterchangeHead, Qualified } from './x12/envelope.ts';
import type { Procedure } from './x12/fields.ts';
import type { Quantity } from './x12/values.ts';

/**
 * A file of professional claims (837P, 005010X222A1) as a tree: file → transaction → billing provider → subscriber →
 * claim → line. Money is cents, days are YYYY-MM-DD; null is 'not there'. 837p-write.ts writes it, and tests read it back.
 */

export interface Person {
  readonly kind: 'person';
  readonly last: string;
  readonly first: string | null;
  readonly middle: string | null;
  readonly suffix: string | null;
  /** XX an NPI, MI a member number, PI a payer number, 46 a trading partner. */
  readonly identity: Qualified | null;
}
export interface Organisation {
  readonly kind: 'organisation';
  readonly name: string | null;
  readonly identity: Qualified | null;
}
export type Party = Person | Organisation;

export interface Address {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly zip: string | null;
}

export interface Contact {
  readonly name: string | null;
  /** TE telephone, EX extension, FX fax, EM e-mail. */
  readonly numbers: readonly Qualified[];
}

export interface Demographics {
  readonly born: string;
  readonly gender: string;
}

/** A name with what belongs to it; references are numbers by kind: EI tax id, G2 number at the payer. */
export interface Named {
  readonly party: Party;
  readonly address: Address | null;
  readonly references: readonly Qualified[];
}

export interface Diagnosis {
  /** ABK the principal ICD-10 code, ABF others; BK and BF are ICD-9. */
  readonly qualifier: string;
  readonly code: string;
}

/** What another payer said of a line. */
export interface LineAdjudication {
  readonly payer: string;
  readonly paid: number;
  readonly procedure: Procedure;
  readonly units: Quantity | null;
  readonly adjustments: readonly Adjustment[];
  readonly day: string | null;
  /** What the client still owes of the line; null: it is not said by line. */
  readonly owed: number | null;
}

export interface ServiceLine {
  readonly procedure: Procedure;
  readonly charge: number;
  /** UN units, MJ minutes. */
  readonly measure: string;
  readonly units: Quantity;
  /** Only where it differs from the claim's. */
  readonly place: string | null;
  /** Places of its diagnoses in the claim's list, from 1. */
  readonly pointers: readonly number[];
  readonly from: string;
  readonly through: string;
  /** Comes back in the remittance: by it a payment finds its line. */
  readonly control: string | null;
  readonly adjudications: readonly LineAdjudication[];
}

/** Who is insured how: SBR. */
export interface Coverage {
  /** P primary, S secondary. */
  readonly responsibility: string;
  /** 18: the patient is the insured person. */
  readonly relationship: string | null;
  readonly group: string | null;
  readonly groupName: string | null;
  readonly insuranceType: string | null;
  /** MC Medicaid. */
  readonly filing: string | null;
}

/** Somebody else who pays for the same claim. */
export interface OtherPayer {
  readonly coverage: Coverage;
  readonly adjustments: readonly Adjustment[];
  readonly amounts: readonly { readonly qualifier: string; readonly cents: number }[];
  readonly benefitsAssigned: string;
  readonly signatureSource: string | null;
  readonly release: string;
  readonly subscriber: Named;
  readonly payer: Named;
}

export interface ClaimProvider extends Named {
  /** 82 who rendered it, 77 where it was given. */
  readonly role: string;
  readonly taxonomy: string | null;
}

/** 1 the first time, 7 in place of an earlier one, 8 takes an earlier one back. */
export const FREQUENCIES = ['1', '7', '8'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface Claim {
  /** Ours; comes back in every answer. */
  readonly id: string;
  readonly charge: number;
  /** 12 the client's home, 99 with an EVV-exempt caregiver who lives there. */
  readonly place: string;
  readonly frequency: Frequency;
  readonly providerSignature: string;
  readonly acceptsAssignment: string;
  readonly benefitsAssigned: string;
  readonly release: string;
  /** G1 prior authorisation (PAR), F8 the payer's number of the original claim. */
  readonly references: readonly Qualified[];
  readonly diagnoses: readonly Diagnosis[];
  readonly providers: readonly ClaimProvider[];
  readonly otherPayers: readonly OtherPayer[];
  readonly lines: readonly ServiceLine[];
}

export interface Patient extends Named {
  readonly relationship: string;
  readonly demographics: Demographics | null;
  readonly claims: readonly Claim[];
}

export interface Subscriber extends Named {
  readonly coverage: Coverage;
  readonly demographics: Demographics | null;
  readonly payer: Named;
  readonly claims: readonly Claim[];
  /** Those of the family who are not the insured person. */
  readonly patients: readonly Patient[];
}

export interface BillingProvider extends Named {
  readonly taxonomy: string | null;
  readonly contacts: readonly Contact[];
  readonly payTo: Address | null;
  readonly subscribers: readonly Subscriber[];
}

export interface ClaimSet {
  readonly control: string;
  /** 00 original, 18 sent again. */
  readonly purpose: string;
  /** Our number of the transaction; comes back in the 277CA. */
  readonly reference: string;
  readonly date: string;
  /** HHMM */
  readonly time: string;
  /** CH to be paid, RP a report of what was paid otherwise. */
  readonly kind: string;
  readonly submitter: { readonly party: Party; readonly contacts: readonly Contact[] };
  readonly receiver: Party;
  readonly providers: readonly BillingProvider[];
}

export interface ClaimFile {
  readonly head: InterchangeHead;
  readonly group: {
    readonly sender: string;
    readonly receiver: string;
    readonly date: string;
    readonly time: string;
    readonly control: number;
  };
  readonly sets: readonly ClaimSet[];
}

export const CLAIM_VERSION = '005010X222A1';
/** The standard's own limit, also Colorado's. */
export const MAX_LINES = 50;

/** Every claim of a file, wherever it hangs. */
export const claimsOf = (file: ClaimFile): Claim[] =>
  file.sets.flatMap(({ providers }) =>
    providers.flatMap(({ subscribers }) =>
      subscribers.flatMap(({ claims, patients }) => [
        ...claims,
        ...patients.flatMap((patient) => patient.claims),
      ]),
    ),
  );
