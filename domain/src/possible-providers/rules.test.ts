import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { milesBetween } from '../geo.ts';
import {
  type Applicant,
  type ClientNeeds,
  explainRate,
  FAR_MILES,
  isWanted,
  languagesOf,
  possibleProviders,
  rateApplicant,
} from './rules.ts';
import { HOURS_FILTERS, PossibleProvider, type RatePartName, TYPE_FILTERS } from './schema.ts';

const today = Temporal.PlainDate.from('2026-11-20');
const home = { latitude: 39.7047, longitude: -104.8137, approximate: false, errorMiles: 0 };
/** One degree of latitude is 69.1 miles on the sphere used here. */
const milesNorth = (miles: number) => ({ ...home, latitude: home.latitude + miles / 69.0934 });

const client: ClientNeeds = {
  place: home,
  language: 'Spanish',
  services: ['PRSNL', 'HMKR'],
  categories: ['PCP/RPCP', 'Homemaker'],
};
const ideal: Applicant = {
  kind: 'Provider',
  id: 1,
  name: 'Baca, Guadalupe',
  address: '1450 S Havana St, Aurora, CO 80012',
  phone: '(303) 555-0100',
  place: home,
  weeklyMinutes: 0,
  language: 'English, Spanish',
  categories: ['PCP/RPCP', 'Homemaker'],
  backgroundCheck: '2026-01-10',
  capsCheck: '2026-01-10',
  idExpiration: '2026-11-20',
  workAuthorization: null,
  archived: null,
  availableFrom: null,
  livesWith: false,
  caresFor: false,
};
const rate = (person: Partial<Applicant>, needs: Partial<ClientNeeds> = {}) =>
  rateApplicant({ ...ideal, ...person }, { ...client, ...needs }, today);
const pointsOf = (name: RatePartName, person: Partial<Applicant>, needs?: Partial<ClientNeeds>) =>
  rate(person, needs).parts.find((part) => part.name === name)?.points;

const arbitraryText = fc.constantFrom(
  null,
  '',
  'English',
  'Spanish',
  'English / Spanish',
  'Tiếng Việt',
  ' ,; ',
);
const arbitraryDate = fc.constantFrom(
  null,
  '',
  'soon',
  '1990-01-01',
  '2024-02-29',
  '2026-11-20',
  '2026-11-21',
  '2031-05-01',
);
const arbitraryPlace = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  approximate: fc.boolean(),
  errorMiles: fc.double({ min: 0, max: 40, noNaN: true }),
});
const arbitraryCategories = fc.subarray(['HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP']);
const arbitraryApplicant: fc.Arbitrary<Applicant> = fc.record({
  kind: fc.constantFrom('Provider' as const, 'Candidate' as const),
  id: fc.integer({ min: 1, max: 1e6 }),
  name: fc.string(),
  address: fc.string(),
  phone: fc.constant(null),
  place: fc.option(arbitraryPlace),
  weeklyMinutes: fc.integer({ min: 0, max: 20_000 }),
  language: arbitraryText,
  categories: arbitraryCategories,
  backgroundCheck: arbitraryDate,
  capsCheck: arbitraryDate,
  idExpiration: arbitraryDate,
  workAuthorization: arbitraryDate,
  archived: fc.constantFrom(null, '2026-05-01'),
  availableFrom: fc.constantFrom(null, '2026-11-20', '2026-11-21'),
  livesWith: fc.boolean(),
  caresFor: fc.boolean(),
});
const arbitraryNeeds: fc.Arbitrary<ClientNeeds> = fc.record({
  place: arbitraryPlace,
  language: arbitraryText,
  services: fc.subarray(['PRSNL', 'HMKR', 'PDRN']),
  categories: arbitraryCategories,
});

describe('describes the rate', () => {
  it('is 100 for a neighbor who meets every need', () => {
    expect(rate({}).rate).toBe(100);
  });
  it('is 0 for somebody who meets none', () => {
    const nothing = {
      place: null,
      weeklyMinutes: 40 * 60,
      language: null,
      categories: [],
      backgroundCheck: null,
      capsCheck: null,
      idExpiration: null,
    };
    expect(rate(nothing).rate).toBe(0);
  });
  it('is a whole number from 0 to 100 and the sum of its parts, for any person', () => {
    fc.assert(
      fc.property(arbitraryApplicant, arbitraryNeeds, (person, needs) => {
        const found = rateApplicant(person, needs, today);
        expect(PossibleProvider.parse(found)).toEqual(found);
        expect(found.parts.reduce((sum, { points }) => sum + points, 0)).toBe(found.rate);
        expect(found.parts.every(({ points, most }) => points <= most)).toBe(true);
        expect(found.parts.reduce((sum, { most }) => sum + most, 0)).toBe(100);
      }),
    );
  });

  const better = (change: (person: Applicant) => Applicant, least = 0) =>
    fc.assert(
      fc.property(arbitraryApplicant, arbitraryNeeds, (person, needs) => {
        const before = rateApplicant(person, needs, today).rate;
        expect(rateApplicant(change(person), needs, today).rate).toBeGreaterThanOrEqual(before + least);
      }),
    );
  it('never falls if the person moves nearer', () => {
    fc.assert(
      fc.property(arbitraryApplicant, arbitraryNeeds, arbitraryPlace, (person, needs, other) => {
        const miles = person.place ? milesBetween(person.place, needs.place) : Number.POSITIVE_INFINITY;
        const near = milesBetween(other, needs.place) <= miles;
        const [a, b] = [
          rateApplicant(person, needs, today),
          rateApplicant({ ...person, place: other }, needs, today),
        ];
        expect(near ? b.rate >= a.rate : b.rate <= a.rate).toBe(true);
      }),
    );
  });
  it('never falls with fewer hours', () =>
    better((person) => ({ ...person, weeklyMinutes: Math.floor(person.weeklyMinutes / 2) })));
  it('never falls with one more language', () =>
    better((person) => ({ ...person, language: `${person.language ?? ''}, Spanish` })));
  it('never falls with all categories', () =>
    better((person) => ({
      ...person,
      categories: ['HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP'],
    })));
  it('never falls with a check made yesterday', () =>
    better((person) => ({
      ...person,
      backgroundCheck: '2026-11-19',
      capsCheck: '2026-11-19',
      idExpiration: '2030-01-01',
    })));
});

describe('the parts of a rate', () => {
  test.each([
    [0, 40],
    [12.5, 20],
    [24, 2],
    [FAR_MILES, 0],
    [400, 0],
  ])('%d miles give %d points', (miles, points) => {
    expect(pointsOf('Distance', { place: milesNorth(miles) })).toBe(points);
    expect(rate({ place: milesNorth(miles) }).distance).toBeCloseTo(miles, 0);
  });
  test('a missing location gives no points and no distance', () => {
    expect(rate({ place: null })).toMatchObject({ distance: null, approximate: false });
    expect(pointsOf('Distance', { place: null })).toBe(0);
  });
  test('one approximate location makes the distance approximate', () => {
    expect(rate({ place: { ...home, approximate: true } }).approximate).toBe(true);
    expect(rate({}, { place: { ...home, approximate: true } }).approximate).toBe(true);
  });
  test('the error of a distance is the sum of the errors of both locations', () => {
    const near = (miles: number, errorMiles: number) => ({
      ...milesNorth(miles),
      approximate: true,
      errorMiles,
    });
    expect(explainRate(rate({ place: near(6.2, 3.8) }))).toContain('Distance 30 of 40: ≈ 6 mi (± 4).');
    expect(rate({ place: near(6.2, 3.8) }, { place: near(0, 3.8) })).toMatchObject({ errorMiles: 7.6 });
    expect(explainRate(rate({ place: near(6.2, 3.8) }, { place: near(0, 3.8) }))).toContain('≈ 6 mi (± 8)');
  });
  test.each([
    [0, 20],
    [20 * 60, 10],
    [40 * 60, 0],
    [60 * 60, 0],
  ])('%d minutes a week give %d points for free hours', (weeklyMinutes, points) => {
    expect(pointsOf('Free hours', { weeklyMinutes })).toBe(points);
  });
  test('somebody who is not available yet has no free hours, and the reason gives the date', () => {
    const later = rate({ kind: 'Candidate', availableFrom: '2026-12-01' });
    expect(later.availableFrom).toBe('2026-12-01');
    expect(later.parts[1]).toMatchObject({ points: 0, why: 'available from 12-01-2026' });
    expect(rate({ kind: 'Candidate', availableFrom: '2026-11-20' })).toMatchObject({ availableFrom: null });
    expect(pointsOf('Free hours', { kind: 'Candidate', availableFrom: '2026-11-20' })).toBe(20);
  });
  test.each([
    ['Spanish', 'spanish ', 15],
    ['Tiếng Việt', 'Tieng Viet', 15],
    ['Spanish', 'English; Spanish', 15],
    ['Spanish and Amharic', 'Amharic', 15],
    ['Spanish', 'English', 0],
    ['Spanish', null, 0],
    [null, 'English', 15],
    [' , ', null, 15],
  ])('client %o, provider %o: %d points for the language', (wanted, spoken, points) => {
    expect(pointsOf('Language', { language: spoken }, { language: wanted })).toBe(points);
  });
  test.each([
    [['PCP/RPCP', 'Homemaker'], 15],
    [['PCP/RPCP'], 8],
    [['Medicaid 131'], 0],
    [[], 0],
  ])('categories %o give %d points', (categories, points) => {
    expect(pointsOf('Skill category', { categories })).toBe(points);
  });
  test('a client without services needs no skill category', () => {
    const none = rate({ categories: [] }, { categories: [], services: [] });
    expect(none.parts[3]).toMatchObject({ points: 15, why: 'the client has no services on record' });
  });
  test('services without a pay category are never reported as missing', () => {
    const other = rate({ categories: [] }, { categories: [], services: ['PDRN', 'RSPT'] });
    expect(other.parts[3]).toMatchObject({ points: 15, why: 'no pay category to compare: PDRN, RSPT' });
  });
  test.each([
    [{}, 10, 'all valid'],
    // These checks are 35 months and a day old.
    [{ backgroundCheck: '2023-12-19' }, 7, 'not valid: Background check'],
    [{ backgroundCheck: '2023-12-20' }, 10, 'all valid'],
    [{ capsCheck: '2026-11-21' }, 7, 'not valid: CAPS Check'],
    [{ idExpiration: '2026-11-19' }, 7, 'not valid: DL/ID'],
    [{ backgroundCheck: null, capsCheck: null }, 3, 'not valid: Background check, CAPS Check'],
    [{ kind: 'Candidate' as const }, 0, 'a candidate is not checked yet'],
  ])('%o: %d points for checks, %s', (person, points, why) => {
    expect(rate(person).parts[4]).toMatchObject({ points, why });
  });
  test('the checks are explained in words', () => {
    expect(explainRate(rate({ place: milesNorth(3.2), weeklyMinutes: 600 }))).toBe(
      'Distance 35 of 40: 3.2 mi. Free hours 15 of 20: 30 of 40 hours a week free. ' +
        'Language 15 of 15: English, Spanish. Skill category 15 of 15: PCP/RPCP, Homemaker. Valid checks 10 of 10: all valid.',
    );
  });
});

describe('the filters', () => {
  test.each(HOURS_FILTERS.slice(1))('%s hours is strict', (hours) => {
    const most = Number(hours.slice(1)) * 60;
    expect(isWanted({ ...ideal, weeklyMinutes: most }, { hours })).toBe(false);
    expect(isWanted({ ...ideal, weeklyMinutes: most - 1 }, { hours })).toBe(true);
  });
  test('the type filter keeps the chosen type', () => {
    const kept = TYPE_FILTERS.map((type) =>
      (['Provider', 'Candidate'] as const).filter((kind) => isWanted({ ...ideal, kind }, { type })),
    );
    expect(kept).toEqual([['Provider', 'Candidate'], ['Provider'], ['Candidate']]);
  });
  test('the group filter keeps speakers of that language', () => {
    expect(isWanted(ideal, { group: 'SPANISH' })).toBe(true);
    expect(isWanted(ideal, { group: 'Amharic' })).toBe(false);
    expect(isWanted({ ...ideal, language: null }, { group: 'English' })).toBe(false);
  });
  it('let everybody through when absent', () => {
    fc.assert(
      fc.property(arbitraryApplicant, (person) => {
        expect(isWanted(person, {})).toBe(true);
        expect(isWanted(person, { group: '', hours: 'all', type: 'all' })).toBe(true);
      }),
    );
  });
});

it('possible providers are sorted by rate, then distance, then name, whatever the original order', () => {
  const people: Applicant[] = [
    { ...ideal, id: 1, name: 'Zeta, Ann', place: milesNorth(20) },
    { ...ideal, id: 2, name: 'Ávila, Bo', place: milesNorth(0.01) },
    { ...ideal, id: 3, name: 'Adams, Cy', place: milesNorth(0.02) },
    { ...ideal, id: 4, name: 'Berg, Di', place: null, language: null },
    { ...ideal, id: 5, name: 'Adams, Cy', place: milesNorth(0.02) },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(people, { minLength: people.length }), (shuffled) => {
      const ids = possibleProviders(shuffled, client, {}, today).map(({ id }) => id);
      expect(ids).toEqual([3, 5, 2, 1, 4]);
    }),
  );
});

describe('somebody who may not work', () => {
  test.each<[Partial<Applicant>, string[]]>([
    [{}, []],
    [{ workAuthorization: '2026-11-20' }, []],
    [{ idExpiration: '2020-01-01' }, []],
    [{ kind: 'Candidate', backgroundCheck: null, capsCheck: null }, []],
    [{ backgroundCheck: '2023-12-19' }, ['background check of 12-19-2023 has expired']],
    [{ backgroundCheck: '2062-01-01' }, ['background check 01-01-2062 is in the future']],
    [{ capsCheck: null }, ['no CAPS check on record']],
    [{ workAuthorization: '2026-11-19' }, ['work authorization expired 11-19-2026']],
    [
      { archived: '2026-05-01', backgroundCheck: null },
      ['archived 05-01-2026', 'no background check on record'],
    ],
  ])('%j: %j', (person, reasons) => expect(rate(person).mayNotWork).toEqual(reasons));

  it('ranks below everybody who may, however high the rate', () => {
    fc.assert(
      fc.property(fc.array(arbitraryApplicant), arbitraryNeeds, (people, needs) => {
        const found = possibleProviders(people, needs, {}, today);
        const first = found.findIndex(({ mayNotWork }) => mayNotWork.length > 0);
        const below = first < 0 ? [] : found.slice(first);
        expect(below.every(({ mayNotWork }) => mayNotWork.length > 0)).toBe(true);
        for (const part of [found.slice(0, found.length - below.length), below])
          expect(part.map(({ rate: points }) => points)).toEqual(
            part.map(({ rate: points }) => points).toSorted((a, b) => b - a),
          );
      }),
    );
  });
});

test.each([
  [null, []],
  ['', []],
  ['English', ['english']],
  ['Andean Quechua', ['andean quechua']],
  ['English and Spanish & Vietnamese', ['english', 'spanish', 'vietnamese']],
])('%o is %o', (text, languages) => expect(languagesOf(text)).toEqual(languages));
