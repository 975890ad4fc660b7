import { visitInstants } from '../calendar.ts';
import { phoneDigits } from '../formats.ts';
import type { AggregatorRules } from '../states/pack.ts';
import { programOf, zoneNameOf } from '../states/rules.ts';
import { LOCATION_TOLERANCE_METRES, MEMO_FROM_CODE, MEMO_MAX } from '../visits/rules.ts';
import {
  type Agency,
  type Built,
  builtFrom,
  degreesOf,
  identification,
  stampOf,
  textOf,
  type VisitCall,
  type VisitChange,
  type VisitRecord,
} from './intake.ts';
import { medicaidOf } from './people-records.ts';

/** One end of a visit as it was recorded. */
export interface VisitEnd {
  readonly at: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Metres from the client's location. */
  readonly distance: number | null;
  /** Entered by staff, not by the phone. */
  readonly edited: boolean;
  /** The telephone call that recorded it; null if it was not recorded by call. */
  readonly call: { readonly caller: string; readonly isByDevice: boolean } | null;
}

export interface VisitSource {
  readonly id: number;
  readonly date: string;
  readonly planStart: string;
  readonly planEnd: string;
  readonly start: VisitEnd;
  readonly end: VisitEnd;
  readonly clientId: number;
  readonly medicaid: string | null;
  /** Whether the client has an address, and whether its location is exactly the house. */
  readonly hasAddress: boolean;
  readonly isExact: boolean;
  readonly providerId: number | null;
  /** The login of the caregiver's phone. */
  readonly mobileLogin: string | null;
  /** The aggregator's code for the plan's type. */
  readonly service: string | null;
  readonly typeName: string;
  readonly billVisit: boolean;
  readonly changeCode: number | null;
  readonly changeReason: string | null;
  readonly edited: string | null;
  readonly editedBy: string | null;
}

/** What the aggregator may already have about this visit. */
export interface SentBefore {
  /** The calls as first sent. They never change afterwards (docs/rules/aggregator.md, rule 10). */
  readonly calls: readonly VisitCall[];
  /** The answer to an earlier submission was lost. */
  readonly isUnclear: boolean;
}

/** 'Total visit time cannot exceed 24 hours' (docs/rules/aggregator.md, rule 9). */
const LONGEST_HOURS = 24;
const OTHER_REASON = 14;

const hasPoint = (end: VisitEnd) =>
  degreesOf(end.latitude, 90) !== null && degreesOf(end.longitude, 180) !== null;

/** The ten digits of the calling phone; null if it was hidden or foreign. */
const callerOf = ({ call }: VisitEnd) => {
  const digits = call && phoneDigits(call.caller);
  return digits?.length === 10 ? digits : null;
};

/**
 * Telephony with a calling phone, FVV with the code of a device in the home, Mobile with position and login, Manual if staff
 * entered the time, otherwise Other.
 */
const callTypeOf = (end: VisitEnd, login: string | null): VisitCall['CallType'] => {
  if (end.edited) return 'Manual';
  if (end.call?.isByDevice) return 'FVV';
  if (end.call) return callerOf(end) === null ? 'Other' : 'Telephony';
  return hasPoint(end) && login !== null ? 'Mobile' : 'Other';
};

const callOf = (
  visit: VisitSource,
  end: VisitEnd,
  assignment: VisitCall['CallAssignment'],
  at: Temporal.Instant,
): VisitCall => {
  const login = textOf(visit.mobileLogin, 64);
  const type = callTypeOf(end, login);
  const isMobile = type === 'Mobile';
  const isTelephony = type === 'Telephony';
  const isAway = visit.isExact && (end.distance ?? 0) > LOCATION_TOLERANCE_METRES;
  return {
    CallExternalID: `${visit.id}${assignment === 'Time In' ? 'I' : 'O'}`,
    CallDateTime: stampOf(at),
    CallAssignment: assignment,
    GroupCode: null,
    CallType: type,
    ProcedureCode: visit.service ?? '',
    ClientIdentifierOnCall: null,
    // Manual and Other have no device data.
    MobileLogin: isMobile ? login : null,
    CallLatitude: isMobile ? degreesOf(end.latitude, 90) : null,
    CallLongitude: isMobile ? degreesOf(end.longitude, 180) : null,
    Location: null,
    // The caregiver's number. The PIN itself is secret and is not sent.
    TelephonyPIN: isTelephony ? visit.providerId : null,
    OriginatingPhoneNumber: isTelephony ? callerOf(end) : null,
    VisitLocationType: isAway ? '2' : '1',
  };
};

const changeOf = (
  visit: VisitSource,
  { sequence, now, before }: { sequence: number; now: Temporal.Instant; before: SentBefore | null },
): VisitChange => {
  const code = visit.changeCode;
  const again = before?.isUnclear
    ? 'Sent again: the answer to the first sending was lost.'
    : 'Sent again by the office.';
  const memo = (code ?? OTHER_REASON) >= MEMO_FROM_CODE ? (visit.changeReason ?? again) : visit.changeReason;
  return {
    SequenceID: String(sequence),
    ChangeMadeBy: textOf(visit.editedBy, 64) ?? 'Office',
    ChangeDateTime: stampOf(visit.edited === null ? now : Temporal.Instant.from(visit.edited)),
    GroupCode: null,
    ReasonCode: String(code ?? OTHER_REASON),
    ChangeReasonMemo: textOf(memo, MEMO_MAX),
    ResolutionCode: 'A',
  };
};

/**
 * The six elements required by the Cures Act (42 USC 1396b(l)(5)(A)): service, person served, date, place, person serving,
 * begin and end. Each missing one gives a sentence; date and times share one.
 */
export const sixElements = (visit: VisitSource): string[] => {
  const isPlaced = visit.hasAddress || hasPoint(visit.start) || hasPoint(visit.end);
  return [
    ...(visit.service ? [] : [`The type of service is missing: ${visit.typeName} has no aggregator code.`]),
    ...(medicaidOf(visit.medicaid)
      ? []
      : ['The person served is not known: the client has no Medicaid number.']),
    ...(visit.date ? [] : ['The date of the visit is missing.']),
    ...(isPlaced ? [] : ['The place of the visit is missing: neither an address nor a position is known.']),
    ...(visit.providerId === null ? ['The person serving is missing.'] : []),
    ...(visit.start.at ? [] : ['The time the visit began is missing.']),
    ...(visit.end.at ? [] : ['The time the visit ended is missing.']),
  ];
};

const secondOf = (text: string) =>
  Temporal.Instant.from(text).round({ smallestUnit: 'second', roundingMode: 'floor' });
const isAfter = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b) > 0;

/**
 * The end must be after the start, in every combination of calls and corrected times, and the visit no longer than a day
 * (docs/rules/aggregator.md, rule 9).
 */
const missingTimes = (
  start: Temporal.Instant,
  end: Temporal.Instant,
  calls: readonly VisitCall[],
): string[] => {
  const called = (assignment: VisitCall['CallAssignment']) => {
    const call = calls.find((one) => one.CallAssignment === assignment);
    return call && Temporal.Instant.from(call.CallDateTime);
  };
  const callIn = called('Time In') ?? start;
  const callOut = called('Time Out') ?? end;
  const hours = (end.epochMilliseconds - start.epochMilliseconds) / 3_600_000;
  if (!isAfter(end, start)) return ['The visit does not end after it begins.'];
  if (hours > LONGEST_HOURS) return [`A visit cannot be longer than ${LONGEST_HOURS} hours.`];
  return isAfter(callOut, start) && isAfter(end, callIn)
    ? []
    : ['The corrected times are entirely outside the recorded ones: Sandata takes them only as a new visit.'];
};

/** What keeps a visit from being sent, apart from its times. */
const missingOf = (
  visit: VisitSource,
  {
    rules,
    zone,
    before,
  }: { readonly rules: AggregatorRules; readonly zone: string; readonly before: SentBefore | null },
): string[] => [
  ...sixElements(visit),
  ...(visit.service && programOf(rules, visit.service) === undefined
    ? [`Sandata does not know the service ${visit.service}.`]
    : []),
  ...(zoneNameOf(rules, zone) ? [] : [`Sandata has no name for the time zone ${zone}.`]),
  ...(visit.billVisit || before
    ? []
    : ['A visit that is not billed is sent only if Sandata already has it as billed.']),
];

export const buildVisit = (
  visit: VisitSource,
  around: {
    readonly agency: Agency;
    readonly rules: AggregatorRules;
    readonly zone: string;
    readonly sequence: number;
    readonly now: Temporal.Instant;
    readonly before: SentBefore | null;
  },
): Built<VisitRecord> => {
  const { agency, rules, zone, sequence, before } = around;
  const missing = missingOf(visit, around);
  const [first = 'The times of the visit are missing.', ...others] = missing;
  if (missing.length > 0 || !visit.start.at || !visit.end.at)
    return { ok: false, missing: [first, ...others] };
  const start = secondOf(visit.start.at);
  const end = secondOf(visit.end.at);
  const calls = before?.calls.length
    ? before.calls
    : [callOf(visit, visit.start, 'Time In', start), callOf(visit, visit.end, 'Time Out', end)];
  const corrected = (assignment: VisitCall['CallAssignment'], at: Temporal.Instant) =>
    calls.some((call) => call.CallAssignment === assignment && call.CallDateTime === stampOf(at))
      ? null
      : stampOf(at);
  const planned = visitInstants(visit.date, visit.planStart, visit.planEnd, zone);
  const medicaid = medicaidOf(visit.medicaid) ?? '';
  const isManual = calls.some((call) => call.CallType === 'Manual');
  const needsChange = before !== null || isManual || visit.changeCode !== null;
  return builtFrom(missingTimes(start, end, calls), () => ({
    ProviderIdentification: identification(agency),
    VisitOtherID: String(visit.id),
    SequenceID: sequence,
    EmployeeQualifier: 'EmployeeCustomID',
    EmployeeIdentifier: String(visit.providerId),
    EmployeeOtherID: String(visit.providerId),
    GroupCode: null,
    ClientIDQualifier: 'ClientCustomID',
    ClientID: medicaid,
    ClientIdentifier: medicaid,
    ClientOtherID: String(visit.clientId),
    VisitCancelledIndicator: false,
    PayerID: agency.payerId,
    PayerProgram: programOf(rules, visit.service ?? '') ?? '',
    ProcedureCode: visit.service ?? '',
    Modifier1: null,
    Modifier2: null,
    Modifier3: null,
    Modifier4: null,
    VisitTimeZone: zoneNameOf(rules, zone) ?? '',
    ScheduleStartTime: stampOf(planned.start),
    ScheduleEndTime: stampOf(planned.end),
    AdjInDateTime: corrected('Time In', start),
    AdjOutDateTime: corrected('Time Out', end),
    BillVisit: visit.billVisit,
    HoursToBill: null,
    HoursToPay: null,
    // Notes are clinical, and the payer does not need them.
    Memo: null,
    ClientVerifiedTimes: false,
    ClientVerifiedTasks: false,
    ClientVerifiedService: false,
    ClientSignatureAvailable: false,
    ClientVoiceRecording: false,
    Calls: calls,
    VisitExceptionAcknowledgement: [],
    VisitChanges: needsChange ? [changeOf(visit, around)] : [],
    Tasks: [],
  }));
};
