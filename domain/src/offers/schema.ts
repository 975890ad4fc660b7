import { z } from 'zod';
import { CameFrom, OBSTACLES, OpenVisit, VisitKey } from '../staffing/schema.ts';
import { dateText, MAX_ID, stampText, timeText } from '../wire.ts';

const id = z.int().min(1).max(MAX_ID);

/** How caregivers are asked: how many at a time, and how many minutes apart. */
export const WaveSettings = z.strictObject({
  people: z.int().min(1, 'Ask at least 1 person.').max(20, 'Ask at most 20 people at once.'),
  waitMinutes: z.int().min(1, 'Wait at least 1 minute.').max(720, 'Wait at most 12 hours.'),
  waves: z.int().min(1, 'Ask at least once.').max(10, 'Ask at most 10 times.'),
  /** The wait between waves if the visit starts in less than two hours. */
  shortWaitMinutes: z.int().min(1, 'Wait at least 1 minute.').max(120, 'Wait at most 2 hours.'),
  /** Nobody is asked between these times. Equal times mean no quiet hours. */
  quietFrom: timeText,
  quietUntil: timeText,
  /** The daily limit of offers to one caregiver. */
  offersPerDay: z.int().min(1, 'Allow at least 1 offer a day.').max(50, 'Allow at most 50 offers a day.'),
});
export type WaveSettings = z.output<typeof WaveSettings>;

export const CALL_OUT_SOURCES = ['any', 'phone', 'office'] as const;

/** Whom the autopilot asks and when it stops. A null limit means no limit. */
export const AutopilotSettings = z.strictObject({
  isOn: z.boolean(),
  withinHours: z.int().min(1, 'Enter at least 1 hour.').max(336, 'Enter at most 336 hours.'),
  callOuts: z.enum(CALL_OUT_SOURCES),
  ...WaveSettings.shape,
  mostOvertimeCents: z.int().min(0, 'Enter $0.00 or more.').max(1_000_000).nullable(),
  mostMiles: z.int().min(1, 'Enter at least 1 mile.').max(500, 'Enter at most 500 miles.').nullable(),
  onlyKnown: z.boolean(),
  /**
   * If the visit is still open this many minutes before its start, the autopilot stops, shows the visit to the office in
   * red, and texts the contact.
   */
  stopMinutes: z.int().min(0, 'Enter 0 minutes or more.').max(1_440, 'Enter at most 1,440 minutes.'),
  /** The contact in the office; if both are empty, nobody is texted. */
  callName: z.string().trim().max(80, 'Enter at most 80 characters.'),
  callPhone: z.string().trim().max(20, 'Enter at most 20 characters.'),
  english: z.string().trim().max(300),
  spanish: z.string().trim().max(300),
});
export type AutopilotSettings = z.output<typeof AutopilotSettings>;

/** The settings that decide whether the autopilot has somebody to ask. */
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

/** The date and hours of a visit. */
export interface VisitTimes {
  readonly date: string;
  readonly start: string;
  readonly end: string;
}

export const OFFER_CHANNELS = ['text', 'phone'] as const;
/**
 * waiting: no answer yet. covered: this yes took the visit. taken: the yes came too late. refused: the caregiver said
 * yes but can no longer come. declined: they said no. closed: the search is over; with an answer, it is the yes of
 * somebody whom the office had already assigned.
 */
export const OFFER_STATES = ['waiting', 'covered', 'taken', 'refused', 'declined', 'closed'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/**
 * Why the visit itself no longer takes a yes: it was moved, this caregiver's cover was taken back, somebody else has it,
 * or it no longer needs anybody.
 */
export const VISIT_CAUSES = ['moved', 'takenBack', 'taken', 'gone'] as const;
export type VisitCause = (typeof VISIT_CAUSES)[number];
/** The autopilot's limits that a caregiver can exceed: the overtime that the visit adds, the miles to it, or not knowing the client. */
export const LIMIT_CAUSES = ['beyondOvertime', 'beyondMiles', 'onlyKnown'] as const;
export type LimitCause = (typeof LIMIT_CAUSES)[number];
/** Why a yes did not count: something rules out the caregiver, care plan rules, a limit of the autopilot, or what became of the visit. */
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
  /** Why a yes did not count; null if it did, if there was none, or if it came before causes were stored. */
  cause: z.enum(REFUSAL_CAUSES).nullable(),
  /** The caregiver's own words. */
  words: z.string().nullable(),
});
export type Offer = z.output<typeof Offer>;

/** How far the search for a caregiver for one visit has come. */
export const OfferRound = z.strictObject({
  wave: z.int().min(0),
  waves: z.int().min(1),
  people: z.int().min(1),
  /** Null if no wave follows. */
  nextAt: stampText.nullable(),
  /** The next wave waits for quiet hours to end. */
  isAfterQuiet: z.boolean(),
  isPaused: z.boolean(),
  /** The last texts were not sent because the agency had reached its daily limit of messages. */
  isUnsent: z.boolean(),
  /** Why the search ended, in a sentence; null while it runs. */
  ended: z.string().nullable(),
  isAutomatic: z.boolean(),
});
export type OfferRound = z.output<typeof OfferRound>;

export const VisitOffers = z.strictObject({ round: OfferRound.nullable(), offers: z.array(Offer) });
export type VisitOffers = z.output<typeof VisitOffers>;

/** A visit for which caregivers were asked, and the state of the search. */
export const AskedVisit = z.strictObject({
  ...VisitKey.shape,
  /** Where the visit is now. */
  date: dateText,
  ClientID: id,
  Client: z.string(),
  town: z.string().nullable(),
  start: timeText,
  end: timeText,
  started: stampText,
  /** How many caregivers were asked. */
  asked: z.int().min(0),
  covered: z.strictObject({ Provider: z.string(), at: stampText }).nullable(),
  /** The caregiver who last called out of it; null if it is open for another reason. */
  calledOut: z.strictObject({ ProviderID: id, Provider: z.string() }).nullable(),
  round: OfferRound,
});
export type AskedVisit = z.output<typeof AskedVisit>;

/** An offer as the caregiver sees it, without name or address of the client. */
export const OwnOffer = z.strictObject({
  id,
  /** The date on which they would come; a visit after midnight differs from the planned day. */
  day: VisitKey.shape.day,
  /** The agency's name for the service. */
  service: z.string(),
  start: timeText,
  end: timeText,
  town: z.string().nullable(),
  miles: z.number().nullable(),
  extraMinutes: z.int().nullable(),
  /** The visit they would come from; null if they come from home. */
  from: CameFrom.nullable(),
  visitsHere: z.int(),
  payCents: z.int().nullable(),
  overtimeMinutes: z.int(),
  /**
   * When the next wave asks others, or the start of the visit if no wave follows. A later answer still counts. Null only
   * in offers that an older version of the app stored on the phone.
   */
  answerBy: stampText.nullable(),
  isOpened: z.boolean(),
});
export type OwnOffer = z.output<typeof OwnOffer>;

/** An offer of today that the caregiver can no longer answer, with the times they were asked for and the reason. */
export const EndedOffer = z.strictObject({
  ...OwnOffer.pick({ id: true, day: true, start: true, end: true }).shape,
  english: z.string(),
  spanish: z.string(),
});
export type EndedOffer = z.output<typeof EndedOffer>;

const ProposedPerson = z.strictObject({
  ProviderID: id,
  Provider: z.string(),
  /** Their next visits, which the text may mean. */
  next: z.array(
    OpenVisit.pick({ planId: true, day: true, date: true, Client: true, start: true, end: true }),
  ),
});
/** A text that sounds like a call-out. It changes nothing until the office acts on it. */
export const CallOutProposal = z.strictObject({
  id,
  ...ProposedPerson.shape,
  at: stampText,
  words: z.string(),
  /** Other caregivers with the same phone number; the office finds out who wrote. */
  others: z.array(ProposedPerson),
});
export type CallOutProposal = z.output<typeof CallOutProposal>;
