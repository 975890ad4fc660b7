import { latinOf } from '../latin.ts';

/** The records of the published Alternate EVV intake, with its exact field names, lengths and formats. */

/** Why a record cannot be sent: one sentence for each missing thing. */
export type Missing = readonly [string, ...string[]];
export type Built<R> =
  | { readonly ok: true; readonly record: R }
  | { readonly ok: false; readonly missing: Missing };

export const builtFrom = <R>(missing: readonly string[], record: () => R): Built<R> => {
  const [first, ...others] = missing;
  return first === undefined ? { ok: true, record: record() } : { ok: false, missing: [first, ...others] };
};

/** The agency as the aggregator knows it. */
export interface Agency {
  /** Medicaid provider number. */
  readonly providerId: string;
  readonly payerId: string;
}

interface ProviderIdentification {
  readonly ProviderQualifier: 'MedicaidID';
  readonly ProviderID: string;
}

export interface ClientAddress {
  readonly ClientAddressType: 'Home';
  readonly ClientAddressIsPrimary: true;
  readonly ClientAddressLine1: string;
  readonly ClientAddressLine2: string | null;
  readonly ClientCounty: string | null;
  readonly ClientCity: string;
  readonly ClientState: string;
  /** Nine digits, with zeros for the last four if they are unknown. */
  readonly ClientZip: string;
  readonly ClientAddressLongitude: number | null;
  readonly ClientAddressLatitude: number | null;
}

export interface ClientPayer {
  readonly PayerID: string;
  readonly PayerProgram: string;
  readonly ProcedureCode: string;
  readonly ClientPayerID: string;
  /** 02 is active, 04 inactive. */
  readonly ClientStatus: '02' | '04';
  readonly EffectiveStartDate: string | null;
  readonly EffectiveEndDate: string | null;
}

export interface ClientRecord {
  readonly ProviderIdentification: ProviderIdentification;
  readonly ClientQualifier: 'ClientCustomID';
  readonly ClientIdentifier: string;
  readonly ClientFirstName: string;
  readonly ClientMiddleInitial: string | null;
  readonly ClientLastName: string;
  readonly ClientMedicaidID: string;
  readonly MissingMedicaidID: false;
  readonly SequenceID: number;
  readonly ClientOtherID: string;
  readonly ClientTimezone: string;
  readonly ClientCustomID: string;
  readonly ClientSSN: null;
  readonly ClientAddress: readonly [ClientAddress];
  readonly ClientPayerInformation: readonly ClientPayer[];
  readonly ClientPhone: readonly {
    readonly ClientPhoneType: 'Home' | 'Other';
    readonly ClientPhone: string;
  }[];
}

export interface EmployeeRecord {
  readonly ProviderIdentification: ProviderIdentification;
  readonly EmployeeQualifier: 'EmployeeCustomID';
  readonly EmployeeIdentifier: string;
  readonly EmployeeOtherID: string;
  readonly SequenceID: number;
  readonly EmployeeSSN: null;
  readonly EmployeeLastName: string;
  readonly EmployeeFirstName: string;
  readonly EmployeeEmail: string | null;
  readonly EmployeeHireDate: string | null;
  readonly EmployeeEndDate: string | null;
  readonly EmployeeAPI: null;
  readonly EmployeePosition: null;
}

export interface VisitCall {
  readonly CallExternalID: string;
  readonly CallDateTime: string;
  readonly CallAssignment: 'Time In' | 'Time Out';
  readonly GroupCode: null;
  readonly CallType: 'Telephony' | 'FVV' | 'Mobile' | 'Manual' | 'Other';
  readonly ProcedureCode: string;
  readonly ClientIdentifierOnCall: null;
  readonly MobileLogin: string | null;
  readonly CallLatitude: number | null;
  readonly CallLongitude: number | null;
  readonly Location: null;
  readonly TelephonyPIN: number | null;
  readonly OriginatingPhoneNumber: string | null;
  /** 1 is home, 2 community. */
  readonly VisitLocationType: '1' | '2';
}

export interface VisitChange {
  readonly SequenceID: string;
  readonly ChangeMadeBy: string;
  readonly ChangeDateTime: string;
  readonly GroupCode: null;
  readonly ReasonCode: string;
  readonly ChangeReasonMemo: string | null;
  readonly ResolutionCode: 'A';
}

export interface VisitRecord {
  readonly ProviderIdentification: ProviderIdentification;
  readonly VisitOtherID: string;
  readonly SequenceID: number;
  readonly EmployeeQualifier: 'EmployeeCustomID';
  readonly EmployeeIdentifier: string;
  readonly EmployeeOtherID: string;
  readonly GroupCode: null;
  readonly ClientIDQualifier: 'ClientCustomID';
  readonly ClientID: string;
  readonly ClientIdentifier: string;
  readonly ClientOtherID: string;
  readonly VisitCancelledIndicator: false;
  readonly PayerID: string;
  readonly PayerProgram: string;
  readonly ProcedureCode: string;
  readonly Modifier1: null;
  readonly Modifier2: null;
  readonly Modifier3: null;
  readonly Modifier4: null;
  readonly VisitTimeZone: string;
  readonly ScheduleStartTime: string;
  readonly ScheduleEndTime: string;
  readonly AdjInDateTime: string | null;
  readonly AdjOutDateTime: string | null;
  readonly BillVisit: boolean;
  readonly HoursToBill: null;
  readonly HoursToPay: null;
  readonly Memo: null;
  readonly ClientVerifiedTimes: false;
  readonly ClientVerifiedTasks: false;
  readonly ClientVerifiedService: false;
  readonly ClientSignatureAvailable: false;
  readonly ClientVoiceRecording: false;
  readonly Calls: readonly VisitCall[];
  readonly VisitExceptionAcknowledgement: readonly never[];
  readonly VisitChanges: readonly VisitChange[];
  readonly Tasks: readonly never[];
}

export type IntakeRecord = ClientRecord | EmployeeRecord | VisitRecord;

export const identification = (agency: Agency): ProviderIdentification => ({
  ProviderQualifier: 'MedicaidID',
  ProviderID: textOf(agency.providerId, 64) ?? '',
});

// ---- formats

/** Plain text of at most `max` UTF-16 units, cut between characters; null if nothing is left. */
export const textOf = (text: string | null, max: number): string | null => {
  const plain = (text ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  let cut = '';
  for (const character of plain) {
    if (cut.length + character.length > max) break;
    cut += character;
  }
  return cut.trim() || null;
};

/** Letters, blanks, hyphens, periods and apostrophes. Accents are dropped, and other characters left out. */
export const nameOf = (name: string | null, max = 30): string | null => {
  const latin = latinOf(name ?? '').replace(/[^A-Za-z.' -]/g, ' ');
  const cut = textOf(latin, max);
  return cut !== null && /[A-Za-z]/.test(cut) ? cut : null;
};

export const phoneOf = (phone: string | null): string | null => {
  const digits = (phone ?? '').replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return /^\d{10}$/.test(digits) ? digits : null;
};

export const zipOf = (zip: string | null): string | null => {
  const digits = (zip ?? '').replace(/\D/g, '');
  return digits.length === 5 || digits.length === 9 ? digits.padEnd(9, '0') : null;
};

/** `YYYY-MM-DDTHH:MM:SSZ`, to the second. */
export const stampOf = (at: Temporal.Instant): string =>
  at.toString({ smallestUnit: 'second', roundingMode: 'floor' });

export const degreesOf = (degrees: number | null, limit: 90 | 180): number | null =>
  degrees !== null && Number.isFinite(degrees) && Math.abs(degrees) <= limit ? degrees : null;
