import { z } from 'zod';
import { LIMITS } from '../calculator/limit-rules.ts';
import { CHANNELS, MESSAGE_STATUSES } from '../messaging/schema.ts';
import { dateText, MAX_ID, stampText, timeText } from '../wire.ts';

/** HH:mm; an end before the start is on the next day. */
export const CoverTimes = z.strictObject({ start: timeText, end: timeText });
export type CoverTimes = z.output<typeof CoverTimes>;

/** Why nobody will come to a planned visit. */
export const OPEN_REASONS = ['calledOut', 'timeOff', 'mayNotWork', 'late'] as const;
export type OpenReason = (typeof OPEN_REASONS)[number];

const id = z.int().min(1).max(MAX_ID);

/** A planned visit by its care plan and planned day; beyond the days for which visits exist there is no other name. */
export const VisitKey = z.strictObject({ planId: id, day: dateText });
export type VisitKey = z.output<typeof VisitKey>;

/** A planned visit for which nobody will come. */
export const OpenVisit = z.strictObject({
  /** The plan that runs on the day: where a cover called out too, the plan that it covers. */
  ...VisitKey.shape,
  /** On which it begins: another than the planned day where the visit was moved. */
  date: dateText,
  /** Null: the visit is not created yet, or of a pair that checks in nowhere. */
  visitId: id.nullable(),
  /** Nobody checks in: no record of it is created. */
  isExempt: z.boolean(),
  ClientID: id,
  /** LastName, FirstName */
  Client: z.string(),
  town: z.string().nullable(),
  /** Who was to come. */
  ProviderID: id,
  Provider: z.string(),
  /** Code of the care plan type. */
  Type: z.string(),
  start: timeText,
  /** On the next day where it is before the start. */
  end: timeText,
  minutes: z.int().min(1),
  reason: z.enum(OPEN_REASONS),
  /** Since when it is open, where somebody said so. */
  since: stampText.nullable(),
  /** What the caregiver or the office wrote; free text about a person's health. */
  note: z.string().nullable(),
});
export type OpenVisit = z.output<typeof OpenVisit>;

/** What speaks against a caregiver for an open visit, in groups that the office counts. */
export const OBSTACLES = [
  'working',
  'tooFar',
  'documents',
  'skills',
  'timeOff',
  'notAvailable',
  'tooManyHours',
  'preference',
  'authorization',
  'pay',
  'relation',
  'sameClient',
  'noLogin',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

export const SCORE_PARTS = ['knows', 'driving', 'cost', 'preferred', 'hours', 'reliable'] as const;
export type ScorePartName = (typeof SCORE_PARTS)[number];

/** One reason for a score: `points` of at most `most`. The parts add up to the score. */
export const ScorePart = z.strictObject({
  name: z.enum(SCORE_PARTS),
  why: z.string(),
  points: z.int().min(0),
  most: z.int().min(0),
});
export type ScorePart = z.output<typeof ScorePart>;

/** What a visit costs with this caregiver. Cents are null for other roles than admin. */
export const VisitCost = z.strictObject({
  payCents: z.int().min(0).nullable(),
  /** What overtime of the week adds to the pay. */
  overtimeCents: z.int().min(0).nullable(),
  overtimeMinutes: z.int().min(0),
});
export type VisitCost = z.output<typeof VisitCost>;

/** The visit before, from which a caregiver comes: no name and no address. */
export const CameFrom = z.strictObject({ start: timeText, town: z.string().nullable() });
export type CameFrom = z.output<typeof CameFrom>;

/** A caregiver who can take an open visit, with the parts of the score, or the one reason why not. */
export const Candidate = z.strictObject({
  ProviderID: id,
  Provider: z.string(),
  town: z.string().nullable(),
  /** Null: can come. */
  obstacle: z.enum(OBSTACLES).nullable(),
  /** Why not, in a sentence. */
  why: z.string().nullable(),
  /** 0 to 100; null for who cannot come. */
  score: z.int().min(0).max(100).nullable(),
  parts: z.array(ScorePart),
  cost: VisitCost.nullable(),
  /** Minutes of driving more than without the visit; null: no address with a location. */
  extraMinutes: z.int().min(0).nullable(),
  /** Miles from home or from the visit before. */
  miles: z.number().nullable(),
  /** Null: they come from home. */
  from: CameFrom.nullable(),
  /** Visits with this client in 90 days. */
  visitsHere: z.int().min(0),
  /** The same by everybody. */
  visitsOfClient: z.int().min(0),
  /** What the office should know, and nothing forbids. */
  warnings: z.array(z.string()),
  /** Of the warnings, those about which assigning does not ask itself; without it there is none. */
  asksFirst: z.array(z.string()).optional(),
  /** Limits that the visit would exceed: assigning asks why. Units of an authorization with their dollars where the reader sees money, minutes of a cap. */
  toJustify: z.array(
    z.strictObject({
      limit: z.enum(LIMITS),
      amount: z.int(),
      cents: z.int().nullable(),
      why: z.string(),
    }),
  ),
  /** Minutes planned in the week of the visit, without it. */
  weekMinutes: z.int().min(0),
  wishedMinutes: z.int().min(0).nullable(),
  /** Why no offer reaches them, though they can be assigned; null: one does. */
  whyNoOffer: z.string().nullable(),
  /** After the planned start has passed: when they can be there, where that is later than the others could; null: it is not. */
  times: CoverTimes.nullable().optional(),
});
export type Candidate = z.output<typeof Candidate>;

/** A caregiver for the week of an open request: its visits that are ahead, through its first whole workweek, are asked about. */
export const RequestCandidate = Candidate.omit({
  score: true,
  parts: true,
  extraMinutes: true,
  miles: true,
  from: true,
  whyNoOffer: true,
  times: true,
  asksFirst: true,
  toJustify: true,
}).extend({
  /** How many visits were asked about, and how many they can take. With none, `obstacle` and `why` say why not the first. */
  visits: z.int().min(1),
  taken: z.int().min(0),
  misses: z.array(z.strictObject({ why: z.string(), days: z.array(dateText) })),
  score: z.int().min(0).max(100).nullable(),
  /** Minutes of driving more in the whole workweek; null: a place has no location. */
  extraMinutes: z.int().min(0).nullable(),
});
export type RequestCandidate = z.output<typeof RequestCandidate>;

/** A caregiver checked in for a visit that is no longer theirs; their time is recorded. */
export const Arrival = z.strictObject({
  /** Of the recorded time. */
  id,
  ...VisitKey.shape,
  ProviderID: id,
  Provider: z.string(),
  ClientID: id,
  Client: z.string(),
  at: stampText,
  /** Who covers the visit; null: nobody does, it was cancelled. */
  cover: z.strictObject({ ProviderID: id, Provider: z.string(), hasStarted: z.boolean() }).nullable(),
});
export type Arrival = z.output<typeof Arrival>;

/** Of these the asking for caregivers consists. */
export const ASKING_KINDS = [
  'offered',
  'opened',
  'accepted',
  /** A yes was judged again by all rules; its words say by which. */
  'checked',
  'declined',
  'refused',
  'answeredUnclear',
  'waveEnded',
  'paused',
  'resumed',
  'stopped',
] as const;

/** What happened to a visit on its way to somebody who comes. */
export const EVENT_KINDS = [
  'calledOut',
  'callOutWithdrawn',
  ...ASKING_KINDS,
  'covered',
  'uncovered',
  'told',
  /** Nothing could be sent; its words say why. */
  'notTold',
  /** No offer, or no text to the office, went out: the agency may send no more messages today. */
  'notSent',
  /** Nobody comes yet, and the autopilot has stopped. */
  'officeTold',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const VisitEvent = z.strictObject({
  id,
  at: stampText,
  kind: z.enum(EVENT_KINDS),
  /** The caregiver whom it concerns. */
  ProviderID: id.nullable(),
  Provider: z.string().nullable(),
  /** Initials of who decided; 'Automatic' for the product, null for the caregiver's own answer. */
  who: z.string().nullable(),
  /** What was said, in words. */
  words: z.string().nullable(),
  /** What became of the message by which somebody was notified; null: there is none, or it is not known. */
  message: z
    .strictObject({
      channel: z.enum(CHANNELS),
      status: z.enum(MESSAGE_STATUSES),
      error: z.string().nullable(),
    })
    .nullable()
    .optional(),
});
export type VisitEvent = z.output<typeof VisitEvent>;
