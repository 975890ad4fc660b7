import { describe, expect, it, test } from 'vitest';
import { NOT_MEDICAID } from '../authorizations/pars.ts';
import {
  type ImportedPar,
  isWhole,
  KnownClients,
  KnownTypes,
  ParsBeside,
  validateAuthorizationRow,
} from './authorization-rows.ts';
import { importColumns, importTargets } from './columns.ts';
import { checkMapping, suggestMapping, suggestTarget } from './mapping.ts';

const of = (id: number, last: string, first: string, more: object = {}) => ({
  ...{ id, last, first, medicaid: null, isPrivate: false, payers: [], isActive: true },
  ...more,
});
const context = {
  columns: importColumns('authorizations'),
  clients: new KnownClients([
    of(1, 'Baca', 'Guadalupe', { medicaid: 'A12-3456' }),
    of(2, 'Vigil', 'Rosa'),
    of(3, 'Vigil', 'Rosa'),
    of(4, 'Ortiz', 'Manuel', { isPrivate: true }),
    of(5, 'Nguyen', 'Bảo', { isActive: false }),
    of(6, 'Nguyen', 'Bảo'),
    of(7, 'Gone', 'Una', { isActive: false }),
  ]),
  types: new KnownTypes([
    { code: 'PCP', name: 'Personal Care', procedures: ['T1019', 'T1019 U1'] },
    { code: 'RPCP', name: 'Relative Personal Care', procedures: ['T1019', 'T1019 HR'] },
    { code: 'HMK', name: 'Homemaker', procedures: ['S5130'] },
  ]),
  today: Temporal.PlainDate.from('2026-11-20'),
};
// Medicaid, client, last name, first name, type, number, from, to, units, payer
const read = (...cells: string[]) => validateAuthorizationRow(cells, context);
const rest = ['PCP', ' ab 12', '1/1/26', '2026-12-31', '1,200.00'];

describe('a row of authorizations', () => {
  it('is read completely, with the client found by number', () => {
    expect(read('a123456', '', '', '', ...rest, 'Health First Colorado')).toEqual({
      record: {
        ...{ clientId: 1, type: 'PCP', number: 'AB12', from: '2026-01-01', through: '2026-12-31' },
        units: 1200,
      },
      errors: [],
      questions: [],
    });
  });
  it('may have empty units and payer', () =>
    expect(read('A123456', '', '', '', ...rest.slice(0, 4)).record).toMatchObject({ units: null }));
  test.each([
    ['by a name in one column', ['', 'guadalupe baca', '', ''], 1],
    ['by a name in two', ['', '', 'Baca', 'Guadalupe'], 1],
    ['by a name that an active and an archived person have', ['', 'Nguyen, Bao', '', ''], 6],
    ['by the name of an archived person', ['', 'Gone, Una', '', ''], 7],
  ])('finds its client %s', (_, who, clientId) =>
    expect(read(...who, ...rest).record).toMatchObject({ clientId }),
  );
  it('asks about a name that does not match the number', () => {
    const { errors, questions } = read('A123456', 'Baca, Lupe', '', '', ...rest);
    expect(errors).toEqual([]);
    expect(questions).toEqual([{ field: 'Name', message: 'The Medicaid number is of Baca, Guadalupe' }]);
  });
  test.each([
    ['Personal care', 'PCP'],
    ['hmk', 'HMK'],
    ['T1019:U1', 'PCP'],
    ['S5130', 'HMK'],
  ])('finds the type of %s', (word, type) =>
    expect(read('A123456', '', '', '', word, ...rest.slice(1)).record).toMatchObject({ type }),
  );
  const whole = ['A123456', '', '', '', ...rest, ''];
  test.each([
    [0, 'Z9', 'Medicaid', 'No client has this Medicaid number'],
    [0, '', '', 'This row names no client'],
    [4, '', 'CareType', 'Care plan type is required'],
    [4, 'Massage', 'CareType', 'Massage is not a care plan type of your agency'],
    [4, 'T1019', 'CareType', 'T1019 is the code of PCP and RPCP. Enter one of these types'],
    [5, '?', 'ParNumber', 'A PAR number is 1 to 30 letters, digits and hyphens.'],
    [6, '', 'From', 'From is required'],
    [6, 'soon', 'From', 'From is a date like 11-20-2026'],
    [7, '2025-12-31', 'Through', 'Its last day cannot be before its first day.'],
    [7, '02/30/2026', 'Through', 'To does not exist'],
    [8, '12.5', 'Units', 'Units are a whole number from 1 to 1,000,000, or empty'],
    [8, '0', 'Units', 'Units are a whole number from 1 to 1,000,000, or empty'],
    [9, 'Kaiser', 'Payer', 'This authorization is of Kaiser. Only authorizations of Medicaid are kept here'],
    [10, 'more', '', 'This row has more cells than the first row has names'],
  ])('with column %i as %j is refused at %j', (at, cell, field, message) => {
    const cells = [...whole];
    cells[at] = cell;
    expect(read(...cells).errors).toContainEqual({ field, message });
  });
  test.each([
    ['Vigil, Rosa', '2 clients are called Vigil, Rosa. Enter the Medicaid number'],
    ['Nobody, Pat', 'No client is called Nobody, Pat'],
  ])('of %s is refused', (name, message) =>
    expect(read('', name, '', '', ...rest).errors).toEqual([{ field: 'Name', message }]),
  );
  it('is refused if Medicaid pays for the client on none of its days', () =>
    expect(read('', 'Ortiz, Manuel', '', '', ...rest).errors).toEqual([
      { field: 'ParNumber', message: NOT_MEDICAID },
    ]));
  it('is incomplete if its client or days have a problem', () => {
    expect(isWhole(read(...whole).record)).toBe(true);
    expect(isWhole(read('', 'Nobody, Pat', '', '', ...rest).record)).toBe(false);
  });
});

describe('beside authorizations on record', () => {
  const par = (more: Partial<ImportedPar> = {}): ImportedPar => ({
    ...{ clientId: 1, type: 'PCP', number: 'A1', from: '2026-01-01', through: '2026-06-30', units: 100 },
    ...more,
  });
  it('the same row adds nothing, even if repeated in the file', () => {
    const beside = new ParsBeside([par()]);
    expect(beside.add(par())).toBe('entered');
    const next = par({ number: 'A2', from: '2026-07-01', through: '2026-12-31' });
    expect(beside.add(next)).toEqual([]);
    expect(beside.add(next)).toBe('entered');
  });
  it('other units or another last day for the same number are refused', () =>
    expect(new ParsBeside([par()]).add(par({ units: 200 }))).toEqual([
      {
        field: 'ParNumber',
        message:
          'PAR A1 is entered already with 100 units through 06-30-2026. Change it on the client’s record',
      },
    ]));
  it('overlapping days are refused, and a refused row does not count for the next one', () => {
    const beside = new ParsBeside([par()]);
    const late = par({ number: 'B1', from: '2026-06-30', through: '2027-06-30' });
    expect(beside.add(late)).toMatchObject([{ field: 'From' }]);
    expect(beside.add(par({ number: 'C1', from: '2026-07-01', through: '2026-12-31' }))).toEqual([]);
    expect(beside.add(late)).toMatchObject([{ message: expect.stringContaining('Overlaps PAR A1') }]);
    expect(beside.add(par({ type: 'HMK' }))).toEqual([]);
    expect(beside.add(par({ clientId: 2 }))).toEqual([]);
  });
});

describe('the columns', () => {
  const heads = [
    'Member ID',
    'Member name',
    'Procedure',
    'Auth number',
    'Start date',
    'End date',
    'Approved units',
  ];
  const keys = ['Medicaid', 'Name', 'CareType', 'ParNumber', 'From', 'Through', 'Units'];
  it("are recognized by other systems' names, and so is the kind of file", () => {
    expect(suggestMapping(heads, 'authorizations')).toEqual(keys);
    expect(suggestTarget(heads)).toBe('authorizations');
    expect(suggestTarget(heads, importTargets(false))).not.toBe('authorizations');
  });
  it('tell whose authorization it is', () => {
    const without = keys.map((key) => (key === 'Medicaid' || key === 'Name' ? null : key));
    expect(checkMapping('authorizations', keys)).toEqual([]);
    expect(checkMapping('authorizations', [...without, 'LastName', 'FirstName'])).toEqual([]);
    expect(checkMapping('authorizations', without)).toEqual([
      {
        field: 'Medicaid',
        message: 'Choose the column for Medicaid or Client: no row can be saved without it',
      },
    ]);
  });
});
