import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { writeClaims } from './837p-write.ts';
import { type ClaimFile, FREQUENCIES } from './claim.ts';
import { readClaims } from './testing/837p-read.ts';
import { HOSTILE_SIGNS } from './testing/hostile-signs.ts';

/** Any file that the model can hold; `text` generates its names and numbers. */
const anyFile = (text: (max: number) => fc.Arbitrary<string>): fc.Arbitrary<ClaimFile> => {
  const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
  const few = <T>(of: fc.Arbitrary<T>, maxLength = 2) => fc.array(of, { maxLength });
  const some = <T>(of: fc.Arbitrary<T>, maxLength = 2) => fc.array(of, { minLength: 1, maxLength });
  const qualified = (...qualifiers: string[]) =>
    fc.record({ qualifier: fc.constantFrom(...qualifiers), value: text(30) });
  const cents = fc.integer({ min: -100_000, max: 10_000_000 });
  const units = fc.record({ digits: fc.nat({ max: 99_999 }), places: fc.nat({ max: 2 }) });
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1980-01-01', days));
  const person = fc.record({
    kind: fc.constant('person' as const),
    last: text(60),
    first: maybe(text(35)),
    middle: maybe(text(25)),
    suffix: maybe(text(10)),
    identity: maybe(qualified('MI', 'XX')),
  });
  const organisation = fc.record({
    kind: fc.constant('organisation' as const),
    name: maybe(text(60)),
    identity: maybe(qualified('XX', 'PI', '46')),
  });
  const party = fc.oneof(person, organisation);
  const address = fc.record({
    line1: text(55),
    line2: maybe(text(55)),
    city: text(30),
    state: maybe(text(2)),
    zip: maybe(text(15)),
  });
  const name = {
    party,
    address: maybe(address),
    references: few(qualified('EI', 'G2', 'SY')),
  };
  const named = fc.record(name);
  const contact = fc.record({ name: maybe(text(60)), numbers: few(qualified('TE', 'EX', 'FX'), 3) });
  const procedure = fc.record({
    qualifier: fc.constant('HC'),
    code: fc.constantFrom('T1019', 'S5130', 'H0038'),
    modifiers: few(fc.constantFrom('U1', 'KX', 'HR'), 4),
  });
  // One segment holds six adjustments of a group; more of them are read back as one list.
  const adjustments = few(
    fc.record({
      group: fc.constantFrom('CO', 'PR', 'OA'),
      reason: fc.constantFrom('45', '29', 'B7'),
      amount: cents,
      quantity: maybe(units),
    }),
    8,
  );
  const coverage = fc.record({
    responsibility: fc.constantFrom('P', 'S'),
    relationship: maybe(fc.constantFrom('18', '01')),
    group: maybe(text(20)),
    groupName: maybe(text(20)),
    insuranceType: maybe(fc.constant('47')),
    filing: maybe(fc.constantFrom('MC', 'CI')),
  });
  const line = fc
    .record({
      procedure,
      charge: cents,
      measure: fc.constant('UN'),
      units,
      place: maybe(fc.constantFrom('12', '99')),
      pointers: few(fc.integer({ min: 1, max: 12 }), 4),
      days: fc.tuple(day, day),
      control: maybe(text(30)),
      adjudications: few(
        fc.record({
          payer: text(20),
          paid: cents,
          procedure,
          units: maybe(units),
          adjustments,
          day: maybe(day),
          owed: maybe(cents),
        }),
      ),
    })
    .map(({ days: [a, b], ...rest }) => ({ ...rest, from: a < b ? a : b, through: a < b ? b : a }));
  const claim = fc.record({
    id: text(20),
    charge: cents,
    place: fc.constantFrom('12', '99'),
    frequency: fc.constantFrom(...FREQUENCIES),
    providerSignature: fc.constant('Y'),
    acceptsAssignment: fc.constant('A'),
    benefitsAssigned: fc.constant('Y'),
    release: fc.constantFrom('Y', 'I'),
    references: few(qualified('G1', 'F8')),
    diagnoses: few(
      fc.record({ qualifier: fc.constantFrom('ABK', 'ABF'), code: fc.constantFrom('R6889', 'Z7409') }),
    ),
    providers: few(
      fc.record({ ...name, role: fc.constantFrom('82', '77'), taxonomy: maybe(fc.constant('253Z00000X')) }),
    ),
    otherPayers: few(
      fc.record({
        coverage,
        adjustments,
        amounts: few(fc.record({ qualifier: fc.constantFrom('D', 'EAF'), cents })),
        benefitsAssigned: fc.constant('Y'),
        signatureSource: maybe(fc.constant('P')),
        release: fc.constant('Y'),
        subscriber: named,
        payer: named,
      }),
      1,
    ),
    lines: some(line, 3),
  });
  const demographics = maybe(fc.record({ born: day, gender: fc.constantFrom('F', 'M', 'U') }));
  const patient = fc.record({ ...name, relationship: fc.constant('19'), demographics, claims: some(claim) });
  const subscriber = fc.record({
    ...name,
    coverage,
    demographics,
    payer: named,
    claims: few(claim),
    patients: few(patient),
  });
  const provider = fc.record({
    ...name,
    taxonomy: maybe(fc.constant('253Z00000X')),
    contacts: few(contact),
    payTo: maybe(address),
    subscribers: few(subscriber),
  });
  const writing = { date: day, time: fc.constant('0905') };
  const sets = some(
    fc.record({
      ...writing,
      purpose: fc.constant('00'),
      reference: text(30),
      kind: fc.constant('CH'),
      submitter: fc.record({ party, contacts: some(contact) }),
      receiver: party,
      providers: some(provider),
    }),
  ).map((list) => list.map((set, at) => ({ ...set, control: String(at + 1).padStart(4, '0') })));
  const head = fc.record({
    ...writing,
    authorization: fc.constant({ qualifier: '00', value: '' }),
    security: fc.constant({ qualifier: '00', value: '' }),
    sender: fc.constant({ qualifier: 'ZZ', value: '12345678' }),
    receiver: fc.constant({ qualifier: 'ZZ', value: 'COMEDASSISTPROG' }),
    control: fc.integer({ min: 1, max: 999_999_999 }),
    acknowledgement: fc.boolean(),
    usage: fc.constantFrom('T', 'P'),
  });
  const group = fc.record({
    ...writing,
    sender: fc.constant('12345678'),
    receiver: fc.constant('COMEDASSISTPROG'),
    control: fc.integer({ min: 1, max: 999_999_999 }),
  });
  // ISA has two digits for the year: 20xx.
  return fc
    .record({ head, group, sets })
    .map((file) => ({
      ...file,
      head: { ...file.head, date: `20${file.head.date.slice(2)}` },
    }))
    .filter(({ head: { date } }) => !date.endsWith('-02-29'));
};

const clean = (max: number) =>
  fc.string({ unit: fc.constantFrom(...'ABCXYZ0123456789'), minLength: 1, maxLength: max });
const hostile = (max: number) =>
  fc.string({ unit: fc.constantFrom(...HOSTILE_SIGNS), maxLength: max + 20 }).map((text) => `A${text}`);

const read = (text: string) => {
  const reading = readClaims(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading).slice(0, 1000));
  return reading.value;
};
const shape = (text: string) => text.split('\n').map((line) => line.split(/[*~]/).length);

describe('any file of claims', () => {
  test('reads back as it was written', () => {
    fc.assert(
      fc.property(anyFile(clean), (file) => {
        expect(read(writeClaims(file))).toEqual(file);
      }),
      { numRuns: 50 },
    );
  });

  test('can be read with hostile names, and does not change when it is written again', () => {
    fc.assert(
      fc.property(anyFile(hostile), (file) => {
        const written = writeClaims(file);
        expect(written).toMatch(/^[\x20-\x7e\n]*$/);
        expect(writeClaims(read(written))).toBe(written);
      }),
      { numRuns: 50 },
    );
  });

  test('has as many segments and elements with hostile names as with plain ones', () => {
    const model = anyFile(hostile);
    fc.assert(
      fc.property(model, (file) => {
        const plain = JSON.parse(JSON.stringify(file), (key, value) =>
          typeof value === 'string' && value.startsWith('A') && key !== 'qualifier' ? 'A' : value,
        );
        expect(shape(writeClaims(file))).toEqual(shape(writeClaims(plain)));
      }),
      { numRuns: 50 },
    );
  });
});
