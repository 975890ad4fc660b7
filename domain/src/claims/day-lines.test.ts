import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parOn } from '../authorizations/pars.ts';
import { amountOf, cardUnits, serviceDays } from '../billing/counting.ts';
import { served } from '../billing/testing/served.ts';
import { writeClaims } from './837p-write.ts';
import { claimsOf } from './claim.ts';
import { claimFileName } from './claim-file.ts';
import { type CardToClaim, dayLines } from './day-lines.ts';
import atypical from './samples/colorado_shape_atypical.837?raw';
import npi from './samples/colorado_shape_npi.837?raw';
import { claimAgain, claimsToSend, type SentClaim } from './sent-claim.ts';
import { readClaims } from './testing/837p-read.ts';
import { coloradoFile } from './testing/colorado-file.ts';
import { AGENCY, CLIENT, cardToClaim, PAR, TERM } from './testing/example-month.ts';

const ZONE = 'America/Denver';
const lines = (...cards: readonly CardToClaim[]) => dayLines(cards, ZONE);
const NUMBERS = { interchange: 101, group: 101, batch: 10, date: '2026-11-20', time: '0905' };
const fileOf = (claims: readonly SentClaim[], agency = AGENCY) =>
  coloradoFile(agency, new Map([[CLIENT.id, CLIENT]]), claims, NUMBERS);

describe('lines of claims', () => {
  test('three days of 65 minutes at 5.17 are 5 + 4 + 4 units, not 15 (A1)', () => {
    const days = ['2026-11-02', '2026-11-09', '2026-11-23'].map((day) => served(day, '08:00', '09:05'));
    expect(lines(cardToClaim(days, { payRate: 517 })).map(({ units, charge }) => [units, charge])).toEqual([
      [5, 2585],
      [4, 2068],
      [4, 2068],
    ]);
  });

  test('a day whose minutes complete no further unit has no line, and neither have unchecked days', () => {
    const days = [
      served('2026-11-02', '08:00', '08:05'),
      served('2026-11-03', '08:00', '08:05'),
      served('2026-11-04', '08:00', '09:00', { billing: false }),
      served('2026-11-05', '08:00', '08:06'),
    ];
    expect(lines(cardToClaim(days)).map(({ day, units }) => [day, units])).toEqual([
      ['2026-11-02', 1],
      ['2026-11-05', 1],
    ]);
  });

  test('two cards with the same day and code share a line, which remembers both', () => {
    const first = cardToClaim([served('2026-11-02', '08:00', '09:00')]);
    const second = cardToClaim([served('2026-11-02', '10:00', '10:30')], { id: 2, payRate: 700 });
    expect(lines(first, second)).toMatchObject([
      {
        units: 6,
        charge: 4 * 608 + 2 * 700,
        shares: [
          { cardId: 1, units: 4, amount: 2432 },
          { cardId: 2, units: 2, amount: 1400 },
        ],
      },
    ]);
  });

  test.each([
    ['another procedure code', {}, { terms: [{ ...TERM, procedureCode: 'S5130' }] }],
    ['other modifiers', {}, { terms: [{ ...TERM, modifiers: ['U1'] }] }],
    ['an EVV-exempt caregiver', { excluded: '2026-01-01' }, {}],
    ['another PAR', {}, { pars: [{ ...PAR, number: '222' }] }],
    ['another client', { clientId: 11 }, {}],
  ])('are separate for %s', (_, more, context) => {
    const day = [served('2026-11-02', '08:00', '09:00')];
    expect(lines(cardToClaim(day), cardToClaim(day, { id: 2, ...more }, context))).toHaveLength(2);
  });

  test('have the code and the PAR of their own day', () => {
    const later = { ...TERM, validFrom: '2026-11-16', modifiers: ['U7'] };
    const pars = [
      { ...PAR, through: '2026-11-15' },
      { ...PAR, number: '777', from: '2026-11-16' },
    ];
    const days = [served('2026-11-15', '08:00', '09:00'), served('2026-11-16', '08:00', '09:00')];
    expect(lines(cardToClaim(days, {}, { terms: [later, TERM], pars }))).toMatchObject([
      { day: '2026-11-15', modifiers: ['U1', 'KX'], par: '1234567890' },
      { day: '2026-11-16', modifiers: ['U7'], par: '777' },
    ]);
  });
});

test.each([
  ['2025-12-31', undefined],
  ['2026-01-01', 'old'],
  ['2026-05-31', 'old'],
  ['2026-06-01', 'new'],
  ['2026-12-31', 'new'],
  ['2027-01-01', undefined],
])('the PAR on %s is %s', (day, number) => {
  const pars = [
    { ...PAR, number: 'old' },
    { ...PAR, number: 'new', from: '2026-06-01' },
    { ...PAR, number: 'other', type: 'HM' },
  ];
  expect(parOn(pars, 'PCP', day)?.number).toBe(number);
});

describe('claims', () => {
  const month = (count: number, more = {}) =>
    cardToClaim(
      Array.from({ length: count }, (_, at) =>
        served(`2026-${at < 30 ? '11' : '10'}-${String((at % 30) + 1).padStart(2, '0')}`, '08:00', '09:00'),
      ),
      { startPeriod: '2026-10-01', ...more },
    );

  test.each([
    [49, [49]],
    [50, [50]],
    [51, [50, 1]],
  ])('%i lines make claims with %j lines', (count, sizes) => {
    const claims = claimsToSend(lines(month(count)), 12);
    expect(claims.map((claim) => claim.lines.length)).toEqual(sizes);
    expect(claims[0]).toMatchObject({ id: '12-1', frequency: '1', place: '12', par: '1234567890' });
    expect(claims.at(-1)?.lines.at(-1)?.control).toBe(`12-${sizes.length}-${sizes.at(-1)}`);
  });

  test("continue the numbering of the batch's other claims", () => {
    expect(claimsToSend(lines(month(1)), 12, 7)[0]?.id).toBe('12-8');
  });

  test('with an EVV-exempt caregiver have place 99, separate from others', () => {
    const claims = claimsToSend(lines(month(2), month(2, { id: 2, excluded: '2026-01-01' })), 12);
    expect(claims.map(({ place, lines }) => [place, lines.length])).toEqual([
      ['12', 2],
      ['99', 2],
    ]);
  });

  test('that replace or void another one give the payer’s number', () => {
    const [earlier] = claimsToSend(lines(month(2)), 12);
    if (!earlier) throw new Error('no claim');
    const now = lines(month(1));
    const replacing = claimAgain(earlier, { id: '13-1', icn: '2226001000001', frequency: '7', lines: now });
    expect(replacing).toMatchObject({ id: '13-1', charge: 2432, lines: [{ control: '13-1-1' }] });
    const voiding = claimAgain(earlier, { id: '13-2', icn: '2226001000001', frequency: '8' });
    expect(voiding.charge).toBe(earlier.charge);
    const written = writeClaims(fileOf([replacing, voiding]));
    expect(written).toContain('CLM*13-1*24.32***12:B:7*Y*A*Y*Y~\nREF*G1*1234567890~\nREF*F8*2226001000001~');
    expect(written).toContain('CLM*13-2*48.64***12:B:8*Y*A*Y*Y~\nREF*G1*1234567890~\nREF*F8*2226001000001~');
  });
});

describe('the file for Colorado', () => {
  /** Two days of three hours, as in the samples. */
  const claims = claimsToSend(
    lines(cardToClaim([served('2026-11-02', '08:00', '11:00'), served('2026-11-03', '08:00', '11:00')])),
    10,
  );
  const asSample = (text: string) =>
    text
      .replace('BHT*0019*00*B10-1*', 'BHT*0019*00*B000101*')
      .replace('CLM*10-1*', 'CLM*C10-202611A*')
      .replaceAll('REF*6R*10-1-', 'REF*6R*C10-');

  test('has the same structure as the sample with an NPI', () => {
    expect(asSample(writeClaims(fileOf(claims)))).toBe(npi);
  });

  test('has the same structure as the sample of an atypical agency', () => {
    expect(asSample(writeClaims(fileOf(claims, { ...AGENCY, npi: null })))).toBe(atypical);
  });

  test.each([
    ['T', 'tp', 'tp12345678_837P_202611_000000101_TEST.x12'],
    ['P', 'tp', 'tp12345678_837P_202611_000000101.x12'],
    ['P', '', '12345678_837P_202611_000000101.x12'],
  ] as const)('of usage %s and prefix %j is named %s', (usage, filePrefix, name) => {
    expect(claimFileName({ ...AGENCY, usage, filePrefix }, '2026-11', 101)).toBe(name);
  });
});

describe('for any cards', () => {
  const two = (n: number) => String(n).padStart(2, '0');
  const card = fc
    .record({
      rows: fc.uniqueArray(
        fc.record({
          day: fc.integer({ min: 1, max: 30 }),
          from: fc.integer({ min: 0, max: 700 }),
          minutes: fc.integer({ min: 1, max: 700 }),
          travel: fc.nat({ max: 40 }),
          billing: fc.boolean(),
        }),
        { selector: ({ day }) => day, maxLength: 30 },
      ),
      clientId: fc.integer({ min: 1, max: 3 }),
      payRate: fc.integer({ min: 1, max: 2000 }),
      unitRule: fc.constantFrom('up', 'nearest', 'down'),
      excluded: fc.constantFrom(null, '2026-01-01'),
      code: fc.constantFrom('T1019', 'S5130'),
    })
    .map(({ rows, code, ...more }) => ({
      more,
      terms: [{ ...TERM, procedureCode: code }],
      json: rows.map(({ day, from, minutes, travel, billing }) => {
        const clock = (m: number) => `${two(Math.floor(m / 60))}:${two(m % 60)}`;
        return served(`2026-11-${two(day)}`, clock(from), clock(from + minutes), { travel, billing });
      }),
    }));
  const cards = fc
    .array(card, { minLength: 1, maxLength: 8 })
    .map((list) =>
      list.map(({ json, more, terms }, at) => cardToClaim(json, { ...more, id: at + 1 }, { terms })),
    );

  test('shares of lines add up to the cards, lines to claims, and cards to the file, in units and cents', () => {
    fc.assert(
      fc.property(cards, (list) => {
        const claims = claimsToSend(dayLines(list, ZONE), 5);
        const shares = claims.flatMap((claim) => claim.lines.flatMap((line) => line.shares));
        let total = 0;
        for (const { card } of list) {
          const units = cardUnits(serviceDays(card, ZONE), card.unitRule);
          const own = shares.filter(({ cardId }) => cardId === card.id);
          expect(own.reduce((sum, share) => sum + share.units, 0)).toBe(units);
          expect(own.reduce((sum, share) => sum + share.amount, 0)).toBe(amountOf(units, card.payRate));
          total += amountOf(units, card.payRate);
        }
        for (const claim of claims) {
          expect(claim.lines.length).toBeLessThanOrEqual(50);
          expect(claim.charge).toBe(claim.lines.reduce((sum, { charge }) => sum + charge, 0));
          for (const line of claim.lines) {
            expect(line.units).toBeGreaterThan(0);
            expect(line.charge).toBe(line.shares.reduce((sum, { amount }) => sum + amount, 0));
          }
        }
        const people = new Map([1, 2, 3].map((id) => [id, { ...CLIENT, id }]));
        const reading = readClaims(writeClaims(coloradoFile(AGENCY, people, claims, NUMBERS)));
        if (!reading.ok) throw new Error('refused');
        expect(claimsOf(reading.value).reduce((sum, { charge }) => sum + charge, 0)).toBe(total);
        expect(new Set(claims.flatMap(({ lines }) => lines.map(({ control }) => control))).size).toBe(
          claims.flatMap(({ lines }) => lines).length,
        );
      }),
    );
  });
});
