import { z } from 'zod';
import { CARD_STATUSES } from '../billing/schema.ts';
import { VisitEvent, VisitKey } from '../staffing/schema.ts';
import { CALL_PLACES } from '../telephony/schema.ts';
import { AGGREGATOR_STATUSES, CLOSE_CODES, VISIT_STATUSES } from '../visits/schema.ts';
import { dateText, MAX_ID, monthText, stampText, timeText } from '../wire.ts';

/** Everything on record about one visit, part by part. Money is in cents, and null for readers who may not see it. */

const id = z.int().min(1).max(MAX_ID);
const cents = z.int().nullable();
const text = z.string().nullable();

/** The care plan of the visit, and the temporary plan if another caregiver comes. */
export const StoryPlan = z.strictObject({
  id,
  createdAt: stampText,
  createReason: z.string(),
  /** Which of the plan's weeks applies on the day, for example 2 of 3. */
  version: z.int().min(1),
  versions: z.int().min(1),
  /** The first day of that week. */
  from: dateText,
  /** The plan's times on the day; null if it has none. The visit itself may be at other times. */
  start: timeText.nullable(),
  end: timeText.nullable(),
  /** The temporary plan under which somebody else comes; null if none. */
  coverId: id.nullable(),
});

/** One end of the visit: when it was first recorded, and the time that counts now. */
export const StoryEnd = z.strictObject({
  recordedAt: stampText,
  final: stampText.nullable(),
  isPhone: z.boolean(),
  /** Set if it was recorded by phone call: the calling number, and how it proves the place. */
  call: z
    .strictObject({ caller: z.string(), place: z.enum(CALL_PLACES), tasks: z.array(z.string()) })
    .nullable(),
  /** The phone reported it later. */
  isLate: z.boolean(),
  /** When the server received it, and what the phone's clock said then; null if the office entered it. */
  receivedAt: stampText.nullable(),
  deviceAt: stampText.nullable(),
  /** Metres from the client's address; null if unknown. */
  metres: z.int().nullable(),
  /** The accuracy of the phone's position in metres; null if not reported. */
  accuracy: z.int().nullable(),
  hasLocationError: z.boolean(),
});
export type StoryEnd = z.output<typeof StoryEnd>;

const point = z.strictObject({ latitude: z.number(), longitude: z.number() }).nullable();

/** Where the phone was at both ends, and the client's location at that time; null if unknown. */
export const StoryPlaces = z.strictObject({ address: point, checkIn: point, checkOut: point });
export type StoryPlaces = z.output<typeof StoryPlaces>;

/** The fields of a visit whose changes are shown, with their values as text. */
export const CHANGED_FIELDS = [
  'FactStartTime',
  'FactEndTime',
  'Date',
  'PlanStartTime',
  'changeCode',
  'changeReason',
  'billVisit',
  'Notes',
  'attempt',
  'rejected',
  'reviewed',
  'closed',
  'closedMemo',
] as const;
export type ChangedField = (typeof CHANGED_FIELDS)[number];

const Changed = z.strictObject({ field: z.enum(CHANGED_FIELDS), old: text, now: text });

/** A change from the record log. */
export const StoryChange = z.strictObject({
  id: z.int(),
  at: stampText,
  who: z.string(),
  isPhone: z.boolean(),
  changed: z.array(Changed),
});
export type StoryChange = z.output<typeof StoryChange>;

/** A check-in on a phone for a visit that by then was another caregiver's. */
export const StoryArrival = z.strictObject({ at: stampText, Provider: z.string() });
export type StoryArrival = z.output<typeof StoryArrival>;

/** One submission to the aggregator, with its answer. */
export const StoryRecord = z.strictObject({
  id: z.int(),
  sentAt: stampText.nullable(),
  queuedAt: stampText,
  by: z.string(),
  answer: z.strictObject({ at: stampText, isAccepted: z.boolean(), message: text }).nullable(),
});
export type StoryRecord = z.output<typeof StoryRecord>;

/** The visit's day on a billing record. */
export const StoryCard = z.strictObject({
  id,
  month: monthText,
  at: stampText,
  status: z.enum(CARD_STATUSES),
  /** Billed minutes and units of the day. */
  minutes: z.int(),
  units: z.int(),
  cents,
});
export type StoryCard = z.output<typeof StoryCard>;

export const CLAIM_ANSWERS = ['accepted', 'refused', 'paid', 'denied', 'taken back'] as const;
export const StoryClaim = z.strictObject({
  /** '12-3' */
  id: z.string(),
  at: stampText,
  fileName: z.string(),
  par: text,
  /** The units of the day's lines. */
  units: z.int(),
  cents,
  /** What insurers had paid before this payer was asked, as stated in the claim. */
  insured: cents,
  answers: z.array(
    z.strictObject({
      at: stampText,
      kind: z.enum(CLAIM_ANSWERS),
      /** Paid for the day's lines; null also if the payer did not answer by line. */
      cents,
      reason: text,
    }),
  ),
});
export type StoryClaim = z.output<typeof StoryClaim>;

export const StoryInvoice = z.strictObject({
  id,
  number: z.string(),
  at: stampText,
  /** The minutes of the day. */
  minutes: z.int(),
  cents,
  voidedAt: stampText.nullable(),
  voidReason: text,
  payments: z.array(z.strictObject({ at: stampText, cents })),
});
export type StoryInvoice = z.output<typeof StoryInvoice>;

/** What the day pays the caregiver, and the first payroll run that contained it. */
export const StoryPay = z.strictObject({
  month: monthText,
  minutes: z.int(),
  /** Per hour. */
  rate: cents,
  cents,
  run: z.strictObject({ number: z.int(), at: stampText }).nullable(),
});
export type StoryPay = z.output<typeof StoryPay>;

export const STORY_DOCUMENTS = ['CarePlan', 'Timesheet', 'SignedPlan', 'SignedVisit', 'Scan'] as const;
export const StoryDocument = z.strictObject({
  id,
  at: stampText,
  kind: z.enum(STORY_DOCUMENTS),
  name: z.string(),
});
export type StoryDocument = z.output<typeof StoryDocument>;

export const VisitStory = z.strictObject({
  /** The regular care plan and the planned day identify the visit, whoever comes. */
  ...VisitKey.shape,
  visitId: id.nullable(),
  ClientID: id,
  Client: z.string(),
  ProviderID: id,
  Provider: z.string(),
  town: text,
  Type: z.string(),
  /** Where the visit is now. */
  date: dateText,
  /** Null if the plan has no times on that day. */
  start: timeText.nullable(),
  end: timeText.nullable(),
  status: z.enum(VISIT_STATUSES),
  closed: z.enum(CLOSE_CODES).nullable(),
  aggregatorStatus: z.enum(AGGREGATOR_STATUSES).nullable(),
  plan: StoryPlan,
  /** Names of the tasks planned for the visit. Which of them were done is not recorded. */
  tasks: z.array(z.string()),
  events: z.array(VisitEvent),
  checkIn: StoryEnd.nullable(),
  checkOut: StoryEnd.nullable(),
  where: StoryPlaces,
  /** Minutes that the visit proves to the payer (docs/rules/claims.md, rule 8); null if none yet, or if its type needs no proof. */
  verifiedMinutes: z.int().nullable(),
  changes: z.array(StoryChange),
  arrivals: z.array(StoryArrival),
  records: z.array(StoryRecord),
  cards: z.array(StoryCard),
  claims: z.array(StoryClaim),
  /** The usual number of days from a claim to the payer's decision; null if too few claims have been decided on. */
  usualDays: z.int().nullable(),
  invoices: z.array(StoryInvoice),
  /** Null if nothing is paid for the day, or if the reader may not see it. */
  pay: StoryPay.nullable(),
  documents: z.array(StoryDocument),
});
export type VisitStory = z.output<typeof VisitStory>;

/** Rows of other lists whose numbers are sums over visits. */
export const VISIT_SOURCES = [
  'plan',
  'card',
  'claim',
  'batch',
  'answer',
  'remittance',
  'invoice',
  'payment',
  'run',
  'authorization',
  'client',
  'caregiver',
] as const;

/** One of the visits that a row counts. */
export const VisitBehind = z.strictObject({
  planId: id,
  day: dateText,
  ClientID: id,
  Client: z.string(),
  Provider: z.string(),
  Type: z.string(),
  /** What the visit contributes; null if it is not recorded in minutes or in units. */
  minutes: z.int().nullable(),
  units: z.int().nullable(),
  /** The claim that asks for it, as in '12-3'; null if the row does not count claims. */
  claimId: z.string().nullable(),
});
export type VisitBehind = z.output<typeof VisitBehind>;

/** The first visits; the sums are over all. */
export const VisitsBehind = z.strictObject({
  rows: z.array(VisitBehind),
  total: z.int(),
  minutes: z.int().nullable(),
  units: z.int().nullable(),
});
export type VisitsBehind = z.output<typeof VisitsBehind>;
