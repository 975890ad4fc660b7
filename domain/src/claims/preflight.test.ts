import { describe, expect, test } from 'vitest';
import type { Par } from '../authorizations/pars.ts';
import { served } from '../billing/testing/served.ts';
import { isIcd10 } from '../formats.ts';
import type { ClaimAgency, ClaimClient } from './claim-file.ts';
import { dayLines } from './day-lines.ts';
import { checkAgency, isNpi, preflight } from './preflight.ts';
import { checkedOn } from './testing/colorado-file.ts';
import { AGENCY, CLIENT, cardToClaim, PAR, TERM } from './testing/example-month.ts';

const TODAY = '2026-11-20';
const days = [served('2026-11-02', '08:00', '09:00'), served('2026-11-03', '08:00', '09:00')];
const check = (
  client: Partial<ClaimClient> = {},
  {
    pars = [PAR],
    terms = [TERM],
    card = {},
    json = days,
  }: {
    pars?: readonly Par[];
    terms?: readonly (typeof TERM)[];
    card?: Parameters<typeof cardToClaim>[1];
    json?: typeof days;
  } = {},
) =>
  preflight(
    AGENCY,
    new Map([[CLIENT.id, { client: { ...CLIENT, ...client }, pars }]]),
    dayLines([cardToClaim(json, card, { terms, pars })], 'America/Denver'),
    checkedOn(TODAY),
  );
const found = (result: ReturnType<typeof preflight>) =>
  result.clients.map(({ field, message }) => [field, message]);

test('a client whose data is complete is ready', () => {
  expect(check()).toMatchObject({ agency: [], clients: [], ready: [{ units: 4 }, { units: 4 }] });
});

describe('missing data of a client', () => {
  test.each<[Partial<ClaimClient>, string, string]>([
    [{ lastName: null }, 'LastName', 'The last name is missing or has no letters that a claim can hold.'],
    [{ lastName: '山田' }, 'LastName', 'The last name is missing or has no letters that a claim can hold.'],
    [{ firstName: ' ~' }, 'FirstName', 'The first name is missing or has no letters that a claim can hold.'],
    [{ medicaid: null }, 'Medicaid', 'The Medicaid number is missing.'],
    [{ medicaid: '1234567' }, 'Medicaid', 'The Medicaid number must be one letter and six digits.'],
    [{ dob: null }, 'DOB', 'The date of birth is missing.'],
    [{ dob: '2026-11-21' }, 'DOB', 'The date of birth is in the future.'],
    [{ gender: null }, 'Gender', 'The gender is missing.'],
    [{ address: '' }, 'Address', 'The address is missing.'],
    [{ city: null }, 'City', 'The city is missing.'],
    [{ state: 'Colorado' }, 'State', 'The state must be two letters.'],
    [{ postalCode: '8001' }, 'PostalCode', 'The ZIP code must have 5 or 9 digits.'],
    [{ diagnosis: null }, 'ICD-10', 'The ICD-10 code of the diagnosis is missing.'],
    [
      { diagnosis: 'Diabetes' },
      'ICD-10',
      'The ICD-10 code is a letter, a digit and 1 to 5 more, such as R68.89.',
    ],
  ])('is reported: %j', (client, field, message) => {
    const result = check(client);
    expect(found(result)).toEqual([[field, message]]);
    expect(result.ready).toEqual([]);
  });

  test('is reported all at once', () => {
    expect(found(check({ lastName: null, dob: null, diagnosis: null })).map(([field]) => field)).toEqual([
      'LastName',
      'DOB',
      'ICD-10',
    ]);
  });

  test.each([
    [
      'a type without a procedure code',
      { terms: [{ ...TERM, procedureCode: null }] },
      ['Procedure code', 'Type PCP has no procedure code on 11-02-2026: enter it in Configuration.'],
    ],
    [
      'a code that came later',
      { terms: [{ ...TERM, validFrom: '2026-11-03' }] },
      ['Procedure code', 'Type PCP has no procedure code on 11-02-2026: enter it in Configuration.'],
    ],
    ['no PAR', { pars: [] }, ['PAR', 'No PAR for PCP covers 11-02-2026.']],
    [
      'a PAR that ended',
      { pars: [{ ...PAR, through: '2026-11-02' }] },
      ['PAR', 'No PAR for PCP covers 11-03-2026.'],
    ],
    [
      'a PAR with too few units left',
      { pars: [{ ...PAR, units: 100, used: 93 }] },
      [
        'PAR',
        'PAR 1234567890 for PCP runs out on 11-03-2026: 1 unit short until 11-03-2026. This file would claim 101 of its 100 units.',
      ],
    ],
    ['a rate of 0', { card: { payRate: 0 } }, ['Rate', 'The rate for PCP is 0 on 11-02-2026.']],
    [
      'a day to come',
      { json: [served('2026-11-21', '08:00', '09:00')] },
      ['Date', 'PCP is billed for 11-21-2026, which is in the future.'],
    ],
  ])('%s is reported', (_, context, expected) => {
    expect(found(check({}, context))).toEqual([expected]);
  });

  test('a PAR that runs out is reported with its days, whatever the order of the lines', () => {
    const later = [4, 3, 2].map((day) => served(`2026-11-0${day}`, '08:00', '09:00'));
    expect(found(check({}, { json: later, pars: [{ ...PAR, units: 100, used: 93 }] }))).toEqual([
      [
        'PAR',
        'PAR 1234567890 for PCP runs out on 11-03-2026: 5 units short until 11-04-2026. This file would claim 105 of its 100 units.',
      ],
    ]);
  });

  test('a PAR that is used up exactly is fine', () => {
    expect(check({}, { pars: [{ ...PAR, units: 100, used: 92 }] }).clients).toEqual([]);
  });
});

test('missing data of one client leaves the others ready', () => {
  const other = cardToClaim(days, { id: 2, clientId: 11 });
  const result = preflight(
    AGENCY,
    new Map([
      [CLIENT.id, { client: { ...CLIENT, medicaid: null }, pars: [PAR] }],
      [11, { client: { ...CLIENT, id: 11 }, pars: [PAR] }],
    ]),
    dayLines([cardToClaim(days), other], 'America/Denver'),
    checkedOn(TODAY),
  );
  expect(result.clients.map(({ clientId }) => clientId)).toEqual([CLIENT.id]);
  expect(result.ready.map(({ clientId }) => clientId)).toEqual([11, 11]);
});

describe('missing data of the agency', () => {
  test.each<[Partial<ClaimAgency>, string]>([
    [{ name: '' }, 'Agency name'],
    [{ tpid: '' }, 'TPID'],
    [{ receiver: ' ' }, 'Receiver'],
    [{ payerId: '' }, 'Payer id'],
    [{ tpid: '1234567890123456' }, 'TPID'],
    [{ npi: '1234567890' }, 'NPI'],
    [{ taxonomy: null }, 'Taxonomy'],
    [{ npi: null, medicaidProviderId: null }, 'Medicaid provider id'],
    [{ ein: '84-000001' }, 'EIN'],
    [{ address: ' ' }, 'Address'],
    [{ address: 'P.O. Box 12' }, 'Address'],
    [{ city: '' }, 'City'],
    [{ state: 'co' }, 'State'],
    [{ zip: '80202' }, 'ZIP'],
    [{ contactName: '' }, 'Contact'],
    [{ contactPhone: '555-0100' }, 'Contact phone'],
  ])('is reported: %j', (agency, field) => {
    expect(checkAgency({ ...AGENCY, ...agency }).map((item) => item.field)).toEqual([field]);
  });
  test('does not include the taxonomy of an atypical agency', () => {
    expect(checkAgency({ ...AGENCY, npi: null, taxonomy: null })).toEqual([]);
  });
});

test.each([
  ['1234567893', true],
  ['1245319599', true],
  ['1234567890', false],
  ['123456789', false],
])('NPI %s: %s', (npi, valid) => expect(isNpi(npi)).toBe(valid));

test.each([
  ['R68.89', true],
  ['R6889', true],
  ['g20', true],
  ['U07.1', true],
  ['E11.9', true],
  ['S72.001A', true],
  ['123.4', false],
  ['R6', false],
  ['R68.89123', false],
])('ICD-10 %s: %s', (code, valid) => expect(isIcd10(code)).toBe(valid));
