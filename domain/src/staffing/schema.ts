import { z } from 'zod';
import { LIMITS } from '../calculator/limit-rules.ts';
import { CHANNELS, MESSAGE_STATUSES } from '../messaging/schema.ts';
import { dateText, MAX_ID, stampText, timeText } from '../wire.ts';

/** HH:mm. An end before the start is on the next day. */
export const CoverTimes = z.strictObject({ start: timeText, end: timeText });
export type CoverTimes = z.output<typeof CoverTimes>;

export const OPEN_REASONS = ['calledOut', 'timeOff', 'mayNotWork', 'late'] as const;
export type OpenReason = (typeof OPEN_REASONS)[number];

const id = z.int().min(1).max(MAX_ID);

/** Names a planned visit by its care plan and planned day, because far-ahead visits have no record and so no other id. */
export const VisitKey = z.strictObject({ planId: id, day: dateText });
export type VisitKey = z.output<typeof VisitKey>;

export const OpenVisit = z.strictObject({
  /** The plan that runs on the day. If a cover called out too, this is the plan that it covers. */
  ...VisitKey.shape,
  /** The date on which it begins, which differs from the planned day if the visit was moved. */
  date: dateText,
  /** Null if the visit is not created yet, or if the pair does not check in. */
  visitId: id.nullable(),
  /** The pair is exempt from EVV: nobody checks in, and the visit gets no record. */
  isExempt: z.boolean(),
  ClientID: id,
  /** 'LastName, FirstName' */
  Client: z.string(),
  town: z.string().nullable(),
  /** The caregiver who was due to come. */
  ProviderID: id,
  Provider: z.string(),
  /** The code of the care plan type. */
  Type: z.string(),
  start: timeText,
  /** On the next day if it is before the start. */
  end: timeText,
  minutes: z.int().min(1),
  reason: z.enum(OPEN_REASONS),
  /** When the visit was reported as open; null if nobody reported it. */
  since: stampText.nullable(),
  /** What the caregiver or the office wrote: free text that may concern a person's health. */
  note: z.string().nullable(),
});
export type OpenVisit = z.output<typeof OpenVisit>;

/** Why a caregiver cannot take an open visit, in the groups that the office counts. */
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

/** One part of a score: `points` out of `most`. The parts add up to the score. */
export const ScorePart = z.strictObject({
  name: z.enum(SCORE_PARTS),
  why: z.string(),
  points: z.int().min(0),
  most: z.int().min(0),
});
export type ScorePart = z.output<typeof ScorePart>;

/** What a visit costs with this caregiver. Only admins get cents; other roles get null. */
export const VisitCost = z.strictObject({
  payCents: z.int().min(0).nullable(),
  /** What overtime adds to the pay of the week. */
  overtimeCents: z.int().min(0).nullable(),
  overtimeMinutes: z.int().min(0),
});
export type VisitCost = z.output<typeof VisitCost>;

/** The visit that a caregiver comes from, without name or address. */
export const CameFrom = z.strictObject({ start: timeText, town: z.string().nullable() });
export type CameFrom = z.output<typeof CameFrom>;

/** A caregiver for an open visit, with either the parts of the score or the one reason why they cannot come. */
export const Candidate = z.strictObject({
  ProviderID: id,
  Provider: z.string(),
  town: z.string().nullable(),
  /** Null if they can come. */
  obstacle: z.enum(OBSTACLES).nullable(),
  /** The obstacle in a sentence. */
  why: z.string().nullable(),
  /** 0 to 100; null if they cannot come. */
  score: z.int().min(0).max(100).nullable(),
  parts: z.array(ScorePart),
  cost: VisitCost.nullable(),
  /** Extra minutes of driving that the visit causes; null if an address has no location. */
  extraMinutes: z.int().min(0).nullable(),
  /** Miles from home or from the visit before. */
  miles: z.number().nullable(),
  /** Null if they come from home. */
  from: CameFrom.nullable(),
  /** Visits with this client in the last 90 days. */
  visitsHere: z.int().min(0),
  /** The same for all caregivers together. */
  visitsOfClient: z.int().min(0),
  /** What the office should know but nothing forbids. */
  warnings: z.array(z.string()),
  /** The warnings that assigning does not ask about itself; missing if there are none. */
  asksFirst: z.array(z.string()).optional(),
  /**
   * Limits that the visit would exceed, so that assigning asks why: units of an authorization (with dollars if the reader
   * may see them) or minutes of a cap.
   */
  toJustify: z.array(
    z.strictObject({
      limit: z.enum(LIMITS),
      amount: z.int(),
      cents: z.int().nullable(),
      why: z.string(),
    }),
  ),
  /** Minutes planned in the week, without this visit. */
  weekMinutes: z.int().min(0),
  wishedMinutes: z.int().min(0).nullable(),
  /** Why no offer can reach them although they can be assigned; null if one can. */
  whyNoOffer: z.string().nullable(),
  /** Once the planned start has passed, when they can be there, if that is later than others could; null if it is not. */
  times: CoverTimes.nullable().optional(),
});
export type Candidate = z.output<typeof Candidate>;

/** A caregiver for the week of an open request. Only the visits still ahead, through the first whole workweek, are considered. */
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
  /** How many visits were considered, and how many they can take. If none, `obstacle` and `why` give the reason for the first. */
  visits: z.int().min(1),
  taken: z.int().min(0),
  misses: z.array(z.strictObject({ why: z.string(), days: z.array(dateText) })),
  score: z.int().min(0).max(100).nullable(),
  /** Extra minutes of driving in the whole workweek; null if an address has no location. */
  extraMinutes: z.int().min(0).nullable(),
});
export type RequestCandidate = z.output<typeof RequestCandidate>;

/** A caregiver who checked in for a visit that is no longer theirs. The time is recorded. */
export const Arrival = z.strictObject({
  /** The id of the recorded time. */
  id,
  ...VisitKey.shape,
  ProviderID: id,
  Provider: z.string(),
  ClientID: id,
  Client: z.string(),
  at: stampText,
  /** The caregiver who covers the visit; null if nobody does because it was cancelled. */
  cover: z.strictObject({ ProviderID: id, Provider: z.string(), hasStarted: z.boolean() }).nullable(),
});
export type Arrival = z.output<typeof Arrival>;

/** The events of a search for a caregiver. */
export const ASKING_KINDS = [
  'offered',
  'opened',
  'accepted',
  /** A yes was judged again by all rules; the words say which. */
  'checked',
  'declined',
  'refused',
  'answeredUnclear',
  'waveEnded',
  'paused',
  'resumed',
  'stopped',
] as const;

/** What can happen to a visit until somebody comes. */
export const EVENT_KINDS = [
  'calledOut',
  'callOutWithdrawn',
  ...ASKING_KINDS,
  'covered',
  'uncovered',
  'told',
  /** No message could be sent; the words say why. */
  'notTold',
  /** An offer or a text to the office was not sent because the agency had reached its daily limit of messages. */
  'notSent',
  /** The autopilot stopped without finding anybody. */
  'officeTold',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const VisitEvent = z.strictObject({
  id,
  at: stampText,
  kind: z.enum(EVENT_KINDS),
  /** The caregiver concerned. */
  ProviderID: id.nullable(),
  Provider: z.string().nullable(),
  /** Initials of who decided; 'Automatic' for the product, null for the caregiver's own answer. */
  who: z.string().nullable(),
  /** What was said. */
  words: z.string().nullable(),
  /** What became of the notification about it; null if there is none or it is unknown. */
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
