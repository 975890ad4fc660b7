import { z } from 'zod';
import { dateText, stampText, timeText } from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { ReviewHint } from './review.ts';

export const VISIT_STATUSES = ['Planned', 'Active', 'Complete'] as const;
export type VisitStatus = (typeof VISIT_STATUSES)[number];

/** The aggregator status; null if there is none. */
export const AGGREGATOR_STATUSES = ['Pending', 'Success', 'Failed'] as const;

/** Why a visit that does not take place was closed. */
export const CLOSE_CODES = ['hospital', 'refused', 'cancelled', 'absent'] as const;
export type CloseCode = (typeof CLOSE_CODES)[number];

/** The plan's tasks for the visit's weekday: task name → minutes. WorkingTime and TravelTime are in minutes, too. */
export const VisitTasks = z.strictObject({
  WorkingTime: z.int(),
  TravelTime: z.int(),
  Care: z.record(z.string(), z.int()),
  Home: z.record(z.string(), z.int()),
});
export type VisitTasks = z.output<typeof VisitTasks>;

const degrees = z.number().nullable();

/**
 * An arrival or departure that the caregiver's phone recorded without moving the visit, because it was outside the window or
 * the visit had another status. Staff decide whether the time counts.
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
  /** 'LastName, FirstName' */
  ClientName: z.string(),
  ProviderName: z.string(),
  Date: dateText,
  Status: z.enum(VISIT_STATUSES),
  SunDataStatus: z.enum(AGGREGATOR_STATUSES).nullable(),
  PlanStartTime: timeText,
  PlanEndTime: timeText,
  FactStartTime: stampText.nullable(),
  FactEndTime: stampText.nullable(),
  /** The client's location that the last position was compared with. */
  AddressLatitude: degrees,
  AddressLongitude: degrees,
  AddressStartLatitude: degrees,
  AddressStartLongitude: degrees,
  AddressEndLatitude: degrees,
  AddressEndLongitude: degrees,
  CreatedTS: stampText,
  EditedTS: stampText.nullable(),
  /** Initials of the last editor. */
  EditedBy: z.string().nullable(),
  /** Where the last edit came from: the caregiver's phone, the office, or a phone call. */
  EditedVia: z.enum(['app', 'admin', 'call']).nullable(),
  StartEdited: z.boolean(),
  EndEdited: z.boolean(),
  StartLocationError: z.boolean(),
  EndLocationError: z.boolean(),
  /** The phone reported it later (docs/rules/visits.md, rule 11). */
  StartLate: z.boolean(),
  EndLate: z.boolean(),
  Notes: z.string().nullable(),
  Tasks: VisitTasks,
  ClientPhone: z.string().nullable(),
  ClientAddress: z.string(),
  ClientAddressLatitude: degrees,
  ClientAddressLongitude: degrees,
  /** The address is approximate, so a location check is never fine (docs/rules/visits.md, rule 9). */
  ClientAddressApproximate: z.boolean(),
  ProviderPhone: z.string().nullable(),
  /** Null until first written. */
  IOBSE: z.string().nullable(),
  /** These are for the office; a caregiver's phone never gets them. */
  ReviewHints: z.array(ReviewHint),
  ReviewSeenBy: z.string().nullable(),
  /** The aggregator's reason for the rejection, while the status is Failed. */
  SunDataMessage: z.string().nullable(),
  /** Recorded on the phone and not accepted yet. A complete visit has none. */
  Attempts: z.array(RecordedAttempt),
  /** Recorded on the phone and rejected by staff, so that the phone can tell the caregiver. */
  RejectedAttempts: z.array(RecordedAttempt),
  /** Why staff closed a missed visit, which keeps the status Planned. These too are for the office only. */
  ClosedCode: z.enum(CLOSE_CODES).nullable(),
  ClosedMemo: z.string().nullable(),
  ClosedBy: z.string().nullable(),
  rev: z.int(),
});
/** The names of a visit's actual times in calls; the record log uses the same names. */
export const TIME_NAMES = { FactStartTime: 'startedAt', FactEndTime: 'endedAt' } as const;
export const LOGGED_TIMES = { startedAt: 'FactStartTime', endedAt: 'FactEndTime' } as const;

/** A visit as calls return it (docs/rules/visits.md, rule 44). Planned times are local HH:mm, all others UTC timestamps. */
export const Visit = renamed(visitShape, {
  ...TIME_NAMES,
  SunDataStatus: 'aggregatorStatus',
  SunDataMessage: 'aggregatorMessage',
});
export type Visit = z.output<typeof Visit>;
