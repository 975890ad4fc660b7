import { z } from 'zod';
import { VisitTasks } from '../visits/schema.ts';
import { dateText, MAX_ID, stampText, timeText } from '../wire.ts';

export const SIGNER_ROLES = ['client', 'caregiver'] as const;
export type SignerRole = (typeof SIGNER_ROLES)[number];
export const SIGNER_WORDS = { client: 'Client', caregiver: 'Caregiver' } as const;

/** Where somebody signed: on the phone of the caregiver, or on the page behind a link. */
export const SIGNED_BY = ['phone', 'link'] as const;
export type SignedBy = (typeof SIGNED_BY)[number];

const id = z.int().min(1).max(MAX_ID);

/** What is signed: a care plan, or one visit of it. */
export const SignedSubject = z.strictObject({ planId: id, visitId: id.nullable() });
export type SignedSubject = z.output<typeof SignedSubject>;

/** A visit as the caregiver's phone showed it when somebody signed it. */
export const ShownVisit = z.strictObject({
  Date: dateText,
  PlanStartTime: timeText,
  PlanEndTime: timeText,
  startedAt: stampText.nullable(),
  endedAt: stampText.nullable(),
  Tasks: VisitTasks,
});
export type ShownVisit = z.output<typeof ShownVisit>;

export const LINK_STATES = ['none', 'open', 'expired', 'locked', 'withdrawn'] as const;
export type SigningLinkState = (typeof LINK_STATES)[number];

export const Signature = z.strictObject({
  name: z.string(),
  /** Strokes (ink.ts); null: the typed name is the signature. */
  ink: z.string().nullable(),
  at: stampText,
  by: z.enum(SIGNED_BY),
});
export type Signature = z.output<typeof Signature>;

export const Signer = z.strictObject({
  id: z.int(),
  role: z.enum(SIGNER_ROLES),
  /** Of the record: who is asked. */
  name: z.string(),
  link: z.enum(LINK_STATES),
  /** Of a link that is open. */
  expires: stampText.nullable(),
  signature: Signature.nullable(),
});
export type Signer = z.output<typeof Signer>;

/** One version of a care plan or visit that somebody was asked to sign, or signed. */
export const SigningRequest = z.strictObject({
  id: z.int(),
  ...SignedSubject.shape,
  /** Number of saved changes of the record at that time. */
  version: z.int(),
  asked: stampText,
  /** Full name; null: it was signed on the phone without being asked for. */
  askedBy: z.string().nullable(),
  /** The record was changed since: what was signed is another version. */
  isChanged: z.boolean(),
  signers: z.array(Signer),
  /** The sealed file with all signatures so far. */
  savedId: z.int().nullable(),
});
export type SigningRequest = z.output<typeof SigningRequest>;

/** What a caregiver can have signed on their phone. */
export const PlanToSign = z.strictObject({
  requestId: z.int(),
  planId: z.int(),
  client: z.string(),
  waiting: z.array(z.enum(SIGNER_ROLES)),
});
export const SignedVisit = z.strictObject({ visitId: z.int(), signed: z.array(z.enum(SIGNER_ROLES)) });
export const OwnSigning = z.strictObject({ plans: z.array(PlanToSign), visits: z.array(SignedVisit) });
export type OwnSigning = z.output<typeof OwnSigning>;

/** What a file is, as far as its seal says. */
export const CHECK_RESULTS = ['asSealed', 'changed', 'otherSeal', 'notSealed'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

export const CheckedFile = z.strictObject({
  result: z.enum(CHECK_RESULTS),
  /** The document that was sealed, also where the file is a changed copy of it. */
  sealed: z
    .strictObject({
      savedId: z.int(),
      ...SignedSubject.shape,
      /** Of the visit. */
      date: dateText.nullable(),
      at: stampText,
      /** Whom the certificate names. */
      sealedBy: z.string(),
      signatures: z.array(z.strictObject({ role: z.enum(SIGNER_ROLES), ...Signature.shape })),
    })
    .nullable(),
});
export type CheckedFile = z.output<typeof CheckedFile>;
