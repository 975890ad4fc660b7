/** Fields of the published Alternate EVV intake, as its published guide lists them, and the messages of a refusal. */
export type Kind = 'employees' | 'clients' | 'visits';
export type Fields = Readonly<Record<string, unknown>>;

interface Rule {
  readonly max?: number;
  readonly required?: true;
  readonly type?: 'text' | 'number' | 'boolean' | 'list';
  readonly format?: RegExp;
  readonly message?: string;
}
type Rules = Readonly<Record<string, Rule>>;

const NAME = { max: 30, required: true, format: /^[A-Za-z.' -]{1,30}$/ } as const;
const DATE: Rule = { max: 10, format: /^\d{4}-\d\d-\d\d$/ };
const STAMP: Rule = { max: 20, format: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ };
const FLAG: Rule = { type: 'boolean' };
const text = (max: number, more: Rule = {}): Rule => ({ max, ...more });
const required = (max: number, more: Rule = {}): Rule => ({ max, required: true, ...more });
const among = (...values: string[]) => new RegExp(`^(${values.join('|')})$`);
const SEQUENCE: Rule = { type: 'number', required: true };

const IDENTIFICATION: Rules = {
  ProviderQualifier: required(20, { format: among('MedicaidID', 'SandataID') }),
  ProviderID: required(64),
};
const PAYER: Rules = {
  PayerID: required(64, { format: /^COHCPF$/, message: 'The PayerID format is incorrect.' }),
  PayerProgram: required(9, {
    format: among('HCPF', 'CDASS'),
    message: 'The PayerProgram value must be one of the valid values. The record is being rejected.',
  }),
  ProcedureCode: required(5, { message: 'The ProcedureCode format is incorrect' }),
  Modifier1: text(2),
  Modifier2: text(2),
  Modifier3: text(2),
  Modifier4: text(2),
};
const ZONE: Rule = required(64, {
  format: /^US\/Mountain$/,
  message: 'The VisitTimeZone format is incorrect.',
});

const CLIENT: Rules = {
  ProviderIdentification: { required: true },
  ClientQualifier: required(20, { format: among('ClientCustomID', 'ClientMedicaidID') }),
  ClientIdentifier: required(64),
  ClientFirstName: NAME,
  ClientMiddleInitial: text(1, { format: /^[A-Za-z]$/ }),
  ClientLastName: NAME,
  ClientMedicaidID: required(64),
  MissingMedicaidID: FLAG,
  SequenceID: SEQUENCE,
  ClientOtherID: required(24, { format: /^[A-Za-z0-9]+$/ }),
  ClientTimezone: { ...ZONE, message: 'The ClientTimezone format is incorrect.' },
  ClientCustomID: required(24),
  ClientSSN: text(9, { format: /^\d{9}$/ }),
  ClientAddress: { type: 'list', required: true },
  ClientPayerInformation: { type: 'list' },
  ClientPhone: { type: 'list' },
  ClientResponsibleParty: { type: 'list' },
  ClientDesignee: { type: 'list' },
};
const EMPLOYEE: Rules = {
  ProviderIdentification: { required: true },
  EmployeeQualifier: required(20, { format: among('EmployeeCustomID', 'EmployeeSSN') }),
  EmployeeIdentifier: required(9),
  EmployeeOtherID: required(64),
  SequenceID: SEQUENCE,
  EmployeeSSN: text(9, { format: /^\d{9}$/ }),
  EmployeeLastName: NAME,
  EmployeeFirstName: NAME,
  EmployeeEmail: text(64, { format: /^[^@\s]+@[^@\s]+\.[^@\s]+$/ }),
  EmployeeHireDate: DATE,
  EmployeeEndDate: DATE,
  EmployeeAPI: text(25),
  EmployeePosition: text(3),
};
const VISIT: Rules = {
  ProviderIdentification: { required: true },
  VisitOtherID: required(50),
  SequenceID: SEQUENCE,
  EmployeeQualifier: required(20, { format: among('EmployeeCustomID', 'EmployeeSSN') }),
  EmployeeIdentifier: required(9),
  EmployeeOtherID: required(64),
  GroupCode: text(6),
  ClientIDQualifier: required(20, { format: among('ClientCustomID', 'ClientMedicaidID') }),
  ClientID: required(64),
  ClientIdentifier: text(64),
  ClientOtherID: text(24),
  VisitCancelledIndicator: FLAG,
  ...PAYER,
  VisitTimeZone: ZONE,
  ScheduleStartTime: STAMP,
  ScheduleEndTime: STAMP,
  ContingencyPlan: text(64),
  Reschedule: FLAG,
  AdjInDateTime: STAMP,
  AdjOutDateTime: STAMP,
  BillVisit: { type: 'boolean', required: true },
  HoursToBill: { type: 'number' },
  HoursToPay: { type: 'number' },
  Memo: text(1024),
  ClientVerifiedTimes: FLAG,
  ClientVerifiedTasks: FLAG,
  ClientVerifiedService: FLAG,
  ClientSignatureAvailable: FLAG,
  ClientVoiceRecording: FLAG,
  Calls: { type: 'list' },
  VisitExceptionAcknowledgement: { type: 'list' },
  VisitChanges: { type: 'list' },
  Tasks: { type: 'list' },
};
const PARTS: Readonly<Record<string, Rules>> = {
  ProviderIdentification: IDENTIFICATION,
  ClientAddress: {
    ClientAddressType: required(12, { format: among('Home', 'Business', 'Other') }),
    ClientAddressIsPrimary: { type: 'boolean', required: true },
    ClientAddressLine1: required(30),
    ClientAddressLine2: text(30),
    ClientCounty: text(25),
    ClientCity: required(30),
    ClientState: required(2, { format: /^[A-Z]{2}$/ }),
    ClientZip: required(9, { format: /^\d{9}$/ }),
    ClientAddressLongitude: { type: 'number' },
    ClientAddressLatitude: { type: 'number' },
  },
  ClientPayerInformation: {
    ...PAYER,
    ClientPayerID: text(64),
    ClientStatus: required(2, { format: among('02', '04') }),
    EffectiveStartDate: DATE,
    EffectiveEndDate: DATE,
    ClientEligibilityDateBegin: DATE,
    ClientEligibilityDateEnd: DATE,
  },
  ClientPhone: {
    ClientPhoneType: required(12, { format: among('Home', 'Mobile', 'Business', 'Other') }),
    ClientPhone: required(10, { format: /^\d{10}$/, message: 'The ClientPhone format is incorrect.' }),
  },
  Calls: {
    CallExternalID: required(16, { message: 'The CallExternalID value should be between 1 and 16.' }),
    CallDateTime: { ...STAMP, required: true },
    CallAssignment: required(10, {
      format: among('Time In', 'Time Out'),
      message: 'The CallAssignment format is incorrect.',
    }),
    GroupCode: text(6),
    CallType: required(20, {
      format: among('Telephony', 'Mobile', 'FVV', 'Manual', 'Other'),
      message: 'The CallType format is incorrect.',
    }),
    ProcedureCode: text(5),
    ClientIdentifierOnCall: text(10),
    MobileLogin: text(64),
    CallLatitude: { type: 'number' },
    CallLongitude: { type: 'number' },
    Location: text(25),
    TelephonyPIN: { type: 'number' },
    OriginatingPhoneNumber: text(10),
    VisitLocationType: text(25, { format: among('1', '2') }),
  },
  VisitExceptionAcknowledgement: { ExceptionID: required(2), ExceptionAcknowledged: FLAG },
  VisitChanges: {
    SequenceID: required(16, { format: /^\d{1,16}$/ }),
    ChangeMadeBy: required(64),
    ChangeDateTime: { ...STAMP, required: true },
    GroupCode: text(6),
    ReasonCode: required(4, { format: /^([1-9]|1[0-6])$/, message: 'The ReasonCode value is incorrect' }),
    ChangeReasonMemo: text(256),
    ResolutionCode: text(4),
  },
  Tasks: { TaskID: required(4), TaskReading: text(6), TaskRefused: FLAG },
};
const RECORDS: Record<Kind, Rules> = { clients: CLIENT, employees: EMPLOYEE, visits: VISIT };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const partsOf = (record: Fields, name: string): Fields[] => {
  const value = record[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
};

/** A list may hold a field of its own name, as ClientPhone does. */
const nestedIn = (name: string, rule: Rule) =>
  rule.type === 'list' || name === 'ProviderIdentification' ? PARTS[name] : undefined;

const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);

const fieldError = (name: string, value: unknown, rule: Rule): string | undefined => {
  if (value === null || value === undefined || value === '')
    return rule.required ? `The ${name} cannot be null.` : undefined;
  const wrong =
    rule.message ??
    `ERROR: The ${name} expected format is not correct. The record should satisfy this regular expression ['${rule.format?.source ?? rule.type ?? 'text'}']. Invalid Value='${String(value).slice(0, 40)}'. The record is being rejected.`;
  if (nestedIn(name, rule)) return undefined;
  if (rule.type && rule.type !== 'text') return typeOf(value) === rule.type ? undefined : wrong;
  if (typeof value !== 'string') return wrong;
  // Longer texts are cut, says the guide: here they are refused, so that nobody relies on it.
  if (value.length > (rule.max ?? 0)) return wrong;
  return rule.format && !rule.format.test(value) ? wrong : undefined;
};

const errorsOf = (fields: Fields, rules: Rules): string[] => [
  ...Object.keys(fields)
    .filter((name) => !Object.hasOwn(rules, name))
    .map((name) => `The ${name} is not a known element. The record is being rejected.`),
  ...Object.entries(rules).flatMap(([name, rule]) => {
    const value = fields[name];
    const own = fieldError(name, value, rule);
    const parts = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
    const nested = nestedIn(name, rule);
    if (own || !nested) return own ? [own] : [];
    if (rule.required && parts.length === 0) return [`The ${name} cannot be null.`];
    return parts.flatMap((part) =>
      isFields(part) ? errorsOf(part, nested) : [`The ${name} format is incorrect.`],
    );
  }),
];

const SERVICES: Readonly<Record<string, readonly string[]>> = {
  HCPF: 'BHSVC HMKR IHSS PRSNL RSPT LST HHNUR HHBAS HHPT HHOT HHSLT PDRN HSPH HSPIP PEDPC PEDBT PT OT DME'.split(
    ' ',
  ),
  CDASS: ['CDASS', 'SLSHM'],
};
const serviceErrors = (fields: Fields): string[] =>
  SERVICES[String(fields.PayerProgram)]?.includes(String(fields.ProcedureCode))
    ? []
    : ['Error during retrieving service service_id entered'];

const callErrors = (call: Fields): string[] => {
  const { CallType: type, MobileLogin: login, CallLatitude: lat, CallLongitude: lon } = call;
  const hasDevice = [login, lat, lon, call.TelephonyPIN, call.OriginatingPhoneNumber].some(
    (v) => v !== null && v !== undefined,
  );
  if (type === 'Mobile' && (login === null || typeof lat !== 'number' || typeof lon !== 'number'))
    return ['MobileLogin, CallLatitude and CallLongitude will be required'];
  if (type === 'Telephony' && !(call.TelephonyPIN && call.OriginatingPhoneNumber))
    return ['TelephonyPIN and OriginatingPhoneNumber will be required'];
  if ((type === 'Manual' || type === 'Other') && hasDevice)
    return [`CallType ${type} should not include fields of a device.`];
  if (typeof lat === 'number' && Math.abs(lat) > 90)
    return ['The CallLatitude value cannot be greater than 90'];
  return typeof lon === 'number' && Math.abs(lon) > 180
    ? ['The CallLongitude value cannot be greater than 180']
    : [];
};

const timeErrors = (visit: Fields): string[] => {
  const called = (assignment: string) =>
    partsOf(visit, 'Calls').find((call) => call.CallAssignment === assignment)?.CallDateTime;
  const [callIn, callOut] = [called('Time In'), called('Time Out')].map(String);
  const begin = String(visit.AdjInDateTime ?? callIn);
  const end = String(visit.AdjOutDateTime ?? callOut);
  if (callIn && callOut && callIn >= callOut)
    return ['The Call In cannot be greater than the Call Out. The record is being rejected.'];
  if (callOut && begin >= callOut)
    return ['The AdjInDateTime cannot be greater than the Call out. The record is being rejected.'];
  if (begin >= end || (callIn && end <= callIn))
    return ['The AdjOutDateTime must be greater than the Call In. The record is being rejected.'];
  return Date.parse(end) - Date.parse(begin) > 24 * 3_600_000
    ? ['Total visit time cannot exceed 24 hours']
    : [];
};

const visitErrors = (visit: Fields): string[] => {
  const calls = partsOf(visit, 'Calls');
  if (calls.length > 2) return ['A visit can have up to 2 Calls.'];
  const isAdjusted = Boolean(visit.AdjInDateTime ?? visit.AdjOutDateTime);
  const isManual = calls.some((call) => call.CallType === 'Manual');
  const hours = [visit.HoursToBill, visit.HoursToPay].some(
    (value) => typeof value === 'number' && value > 99.999,
  );
  return [
    ...calls.flatMap(callErrors),
    ...timeErrors(visit),
    ...serviceErrors(visit),
    ...(hours ? ['The HoursToBill value cannot be greater than 99.999.'] : []),
    ...((isAdjusted || isManual) && partsOf(visit, 'VisitChanges').length === 0
      ? ['The VisitChanges segment is required.']
      : []),
  ];
};

/** What is wrong with one record by itself, before anything is looked up. */
export const recordErrors = (kind: Kind, record: Fields): string[] => {
  const errors = errorsOf(record, RECORDS[kind]);
  const sequence = record.SequenceID;
  if (typeof sequence === 'number' && String(sequence).length > 16)
    errors.push('The SequenceID value cannot be greater than 9999999999999999.');
  if (typeof sequence === 'number' && !Number.isInteger(sequence))
    errors.push('The SequenceID format is incorrect.');
  if (errors.length > 0) return errors;
  if (kind === 'visits') return visitErrors(record);
  return kind === 'clients' ? partsOf(record, 'ClientPayerInformation').flatMap(serviceErrors) : [];
};
