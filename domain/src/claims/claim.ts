import type { Adjustment } from './x12/adjustments.ts';
import type { InterchangeHead, Qualified } from './x12/envelope.ts';
import type { Procedure } from './x12/fields.ts';
import type { Quantity } from './x12/values.ts';

/**
 * A file of professional claims (837P, 005010X222A1) as a tree: file → transaction → billing provider → subscriber → claim →
 * line. Money is in cents, days are YYYY-MM-DD, and null means absent. 837p-write.ts writes it, and tests read it back.
 */

export interface Person {
  readonly kind: 'person';
  readonly last: string;
  readonly first: string | null;
  readonly middle: string | null;
  readonly suffix: string | null;
  /** XX is an NPI, MI a member number, PI a payer number, 46 a trading partner. */
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
  /** TE is a telephone, EX an extension, FX a fax, EM an e-mail address. */
  readonly numbers: readonly Qualified[];
}

export interface Demographics {
  readonly born: string;
  readonly gender: string;
}

/** A named party with its details. References are numbers by kind: EI is the tax id, G2 the number at the payer. */
export interface Named {
  readonly party: Party;
  readonly address: Address | null;
  readonly references: readonly Qualified[];
}

export interface Diagnosis {
  /** ABK is the principal ICD-10 code, ABF any other; BK and BF are ICD-9. */
  readonly qualifier: string;
  readonly code: string;
}

/** What another payer decided about a line. */
export interface LineAdjudication {
  readonly payer: string;
  readonly paid: number;
  readonly procedure: Procedure;
  readonly units: Quantity | null;
  readonly adjustments: readonly Adjustment[];
  readonly day: string | null;
  /** What the client still owes for the line; null if it is not stated by line. */
  readonly owed: number | null;
}

export interface ServiceLine {
  readonly procedure: Procedure;
  readonly charge: number;
  /** UN for units, MJ for minutes. */
  readonly measure: string;
  readonly units: Quantity;
  /** Set only if it differs from the claim's. */
  readonly place: string | null;
  /** Positions of its diagnoses in the claim's list, from 1. */
  readonly pointers: readonly number[];
  readonly from: string;
  readonly through: string;
  /** The remittance returns it, so that a payment finds its line. */
  readonly control: string | null;
  readonly adjudications: readonly LineAdjudication[];
}

/** How somebody is insured: SBR. */
export interface Coverage {
  /** P is primary, S secondary. */
  readonly responsibility: string;
  /** 18: the patient is the insured person. */
  readonly relationship: string | null;
  readonly group: string | null;
  readonly groupName: string | null;
  readonly insuranceType: string | null;
  /** MC is Medicaid. */
  readonly filing: string | null;
}

/** Another payer of the same claim. */
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
  /** 82 is who rendered the service, 77 where. */
  readonly role: string;
  readonly taxonomy: string | null;
}

/** 1 is a first claim, 7 replaces an earlier one, 8 takes an earlier one back. */
export const FREQUENCIES = ['1', '7', '8'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface Claim {
  /** Our number, which every answer returns. */
  readonly id: string;
  readonly charge: number;
  /** 12 is the client's home; 99 is used with an EVV-exempt caregiver who lives there. */
  readonly place: string;
  readonly frequency: Frequency;
  readonly providerSignature: string;
  readonly acceptsAssignment: string;
  readonly benefitsAssigned: string;
  readonly release: string;
  /** G1 is the prior authorization (PAR), F8 the payer's number of the original claim. */
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
  /** Members of the family who are not the insured person. */
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
  /** 00 is an original, 18 a repetition. */
  readonly purpose: string;
  /** Our number of the transaction, which the 277CA returns. */
  readonly reference: string;
  readonly date: string;
  /** HHMM */
  readonly time: string;
  /** CH asks for payment, RP reports what was paid in another way. */
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
/** The limit of the standard, which is also Colorado's. */
export const MAX_LINES = 50;

/** All claims of a file, at any level. */
export const claimsOf = (file: ClaimFile): Claim[] =>
  file.sets.flatMap(({ providers }) =>
    providers.flatMap(({ subscribers }) =>
      subscribers.flatMap(({ claims, patients }) => [
        ...claims,
        ...patients.flatMap((patient) => patient.claims),
      ]),
    ),
  );
