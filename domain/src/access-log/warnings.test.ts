import { describe, expect, it } from 'vitest';
import { crowdedHour, findClose, MANY_RECORDS } from './warnings.ts';

describe('a look at a person close to the account holder', () => {
  const office = { fullName: 'Guadalupe De la Cruz', role: 'user', id: 1, providerId: null } as const;
  const person = { id: 7, firstName: 'Guadalupe', lastName: 'De La Cruz' };
  it.each([
    ['the same full name', office, person, 'own'],
    ['the same family name', office, { ...person, firstName: 'Ana' }, 'family'],
    [
      'their own record, known by its number',
      { ...office, fullName: 'Someone Else', providerId: 7 },
      person,
      'own',
    ],
    ['a caregiver at their own record', { ...office, role: 'evv', providerId: 7 }, person, undefined],
    ['another name', office, { ...person, lastName: 'Cruz-Baca' }, undefined],
    [
      'a name that differs only in accents and case',
      { ...office, fullName: 'Ana PEÑA' },
      { ...person, lastName: 'Pena' },
      'family',
    ],
    [
      'an account with a single name',
      { ...office, fullName: 'Cruz' },
      { ...person, lastName: 'Cruz' },
      undefined,
    ],
  ] as const)('%s', (_, looker, whom, expected) => {
    const other = { id: 8, firstName: 'Someone', lastName: 'Else-Again' };
    expect(findClose([looker], [other, whom]).map(({ kind, person: { id } }) => [kind, id])).toEqual(
      expected ? [[expected, 7]] : [],
    );
  });
});

describe('a warning about many records', () => {
  const minutes = (count: number, each: number) =>
    Array.from({ length: count }, (_, index) => ({ atMs: index * each * 60_000, record: `person ${index}` }));
  it('comes from more than 200 different records within any hour', () => {
    expect(crowdedHour(minutes(MANY_RECORDS, 0.25))).toBeUndefined();
    expect(crowdedHour(minutes(MANY_RECORDS + 1, 0.25))).toEqual({ fromMs: 0, records: MANY_RECORDS + 1 });
  });
  it('does not come from repeated looks at one record or from looks spread over a longer time', () => {
    expect(
      crowdedHour(minutes(1_000, 0.05).map((look) => ({ ...look, record: 'person 1' }))),
    ).toBeUndefined();
    expect(crowdedHour(minutes(1_000, 0.5))).toBeUndefined();
  });
});
