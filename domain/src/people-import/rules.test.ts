import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { validateInsert } from '../people/change.ts';
import { PERSON_FIELDS } from '../people/dictionary.ts';
import { PersonWrite } from '../people/schema.ts';
import { readAmount, readCell, readDay } from './cells.ts';
import { IMPORT_TARGETS, importColumns } from './columns.ts';
import { checkMapping, headKey, suggestMapping, suggestTarget } from './mapping.ts';
import { CaregiverNames } from './needs-cells.ts';
import { columnsOfMapping, FileNumbers, NO_ZIP, validateCandidateRow, validatePersonRow } from './rows.ts';
import { checkImportFile, imported, MAX_IMPORT_BYTES, tooManyClients } from './rules.ts';

const today = Temporal.PlainDate.from('2026-11-20');
const codes = new Map([
  ['prsnl', 'PRSNL'],
  ['personal care', 'PRSNL'],
]);

describe('the columns', () => {
  test.each(IMPORT_TARGETS)(
    'of %s have captions of their own, and every caption is understood again',
    (target) => {
      const labels = importColumns(target).map(({ label }) => label);
      expect(new Set(labels.map(headKey)).size).toBe(labels.length);
      expect(suggestMapping(labels, target)).toEqual(importColumns(target).map(({ key }) => key));
    },
  );
  test.each(['clients', 'providers'] as const)('of %s need what no record can do without', (target) => {
    const needed = importColumns(target)
      .filter(({ required }) => required)
      .map(({ key }) => key);
    const kind = target === 'clients' ? 'Client' : 'Provider';
    const { errors } = validateInsert(
      PersonWrite.parse({ 'Provider or Client': kind, PrivateClient: true }),
      kind,
      today,
    );
    // Without an address no unit is required.
    expect(needed).toEqual(errors.map(({ field }) => field).filter((field) => field !== 'Address2'));
  });
  it('leave out what the server writes and what only a move sets', () => {
    const keys = IMPORT_TARGETS.flatMap((target) => importColumns(target).map(({ key }) => key));
    for (const name of ['ID', 'Cur', 'archiveDate', 'mobileUserId', 'AddressLatitude', 'SunDataStatus'])
      expect(keys).not.toContain(name);
  });
});

describe('a mapping', () => {
  test.each([
    ['First Name', 'FirstName'],
    ['fname', 'FirstName'],
    ['LAST', 'LastName'],
    ['Zip Code', 'PostalCode'],
    ['E-mail', 'Email'],
    ['E-Mail Address', 'Email'],
    ['D.O.B.', 'DOB'],
    ['BIRTHDATE', 'DOB'],
    ['SSN', 'SSI #'],
    ['Social Security #', 'SSI #'],
    ['doctors_phone', 'Doctors Phone #'],
    ['Unit/Apt', 'Address2'],
    ['Client’s Last Name', 'LastName'],
    ['Patient D.O.B. (mm/dd/yyyy)', 'DOB'],
    ['clientFirstName', 'FirstName'],
    ['Home Street Address', 'Address'],
    ['Patient Cell Phone Number', 'Phone'],
    ['Employee Cell Phone Number', null],
    ['Caregiver’s last name', null],
    ['Member Medicaid ID #', 'Medicaid'],
    ['Client', null],
    ['RACE', null],
    ['', null],
  ])('of %o is %o', (head, key) => expect(suggestMapping([head], 'clients')).toEqual([key]));
  it('takes nobody else’s field: in a file of clients, a caregiver’s phone matches nothing', () => {
    expect(suggestMapping(['Caregiver phone', 'Client phone number'], 'clients')).toEqual([null, 'Phone']);
    expect(suggestMapping(['Employee Cell Phone'], 'providers')).toEqual(['Phone']);
    expect(suggestMapping(['Client last name'], 'providers')).toEqual([null]);
    expect(suggestMapping(['Client last name', 'Employee first name'], 'people')).toEqual([
      'LastName',
      'FirstName',
    ]);
  });
  it('suggests no field twice, and prefers a caption to a synonym', () =>
    expect(suggestMapping(['Cell', 'Phone', 'Mobile'], 'clients')).toEqual([null, 'Phone', null]));
  it('follows earlier choices for a column name, even not to import it', () => {
    const said = new Map([
      ['Kontakt', 'Phone'],
      ['Phone', ''],
    ]);
    expect(suggestMapping(['Phone', 'Kontakt', 'Cell'], 'clients', [], (head) => said.get(head))).toEqual([
      null,
      'Phone',
      null,
    ]);
  });
  it('recognizes what the rows are by the column names', () => {
    expect(suggestTarget(['Name', 'Type', 'DOB'])).toBe('people');
    expect(suggestTarget(['Name', 'Medicaid ID'])).toBe('clients');
    expect(suggestTarget(['Last', 'First', 'Hire Date', 'CAPS'])).toBe('providers');
    expect(suggestTarget(['Applicant', 'Phone', 'Available'])).toBe('candidates');
  });
  it('that has a field twice, an unknown one or too few is refused, once for each problem', () => {
    const full = importColumns('candidates').map(({ key }) => key);
    expect(checkMapping('candidates', full)).toEqual([]);
    expect(checkMapping('candidates', ['Phone', 'Phone', 'Address', 'DateAvailable', 'Cur', null])).toEqual([
      { field: 'Cur', message: 'Cur is not a field of this import' },
      { field: 'Phone', message: 'Phone is chosen for two columns' },
      { field: 'Name', message: 'Choose the column for Name: no row can be saved without it' },
    ]);
  });
  it('for clients needs Medicaid or Private Client', () => {
    const without = (...left: string[]) =>
      checkMapping(
        'clients',
        importColumns('clients').map(({ key }) => (left.includes(key) ? null : key)),
      );
    expect(without('Medicaid')).toEqual([]);
    expect(without('Medicaid', 'PrivateClient').map(({ field }) => field)).toEqual(['Medicaid']);
  });
});

describe('a cell', () => {
  test.each([
    ['11-20-2026', '2026-11-20'],
    ['11/20/2026', '2026-11-20'],
    ['1/2/2026', '2026-01-02'],
    ['2026-11-20', '2026-11-20'],
    ['2026-1-2', '2026-01-02'],
    ['02-29-2024', '2024-02-29'],
    ['1/2/26', '2026-01-02'],
    ['12/2/26', '1926-12-02'],
  ])('date %s is %s', (text, value) =>
    expect(readDay(text, { label: 'DOB', lean: 'past' }, today)).toEqual({ value }),
  );
  test.each([
    ['02-29-2026', 'DOB does not exist'],
    ['25/12/2026', 'DOB does not exist'],

    ['46000', 'DOB is a date like 11-20-2026'],
    ['Nov 20, 2026', 'DOB is a date like 11-20-2026'],
  ])('date %s: %s', (text, fault) =>
    expect(readDay(text, { label: 'DOB', lean: 'past' }, today)).toEqual({ fault }),
  );
  it('date reads every day back in all formats', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const value = date.toISOString().slice(0, 10);
        const [year, month, day] = value.split('-');
        for (const text of [value, `${month}-${day}-${year}`, `${Number(month)}/${Number(day)}/${year}`])
          expect(readDay(text, { label: 'DOB', lean: 'past' }, today)).toEqual({ value });
      }),
    );
  });
  test.each([
    ['18.5', { value: 18.5 }],
    ['$1,018.50', { value: 1018.5 }],
    ['18,50', { fault: 'Pay is an amount like 18.50' }],
    ['-1', { fault: 'Pay is an amount like 18.50' }],
  ])('amount %s', (text, read) => expect(readAmount(text, 'Pay')).toEqual(read));
  test.each([
    ['bool', 'Yes', { value: true }],
    ['bool', '0', { value: false }],
    ['bool', 'maybe', { fault: 'It is yes or no' }],
    ['state', 'Colorado', { value: 'CO' }],
    ['state', 'Ontario', { value: 'Ontario' }],
    ['codes', 'Personal Care; prsnl', { value: ['PRSNL'] }],
    ['codes', 'PRSNL, Golf', { fault: 'Golf is not a service of the agency' }],
    ['days', 'Monday, wed', { value: ['Mon', 'Wed'] }],
    ['days', 'Mon, Someday', { fault: 'Someday is not a day of the week' }],
    ['time', '8:30 am', { value: '08:30' }],
    ['month', '1/2026', { value: '2026-01' }],
    ['int', '1.5', { fault: 'It is a whole number' }],
    ['text', '=1+1', { value: '=1+1' }],
  ] as const)('%s %o', (kind, text, read) =>
    expect(readCell(text, { kind, label: 'It' }, codes, today)).toEqual(read),
  );
});

describe('a row', () => {
  const keys = importColumns('clients').map(({ key }) => key);
  const context = {
    target: 'clients',
    columns: columnsOfMapping('clients', keys),
    today,
    codes,
    caregivers: new CaregiverNames(),
  } as const;
  const good: Record<string, string> = {
    LastName: 'Lakin',
    FirstName: 'Chasidy',
    Gender: 'F',
    DOB: '7/8/2000',
    Address: '1 Main St',
    City: 'Aurora',
    State: 'co',
    PostalCode: '80014',
    Phone: '720.555.0181',
    'Emergency Contact': 'Kim',
    'Emergency Phone': '3035550102',
    EmergencyAddress: '1 Main St',
    EmergencyRelation: 'Sister',
    PrivateClient: 'y',
    Services: 'PRSNL',
    Diagnosis: 'I10',
    StartOfCare: '01-05-2026',
    'Home Visit': '11-01-2026',
    'Case Manager': 'Ana',
    'Managers Phone': '3035550103',
    Doctor: 'Dr. Chen',
    'Doctors Phone #': '3035550104',
  };
  const validate = (more: Record<string, string> = {}) =>
    validatePersonRow(
      keys.map((key) => ({ ...good, ...more })[key] ?? ''),
      context,
    );
  const said = (more: Record<string, string>) =>
    validate(more).errors.map(({ field, message }) => [field, message]);

  it('gives the same record as typing it', () => {
    const { record, errors } = validate();
    expect(errors).toEqual([]);
    const typed = validateInsert(
      PersonWrite.parse({
        ...good,
        'Provider or Client': 'Client',
        Gender: 'Female',
        DOB: '2000-07-08',
        PrivateClient: true,
        Services: ['PRSNL'],
        StartOfCare: '2026-01-05',
        'Home Visit': '2026-11-01',
      }),
      'Client',
      today,
    );
    expect(record).toEqual(typed.person);
    expect(record.Phone).toBe('(720) 555-0181');
  });
  test.each([
    [{ Doctor: '' }, [['Doctor', 'Doctor is required']]],
    [{ Phone: '555' }, [['Phone', 'Phone looks like (111) 111-1111']]],
    [{ DOB: '13/13/2000' }, [['DOB', 'DOB does not exist']]],
    [{ DOB: '01-01-2030' }, [['DOB', 'DOB is in the future']]],
    [{ Gender: 'other' }, [['Gender', 'Gender is not one of the choices']]],
    [{ PostalCode: '8001' }, [['PostalCode', 'ZIP is 5 or 9 digits']]],
    [{ City: 'Aurora 2' }, [['City', 'City has only letters, dots, hyphens and spaces']]],
    [{ LastName: 'x'.repeat(61) }, [['LastName', 'Last name has at most 60 characters']]],
    [{ DaycareName: 'Sunny' }, [['DaycareName', 'Daycare name needs Daycare']]],
    [{ 'DC Reason': 'Moved' }, [['DC Reason', 'DC Reason needs DC Date']]],
    [{ PrivateClient: 'no' }, [['Medicaid', 'Medicaid is required']]],
  ] as const)('%o', (more, problems) => expect(said(more)).toEqual(problems));
  it('with one cell too many is reported', () =>
    expect(validatePersonRow([...keys.map((key) => good[key] ?? ''), 'x'], context).errors[0]?.field).toBe(
      '',
    ));
  it('with any text at all is checked without an error', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('=1', '__proto__', '2026-02-30', 'yes', 'é'),
    );
    fc.assert(
      fc.property(fc.array(cell, { maxLength: keys.length + 2 }), (cells) => {
        const { errors } = validatePersonRow(cells, context);
        const fields = new Set<string>([...PERSON_FIELDS, '']);
        expect(errors.every(({ field }) => fields.has(field.split('.')[0] ?? ''))).toBe(true);
      }),
    );
  });
  it('in a mixed file states its kind under Type', () => {
    const people = {
      target: 'people',
      columns: columnsOfMapping('people', ['Provider or Client']),
      today,
      codes,
      caregivers: new CaregiverNames(),
    } as const;
    expect(validatePersonRow(['robot'], people).errors).toEqual([
      { field: 'Provider or Client', message: 'Type is Provider or Client' },
    ]);
    expect(validatePersonRow(['caregiver'], people).record['Provider or Client']).toBe('Provider');
  });
});

test('numbers are compared within the file, however they are written', () => {
  const numbers = new FileNumbers();
  const client = {
    'Provider or Client': 'Client',
    LastName: 'Baca',
    FirstName: 'Lupe',
    'SSI #': '999-11-2222',
    Medicaid: 'y1',
  };
  expect(numbers.add(client, 2)).toEqual([]);
  expect(
    numbers.add({ ...client, LastName: 'Other', Medicaid: 'Y1' }, 9).map(({ message }) => message),
  ).toEqual([
    'This SSN already exists with person: Baca, Lupe (row 2 of this file)',
    'This Medicaid already exists with person: Baca, Lupe (row 2 of this file)',
  ]);
});

test('a candidate is put together from parts', () => {
  const keys = ['FirstName', 'LastName', 'Phone', 'Address', 'City', 'State', 'PostalCode', 'DateAvailable'];
  const columns = columnsOfMapping('candidates', keys);
  const validate = (cells: string[]) => validateCandidateRow(cells, { columns, today });
  expect(
    validate(['Rosa', 'Delgado', '3035550190', '1 Main St', 'Aurora', 'Colorado', '80014', '12/1/2026']),
  ).toMatchObject({
    record: {
      Name: 'Rosa Delgado',
      Phone: '(303) 555-0190',
      Address: '1 Main St, Aurora, CO 80014',
      DateAvailable: '2026-12-01',
    },
    errors: [],
  });
  expect(
    validate(['', '', '', '1 Main St', '', '', '', 'soon']).errors.map(({ message }) => message),
  ).toEqual([
    'Date available is a date like 11-20-2026',
    'Error: Name cant be empty',
    'Error: Phone cant be empty',
    NO_ZIP,
  ]);
});

describe('messages', () => {
  test.each([
    [0, 5, 0, undefined],
    [2, 1, 3, undefined],
    [2, 0, 1, undefined],
    [2, 2, 3, 'Your agency can have 3 active clients: 2 are active and this file adds 2 more.'],
  ])('%i active, %i more, at most %i', (active, adding, most, words) =>
    expect(tooManyClients(active, adding, most)).toBe(words),
  );
  it('contain counts', () =>
    expect([imported('clients', 1), imported('people', 1_200), imported('candidates', 2)]).toEqual([
      'Success: 1 person imported',
      'Success: 1,200 people imported',
      'Success: 2 candidates imported',
    ]));
  test.each([
    [undefined, 'Error: Choose a file'],
    [{ size: MAX_IMPORT_BYTES + 1 }, 'Error: File must be less that 10MB'],
    [{ size: MAX_IMPORT_BYTES }, undefined],
  ])('%o: %s', (file, words) => expect(checkImportFile(file)).toBe(words));
});
