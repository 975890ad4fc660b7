import { z } from 'zod';
import { CARD_STATUSES } from '../billing/schema.ts';
import { VisitEvent, VisitKey } from '../staffing/schema.ts';
import { CALL_PLACES } from '../telephony/schema.ts';
import { AGGREGATOR_STATUSES, CLOSE_CODES, VISIT_STATUSES } from '../visits/schema.ts';
import { dateText, MAX_ID, monthText, stampText, timeText } from '../wire.ts';

/** What is on record of one visit, part by part. Money is cents, and null for anyone who may not see it. */

const id = z.int().min(1).max(MAX_ID);
const cents = z.int().nullable();
const text = z.string().nullable();

/** The care plan that plans the visit, and the caregiver who comes by another one. */
export const StoryPlan = z.strictObject({
  id,
  createdAt: stampText,
  createReason: z.string(),
  /** Of the weeks that the plan has had, the one that counts on the day: 2 of 3. */
  version: z.int().min(1),
  versions: z.int().min(1),
  /** The first day of that week. */
  from: dateText,
  /** Its times on the day; null: it has none. The visit itself may be at others. */
  start: timeText.nullable(),
  end: timeText.nullable(),
  /** The temporary plan by which somebody else comes. */
  coverId: id.nullable(),
});

/** One end of the visit: when it was recorded first, and what counts now. */
export const StoryEnd = z.strictObject({
  recordedAt: stampText,
  final: stampText.nullable(),
  isPhone: z.boolean(),
  /** The number that called, where it was recorded by a telephone call, and how that proves the place. */
  call: z
    .strictObject({ caller: z.string(), place: z.enum(CALL_PLACES), tasks: z.array(z.string()) })
    .nullable(),
  /** The phone reported it later. */
  isLate: z.boolean(),
  /** When the server got it, and what the phone's own clock said then; null: the office entered it. */
  receivedAt: stampText.nullable(),
  deviceAt: stampText.nullable(),
  /** Metres from the client's address; null: nobody knows. */
  metres: z.int().nullable(),
  /** The phone knew where it was to so many metres; null: it did not say. */
  accuracy: z.int().nullable(),
  hasLocationError: z.boolean(),
});
export type StoryEnd = z.output<typeof StoryEnd>;

const point = z.strictObject({ latitude: z.number(), longitude: z.number() }).nullable();

/** Where the phone was at both ends, and the client's address as it was then; null: nobody knows. */
export const StoryPlaces = z.strictObject({ address: point, checkIn: point, checkOut: point });
export type StoryPlaces = z.output<typeof StoryPlaces>;

/** Fields of a visit whose change is reported; what they hold is reported as text. */
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

/** A change of the record log. */
export const StoryChange = z.strictObject({
  id: z.int(),
  at: stampText,
  who: z.string(),
  isPhone: z.boolean(),
  changed: z.array(Changed),
});
export type StoryChange = z.output<typeof StoryChange>;

/** A check-in on a phone for a visit that was somebody else's by then. */
export const StoryArrival = z.strictObject({ at: stampText, Provider: z.string() });
export type StoryArrival = z.output<typeof StoryArrival>;

/** One sending to the aggregator, with its answer. */
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
  /** 12-3 */
  id: z.string(),
  at: stampText,
  fileName: z.string(),
  par: text,
  /** Of the lines of the day. */
  units: z.int(),
  cents,
  /** What insurers paid of it before this payer was asked, as the claim says. */
  insured: cents,
  answers: z.array(
    z.strictObject({
      at: stampText,
      kind: z.enum(CLAIM_ANSWERS),
      /** Paid for the lines of the day; null also where the payer named no lines. */
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
  /** Of the day. */
  minutes: z.int(),
  cents,
  voidedAt: stampText.nullable(),
  voidReason: text,
  payments: z.array(z.strictObject({ at: stampText, cents })),
});
export type StoryInvoice = z.output<typeof StoryInvoice>;

/** What the day pays to the caregiver, and the first payroll run that had it. */
export const StoryPay = z.strictObject({
  month: monthText,
  minutes: z.int(),
  /** An hour. */
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
  /** The regular care plan and the planned day name the visit, no matter who comes. */
  ...VisitKey.shape,
  visitId: id.nullable(),
  ClientID: id,
  Client: z.string(),
  ProviderID: id,
  Provider: z.string(),
  town: text,
  Type: z.string(),
  /** Where it is now. */
  date: dateText,
  /** Null: the plan has no time on that day. */
  start: timeText.nullable(),
  end: timeText.nullable(),
  status: z.enum(VISIT_STATUSES),
  closed: z.enum(CLOSE_CODES).nullable(),
  aggregatorStatus: z.enum(AGGREGATOR_STATUSES).nullable(),
  plan: StoryPlan,
  /** Names of the tasks that are planned for the visit; nothing records which were done. */
  tasks: z.array(z.string()),
  events: z.array(VisitEvent),
  checkIn: StoryEnd.nullable(),
  checkOut: StoryEnd.nullable(),
  where: StoryPlaces,
  /** Minutes that the visit proves to the payer (docs/rules/claims.md, rule 8); null: none yet, or its type needs no proof. */
  verifiedMinutes: z.int().nullable(),
  changes: z.array(StoryChange),
  arrivals: z.array(StoryArrival),
  records: z.array(StoryRecord),
  cards: z.array(StoryCard),
  claims: z.array(StoryClaim),
  /** Days from a claim to the payer's decision, as they usually are; null: too few claims were decided on. */
  usualDays: z.int().nullable(),
  invoices: z.array(StoryInvoice),
  /** Null: nothing is paid for the day, or it is not for the reader. */
  pay: StoryPay.nullable(),
  documents: z.array(StoryDocument),
});
export type VisitStory = z.output<typeof VisitStory>;

/** What a row of another list can be, whose number is the sum of visits. */
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

/** One visit among those that a row counts. */
export const VisitBehind = z.strictObject({
  planId: id,
  day: dateText,
  ClientID: id,
  Client: z.string(),
  Provider: z.string(),
  Type: z.string(),
  /** What it counts for there; null: that is not on record in minutes, or in units. */
  minutes: z.int().nullable(),
  units: z.int().nullable(),
  /** The claim that asks for it, '12-3'; null: the row does not count claims. */
  claimId: z.string().nullable(),
});
export type VisitBehind = z.output<typeof VisitBehind>;

/** The first of them; the sums are those of all. */
export const VisitsBehind = z.strictObject({
  rows: z.array(VisitBehind),
  total: z.int(),
  minutes: z.int().nullable(),
  units: z.int().nullable(),
});
export type VisitsBehind = z.output<typeof VisitsBehind>;
