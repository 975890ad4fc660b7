import { describe, expect, it } from 'vitest';
import { cardUnits, type ServiceDay } from '../../billing/counting.ts';
import { dutiesOf } from '../../incidents/deadlines.ts';
import type { IncidentFacts, IncidentNotice } from '../../incidents/schema.ts';
import {
  blockedBy,
  lastFilingDay,
  missingRules,
  payRulesOf,
  programWords,
  roundingOf,
  statedOn,
} from '../rules.ts';
import { TEXAS } from './pack.ts';

/** Tables typed from the quoted sentences. */

const TODAY = '2026-11-20';

const visit = (day: number, work: number): ServiceDay => ({
  date: `2026-10-${String(day).padStart(2, '0')}`,
  start: '08:00',
  end: '09:00',
  work,
  travel: 0,
  billing: true,
  payroll: true,
});

describe('quarter hours (26 TAC §277.89)', () => {
  const rule = roundingOf(TEXAS, TODAY);
  if (!rule) throw new Error('the rule of quarter hours is gone');
  it.each([
    ['less than eight minutes is rounded down', [7], 0],
    ['eight minutes is rounded up to the next quarter hour', [8], 1],
    ['an hour and seven minutes is an hour', [67], 4],
    ['an hour and eight minutes is an hour and a quarter', [68], 5],
    ['an hour and 22 minutes is an hour and a quarter', [82], 5],
    ['an hour and 23 minutes is an hour and a half', [83], 6],
    ['two visits are rounded by themselves', [68, 67], 9],
    ['thirty visits of seven minutes are no unit', Array.from({ length: 30 }, () => 7), 0],
  ])('%s', (_, lengths, units) => {
    expect(
      cardUnits(
        lengths.map((work, n) => visit(n + 1, work)),
        rule,
      ),
    ).toBe(units);
  });

  it('says nothing of days before the rule that is at hand', () => {
    expect(blockedBy(TEXAS, 'cards', '2024-09-11')).toMatch(
      /^Billing to Medicaid waits.*how time becomes units/,
    );
    expect(blockedBy(TEXAS, 'cards', '2024-09-12')).toBeUndefined();
  });
});

describe('within 12 months after the last day of the month of service (40 TAC §49.311)', () => {
  const limit = statedOn(TEXAS.rules.filing, TODAY)?.value;
  it.each([
    ['2026-11-01', '2027-11-30'],
    ['2026-11-30', '2027-11-30'],
    ['2027-02-10', '2028-02-28'],
    ['2028-02-29', '2029-02-28'],
    ['2026-12-31', '2027-12-31'],
  ])('a service of %s is claimed by %s', (day, last) => {
    expect(limit && lastFilingDay(limit, day)).toBe(last);
  });
});

describe('who is told of an incident', () => {
  const facts = (kind: IncidentFacts['kind']): IncidentFacts => ({
    kind,
    critical: 'yes',
    date: TODAY,
    time: null,
    minutes: null,
    place: '',
    what: 'Told by the client',
    harm: 'unknown',
    measures: '',
    others: '',
    witnessed: 'reported',
    reporter: '',
    knownAt: '2026-11-20T17:00:00Z',
  });
  const duties = (kind: IncidentFacts['kind']) =>
    dutiesOf({ facts: facts(kind), notices: [] }, { state: 'TX', zone: 'America/Chicago' });

  it('names protective services and the state for abuse, without a time that no source gives', () => {
    expect(duties('abuse').map(({ whom, due }) => [whom, due])).toEqual([
      ['caseManager', null],
      ['protectiveServices', null],
      ['healthDepartment', null],
    ]);
    expect(duties('abuse')[0]?.source).toMatch(/^No rule of TX about the case manager is known here/);
  });

  it('gives the state ten days from the report to protective services', () => {
    const told = (whom: IncidentNotice['whom'], at: string): IncidentNotice => ({
      ...{ no: 1, whom, outcome: 'told', name: '', at, memo: '', isMistake: false, by: 'A.A.' },
    });
    const report = told('protectiveServices', '2026-11-20T18:00:00Z');
    const stateWith = (...notices: IncidentNotice[]) =>
      dutiesOf({ facts: facts('abuse'), notices }, { state: 'TX', zone: 'America/Chicago' }).find(
        ({ whom }) => whom === 'healthDepartment',
      );
    expect(stateWith(report)).toMatchObject({
      day: '2026-11-30',
      due: '2026-12-01T06:00:00Z',
      state: 'open',
    });
    expect(stateWith({ ...report, isMistake: true })).toMatchObject({ due: null });
    expect(stateWith(report, told('healthDepartment', '2026-12-01T05:59:00Z'))?.state).toBe('told');
    expect(stateWith(report, told('healthDepartment', '2026-12-01T06:01:00Z'))?.state).toBe('toldLate');
  });

  it('says that nothing is known of other incidents', () => {
    expect(duties('fall')).toMatchObject([{ whom: 'caseManager', due: null }]);
  });
});

it('pays overtime over 40 hours a week alone, and copies no wage that has ended', () => {
  expect(payRulesOf(TEXAS)).toMatchObject({
    overtime: [{ weekLimit: 2_400, dayLimit: null, consecutiveLimit: null }],
    wages: [],
  });
  const cents = (day: string) => statedOn(TEXAS.rules.wages, day)?.value.cents;
  expect([cents('2023-09-01'), cents('2025-08-31'), cents('2025-09-01')]).toEqual([1_060, 1_060, undefined]);
});

it('calls its program and office by their names', () => {
  expect(programWords(TEXAS, TODAY)).toEqual({ medicaid: 'Texas Medicaid', office: 'HHSC' });
});

it('waits with claims, questions, visits and the calculator for what no source says', () => {
  expect(missingRules(TEXAS, 'claims', TODAY)).toEqual([
    'codes',
    'memberId',
    'resending',
    'claimFile',
    'aggregator',
  ]);
  expect(missingRules(TEXAS, 'questions', TODAY)).toEqual(['memberId', 'claimFile']);
  expect(missingRules(TEXAS, 'visits', TODAY)).toEqual(['aggregator']);
  expect(missingRules(TEXAS, 'calculator', TODAY)).toEqual(['caps', 'norms']);
  expect(blockedBy(TEXAS, 'claims', TODAY)).toBe(
    'Claim files wait. No source at hand says for Texas: the procedure codes of services, the form of Medicaid numbers, how denied claims go again, how a claim file is addressed and how visits are sent to the state. Nothing is guessed.',
  );
});
