import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatPhone, formatSsn, formatZip, isEmail, isPhone, isSsn } from '../formats.ts';
import { isClientMaximumReached } from './client-maximum.ts';
import {
  fieldOf,
  mayRead,
  mayWrite,
  PERSON_FIELDS,
  type PersonField,
  type PersonKind,
} from './dictionary.ts';
import { checkChangeDate, earlierOf, lastDayBefore } from './history.ts';
import {
  checkActivate,
  checkArchive,
  checkBackground,
  checkCaps,
  checkPerson,
  dobFromParts,
  isFieldShown,
  isWithinMonths,
  moveOf,
  settle,
  ssnTaken,
  togglesOf,
} from './rules.ts';
import { type PersonDraft, PersonWrite } from './schema.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const TODAY = day('2026-11-20');

const base: PersonDraft = {
  LastName: 'Anderson',
  FirstName: 'Kjersti',
  Gender: 'Female',
  DOB: '1980-04-04',
  Address: '4683 Oakland St',
  City: 'Aurora',
  State: 'CO',
  PostalCode: '80015',
  Phone: '(720) 220-2389',
  'Emergency Contact': 'Lars Anderson',
  'Emergency Phone': '(303) 555-0148',
};
const provider: PersonDraft = {
  ...base,
  'Provider or Client': 'Provider',
  'SSI #': '185-33-1919',
  'Start Date': '2022-02-14',
  'ID Expiration': '2028-06-30',
  'Safety Training': '2026-03-02',
  BackgroundCheck: '2025-10-19',
  capsCheck: '2022-02-10',
  'Staff Evaluation': '2026-02-01',
};
const client: PersonDraft = {
  ...base,
  'Provider or Client': 'Client',
  Medicaid: 'Y123456',
  Services: ['T1019'],
  Diagnosis: 'I10',
  EmergencyAddress: '1 Main St, Aurora',
  EmergencyRelation: 'Brother',
  'Case Manager': 'Ana Ruiz',
  'Managers Phone': '(303) 555-0100',
  Doctor: 'Dr. Chen',
  'Doctors Phone #': '(303) 555-0101',
  'Home Visit': '2026-10-01',
  StartOfCare: '2024-01-15',
};
const records = { Provider: provider, Client: client } as const;

const faults = (person: PersonDraft, kind: PersonKind, mode: 'insert' | 'update' = 'insert') =>
  checkPerson(person, { kind, mode, today: TODAY });

describe('a complete record', () => {
  test.each(['Provider', 'Client'] as const)('of a %s is accepted', (kind) => {
    expect(faults(records[kind], kind)).toEqual([]);
  });
});

describe('required fields', () => {
  const everyone = [
    'LastName',
    'FirstName',
    'DOB',
    'Gender',
    'Address',
    'City',
    'State',
    'PostalCode',
    'Phone',
    'Emergency Contact',
    'Emergency Phone',
  ] as const;
  const ofProvider = [
    'SSI #',
    'Start Date',
    'ID Expiration',
    'Safety Training',
    'BackgroundCheck',
    'Staff Evaluation',
    'capsCheck',
  ] as const;
  const ofClient = [
    'Medicaid',
    'Services',
    'Diagnosis',
    'EmergencyAddress',
    'EmergencyRelation',
    'Case Manager',
    'Managers Phone',
    'Doctor',
    'Doctors Phone #',
    'Home Visit',
    'StartOfCare',
  ] as const;
  const cases: [PersonKind, PersonField][] = [
    ...[...everyone, ...ofProvider].map((name): [PersonKind, PersonField] => ['Provider', name]),
    ...[...everyone, ...ofClient].map((name): [PersonKind, PersonField] => ['Client', name]),
  ];
  test.each(cases)('%s: %s', (kind, name) => {
    for (const empty of [null, undefined, ''])
      expect(faults({ ...records[kind], [name]: empty }, kind).map(({ field }) => field)).toEqual([name]);
  });

  test('nothing else is required', () => {
    for (const kind of ['Provider', 'Client'] as const) {
      const needed: readonly string[] = [
        ...everyone,
        ...(kind === 'Provider' ? ofProvider : ofClient),
        'Provider or Client',
      ];
      const refused = PERSON_FIELDS.filter(
        (name) => faults({ ...records[kind], [name]: null }, kind).length > 0,
      );
      expect(refused.filter((name) => !needed.includes(name))).toEqual([]);
    }
  });

  it('asks for a CAPS Check only on creation', () => {
    expect(faults({ ...provider, capsCheck: null }, 'Provider', 'update')).toEqual([]);
  });

  it('does not ask a private client for Medicaid', () => {
    expect(faults({ ...client, Medicaid: null, PrivateClient: true }, 'Client')).toEqual([]);
  });

  it('allows a client without an SSN', () => {
    expect(faults({ ...client, 'SSI #': null }, 'Client')).toEqual([]);
  });

  it('asks for the unit, once there is an address, unless No Unit/Apt is ticked', () => {
    const toggles = { ...togglesOf(provider), noUnit: false };
    const check = (person: PersonDraft, ticks = toggles) =>
      checkPerson(person, { kind: 'Provider', mode: 'insert', today: TODAY, toggles: ticks });
    expect(check(provider)).toMatchObject([{ field: 'Address2', message: 'Unit/Apt is required' }]);
    expect(check({ ...provider, Address2: 'Apt 7' })).toEqual([]);
    expect(check(provider, { ...toggles, noUnit: true })).toEqual([]);
    expect(check({ ...provider, Address: null })).toMatchObject([
      { field: 'Address', message: 'Error: Incorrect address' },
    ]);
  });

  it('asks for the flu shot date when the box is ticked', () => {
    const toggles = { ...togglesOf(provider), fluShot: true };
    expect(checkPerson(provider, { kind: 'Provider', mode: 'update', today: TODAY, toggles })).toMatchObject([
      { field: 'flushotVaccine', message: 'Flu shot date is required' },
    ]);
  });
});

describe('the messages that older clients know', () => {
  const cases: [string, PersonKind, PersonDraft, string, string][] = [
    ['blank address', 'Client', { Address: '  ' }, 'Address', 'Error: Incorrect address'],
    ['blank city', 'Client', { City: null }, 'City', 'Error: Incorrect address'],
    ['blank ZIP', 'Provider', { PostalCode: '' }, 'PostalCode', 'Error: Incorrect address'],
    [
      'start before 1900',
      'Provider',
      { 'Start Date': '1899-12-31' },
      'Start Date',
      'Error: Start Date should be after 01/01/1900.',
    ],
    [
      'covid without start',
      'Client',
      { covidStatus: '|' },
      'covidStatus',
      'Error: Please enter a valid covid start time.',
    ],
    [
      'covid with end only',
      'Client',
      { covidStatus: '|2026-01-01' },
      'covidStatus',
      'Error: Please enter a valid covid start time.',
    ],
    [
      'covid with impossible start',
      'Client',
      { covidStatus: '2026-02-30|' },
      'covidStatus',
      'Error: Please enter a valid covid start time.',
    ],
  ];
  test.each(cases)('%s', (_, kind, change, field, message) => {
    expect(faults({ ...records[kind], ...change }, kind)).toMatchObject([{ field, message }]);
  });

  test('values exactly on the limit are accepted', () => {
    expect(faults({ ...provider, 'Start Date': '1900-01-01' }, 'Provider')).toEqual([]);
    expect(faults({ ...client, covidStatus: '2026-01-01|' }, 'Client')).toEqual([]);
    expect(faults({ ...client, covidStatus: '2026-01-01|2026-01-01' }, 'Client')).toEqual([]);
  });

  test('an SSN that an archived person has says so', () => {
    expect(ssnTaken('Archuleta, Efraín', false)).toBe(
      'This SSN already exists with person: Archuleta, Efraín',
    );
    expect(ssnTaken('Archuleta, Efraín', true)).toBe(
      'This SSN already exists with person: Archuleta, Efraín (archived)',
    );
  });
});

describe('masks and limits', () => {
  const refused: [PersonKind, PersonDraft][] = [
    ['Provider', { 'SSI #': '185331919' }],
    ['Provider', { 'SSI #': '185-33-191' }],
    ['Provider', { Phone: '720 220 2389' }],
    ['Provider', { AltPhone: '(720) 220-238' }],
    ['Provider', { State: 'Colorado' }],
    ['Provider', { State: 'co' }],
    ['Provider', { City: 'Aurora 2' }],
    ['Client', { County: 'Arapahoe!' }],
    ['Provider', { PostalCode: '8001' }],
    ['Provider', { PostalCode: '80015-1234' }],
    ['Provider', { Email: 'kjersti@example' }],
    ['Provider', { notifyVisit: 'somebody' }],
    ['Provider', { withholdAllow: 10 }],
    ['Provider', { withholdAllow: -1 }],
    ['Provider', { Gender: 'Other' }],
    ['Provider', { covidVaccine: '5' }],
    ['Provider', { LastName: 'Two\nlines' }],
    ['Provider', { DOB: '2026-11-21' }],
    ['Provider', { providerPayRate: { Homemaker: -0.01 } }],
    ['Provider', { providerPayRate: { Homemaker: 18.755 } }],
    ['Provider', { providerPayRate: { Homemaker: null } }],
    ['Client', { Diagnosis: 'x'.repeat(128) }],
    ['Client', { Daycare: true, DaycareName: 'x'.repeat(61) }],
    ['Client', { Daycare: true, DaycareTimeFrom: '08:00' }],
    ['Client', { AddressLatitude: 90.1 }],
  ];
  test.each(refused)('%s %o is refused', (kind, change) => {
    expect(faults({ ...records[kind], ...change }, kind)).toHaveLength(1);
  });

  const accepted: [PersonKind, PersonDraft][] = [
    ['Provider', { City: 'St. Mary-Łódź', County: 'El Paso' }],
    ['Provider', { PostalCode: '800151234' }],
    ['Provider', { Email: 'kjersti.anderson+1@mail.example.com' }],
    ['Provider', { notifyVisit: '(303) 555-0148' }],
    ['Provider', { notifyVisit: 'a@b.example' }],
    ['Provider', { withholdAllow: 0 }],
    ['Provider', { withholdAllow: 9 }],
    ['Provider', { notes: 'two\nlines' }],
    ['Provider', { DOB: '2026-11-20' }],
    [
      'Provider',
      { providerPayRate: { HealthMaintenance: 24.55, Homemaker: 0, 'Medicaid 131': 18.1, 'PCP/RPCP': 19.4 } },
    ],
    ['Client', { Diagnosis: 'x'.repeat(127) }],
    [
      'Client',
      { Daycare: true, DaycareName: 'x'.repeat(60), DaycareTimeFrom: '08:00', DaycareTimeTo: '14:00' },
    ],
  ];
  test.each(accepted)('%s %o is accepted', (kind, change) => {
    expect(faults({ ...records[kind], ...change }, kind)).toEqual([]);
  });

  test('other services need a company name and both times', () => {
    const service = {
      CompanyName: '',
      Mon: true,
      Tue: false,
      Wed: false,
      Thu: false,
      Fri: false,
      Sat: false,
      Sun: false,
      From: '09:00',
      To: null,
    };
    expect(faults({ ...client, otherService: [service] }, 'Client')).toMatchObject([
      { field: 'otherService.0.CompanyName', message: 'Other service company name is required' },
      { field: 'otherService.0.To', message: 'Other service needs both times' },
    ]);
    expect(faults({ ...client, otherService: [] }, 'Client')).toMatchObject([
      { field: 'otherService', message: 'Other service company name is required' },
    ]);
    const complete = { ...service, CompanyName: 'x'.repeat(60), To: '12:00' };
    expect(faults({ ...client, otherService: [complete] }, 'Client')).toEqual([]);
    expect(
      faults({ ...client, otherService: [{ ...complete, CompanyName: 'x'.repeat(61) }] }, 'Client'),
    ).toHaveLength(1);
  });

  test('ten digits become a phone number however they are typed, and stay one', () => {
    const phone = fc.stringMatching(/^[2-9]\d{9}$/);
    fc.assert(
      fc.property(phone, fc.constantFrom('', '+1', '1', '+1 '), (digits, prefix) => {
        const shown = formatPhone(prefix + digits);
        expect(isPhone(shown)).toBe(true);
        expect(formatPhone(shown)).toBe(shown);
      }),
    );
  });

  test('nine digits become an SSN, and formatting never loses what was typed', () => {
    fc.assert(fc.property(fc.stringMatching(/^\d{9}$/), (digits) => isSsn(formatSsn(digits))));
    fc.assert(fc.property(fc.string(), (text) => formatSsn(text) === text.trim() || isSsn(formatSsn(text))));
    expect(formatZip('80015-1234')).toBe('800151234');
  });

  test('no e-mail address contains a line break or a second address', () => {
    for (const text of ['a@b.co\nBcc: c@d.co', 'a@b.co,c@d.co', '<a@b.co>', 'a b@c.co', 'a@b@c.co'])
      expect(isEmail(text)).toBe(false);
  });
});

describe('fields that are not open', () => {
  it('are not shown, checked or stored', () => {
    const person: PersonDraft = {
      ...client,
      Daycare: false,
      DaycareName: 'x'.repeat(99),
      'DC Reason': 'moved',
      'DC Date': null,
      BackgroundCheck: '2020-01-01',
    };
    expect(faults(person, 'Client')).toEqual([]);
    expect(settle(person, 'Client')).toMatchObject({
      DaycareName: null,
      'DC Reason': null,
      BackgroundCheck: null,
      Doctor: 'Dr. Chen',
    });
  });

  it('stay settled: settling twice changes nothing more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<PersonKind>('Provider', 'Client'),
        fc.boolean(),
        fc.option(fc.string()),
        (kind, daycare, reason) => {
          const once = settle({ ...client, ...provider, Daycare: daycare, 'DC Reason': reason }, kind);
          expect(settle(once, kind)).toEqual(once);
        },
      ),
    );
  });

  it('shows the IHSS share form date only above version 1', () => {
    expect(isFieldShown('Field2', client, { kind: 'Client', version: 1 })).toBe(false);
    expect(isFieldShown('Field2', client, { kind: 'Client', version: 2 })).toBe(true);
    expect(isFieldShown('Field2', provider, { kind: 'Provider', version: 2 })).toBe(false);
  });
});

describe('choosing a provider', () => {
  const background: [string, string | null, string, boolean][] = [
    ['35 months to the day', '2023-12-20', '2026-11-20', true],
    ['a day too old', '2023-12-19', '2026-11-20', false],
    ['a day younger', '2023-12-21', '2026-11-20', true],
    ['today', '2026-11-20', '2026-11-20', true],
    ['tomorrow', '2026-11-21', '2026-11-20', false],
    ['from the end of a month, on the last day of February', '2024-03-31', '2027-02-28', true],
    ['from the end of a month, the day after', '2024-03-31', '2027-03-01', false],
    ['29 February', '2024-02-29', '2027-01-29', true],
    ['29 February, a day after', '2024-02-29', '2027-01-30', false],
    ['into 29 February', '2025-03-29', '2028-02-29', true],
    ['into 29 February from the 31st', '2025-03-31', '2028-02-29', true],
    ['into 29 February, a day after', '2025-03-31', '2028-03-01', false],
    ['missing', null, '2026-11-20', false],
    ['empty', '', '2026-11-20', false],
    ['no date', '2026-02-30', '2026-11-20', false],
    ['zero date', '0000-00-00', '2026-11-20', false],
  ];
  test.each(background)('background check: %s', (_, date, today, accepted) => {
    expect(checkBackground(date, day(today))).toBe(
      accepted ? undefined : 'Error: Wrong Background check date. Check it before creating care plan.',
    );
  });

  const caps: [string | null, boolean][] = [
    ['2022-02-10', true],
    ['2000-01-01', true],
    ['2026-11-20', true],
    ['2026-11-21', false],
    [null, false],
    ['', false],
    ['2026-13-01', false],
  ];
  test.each(caps)('CAPS check %s', (date, accepted) => {
    expect(checkCaps(date, TODAY)).toBe(
      accepted ? undefined : 'Error: Wrong CAPS Check date. Check it before creating care plan.',
    );
  });

  test('a check that is once too old stays too old', () => {
    const dates = fc.integer({ min: 0, max: 20_000 }).map((days) => day('1980-01-01').add({ days }));
    fc.assert(
      fc.property(dates, dates, fc.integer({ min: 1, max: 120 }), (date, today, months) => {
        fc.pre(!isWithinMonths(date, months, today));
        expect(isWithinMonths(date, months, today.add({ days: 1 }))).toBe(false);
        expect(isWithinMonths(date.subtract({ days: 1 }), months, today)).toBe(false);
      }),
    );
  });
});

describe('history of names and addresses', () => {
  it('keeps what was replaced', () => {
    const after = { ...provider, LastName: 'Solberg', Address: '1 New St', City: 'Denver' };
    expect(earlierOf(provider, after)).toEqual([
      { field: 'LastName', value: 'Anderson' },
      { field: 'Address', value: '4683 Oakland St, Aurora, CO 80015' },
    ]);
    expect(earlierOf(provider, { ...provider, Phone: '(303) 555-0199' })).toEqual([]);
    expect(earlierOf({}, provider)).toEqual([]);
  });

  const dates: [string | null, string | undefined][] = [
    ['2026-11-20', undefined],
    ['2026-11-21', "Error: Change date can't be future"],
    ['2020-02-29', undefined],
    [null, 'Enter the start date of the new information'],
    ['2026-02-29', 'Enter the start date of the new information'],
  ];
  test.each(dates)('start date %s', (date, message) => {
    expect(checkChangeDate(date, TODAY)[0]?.message).toBe(message);
  });

  test('ends on the day before', () => {
    expect(lastDayBefore('2024-03-01')).toBe('2024-02-29');
    expect(lastDayBefore('2026-01-01')).toBe('2025-12-31');
  });
});

describe('archive and Set Active', () => {
  const whole = { archiveDate: '2026-11-20', 'DC Date': '2026-11-19', 'DC Reason': 'Moved away' };
  test.each(['archiveDate', 'DC Date', 'DC Reason'])('without %s', (name) => {
    expect(checkArchive({ ...whole, [name]: null })).toEqual([
      { field: name, message: 'Error: Enter correct date and reason' },
    ]);
  });
  it('needs all three', () => expect(checkArchive(whole)).toEqual([]));

  it('asks providers, but not clients, for the return date', () => {
    expect(checkActivate({}, 'Provider')).toHaveLength(1);
    expect(checkActivate({ 'Return Date': '2026-11-20' }, 'Provider')).toEqual([]);
    expect(checkActivate({}, 'Client')).toEqual([]);
  });

  it('lets only admins archive', () => {
    expect(moveOf('y', 'n')?.roles).toEqual(['admin']);
    expect(moveOf('n', 'y')?.roles).toEqual(['admin', 'user']);
    expect(moveOf('y', 'y')).toBeUndefined();
  });

  test.each([
    [4, 5, false],
    [5, 5, true],
    [6, 5, true],
    [100, 0, false],
  ])('%d of %d clients', (active, max, reached) => {
    expect(isClientMaximumReached(active, max)).toBe(reached);
  });
});

describe('DOB and its parts', () => {
  test.each([
    [{ Month: 2, Day: 29, Year: 2024 }, '2024-02-29'],
    [{ Month: 2, Day: 29, Year: 2023 }, undefined],
    [{ Month: 4, Day: null, Year: 1980 }, undefined],
    [{ Month: null, Day: null, Year: null }, null],
    [{}, null],
  ])('%o', (parts, dob) => expect(dobFromParts(parts)).toBe(dob));

  test('every day', () => {
    const dates = fc.integer({ min: 0, max: 60_000 }).map((days) => day('1900-01-01').add({ days }));
    fc.assert(
      fc.property(dates, (dob) => {
        const parts = { Month: dob.month, Day: dob.day, Year: dob.year };
        return dobFromParts(parts) === dob.toString();
      }),
    );
  });
});

describe('reading and writing', () => {
  const all: readonly PersonField[] = PERSON_FIELDS;
  test('a user changes four fields and the archive date, and on creation writes everything but pay rates', () => {
    expect(all.filter((name) => mayWrite('user', name, 'update'))).toEqual([
      'mobileUserId',
      'Cur',
      'archiveDate',
      'Return Date',
      'notes',
    ]);
    const closed = all.filter((name) => !mayWrite('user', name, 'insert'));
    expect(closed.filter((name) => fieldOf(name).access !== 'server')).toEqual(['providerPayRate']);
  });
  test('an admin writes everything except server fields', () => {
    expect(all.filter((name) => !mayWrite('admin', name, 'update'))).toEqual([
      'ID',
      'confirmedEmail',
      'SunDataStatus',
      'Field1',
      'created',
      'updated',
    ]);
  });
  test('a provider and a field employee write nothing', () => {
    for (const role of ['provider', 'evv'] as const)
      for (const act of ['insert', 'update'] as const)
        expect(all.filter((name) => mayWrite(role, name, act))).toEqual([]);
  });
  test("only admins read pay rates, and providers do not read other people's notes", () => {
    expect(all.filter((name) => !mayRead('admin', name))).toEqual([]);
    expect(all.filter((name) => !mayRead('user', name))).toEqual(['providerPayRate']);
    expect(all.filter((name) => !mayRead('provider', name))).toEqual(['providerPayRate', 'notes']);
    expect(mayRead('provider', 'notes', true)).toBe(true);
  });
});

describe('the format of a write', () => {
  it('accepts masks, lists and flags as clients send them', () => {
    const parsed = PersonWrite.parse({
      'SSI #': '185331919',
      Phone: '+1 720 220 2389',
      State: ' co ',
      PostalCode: 80015,
      'Hrs+TT': '1',
      Services: '["T1019","S5130"]',
      DaycareDays: 'Mon,Wed',
      providerPayRate: '{"Homemaker":18.75}',
      Medicaid: '',
      notes: 'says &quot;hi&quot;&#10;&amp;quot;',
    });
    expect(parsed).toEqual({
      'SSI #': '185-33-1919',
      Phone: '(720) 220-2389',
      State: 'CO',
      PostalCode: '80015',
      'Hrs+TT': true,
      Services: ['T1019', 'S5130'],
      DaycareDays: ['Mon', 'Wed'],
      providerPayRate: { HealthMaintenance: 0, Homemaker: 18.75, 'Medicaid 131': 0, 'PCP/RPCP': 0 },
      Medicaid: null,
      notes: 'says "hi"\n&quot;',
    });
  });

  test.each([
    { role: 'admin' },
    { SunDataStatus: 'Success' },
    { confirmedEmail: true },
    { ID: 3 },
    { ssn_hmac: 'x' },
    { DOB: '2026-02-30' },
    { 'Start Date': '20260101' },
  ])('refuses %o', (data) => expect(PersonWrite.safeParse(data).success).toBe(false));
});
