import { describe, expect, test } from 'vitest';
import { checkNames, ownWordProblems, wireNameProblems } from './check-names.mjs';

describe('a name of the wire', () => {
  test.each([
    ['person.SunDataStatus', 'SunDataStatus'],
    ["const sent = { SunDataStatus: 'Pending' };", 'SunDataStatus'],
    ["const words = visit['SunDataMessage'];", 'SunDataMessage'],
    ['select covers_id as "covidBy"', 'covidBy'],
    ['const { careplanId } = card;', 'careplanId'],
    ['visit.start_at as "FactStartTime"', 'FactStartTime'],
    ['const { FactEndTime: end } = visit;', 'FactEndTime'],
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

describe('a word that only this product had', () => {
  test.each([
    ['const told = new Set();', 'told', 'notified or shown'],
    ['export const tellOffice = () => 1;', 'tellOffice', 'notify, report or show'],
    ['interface HeldVisit {}', 'HeldVisit', 'locked, blocked or known'],
    ['export async function* judgeRows() {}', 'judgeRows', 'check, validate or evaluate'],
    ['const MEND_PAGES = [];', 'MEND_PAGES', 'fix or repair'],
    ['interface Reason { readonly mend: FixKind }', 'mend', 'fix or repair'],
    ['const prove = (): { readonly verdict: string } => ok;', 'verdict', 'result or answer'],
    ['interface Share { readonly kept?: number }', 'kept', 'what it is: .*'],
  ])('is refused as a name: %s', (source, name, better) => {
    expect(ownWordProblems('server/src/a/service.ts', source)).toEqual([
      expect.stringMatching(`^server/src/a/service.ts: declares '${name}'; .* says ${better}$`),
    ]);
  });

  test('may be a field of the wire, a text, a comment and a part of another word', () => {
    for (const source of [
      "const key = { verdict: 'accepted', told: 1 };",
      'const kept = await storeFile(file);',
      'interface Merge { readonly keptId: number }',
      "record({ kind: 'told' });",
      '/** const told. */',
      'const intelligent = awakeAt;',
    ])
      expect(ownWordProblems('server/src/a/service.ts', source)).toEqual([]);
  });
});

test('names of the wire are in declarations and maps alone, and all others are those of the field', () => {
  expect(checkNames()).toEqual([]);
});
