import { describe, expect, it } from 'vitest';
import type { Par } from '../authorizations/pars.ts';
import type { DayLine } from './day-lines.ts';
import { type PredictionFacts, paidKey, predictDenials } from './prediction.ts';
import { TERM } from './testing/example-month.ts';

const line = (day: string, values: Partial<DayLine> = {}): DayLine => ({
  clientId: 1,
  day,
  type: 'PCP',
  place: '12',
  par: 'A1',
  procedureCode: 'T1019',
  modifiers: ['U1'],
  units: 8,
  charge: 4_000,
  isRateOutdated: false,
  shares: [{ cardId: 7, units: 8, amount: 4_000 }],
  ...values,
});
const PAR: Par = {
  type: 'PCP',
  number: 'A1',
  from: '2026-01-01',
  through: '2026-12-31',
  units: 20,
  used: 2,
};
const FACTS: PredictionFacts = {
  today: '2026-11-20',
  terms: [{ validFrom: '2018-06-01', filingDays: 365 }],
  coverage: new Map([[1, [{ from: '2026-01-01', through: '2026-10-31' }]]]),
  programs: new Map([[1, [{ from: '2026-10-10', program: 'CFC' }]]]),
  types: new Map([['PCP', [{ ...TERM, modifiers: ['U1'], cfcCode: 'T1019', cfcModifiers: ['U2'] }]]]),
  pars: new Map([[1, [PAR]]]),
  unproven: new Map([['7 2026-10-03', 'No visit is recorded for this day.']]),
  paid: new Set([paidKey(line('2026-10-04'))]),
};
const codesOf = (lines: readonly DayLine[], facts = FACTS) =>
  predictDenials(lines, facts).map(({ line: { day }, code }) => [day, code]);

describe('predicted denials', () => {
  it.each([
    ['29', line('2025-11-19')],
    ['27', line('2026-11-01')],
    ['18', line('2026-10-04')],
    ['4', line('2026-10-10')],
    ['visit', line('2026-10-03')],
    ['197', line('2026-10-02', { par: null })],
    ['198', line('2026-10-02', { units: 19 })],
  ])('give reason %s', (code, one) => expect(codesOf([one])).toEqual([[one.day, code]]));
  it('accept the last day of the filing limit, of coverage and of the units', () => {
    const early = { ...FACTS, coverage: new Map([[1, [{ from: '2025-01-01', through: null }]]]) };
    expect(codesOf([line('2025-11-20')], early)).toEqual([]);
    expect(codesOf([line('2026-10-31', { modifiers: ['U2'] })])).toEqual([]);
    expect(codesOf([line('2026-10-02', { units: 18 })])).toEqual([]);
  });
  it('count units in the period of the day if one number has two periods', () => {
    const [first] = FACTS.pars.get(1) ?? [];
    if (!first) throw new Error('the facts have no PAR');
    const until = { ...first, through: '2026-10-03', used: 0, units: 4 };
    const since = { ...first, from: '2026-10-04', used: 0, units: 4 };
    const facts = { ...FACTS, pars: new Map([[1, [until, since]]]) };
    const days = [line('2026-10-02', { units: 4 }), line('2026-10-05', { units: 4 })];
    expect(codesOf(days, facts)).toEqual([]);
  });
  it('count only units of lines that will be paid', () =>
    expect(
      codesOf([line('2026-10-01'), line('2026-10-02'), line('2026-10-03'), line('2026-10-05', { units: 4 })]),
    ).toEqual([
      ['2026-10-03', 'visit'],
      ['2026-10-05', '198'],
    ]));
  it('say nothing about coverage and program if nobody asked about the client', () =>
    expect(codesOf([line('2026-11-01')], { ...FACTS, coverage: new Map(), programs: new Map() })).toEqual(
      [],
    ));
});
