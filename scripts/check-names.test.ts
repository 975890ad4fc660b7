import { describe, expect, test } from 'vitest';
import { checkNames, wireNameProblems } from './check-names.mjs';

describe('a name of the wire', () => {
  test.each([
    ['person.SunDataStatus', 'SunDataStatus'],
    ["const sent = { SunDataStatus: 'Pending' };", 'SunDataStatus'],
    ["const words = visit['SunDataMessage'];", 'SunDataMessage'],
    ['select covers_id as "covidBy"', 'covidBy'],
    ['const { careplanId } = card;', 'careplanId'],
    ['card.careplanType', 'careplanType'],
    ["person.Cur === 'y'", 'Cur'],
    ["person['Provider or Client']", 'Provider or Client'],
  ])('is refused in rules, SQL and screens: %s', (source, name) => {
    for (const file of ['domain/src/a/rules.ts', 'server/src/a/queries.ts', 'web/src/features/a/APage.tsx'])
      expect(wireNameProblems(file, source)).toEqual([
        expect.stringContaining(`${file}: uses '${name}' of the wire`),
      ]);
  });

  test('may be declared and mapped', () => {
    for (const file of [
      'domain/src/visits/schema.ts',
      'domain/src/people/merge-contract.ts',
      'domain/src/people/dictionary.ts',
      'domain/src/people/kind-and-status.ts',
      'domain/src/record-log/rules.ts',
    ])
      expect(wireNameProblems(file, "{ SunDataStatus: 1, Cur: 2, 'Provider or Client': 3 }")).toEqual([]);
  });

  test('may stand in a sentence, in a comment and within another name', () => {
    for (const source of [
      "const WRONG = 'Type is Provider or Client';",
      '/** Cur n archives. */',
      '// SunDataStatus on the wire.',
      'const isCurrent = Current.Curb;',
    ])
      expect(wireNameProblems('domain/src/a/rules.ts', source)).toEqual([]);
  });
});

test('names of the wire are in declarations and maps alone', () => {
  expect(checkNames()).toEqual([]);
});
