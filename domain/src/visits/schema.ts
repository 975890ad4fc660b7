import { z } from 'zod';
import { dateText, stampText, timeText } from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { ReviewHint } from './review.ts';

export const VISIT_STATUSES = ['Planned', 'Active', 'Complete'] as const;
export type VisitStatus = (typeof VISIT_STATUSES)[number];

/** Aggregator status; none is null. */
export const AGGREGATOR_STATUSES = ['Pending', 'Success', 'Failed'] as const;

/** Why a visit was closed that does not take place. */
export const CLOSE_CODES = ['hospital', 'refused', 'cancelled', 'absent'] as const;
export type CloseCode = (typeof CLOSE_CODES)[number];

/** Tasks of the visit's weekday, copied from the plan: task name → minutes. WorkingTime and TravelTime are minutes. */
export const VisitTasks = z.strictObject({
  WorkingTime: z.int(),
  TravelTime: z.int(),
  Care: z.record(z.string(), z.int()),
  Home: z.record(z.string(), z.int()),
});
export type VisitTasks = z.output<typeof VisitTasks>;

const degrees = z.number().nullable();

/**
 * An arrival or departure that was recorded on the caregiver's phone and did not move the visit, because it lay outside its
 * window or its visit was in another status. Staff decide whether its time counts.
 */
export const RecordedAttempt = z.strictObject({
  id: z.int(),
  move: z.enum(['Check-In', 'Check-Out']),
  at: stampText,
  /** The phone sent it more than two minutes after the tap. */
  late: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Metres from the client's address. */
  distance: z.number().nullable(),
  locationError: z.boolean(),
});
export type RecordedAttempt = z.output<typeof RecordedAttempt>;

const visitShape = z.strictObject({
  id: z.int(),
  CareID: z.int(),
  ClientID: z.int(),
  ProviderID: z.int(),
  /** LastName, FirstName */
  ClientName: z.string(),
  ProviderName: z.string(),
  Date: dateText,
  Status: z.enum(VISIT_STATUSES),
  SunDataStatus: z.enum(AGGREGATOR_STATUSES).nullable(),
  PlanStartTime: timeText,
  PlanEndTime: timeText,
  FactStartTime: stampText.nullable(),
  FactEndTime: stampText.nullable(),
  /** The client's point that the last position was compared with. */
  AddressLatitude: degrees,
  AddressLongitude: degrees,
  AddressStartLatitude: degrees,
  AddressStartLongitude: degrees,
  AddressEndLatitude: degrees,
  AddressEndLongitude: degrees,
  CreatedTS: stampText,
  EditedTS: stampText.nullable(),
  /** Initials of who wrote last. */
  EditedBy: z.string().nullable(),
  /** What wrote last: the caregiver's phone, the office, a phone call. */
  EditedVia: z.enum(['app', 'admin', 'call']).nullable(),
  StartEdited: z.boolean(),
  EndEdited: z.boolean(),
  StartLocationError: z.boolean(),
  EndLocationError: z.boolean(),
  /** Told by the phone after the fact (docs/rules/visits.md, rule 11). */
  StartLate: z.boolean(),
  EndLate: z.boolean(),
  Notes: z.string().nullable(),
  Tasks: VisitTasks,
  ClientPhone: z.string().nullable(),
  ClientAddress: z.string(),
  ClientAddressLatitude: degrees,
  ClientAddressLongitude: degrees,
  /** A check against an approximate point never says 'fine' (docs/rules/visits.md, rule 9). */
  ClientAddressApproximate: z.boolean(),
  ProviderPhone: z.string().nullable(),
  /** Null until written for the first time. */
  IOBSE: z.string().nullable(),
  /** Of the office alone: a caregiver's phone gets none of the three. */
  ReviewHints: z.array(ReviewHint),
  ReviewSeenBy: z.string().nullable(),
  /** Why the aggregator refused it, while it is Failed. */
  SunDataMessage: z.string().nullable(),
  /** Recorded on the phone and not accepted yet; a complete visit has none. */
  Attempts: z.array(RecordedAttempt),
  /** Recorded on the phone and rejected by staff: the caregiver is notified. */
  RejectedAttempts: z.array(RecordedAttempt),
  /** A missed visit that staff closed stays Planned. Of the office alone, like the review. */
  ClosedCode: z.enum(CLOSE_CODES).nullable(),
  ClosedMemo: z.string().nullable(),
  ClosedBy: z.string().nullable(),
  rev: z.int(),
});
/** The actual times of a visit on the wire; the record log has always kept them under these names too. */
export const TIME_NAMES = { FactStartTime: 'startedAt', FactEndTime: 'endedAt' } as const;
export const LOGGED_TIMES = { startedAt: 'FactStartTime', endedAt: 'FactEndTime' } as const;

/** A visit as calls answer it (docs/rules/visits.md, rule 44). Plan times are local HH:mm, the others UTC stamps. */
export const Visit = renamed(visitShape, {
  ...TIME_NAMES,
  SunDataStatus: 'aggregatorStatus',
  SunDataMessage: 'aggregatorMessage',
});
export type Visit = z.output<typeof Visit>;
