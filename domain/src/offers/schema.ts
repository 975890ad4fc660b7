import { z } from 'zod';
import { CameFrom, OBSTACLES, OpenVisit, VisitKey } from '../staffing/schema.ts';
import { dateText, MAX_ID, stampText, timeText } from '../wire.ts';

const id = z.int().min(1).max(MAX_ID);

/** How caregivers are asked: so many people, so many minutes apart. */
export const WaveSettings = z.strictObject({
  people: z.int().min(1, 'Ask at least 1 person.').max(20, 'Ask at most 20 people at once.'),
  waitMinutes: z.int().min(1, 'Wait at least 1 minute.').max(720, 'Wait at most 12 hours.'),
  waves: z.int().min(1, 'Ask at least once.').max(10, 'Ask at most 10 times.'),
  /** Instead, with less than two hours to go. */
  shortWaitMinutes: z.int().min(1, 'Wait at least 1 minute.').max(120, 'Wait at most 2 hours.'),
  /** Nobody is asked between these times; the same time twice: no quiet hours. */
  quietFrom: timeText,
  quietUntil: timeText,
  /** To one person. */
  offersPerDay: z.int().min(1, 'Allow at least 1 offer a day.').max(50, 'Allow at most 50 offers a day.'),
});
export type WaveSettings = z.output<typeof WaveSettings>;

export const CALL_OUT_SOURCES = ['any', 'phone', 'office'] as const;

/** Whom the autopilot asks, and when it stops; null: no limit. */
export const AutopilotSettings = z.strictObject({
  isOn: z.boolean(),
  withinHours: z.int().min(1, 'Enter at least 1 hour.').max(336, 'Enter at most 336 hours.'),
  callOuts: z.enum(CALL_OUT_SOURCES),
  ...WaveSettings.shape,
  mostOvertimeCents: z.int().min(0, 'Enter $0.00 or more.').max(1_000_000).nullable(),
  mostMiles: z.int().min(1, 'Enter at least 1 mile.').max(500, 'Enter at most 500 miles.').nullable(),
  onlyKnown: z.boolean(),
  /** Still open so many minutes before the start: it stops, shows the visit to the office in red, and texts who is called. */
  stopMinutes: z.int().min(0, 'Enter 0 minutes or more.').max(1_440, 'Enter at most 1,440 minutes.'),
  /** Somebody in the office; both empty: nobody is texted. */
  callName: z.string().trim().max(80, 'Enter at most 80 characters.'),
  callPhone: z.string().trim().max(20, 'Enter at most 20 characters.'),
  english: z.string().trim().max(300),
  spanish: z.string().trim().max(300),
});
export type AutopilotSettings = z.output<typeof AutopilotSettings>;

/** What decides whether the autopilot has somebody to ask. */
export const AskingSettings = AutopilotSettings.pick({
  withinHours: true,
  callOuts: true,
  quietFrom: true,
  quietUntil: true,
  offersPerDay: true,
  mostOvertimeCents: true,
  mostMiles: true,
  onlyKnown: true,
  stopMinutes: true,
});
export type AskingSettings = z.output<typeof AskingSettings>;

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** When a visit is. */
export interface VisitTimes {
  readonly date: string;
  readonly start: string;
  readonly end: string;
}

export const OFFER_CHANNELS = ['text', 'phone'] as const;
/**
 * waiting: no answer yet. covered: this yes took the visit. taken: a yes that came too late. refused: a yes of somebody who
 * can no longer come. declined: no. closed: nobody is asked any more; with an answer the yes of somebody whom the office had sent.
 */
export const OFFER_STATES = ['waiting', 'covered', 'taken', 'refused', 'declined', 'closed'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** What had become of the visit when a yes came: it is planned for another time, a cover of theirs was taken back, somebody else comes, or nobody is missed. */
export const VISIT_CAUSES = ['moved', 'takenBack', 'taken', 'gone'] as const;
export type VisitCause = (typeof VISIT_CAUSES)[number];
/** Limits of the autopilot beyond which somebody is: the overtime that the visit adds, the miles to it, or they do not know the client. */
export const LIMIT_CAUSES = ['beyondOvertime', 'beyondMiles', 'onlyKnown'] as const;
export type LimitCause = (typeof LIMIT_CAUSES)[number];
/** Why a yes did not count: what speaks against the caregiver, the rules of care plans, a limit of the autopilot, or what had become of the visit. */
export const REFUSAL_CAUSES = [
  ...OBSTACLES,
  'archived',
  'planRules',
  ...LIMIT_CAUSES,
  ...VISIT_CAUSES,
] as const;
export type RefusalCause = (typeof REFUSAL_CAUSES)[number];

/** The question to one caregiver, as the office sees it. */
export const Offer = z.strictObject({
  id,
  ProviderID: id,
  Provider: z.string(),
  wave: z.int().min(1),
  channel: z.enum(OFFER_CHANNELS),
  sent: stampText,
  opened: stampText.nullable(),
  state: z.enum(OFFER_STATES),
  answered: stampText.nullable(),
  /** Why a yes did not count; null: it did, there is none, or it came before causes were kept. */
  cause: z.enum(REFUSAL_CAUSES).nullable(),
  /** What they wrote. */
  words: z.string().nullable(),
});
export type Offer = z.output<typeof Offer>;

/** How far the asking for one visit has come. */
export const OfferRound = z.strictObject({
  wave: z.int().min(0),
  waves: z.int().min(1),
  people: z.int().min(1),
  /** Null: no wave follows. */
  nextAt: stampText.nullable(),
  /** The next wave waits for the end of the quiet hours. */
  isAfterQuiet: z.boolean(),
  isPaused: z.boolean(),
  /** The last texts did not go out: the daily limit of the agency's messages is reached. */
  isUnsent: z.boolean(),
  /** Why it ended, in a sentence; null: it goes on. */
  ended: z.string().nullable(),
  isAutomatic: z.boolean(),
});
export type OfferRound = z.output<typeof OfferRound>;

export const VisitOffers = z.strictObject({ round: OfferRound.nullable(), offers: z.array(Offer) });
export type VisitOffers = z.output<typeof VisitOffers>;

/** A visit for which somebody was asked, with the state of the asking. */
export const AskedVisit = z.strictObject({
  ...VisitKey.shape,
  /** On which it is now. */
  date: dateText,
  ClientID: id,
  Client: z.string(),
  town: z.string().nullable(),
  start: timeText,
  end: timeText,
  started: stampText,
  /** People who were asked. */
  asked: z.int().min(0),
  covered: z.strictObject({ Provider: z.string(), at: stampText }).nullable(),
  /** Who called out of it last; null: it is open for another reason. */
  calledOut: z.strictObject({ ProviderID: id, Provider: z.string() }).nullable(),
  round: OfferRound,
});
export type AskedVisit = z.output<typeof AskedVisit>;

/** An offer as its caregiver sees it: no name, no address. */
export const OwnOffer = z.strictObject({
  id,
  /** On which they would come: after midnight another one than the planned day. */
  day: VisitKey.shape.day,
  /** What the agency calls the service. */
  service: z.string(),
  start: timeText,
  end: timeText,
  town: z.string().nullable(),
  miles: z.number().nullable(),
  extraMinutes: z.int().nullable(),
  /** The visit from which they would come; null: from home. */
  from: CameFrom.nullable(),
  visitsHere: z.int(),
  payCents: z.int().nullable(),
  overtimeMinutes: z.int(),
  /** When others are asked too, where that follows, though an answer counts after it as well; otherwise when they would begin. Null: kept on a phone before the beginning was said. */
  answerBy: stampText.nullable(),
  isOpened: z.boolean(),
});
export type OwnOffer = z.output<typeof OwnOffer>;

/** An offer of today that its caregiver can no longer answer, at the time for which they were asked, with why. */
export const EndedOffer = z.strictObject({
  ...OwnOffer.pick({ id: true, day: true, start: true, end: true }).shape,
  english: z.string(),
  spanish: z.string(),
});
export type EndedOffer = z.output<typeof EndedOffer>;

const ProposedPerson = z.strictObject({
  ProviderID: id,
  Provider: z.string(),
  /** Their next visits, which it may be about. */
  next: z.array(
    OpenVisit.pick({ planId: true, day: true, date: true, Client: true, start: true, end: true }),
  ),
});
/** A text that sounds as if a caregiver cannot come. It sets nothing by itself. */
export const CallOutProposal = z.strictObject({
  id,
  ...ProposedPerson.shape,
  at: stampText,
  words: z.string(),
  /** Who has the same phone: the office knows which of them wrote. */
  others: z.array(ProposedPerson),
});
export type CallOutProposal = z.output<typeof CallOutProposal>;
