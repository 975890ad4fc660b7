import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { byDateCreated, checkCandidate, matchesCandidate, mayMove, providerOf, splitName } from './rules.ts';
import { type Candidate, type CandidateDraft, CandidateWrite } from './schema.ts';

const draft: CandidateDraft = {
  Name: 'Maria Lopez',
  Phone: '(303) 555-0190',
  Address: '3000 S Jamaica Ct, Aurora, CO 80014',
  AddressLatitude: 39.66,
  AddressLongitude: -104.86,
  DateAvailable: '2026-12-01',
};
const candidate: Candidate = {
  id: 1,
  Name: 'María López',
  Phone: '(303) 555-0190',
  Address: '3000 S Jamaica Ct, Aurora, CO 80014',
  AddressLatitude: 39.66,
  AddressLongitude: -104.86,
  AddressApproximate: false,
  DateAvailable: '2026-12-01',
  DateCreated: '2026-11-20T17:00:00Z',
  Status: 'Active',
  rev: 0,
};
const said = (more: CandidateDraft) => checkCandidate({ ...draft, ...more }).map(({ message }) => message);

describe('a candidate', () => {
  it('is valid with all required fields', () => expect(checkCandidate(draft)).toEqual([]));
  it('names every empty field in the errors', () =>
    expect(checkCandidate({})).toEqual(
      ['Name', 'Phone', 'Address', 'DateAvailable', 'AddressLatitude', 'AddressLongitude'].map((field) => ({
        field,
        message: `Error: ${field} cant be empty`,
      })),
    ));
  test.each<[CandidateDraft, string]>([
    [{ Name: '' }, 'Error: Name cant be empty'],
    [{ Phone: null }, 'Error: Phone cant be empty'],
    [{ Address: '' }, 'Error: Address cant be empty'],
    [{ DateAvailable: null }, 'Error: DateAvailable cant be empty'],
    [{ AddressLatitude: null }, 'Error: AddressLatitude cant be empty'],
    [{ AddressLongitude: null }, 'Error: AddressLongitude cant be empty'],
    [{ Phone: '(303) 555-01' }, 'Phone looks like (303) 555-0100'],
    [{ AddressLatitude: 90.1 }, 'AddressLatitude is -90 to 90'],
    [{ AddressLongitude: -180.1 }, 'AddressLongitude is -180 to 180'],
    [{ Name: 'x'.repeat(121) }, 'Name has at most 120 characters'],
    [{ Name: 'a\u0007b' }, 'Name holds characters that cannot be shown'],
  ])('%o', (more, message) => expect(said(more)).toEqual([message]));
  it('is valid on the equator', () => expect(said({ AddressLatitude: 0, AddressLongitude: 0 })).toEqual([]));
});

test('typed values are brought into their stored form', () =>
  expect(
    CandidateWrite.parse({
      Name: '  Maria  Lopez ',
      Phone: '+1 303-555-0190',
      AddressLatitude: '39.66',
      DateAvailable: '',
    }),
  ).toEqual({ Name: 'Maria Lopez', Phone: '(303) 555-0190', AddressLatitude: 39.66, DateAvailable: null }));

test.each([
  ['Active', 'Active', true],
  ['Active', 'Archive', true],
  ['Archive', 'Active', false],
] as const)('%s → %s: %s', (from, to, allowed) => expect(mayMove(from, to)).toBe(allowed));

test('candidates are sorted newest first, in a stable order', () => {
  const list = [
    { ...candidate, id: 1, DateCreated: '2026-11-18T17:00:00Z' },
    { ...candidate, id: 2, DateCreated: '2026-11-20T17:00:00Z' },
    { ...candidate, id: 3, DateCreated: '2026-11-20T17:00:00Z' },
  ];
  expect(list.toSorted(byDateCreated).map(({ id }) => id)).toEqual([3, 2, 1]);
});

test.each([
  ['', true],
  ['lopez', true],
  ['maria aurora', true],
  ['555-0190', true],
  ['3035550190', true],
  ['jamaica ct', true],
  ['denver', false],
  ['lopez denver', false],
])('%o finds María López: %s', (typed, found) => expect(matchesCandidate(candidate, typed)).toBe(found));

test.each([
  ['Maria Lopez', 'Lopez', 'Maria'],
  ['Maria Elena Lopez', 'Lopez', 'Maria Elena'],
  ['Lopez, Maria Elena', 'Lopez', 'Maria Elena'],
  ['de la Cruz, Ana', 'de la Cruz', 'Ana'],
  ['Cher', 'Cher', ''],
])('%s is %s, %s', (name, LastName, FirstName) => expect(splitName(name)).toEqual({ LastName, FirstName }));

test('splitting a name loses no letter', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (name) => {
      const { LastName, FirstName } = splitName(name);
      expect((LastName + FirstName).replace(/[\s,]/g, '').length).toBe(name.replace(/[\s,]/g, '').length);
    }),
  );
});

test('a hired candidate passes on name, phone, address and coordinates', () =>
  expect(providerOf(candidate)).toEqual({
    'Provider or Client': 'Provider',
    LastName: 'López',
    FirstName: 'María',
    Phone: '(303) 555-0190',
    Address: '3000 S Jamaica Ct',
    City: 'Aurora',
    State: 'CO',
    PostalCode: '80014',
    AddressLatitude: 39.66,
    AddressLongitude: -104.86,
    AddressApproximate: false,
  }));
