import { describe, expect, it, test } from 'vitest';
import type { Cap } from '../calculator/schema.ts';
import { warnOfFinding } from './findings.ts';
import type { UsedDay } from './ledger.ts';
import { comparedWeeks, dayUses, type LimitFacts, limitUses, sayUse, warnOfLimit } from './limits.ts';

const cap = (kind: Cap['kind'], validFrom: string, minutes: number | null, soft = false): Cap => ({
  kind,
  validFrom,
  minutes,
  source: `from ${validFrom}`,
  soft,
  rev: 0,
});
const used = (date: string, planId: number, units: number, type = 'PCP'): UsedDay => ({
  planId,
  type,
  date,
  units,
  cents: 0,
  minutes: units * 15,
  from: 'visit',
  hasCode: true,
});
const FACTS: LimitFacts = {
  caps: [
    cap('personalYear', '2025-12-22', 20 * 15, true),
    cap('personalYear', '2026-11-20', 8 * 15, true),
    cap('providerWeek', '2026-07-01', 6 * 60),
    cap('relativeWeek', '2020-01-01', 60),
  ],
  days: [
    used('2025-12-31', 1, 90),
    used('2026-11-16', 1, 12),
    used('2026-11-17', 2, 4, 'RPCP'),
    used('2026-11-18', 1, 6),
    used('2026-11-19', 3, 80, 'HMK'),
    used('2027-01-02', 1, 90),
  ],
  types: new Map([
    ['PCP', { payCategory: 'PCP/RPCP', relative: false }],
    ['RPCP', { payCategory: 'PCP/RPCP', relative: true }],
    ['HMK', { payCategory: 'Homemaker', relative: false }],
  ]),
  // Plans 1 and 2 have the same caregiver.
  caregivers: new Map([
    [1, 5],
    [2, 5],
    [3, 6],
  ]),
};
const useOf = (kind: Cap['kind'], facts = FACTS) =>
  limitUses(facts, { type: 'PCP', from: '2026-01-01' }, '2026-11-18').find((use) => use.kind === kind);

describe('the limits of an authorization line', () => {
  it('count the year that begins with it, over all types of its pay category, by the cap on its first day', () => {
    const use = useOf('personalYear');
    expect(use).toMatchObject({
      minutes: 22 * 15,
      mostMinutes: 20 * 15,
      isSoft: true,
      until: '2026-12-31',
      beyondFrom: '2026-11-18',
    });
    expect(use && sayUse(use)).toBe('22 of 20 units');
    expect(use && warnOfLimit(use)).toBe(
      'Beyond it from Nov 18: 2 units until Dec 31. A soft limit: ask the case manager for an exception.',
    );
  });

  it('count the week of the caregiver who works most, and that of a family member', () => {
    const week = useOf('providerWeek');
    expect(week).toMatchObject({ minutes: 20 * 60, until: '2026-11-22', beyondFrom: '2026-11-19' });
    expect(week && sayUse(week)).toBe('20 of 6 h');
    const relative = useOf('relativeWeek');
    expect(relative).toMatchObject({ minutes: 60, mostMinutes: 60, beyondFrom: null });
    expect(relative && warnOfLimit(relative)).toBeUndefined();
  });

  it('count the year of what family members are paid for, for types paid to them only', () => {
    const facts = { ...FACTS, caps: [cap('relativeYear', '2000-01-01', 45, true)] };
    const ofType = (type: string) =>
      limitUses(facts, { type, from: '2026-01-01' }, '2026-11-18').map(({ kind, minutes, beyondFrom }) => [
        kind,
        minutes,
        beyondFrom,
      ]);
    expect(ofType('RPCP')).toEqual([['relativeYear', 60, '2026-11-17']]);
    expect(ofType('PCP')).toEqual([]);
  });

  it('count a day of the caregiver who works most on it, under whatever plan', () => {
    const day = used('2026-11-18', 2, 20, 'RPCP');
    const facts = { ...FACTS, caps: [cap('providerDay', '2020-01-01', 6 * 60)], days: [...FACTS.days, day] };
    const uses = dayUses(facts, ['2026-11-17', '2026-11-18', '2026-11-21']);
    expect(uses.map(({ minutes, until, beyondFrom }) => [minutes, until, beyondFrom])).toEqual([
      [60, '2026-11-17', null],
      [26 * 15, '2026-11-18', '2026-11-18'],
    ]);
    expect(uses.map(warnOfLimit)).toEqual([undefined, 'Beyond it on Nov 18: 0.5 h. A hard limit.']);
  });

  it('are empty if nothing is capped', () =>
    expect(
      useOf('personalYear', { ...FACTS, caps: [...FACTS.caps, cap('personalYear', '2026-01-01', null)] }),
    ).toBeUndefined());
});

describe('the weeks in which a plan is compared with weekly caps', () => {
  const caps = [
    cap('providerWeek', '2026-07-01', 84 * 60),
    cap('providerWeek', '2027-01-01', 70 * 60),
    cap('personalYear', '2027-02-01', 60),
  ];
  const plan = { StartDate: '2026-09-01', EndDate: null, coversPlanId: null, week: {} };
  const mondays = (more: Partial<Parameters<typeof comparedWeeks>[0]> = {}) =>
    comparedWeeks({ ...plan, ...more }, caps, '2026-12-02');

  it('are the first whole week, and those from each day on which a weekly cap changes', () =>
    expect(mondays()).toEqual(['2026-12-07', '2027-01-04']));
  it('begin with a plan that starts later', () =>
    expect(mondays({ StartDate: '2027-03-01' })).toEqual(['2027-03-01']));
  it('include those of each new week of the plan, but not past ones', () =>
    expect(
      mondays({
        weeks: ['2026-09-01', '2026-10-01', '2026-12-21'].map((from) => ({ from, week: {} })),
      }),
    ).toEqual(['2026-12-07', '2026-12-21', '2027-01-04']));
  it('end with the plan', () => expect(mondays({ EndDate: '2027-01-01' })).toEqual(['2026-12-07']));
});

test('a warning shows dollars only to readers who may see them', () => {
  const finding = { kind: 'runningOut', day: '2026-12-03', until: '2026-12-31', units: 38 } as const;
  const read = (cents: number | null) => warnOfFinding({ ...finding, cents }, '12', '2026-11-20');
  expect(read(26_296)).toBe('PAR 12: runs out Dec 3. 38 units short until Dec 31 ($262.96).');
  expect(read(null)).toBe('PAR 12: runs out Dec 3. 38 units short until Dec 31.');
});
