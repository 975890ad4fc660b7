import { describe, expect, it, test } from 'vitest';
import { byCategory, checkCategoryName, columnName, presentNames } from './categories.ts';
import { OWN_LAYOUT } from './layouts.ts';
import { fileText, type RunFacts } from './run-file.ts';
import type { RunRow } from './run-schema.ts';

const BUILT_IN = ['HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP'].map((name) => ({
  name,
  former: [],
}));
const faultOf = (name: string, others = [...BUILT_IN, { name: 'VA', former: ['Veterans'] }]) =>
  checkCategoryName(name, others)[0]?.message;

test("built-in categories come first in their order, then the agency's own by name, then none", () => {
  const list = ['VA', null, 'PCP/RPCP', 'Private pay', 'Homemaker', 'HealthMaintenance', 'Medicaid 131'];
  expect(list.toSorted(byCategory)).toEqual([
    'HealthMaintenance',
    'Homemaker',
    'Medicaid 131',
    'PCP/RPCP',
    'Private pay',
    'VA',
    null,
  ]);
});

describe('the name of a category', () => {
  it('cannot be one that another category has or ever had', () => {
    expect(faultOf('Private pay')).toBeUndefined();
    expect(faultOf('homemaker')).toBe('Homemaker has this name or had it before. Choose another one.');
    expect(faultOf('Veterans')).toBe('VA has this name or had it before. Choose another one.');
  });

  it('must give columns of files a distinct name', () => {
    expect(columnName('Private pay, nights')).toBe('private_pay_nights');
    expect(faultOf('PCP')).toBe('Another category has this name. Choose another one.');
    expect(faultOf('PCP-RPCP')).toBe('PCP/RPCP has this name or had it before. Choose another one.');
    expect(faultOf('Частная')).toBe('Use at least one letter A to Z or a digit.');
  });

  it('must be short and readable', () => {
    expect(faultOf('')).toBe('Enter a name.');
    expect(faultOf('x'.repeat(41))).toBe('Use at most 40 characters.');
    expect(faultOf('a\u0007b')).toBe('Use letters, digits and signs only.');
  });
});

test('an earlier name is read as the current one', () => {
  const nameNow = presentNames([...BUILT_IN, { name: 'VA', former: ['Veterans', 'Vets'] }]);
  expect(['Vets', 'VA', 'Homemaker', null].map(nameNow)).toEqual(['VA', 'VA', 'Homemaker', null]);
});

test("a run's file has columns for the agency's own categories after the documented ones, if anything is paid under them", () => {
  const row = (category: string): RunRow => ({
    kind: 'Pay',
    month: '2026-11',
    half: 0,
    providerId: 7,
    last: 'Okafor',
    first: 'Ada',
    ssn4: null,
    lines: [{ category, rate: 2500, hours: { work: 400, travel: 0, total: 400 }, amount: 10_000 }],
    overtime: { hours: 0, premium: 0, byCategory: [] },
    old: 0,
    now: 400,
    correctionOf: null,
    changes: [],
  });
  const file = (...rows: RunRow[]) => {
    const facts: RunFacts = {
      number: 1,
      month: '2026-11',
      halves: [0],
      period: null,
      rows,
      numbers: new Map(),
      zone: 'UTC',
    };
    return fileText(OWN_LAYOUT, facts).trimEnd().split('\r\n');
  };
  expect(file(row('Homemaker'))[0]).toMatch(/"correction_of","note"$/);
  const [head, own, other] = file(row('Private pay'), row('Homemaker'));
  expect(head).toMatch(/"correction_of","note","hours_private_pay","amount_private_pay"$/);
  expect(own).toMatch(/,"4.00","100.00"$/);
  expect(other).toMatch(/,"0.00","0.00"$/);
});
