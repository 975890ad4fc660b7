import { describe, expect, it } from 'vitest';
import { crowdedHour, findClose, MANY_RECORDS } from './warnings.ts';

describe('a look at somebody close', () => {
  const office = { fullName: 'Guadalupe De la Cruz', role: 'user', id: 1, providerId: null } as const;
  const person = { id: 7, firstName: 'Guadalupe', lastName: 'De La Cruz' };
  it.each([
    ['the same name', office, person, 'own'],
    ['the same family name', office, { ...person, firstName: 'Ana' }, 'family'],
    ['the own record by its number', { ...office, fullName: 'Someone Else', providerId: 7 }, person, 'own'],
    ['the own record of a caregiver', { ...office, role: 'evv', providerId: 7 }, person, undefined],
    ['another name', office, { ...person, lastName: 'Cruz-Baca' }, undefined],
    ['accents and case', { ...office, fullName: 'Ana PEÑA' }, { ...person, lastName: 'Pena' }, 'family'],
    ['an account of one word', { ...office, fullName: 'Cruz' }, { ...person, lastName: 'Cruz' }, undefined],
  ] as const)('%s', (_, looker, whom, expected) => {
    const other = { id: 8, firstName: 'Someone', lastName: 'Else-Again' };
    expect(findClose([looker], [other, whom]).map(({ kind, person: { id } }) => [kind, id])).toEqual(
      expected ? [[expected, 7]] : [],
    );
  });
});

describe('many records', () => {
  const minutes = (count: number, each: number) =>
    Array.from({ length: count }, (_, index) => ({ atMs: index * each * 60_000, record: `person ${index}` }));
  it('are more than 200 different ones within any hour', () => {
    expect(crowdedHour(minutes(MANY_RECORDS, 0.25))).toBeUndefined();
    expect(crowdedHour(minutes(MANY_RECORDS + 1, 0.25))).toEqual({ fromMs: 0, records: MANY_RECORDS + 1 });
  });
  it('are not looks at the same record again, nor those of a longer time', () => {
    expect(
      crowdedHour(minutes(1_000, 0.05).map((look) => ({ ...look, record: 'person 1' }))),
    ).toBeUndefined();
    expect(crowdedHour(minutes(1_000, 0.5))).toBeUndefined();
  });
});
