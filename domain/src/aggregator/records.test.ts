import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { COLORADO_AGGREGATOR } from '../states/colorado/aggregator.ts';
import { programOf, servicesOf, zoneNameOf } from '../states/rules.ts';
import { nameOf, phoneOf, textOf, zipOf } from './intake.ts';
import { buildClient, buildEmployee, type ClientSource, type ProviderSource } from './people-records.ts';
import { buildVisit, sixElements, type VisitEnd, type VisitSource } from './visit-record.ts';

const agency = { providerId: '9000123456', payerId: 'COHCPF' };
const zone = 'America/Denver';
const now = Temporal.Instant.from('2026-11-20T20:00:00Z');
const sequence = 1_795_204_800_000;
const rules = COLORADO_AGGREGATOR;
const around = { agency, rules, zone, sequence, now, before: null };

const client: ClientSource = {
  id: 12,
  firstName: 'Ana María',
  middleName: 'Lucía',
  lastName: 'O’Brien-Núñez',
  archiveDate: null,
  medicaid: 'y678588',
  isPrivate: false,
  isActive: true,
  address: '1450 S Havana St',
  address2: 'Unit 310',
  city: 'Aurora',
  county: 'Arapahoe',
  state: 'CO',
  postalCode: '80012',
  latitude: 39.7047,
  longitude: -104.8137,
  phone: '(303) 555-0200',
  altPhone: null,
  services: ['IHSS', 'CDASS'],
  startOfCare: '2025-01-02',
};
const provider: ProviderSource = {
  id: 7,
  firstName: 'Pat',
  lastName: 'Łukasz',
  archiveDate: null,
  email: 'pat@example.com',
  startDate: '2024-03-01',
};
const phoneAt = (at: string): VisitEnd => ({
  at,
  latitude: 39.70471,
  longitude: -104.81371,
  distance: 3.2,
  edited: false,
  call: null,
});
const visit: VisitSource = {
  id: 501,
  date: '2026-11-20',
  planStart: '08:00',
  planEnd: '10:00',
  start: phoneAt('2026-11-20T15:02:11Z'),
  end: phoneAt('2026-11-20T17:01:40Z'),
  clientId: 12,
  medicaid: 'Y678588',
  hasAddress: true,
  isExact: true,
  providerId: 7,
  mobileLogin: 'pat.l',
  service: 'IHSS',
  typeName: 'IHSS Personal Care',
  billVisit: true,
  changeCode: null,
  changeReason: null,
  edited: '2026-11-20T17:01:40Z',
  editedBy: 'P.L.',
};
const recordOf = (source: Partial<VisitSource>, more: Partial<Parameters<typeof buildVisit>[1]> = {}) => {
  const built = buildVisit({ ...visit, ...source }, { ...around, ...more });
  if (!built.ok) throw new Error(built.missing.join(' '));
  return built.record;
};
const missingOf = (source: Partial<VisitSource>) => {
  const built = buildVisit({ ...visit, ...source }, around);
  return built.ok ? [] : built.missing;
};

describe('a client', () => {
  it('is sent with Latin names, a ten-digit phone, a nine-digit ZIP and a program for each service', () => {
    const built = buildClient(client, around);
    expect(built.ok && built.record).toEqual({
      ProviderIdentification: { ProviderQualifier: 'MedicaidID', ProviderID: '9000123456' },
      ClientQualifier: 'ClientCustomID',
      ClientIdentifier: 'Y678588',
      ClientFirstName: 'Ana Maria',
      ClientMiddleInitial: 'L',
      ClientLastName: "O'Brien-Nunez",
      ClientMedicaidID: 'Y678588',
      MissingMedicaidID: false,
      SequenceID: sequence,
      ClientOtherID: '12',
      ClientTimezone: 'US/Mountain',
      ClientCustomID: 'Y678588',
      ClientSSN: null,
      ClientAddress: [
        {
          ClientAddressType: 'Home',
          ClientAddressIsPrimary: true,
          ClientAddressLine1: '1450 S Havana St',
          ClientAddressLine2: 'Unit 310',
          ClientCounty: 'Arapahoe',
          ClientCity: 'Aurora',
          ClientState: 'CO',
          ClientZip: '800120000',
          ClientAddressLongitude: -104.8137,
          ClientAddressLatitude: 39.7047,
        },
      ],
      ClientPayerInformation: [
        ['HCPF', 'IHSS'],
        ['CDASS', 'CDASS'],
      ].map(([PayerProgram, ProcedureCode]) => ({
        PayerID: 'COHCPF',
        PayerProgram,
        ProcedureCode,
        ClientPayerID: 'Y678588',
        ClientStatus: '02',
        EffectiveStartDate: '2025-01-02',
        EffectiveEndDate: null,
      })),
      ClientPhone: [{ ClientPhoneType: 'Home', ClientPhone: '3035550200' }],
    });
  });

  it('is inactive once archived, with an end date', () => {
    const built = buildClient({ ...client, isActive: false, archiveDate: '2026-11-30' }, around);
    expect(built.ok && built.record.ClientPayerInformation[0]).toMatchObject({
      ClientStatus: '04',
      EffectiveEndDate: '2026-11-30',
    });
  });

  test.each([
    [{ medicaid: null }, 'The Medicaid number is missing.'],
    [{ lastName: '李' }, 'The last name is missing or has no Latin letters.'],
    [{ address: ' ' }, 'The address is missing.'],
    [{ postalCode: '8001' }, 'The ZIP code is missing or does not have 5 or 9 digits.'],
    [{ services: [] }, 'Choose a service: Sandata needs at least one procedure code.'],
    [{ services: ['IHSS', 'S5130'] }, 'Sandata does not know the service S5130.'],
  ])('%o: %s', (change, sentence) => {
    expect(buildClient({ ...client, ...change }, around)).toEqual({ ok: false, missing: [sentence] });
  });
});

describe('an employee', () => {
  it('is identified by our own number; the social security number is not sent', () => {
    const built = buildEmployee(provider, around);
    expect(built.ok && built.record).toMatchObject({
      EmployeeQualifier: 'EmployeeCustomID',
      EmployeeIdentifier: '7',
      EmployeeOtherID: '7',
      EmployeeSSN: null,
      EmployeeFirstName: 'Pat',
      EmployeeLastName: 'Lukasz',
      EmployeeEmail: 'pat@example.com',
      EmployeeHireDate: '2024-03-01',
    });
  });

  it('is sent without an address that is too long for its field', () => {
    const built = buildEmployee({ ...provider, email: `${'a'.repeat(60)}@example.com` }, around);
    expect(built.ok && built.record.EmployeeEmail).toBe(null);
  });
});

describe('a visit', () => {
  it('recorded by app has two mobile calls and no change', () => {
    const record = recordOf({});
    expect(record).toMatchObject({
      VisitOtherID: '501',
      EmployeeIdentifier: '7',
      ClientID: 'Y678588',
      ClientOtherID: '12',
      PayerID: 'COHCPF',
      PayerProgram: 'HCPF',
      ProcedureCode: 'IHSS',
      VisitTimeZone: 'US/Mountain',
      ScheduleStartTime: '2026-11-20T15:00:00Z',
      ScheduleEndTime: '2026-11-20T17:00:00Z',
      AdjInDateTime: null,
      AdjOutDateTime: null,
      BillVisit: true,
      Memo: null,
      VisitChanges: [],
    });
    expect(record.Calls).toMatchObject([
      {
        CallExternalID: '501I',
        CallAssignment: 'Time In',
        CallType: 'Mobile',
        CallDateTime: '2026-11-20T15:02:11Z',
        MobileLogin: 'pat.l',
        CallLatitude: 39.70471,
        VisitLocationType: '1',
      },
      { CallExternalID: '501O', CallAssignment: 'Time Out', CallDateTime: '2026-11-20T17:01:40Z' },
    ]);
  });

  it('set by the office has a manual call without device data, and a change with the reason', () => {
    const record = recordOf({
      start: { ...visit.start, edited: true },
      changeCode: 14,
      changeReason: 'Phone was lost',
      editedBy: 'M.R.',
    });
    expect(record.Calls[0]).toMatchObject({ CallType: 'Manual', MobileLogin: null, CallLatitude: null });
    expect(record.VisitChanges).toEqual([
      {
        SequenceID: String(sequence),
        ChangeMadeBy: 'M.R.',
        ChangeDateTime: '2026-11-20T17:01:40Z',
        GroupCode: null,
        ReasonCode: '14',
        ChangeReasonMemo: 'Phone was lost',
        ResolutionCode: 'A',
      },
    ]);
  });

  it('without a position or login is Other; far from an exact address it was in the community', () => {
    const lost: VisitEnd = { ...visit.start, latitude: null, longitude: null, distance: null };
    expect(recordOf({ start: lost }).Calls[0]).toMatchObject({ CallType: 'Other', MobileLogin: null });
    expect(recordOf({ mobileLogin: null }).Calls[1]).toMatchObject({ CallType: 'Other', CallLatitude: null });
    const away = { start: { ...visit.start, distance: 70.1 } };
    expect(recordOf(away).Calls[0]?.VisitLocationType).toBe('2');
    expect(recordOf({ ...away, isExact: false }).Calls[0]?.VisitLocationType).toBe('1');
  });

  it("recorded by phone call is Telephony with caller and place, FVV with a device's code, or Other from a hidden number", () => {
    const called = (caller: string, isByDevice = false): VisitEnd => ({
      ...visit.start,
      latitude: null,
      longitude: null,
      distance: null,
      call: { caller, isByDevice },
    });
    const callOf = (start: VisitEnd) => recordOf({ start }).Calls[0];
    expect(callOf(called('+13035550200'))).toMatchObject({
      CallType: 'Telephony',
      TelephonyPIN: 7,
      OriginatingPhoneNumber: '3035550200',
      MobileLogin: null,
    });
    expect(callOf(called('+13035550200', true))).toMatchObject({
      CallType: 'FVV',
      TelephonyPIN: null,
      OriginatingPhoneNumber: null,
    });
    expect(callOf(called('hidden'))?.CallType).toBe('Other');
    expect(callOf({ ...called('+13035550200'), edited: true })?.CallType).toBe('Manual');
  });

  it('that is corrected keeps its calls, and its new times are adjusted ones with a change', () => {
    const { Calls } = recordOf({});
    const before = { calls: Calls, isUnclear: false };
    const start = { ...phoneAt('2026-11-20T15:30:00Z'), edited: true };
    const record = recordOf({ start, changeCode: 2 }, { before });
    expect(record.Calls).toEqual(Calls);
    expect([record.AdjInDateTime, record.AdjOutDateTime]).toEqual(['2026-11-20T15:30:00Z', null]);
    expect(record.VisitChanges).toMatchObject([{ ReasonCode: '2', ChangeReasonMemo: null }]);
  });

  test.each([
    [true, 'Sent again: the answer to the first sending was lost.'],
    [false, 'Sent again by the office.'],
  ])('that is sent again (unclear: %s) says why', (isUnclear, memo) => {
    const { Calls } = recordOf({});
    const record = recordOf({}, { before: { calls: Calls, isUnclear } });
    expect(record.VisitChanges).toMatchObject([{ ReasonCode: '14', ChangeReasonMemo: memo }]);
    expect([record.AdjInDateTime, record.AdjOutDateTime]).toEqual([null, null]);
  });

  const nowhere = { latitude: null, longitude: null };
  test.each([
    [
      { service: null, typeName: 'Private Pay' },
      'The type of service is missing: Private Pay has no aggregator code.',
    ],
    [{ medicaid: ' ' }, 'The person served is not known: the client has no Medicaid number.'],
    [{ date: '' }, 'The date of the visit is missing.'],
    [
      { hasAddress: false, start: { ...visit.start, ...nowhere }, end: { ...visit.end, ...nowhere } },
      'The place of the visit is missing: neither an address nor a position is known.',
    ],
    [{ providerId: null }, 'The person serving is missing.'],
    [{ start: { ...visit.start, at: null } }, 'The time the visit began is missing.'],
    [{ end: { ...visit.end, at: null } }, 'The time the visit ended is missing.'],
  ])('lacking one of the six elements says which: %#', (change, sentence) => {
    expect(sixElements({ ...visit, ...change })).toEqual([sentence]);
    expect(missingOf(change)).toEqual([sentence]);
  });

  test.each([
    [{ end: phoneAt('2026-11-20T15:02:11Z') }, 'The visit does not end after it begins.'],
    [{ end: phoneAt('2026-11-21T15:02:12Z') }, 'A visit cannot be longer than 24 hours.'],
    [{ billVisit: false }, 'A visit that is not billed is sent only if Sandata already has it as billed.'],
    [{ service: 'S5130' }, 'Sandata does not know the service S5130.'],
  ])('cannot be sent: %#', (change, sentence) => expect(missingOf(change)).toEqual([sentence]));

  it('accepts corrected times only if they fit the recorded ones', () => {
    const before = { calls: recordOf({}).Calls, isUnclear: false };
    const source = {
      ...visit,
      start: phoneAt('2026-11-20T18:00:00Z'),
      end: phoneAt('2026-11-20T19:00:00Z'),
    };
    expect(buildVisit(source, { ...around, before })).toMatchObject({
      missing: [expect.stringContaining('only as a new visit')],
    });
  });

  test.each([
    ['spring: 22:00-06:00 is seven hours', '2026-03-07', '2026-03-08T05:00:00Z', '2026-03-08T12:00:00Z'],
    ['autumn: it is nine', '2026-10-31', '2026-11-01T04:00:00Z', '2026-11-01T13:00:00Z'],
    ['an ordinary night', '2026-11-20', '2026-11-21T05:00:00Z', '2026-11-21T13:00:00Z'],
  ])('has UTC times across the night of a clock change, %s', (_, date, from, through) => {
    const record = recordOf({
      date,
      planStart: '22:00',
      planEnd: '06:00',
      start: phoneAt(from),
      end: phoneAt(through),
    });
    expect([record.ScheduleStartTime, record.ScheduleEndTime]).toEqual([from, through]);
    expect(record.Calls.map((call) => call.CallDateTime)).toEqual([from, through]);
  });
});

// ---- lengths, whatever is stored

const LENGTHS: Readonly<Record<string, number>> = {
  ProviderQualifier: 20,
  ProviderID: 64,
  ClientQualifier: 20,
  ClientIdentifier: 64,
  ClientFirstName: 30,
  ClientMiddleInitial: 1,
  ClientLastName: 30,
  ClientMedicaidID: 64,
  ClientOtherID: 24,
  ClientTimezone: 64,
  ClientCustomID: 24,
  ClientAddressType: 12,
  ClientAddressLine1: 30,
  ClientAddressLine2: 30,
  ClientCounty: 25,
  ClientCity: 30,
  ClientState: 2,
  ClientZip: 9,
  PayerID: 64,
  PayerProgram: 9,
  ProcedureCode: 5,
  ClientPayerID: 64,
  ClientStatus: 2,
  EffectiveStartDate: 10,
  EffectiveEndDate: 10,
  ClientPhoneType: 12,
  ClientPhone: 10,
  EmployeeQualifier: 20,
  EmployeeIdentifier: 9,
  EmployeeOtherID: 64,
  EmployeeLastName: 30,
  EmployeeFirstName: 30,
  EmployeeEmail: 64,
  EmployeeHireDate: 10,
  EmployeeEndDate: 10,
  VisitOtherID: 50,
  ClientIDQualifier: 20,
  ClientID: 64,
  VisitTimeZone: 64,
  ScheduleStartTime: 20,
  ScheduleEndTime: 20,
  AdjInDateTime: 20,
  AdjOutDateTime: 20,
  CallExternalID: 16,
  CallDateTime: 20,
  CallAssignment: 10,
  CallType: 20,
  MobileLogin: 64,
  VisitLocationType: 25,
  SequenceID: 16,
  ChangeMadeBy: 64,
  ChangeDateTime: 20,
  ReasonCode: 4,
  ChangeReasonMemo: 254,
  ResolutionCode: 4,
};
const tooLong = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string') return value.length <= (LENGTHS[name] ?? 0) ? [] : [`${name}: ${value}`];
  if (typeof value === 'number' && name === 'SequenceID') return tooLong(String(value), name);
  if (Array.isArray(value)) return value.flatMap((part) => tooLong(part, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => tooLong(part, key));
};

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('', 'x'.repeat(2_000), '😀'.repeat(40), 'İıßŁ', "'; drop table", '\u202eabc', '\0', 'N.'),
);
const maybe = fc.option(anyText, { nil: null });
const degrees = fc.option(fc.double(), { nil: null });
const codes = fc.array(fc.constantFrom(...Object.keys(servicesOf(rules))), { minLength: 1, maxLength: 8 });
const id = fc.integer({ min: 1, max: 2_147_483_647 });
const day = fc.constantFrom('2026-03-08', '2026-11-01', '2024-02-29', null);

describe('whatever is stored,', () => {
  it('no field of a client is too long, and names contain only allowed characters', () => {
    const source = fc.record({
      id,
      firstName: maybe,
      middleName: maybe,
      lastName: maybe,
      archiveDate: day,
      medicaid: maybe,
      isPrivate: fc.boolean(),
      isActive: fc.boolean(),
      address: maybe,
      address2: maybe,
      city: maybe,
      county: maybe,
      state: fc.constantFrom('CO', null, 'co'),
      postalCode: fc.oneof(maybe, fc.constantFrom('80012', '80012-1234')),
      latitude: degrees,
      longitude: degrees,
      phone: maybe,
      altPhone: maybe,
      services: codes,
      startOfCare: day,
    });
    fc.assert(
      fc.property(source, fc.boolean(), (stored, isWhole) => {
        // Half of them have what is required, so that a record is built.
        const whole = {
          firstName: `A${stored.firstName}`,
          lastName: `B${stored.lastName}`,
          medicaid: 'Y678588',
        };
        const place = { address: '1 Main', city: `C${stored.city}`, state: 'CO', postalCode: '80012' };
        const built = buildClient(isWhole ? { ...stored, ...whole, ...place } : stored, around);
        if (isWhole) expect(built.ok).toBe(true);
        if (!built.ok) return;
        expect(tooLong(built.record)).toEqual([]);
        expect(built.record.ClientFirstName).toMatch(/^[A-Za-z.' -]{1,30}$/);
        expect(built.record.ClientMiddleInitial ?? 'A').toMatch(/^[A-Za-z]$/);
        expect(JSON.stringify(built.record).isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('no field of an employee is too long', () => {
    const source = fc.record({
      id,
      firstName: maybe,
      lastName: maybe,
      archiveDate: day,
      email: maybe,
      startDate: day,
    });
    fc.assert(
      fc.property(source, (stored) => {
        const built = buildEmployee({ ...stored, lastName: `Q${stored.lastName}` }, around);
        if (built.ok) expect(tooLong(built.record)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('no field of a visit is too long, times are whole seconds in UTC, and the end is after the start', () => {
    const end = fc.record({ latitude: degrees, longitude: degrees, distance: degrees, edited: fc.boolean() });
    const source = fc.record({
      start: end,
      end,
      begin: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
      minutes: fc.integer({ min: -60, max: 1_600 }),
      id,
      mobileLogin: maybe,
      changeCode: fc.option(fc.integer({ min: 1, max: 16 }), { nil: null }),
      changeReason: maybe,
      editedBy: maybe,
      billVisit: fc.boolean(),
    });
    fc.assert(
      fc.property(source, ({ begin, minutes, ...stored }) => {
        const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString();
        const built = buildVisit(
          {
            ...visit,
            ...stored,
            start: { ...stored.start, call: null, at: at(begin) },
            end: { ...stored.end, call: null, at: at(begin + minutes * 60_000) },
          },
          around,
        );
        expect(built.ok).toBe(minutes > 0 && minutes <= 1_440 && stored.billVisit);
        if (!built.ok) return;
        expect(tooLong(built.record)).toEqual([]);
        const [timeIn = '', timeOut = ''] = built.record.Calls.map((call) => call.CallDateTime);
        expect([timeIn, timeOut].every((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text))).toBe(true);
        expect(timeIn < timeOut).toBe(true);
        for (const call of built.record.Calls)
          expect(call.CallType === 'Mobile').toBe(call.CallLatitude !== null && call.MobileLogin !== null);
        const isManual = built.record.Calls.some((call) => call.CallType === 'Manual');
        expect(built.record.VisitChanges.length).toBe(isManual || stored.changeCode !== null ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  [nameOf('Nguyễn Thị'), 'Nguyen Thi'],
  [nameOf('Đặng'), 'Dang'],
  [nameOf('D´Angelo-Щербак'), "D'Angelo-Shcherbak"],
  [nameOf('Anna 2nd (Ann)'), 'Anna nd Ann'],
  [nameOf("-.'"), null],
  [phoneOf('+1 303 555-0100'), '3035550100'],
  [phoneOf('555-0100'), null],
  [zipOf('80012-3456'), '800123456'],
  [textOf('a\u0000b\r\nc', 30), 'a b c'],
  [textOf('😀😀', 3), '😀'],
  [zoneNameOf(rules, 'America/Denver'), 'US/Mountain'],
  [zoneNameOf(rules, 'Europe/Berlin'), undefined],
  [programOf(rules, 'SLSHM'), 'CDASS'],
  [programOf(rules, 'toString'), undefined],
])('format %#', (actual, expected) => expect(actual).toBe(expected));
