import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { showMoney } from '../money.ts';
import {
  badPostcodes,
  centsOf,
  checkFacts,
  checkTerm,
  readPostcodes,
  standingOf,
  termsOn,
  tidyFacts,
  tidyTerm,
} from './rules.ts';
import type { PlanType, Term, TypeFacts } from './schema.ts';

const TODAY = '2026-11-20';
const term = (validFrom: string, values: Partial<Term> = {}): Term => ({
  validFrom,
  procedureCode: 'T1019',
  modifiers: ['U1'],
  unitRule: 'up',
  rateCents: 517,
  addrateCents: 620,
  payCategory: 'PCP/RPCP',
  source: 'Fee schedule 2026',
  ...values,
});
const type = (values: Partial<PlanType> = {}): PlanType => ({
  id: 1,
  Name: 'Personal Care',
  Code: 'PCP',
  ihss: false,
  relative: false,
  evvNeeded: true,
  aggregatorCode: 'PRSNL',
  pcItems: ['Bathing', 'Dressing'],
  hmItems: ['Laundry'],
  terms: [term('2020-01-01')],
  plans: 0,
  rev: 0,
  ...values,
});

describe('a pay rate', () => {
  test.each([
    ['5.17', 517],
    ['5.1', 510],
    ['5.', 500],
    ['0', 0],
    [0.07, 7],
    [19.99, 1999],
    ['$1,234.50', 123_450],
    ['-1', undefined],
    ['5.175', undefined],
    ['', undefined],
    ['five', undefined],
    ['1e3', undefined],
    ['100000', undefined],
    [Number.NaN, undefined],
  ])('%j is %j cents', (dollars, cents) => expect(centsOf(dollars)).toBe(cents));

  it('reads back what it shows, for every cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), (cents) => {
        expect(centsOf(showMoney(cents))).toBe(cents);
        expect(centsOf(cents / 100)).toBe(cents);
      }),
    );
  });
});

describe('terms', () => {
  const terms = [term('2027-01-01'), term('2026-07-01'), term('2020-01-01')];
  test.each([
    ['2019-12-31', undefined],
    ['2020-01-01', '2020-01-01'],
    ['2026-06-30', '2020-01-01'],
    ['2026-07-01', '2026-07-01'],
    ['2026-12-31', '2026-07-01'],
    ['2027-01-01', '2027-01-01'],
  ])('on %s those from %s count', (day, from) => expect(termsOn(terms, day)?.validFrom).toBe(from));

  it('are past, now or future; one alone is now', () => {
    expect(terms.map((one) => standingOf(one, terms, TODAY))).toEqual(['future', 'now', 'past']);
  });

  it('count in whatever order they come', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 8 });
    const dayOf = (days: number) => addDays('2020-01-01', days);
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 4000 }), (starts, now) => {
        const expected = Math.max(...starts.filter((start) => start <= now));
        const found = termsOn(
          starts.map((start) => term(dayOf(start))),
          dayOf(now),
        );
        expect(found?.validFrom).toBe(Number.isFinite(expected) ? dayOf(expected) : undefined);
      }),
    );
  });

  test.each<[Partial<Term>, string | undefined]>([
    [{}, undefined],
    [{ procedureCode: null, modifiers: [] }, undefined],
    [{ rateCents: null, addrateCents: null }, undefined],
    [{ rateCents: -1 }, 'rateCents'],
    [{ addrateCents: 10_000_000 }, 'addrateCents'],
    [{ procedureCode: 'T101' }, 'procedureCode'],
    [{ procedureCode: null }, 'modifiers'],
    [{ modifiers: ['U1', 'HR', 'KX', 'U2', 'U3'] }, 'modifiers'],
    [{ modifiers: ['U1', 'U1'] }, 'modifiers'],
    [{ modifiers: ['U'] }, 'modifiers'],
    [{ source: 'x'.repeat(301) }, 'source'],
    [{ validFrom: '1999-12-31' }, 'validFrom'],
    [{ validFrom: '2031-11-20' }, undefined],
    [{ validFrom: '2031-11-21' }, 'validFrom'],
  ])('%j: wrong is %s', (values, field) =>
    expect(checkTerm(term('2026-12-01', values), TODAY).map((fault) => fault.field)).toEqual(
      field ? [field] : [],
    ),
  );

  it('are tidied as a claim writes them', () => {
    expect(
      tidyTerm(term(TODAY, { procedureCode: ' t1019 ', modifiers: ['u1', ' '], source: ' letter ' })),
    ).toEqual(term(TODAY, { source: 'letter' }));
    expect(tidyTerm(term(TODAY, { procedureCode: ' ', modifiers: [] })).procedureCode).toBeNull();
  });
});

describe('a type', () => {
  const wrong = (facts: Partial<TypeFacts>, stored?: PlanType) =>
    checkFacts(
      tidyFacts({ ...type(), ...facts }),
      [type({ id: 2, Name: 'Homemaker', Code: 'HMK' })],
      stored,
    ).map(({ field }) => field);
  test.each<[Partial<TypeFacts>, string[]]>([
    [{}, []],
    [{ Name: ' ' }, ['Name']],
    [{ Name: 'homemaker' }, ['Name']],
    [{ Code: 'hmk' }, ['Code']],
    [{ Code: '!PCP' }, ['Code']],
    [{ Code: '' }, ['Code']],
    [{ pcItems: ['Bathing', ' bathing '] }, ['pcItems.1']],
    [{ hmItems: ['', 'Laundry', 'x'.repeat(101)] }, ['hmItems.0', 'hmItems.2']],
    [{ pcItems: ['Laundry'], hmItems: ['Laundry'] }, []],
    [{ hmItems: Array.from({ length: 61 }, (_, n) => `Task ${n}`) }, ['hmItems']],
  ])('%j: wrong is %j', (facts, fields) => expect(wrong(facts)).toEqual(fields));

  it('keeps its code while care plans name it', () => {
    expect(wrong({ Code: 'PC' }, type())).toEqual([]);
    expect(wrong({ Code: 'PC' }, type({ plans: 3 }))).toEqual(['Code']);
    expect(wrong({ Code: 'PCP' }, type({ plans: 3 }))).toEqual([]);
  });
});

describe('a pasted list of postcodes', () => {
  test.each([
    ['80014', ['80014'], []],
    ['80015,80014;80014\t80016|80017\n- 80018', ['80014', '80015', '80016', '80017', '80018'], []],
    ['80014-1234 800151234 80016–0001', ['80014', '80015', '80016'], []],
    ['Aurora 80014, 8001 800144', ['80014'], ['Aurora', '8001', '800144']],
    ['80014-80016', [], ['80014-80016']],
    ['', [], []],
    ['ZIP ZIP', [], ['ZIP']],
  ])('%j', (text, codes, bad) => expect(readPostcodes(text)).toEqual({ codes, bad }));

  it('finds every postcode, whatever stands between them', () => {
    const code = fc.integer({ min: 0, max: 99_999 }).map((n) => String(n).padStart(5, '0'));
    const between = fc.constantFrom(' ', ',', ', ', ';', '\n', '\r\n', '\t', ' / ', ' | ', '. ', '" "');
    fc.assert(
      fc.property(fc.array(fc.tuple(code, fc.constantFrom('', '-1234'), between)), (list) => {
        const text = list.map(([zip, plus, gap]) => zip + plus + gap).join('');
        expect(readPostcodes(text)).toEqual({
          codes: [...new Set(list.map(([zip]) => zip))].sort(),
          bad: [],
        });
      }),
    );
  });

  it('names the first ten that are none', () => {
    expect(badPostcodes(['Aurora'])).toBe('Not understood: Aurora. A ZIP code has 5 digits.');
    expect(badPostcodes(Array.from({ length: 12 }, (_, n) => `x${n}`))).toContain('x9 and 2 more.');
  });
});
