import { describe, expect, test } from 'vitest';
import { writeClaims } from './837p-write.ts';
import { type ClaimFile, claimsOf } from './claim.ts';
import atypical from './samples/colorado_shape_atypical.837?raw';
import npi from './samples/colorado_shape_npi.837?raw';
import cob from './samples/demo.cob.example3.B.837?raw';
import demo from './samples/demo.example1.837?raw';
import { readClaims } from './testing/837p-read.ts';

const SAMPLES = [
  ['demo.example1', demo],
  ['demo.cob.example3.B', cob],
  ['colorado_shape_npi', npi],
  ['colorado_shape_atypical', atypical],
] as const;

const modelOf = (text: string): ClaimFile => {
  const reading = readClaims(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading));
  return reading.value;
};
const sentences = (text: string) => {
  const reading = readClaims(text);
  return reading.ok ? [] : reading.faults.map(({ message }) => message);
};

/** Control numbers and times of writing, by segment and element. */
const OF_WRITING: Readonly<Record<string, readonly number[]>> = {
  ISA: [9, 10, 13],
  GS: [4, 5, 6],
  ST: [2],
  BHT: [3, 4, 5],
  SE: [2],
  GE: [2],
  IEA: [2],
};
const withoutWriting = (text: string) =>
  text.split('~').map((line) => {
    const [id = '', ...values] = line.trim().split('*');
    return [id, ...values.map((value, at) => (OF_WRITING[id]?.includes(at + 1) ? '#' : value))].join('*');
  });

describe.each(SAMPLES)('the sample %s', (_, text) => {
  test('is written from the claim model exactly as it was read, segment by segment', () => {
    expect(writeClaims(modelOf(text))).toBe(text);
  });

  test('written on another day differs only in control numbers and times', () => {
    const model = modelOf(text);
    const later = { date: '2027-01-31', time: '2359' };
    const written = writeClaims({
      head: { ...model.head, ...later, control: 999_999_999 },
      group: { ...model.group, ...later, control: 31 },
      sets: model.sets.map((set) => ({ ...set, ...later, control: '0777', reference: 'OTHER' })),
    });
    expect(written).not.toBe(text);
    expect(withoutWriting(written)).toEqual(withoutWriting(text));
  });
});

describe('the claim model', () => {
  test('contains everything in a Colorado claim', () => {
    const file = modelOf(npi);
    const [provider] = file.sets[0]?.providers ?? [];
    expect(provider).toMatchObject({
      taxonomy: '253Z00000X',
      party: { kind: 'organisation', identity: { qualifier: 'XX', value: '1234567893' } },
      references: [{ qualifier: 'EI', value: '840000001' }],
      subscribers: [
        {
          coverage: { responsibility: 'P', relationship: '18', filing: 'MC' },
          party: {
            kind: 'person',
            last: 'DOE',
            first: 'JANE',
            identity: { qualifier: 'MI', value: 'A123456' },
          },
          demographics: { born: '1950-01-02', gender: 'F' },
        },
      ],
    });
    expect(claimsOf(file)).toMatchObject([
      {
        id: 'C10-202611A',
        charge: 14592,
        place: '12',
        frequency: '1',
        references: [{ qualifier: 'G1', value: '1234567890' }],
        diagnoses: [{ qualifier: 'ABK', code: 'R6889' }],
        lines: [
          {
            procedure: { qualifier: 'HC', code: 'T1019', modifiers: ['U1', 'KX'] },
            charge: 7296,
            units: { digits: 12, places: 0 },
            from: '2026-11-02',
            through: '2026-11-02',
            control: 'C10-1',
          },
          { charge: 7296, from: '2026-11-03', control: 'C10-2' },
        ],
      },
    ]);
  });

  test('contains what other payers paid, to the cent', () => {
    const [claim] = claimsOf(modelOf(cob));
    expect(claim?.otherPayers).toMatchObject([
      {
        adjustments: [
          { group: 'PR', reason: '1', amount: 2189, quantity: null },
          { group: 'PR', reason: '2', amount: 1500, quantity: null },
        ],
        amounts: [
          { qualifier: 'D', cents: 3915 },
          { qualifier: 'EAF', cents: 3689 },
        ],
      },
    ]);
    expect(claim?.lines[0]?.adjudications).toMatchObject([
      { payer: '999996666', paid: 4000, adjustments: [{ reason: '42', amount: 300 }], day: '2005-10-15' },
    ]);
  });

  test('contains a range of days', () => {
    const range = npi.replace('DTP*472*D8*20261102', 'DTP*472*RD8*20261102-20261105');
    expect(claimsOf(modelOf(range))[0]?.lines[0]).toMatchObject({
      from: '2026-11-02',
      through: '2026-11-05',
    });
    expect(writeClaims(modelOf(range))).toBe(range);
  });
});

test.each([
  ['an institutional claim', npi.replaceAll('X222A1', 'X223A2'), [/^Segment 3 \(ST\): only 005010X222A1/]],
  ['a remittance', npi.replace('ST*837', 'ST*835'), [/^Segment 3 \(ST\): this is a 835, not a claim file/]],
  [
    'what the model does not hold, not dropped',
    npi.replace('REF*G1*1234567890', 'PWK*OZ*BM'),
    [/^Segment 21 \(CLM\): the claim has no service line/, /^Segment 22 \(PWK\): it is not expected here/],
  ],
  [
    'a wrong amount',
    npi.replace('A*145.92*', 'A*145,92*'),
    [/^Segment 21 \(CLM\): the charge is not an amount/],
  ],
  ['an unknown frequency', npi.replace('12:B:1', '12:B:5'), [/^Segment 21 \(CLM\): the claim frequency/]],
  [
    'a day that does not exist',
    npi.replace('20261103', '20261131'),
    [/^Segment 30 \(DTP\): the day of service is not a date/],
  ],
  [
    'a level below the wrong one',
    npi.replace('HL*2*1', 'HL*2*7'),
    [/^Segment 14 \(HL\): it is not expected here/],
  ],
  [
    'a lost name',
    npi.replace('NM1*PR', 'NM1*PX'),
    [/^Segment 20 \(NM1\): NM1\*PR is expected here/, /Segment 20/],
  ],
])('%s is refused and the segment named', (_, text, expected) => {
  const found = sentences(text);
  expect(found).toHaveLength(expected.length);
  for (const [at, pattern] of expected.entries()) expect(found[at]).toMatch(pattern);
});
