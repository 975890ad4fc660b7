import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, WEEKDAYS, type Weekday, weekdayOf } from '../calendar.ts';
import {
  type AbsentPlan,
  isTemporaryItself,
  partsOf,
  sayMovedAway,
  whyNobody,
  whyNotThey,
} from './absence.ts';
import { runsOn } from './rules.ts';
import type { PlanWeek } from './schema.ts';
import { weekOn } from './weeks.ts';

const days = <T>(none: T, given: Partial<Record<Weekday, T>> = {}): Record<Weekday, T> => ({
  Mon: none,
  Tue: none,
  Wed: none,
  Thu: none,
  Fri: none,
  Sat: none,
  Sun: none,
  ...given,
});
const weekAt = (start: string, end: string, on: readonly Weekday[]): PlanWeek => {
  const given = <T>(value: T) => Object.fromEntries(on.map((day) => [day, value]));
  return {
    personalCareItems: [],
    homeMakingItems: [],
    time: [
      { Name: 'Time In', ...days<string | null>(null, given(start)) },
      { Name: 'Time Out', ...days<string | null>(null, given(end)) },
      { Name: 'Travel Time', ...days(0) },
    ],
  };
};
const plan = (over: Partial<AbsentPlan> = {}): AbsentPlan => ({
  id: 7,
  ProviderID: 1,
  ClientID: 2,
  Type: 'PCP',
  Remarks: null,
  StartDate: '2026-01-01',
  EndDate: null,
  Status: 'Active',
  coversPlanId: null,
  week: weekAt('08:00', '10:00', ['Mon', 'Wed']),
  ...over,
});

describe('the parts of a plan whose provider is away', () => {
  it('are the planned days of the absence, with their minutes', () => {
    expect(partsOf(plan(), { from: '2026-11-23', through: '2026-12-06' })).toMatchObject([
      { from: '2026-11-23', through: '2026-12-06', days: 4, minutes: 480 },
    ]);
  });

  it('end with the plan, whose end date is its first day without service', () => {
    const ending = plan({ Status: 'Archive', EndDate: '2026-11-25' });
    expect(partsOf(ending, { from: '2026-11-20', through: '2026-11-30' })).toMatchObject([
      { from: '2026-11-20', through: '2026-11-24', days: 1 },
    ]);
  });

  it('are empty if no visit is planned', () => {
    expect(partsOf(plan(), { from: '2026-11-26', through: '2026-11-29' })).toEqual([]);
    expect(partsOf(plan({ Status: 'Deleted' }), { from: '2026-11-23', through: '2026-11-29' })).toEqual([]);
  });

  it('are one per week of the plan, and together hold every planned day once (property)', () => {
    const day = fc.integer({ min: 0, max: 80 });
    const on = fc.subarray([...WEEKDAYS]);
    const date = (n: number) => addDays('2026-10-01', n);
    fc.assert(
      fc.property(
        fc.record({
          start: day,
          length: fc.option(day),
          change: day,
          first: on,
          second: on,
          from: day,
          more: day,
        }),
        ({ start, length, change, first, second, from, more }) => {
          const StartDate = date(start);
          const weeks = [
            { from: StartDate, week: weekAt('08:00', '10:00', first) },
            { from: date(start + change + 1), week: weekAt('22:00', '01:30', second) },
          ];
          const one = plan({
            StartDate,
            EndDate: length === null ? null : date(start + length),
            week: weekAt('08:00', '10:00', first),
            weeks,
          });
          const away = { from: date(from), through: date(from + more) };
          const expected = Array.from({ length: more + 1 }, (_, n) => date(from + n)).flatMap((each) => {
            const [timeIn] = weekOn(one, each).time;
            const planned = timeIn[weekdayOf(Temporal.PlainDate.from(each))];
            return runsOn(one, each) && planned ? [planned === '08:00' ? 120 : 210] : [];
          });
          const parts = partsOf(one, away);
          expect(parts.reduce((sum, part) => sum + part.days, 0)).toBe(expected.length);
          expect(parts.reduce((sum, part) => sum + part.minutes, 0)).toBe(
            expected.reduce((sum, minutes) => sum + minutes, 0),
          );
          expect(parts.length).toBeLessThanOrEqual(2);
        },
      ),
    );
  });
});

describe('who can take over a part', () => {
  const client = { Cur: 'y', 'Provider or Client': 'Client' } as const;
  const provider = {
    Cur: 'y',
    'Provider or Client': 'Provider',
    BackgroundCheck: '2026-01-10',
    capsCheck: '2026-01-10',
    'Start IHSS': null,
  } as const;
  const facts = {
    today: Temporal.PlainDate.from('2026-11-20'),
    client,
    type: { ihss: false },
    covered: plan(),
    others: [],
    services: [],
  };
  const [part] = partsOf(plan(), { from: '2026-11-23', through: '2026-11-29' });
  if (!part) throw new Error('no part');

  it('is anybody with valid checks who is free at its times', () => {
    expect(whyNobody(plan(), part, facts)).toEqual([]);
    expect(whyNotThey(plan(), part, 5, { ...facts, provider })).toEqual([]);
  });

  it('is nobody who is with another client at that time, in the same words as when saving', () => {
    const other = {
      ...plan({ id: 9, ProviderID: 5, ClientID: 3 }),
      Provider: 'Bekele, Tigist',
      Client: 'Yang, Mei',
      week: weekAt('09:00', '11:00', ['Mon']),
    };
    expect(whyNotThey(plan(), part, 5, { ...facts, provider, others: [other] })).toEqual([
      'This provider have same time in Monday with client Yang, Mei (09:00 – 11:00)',
    ]);
  });

  it('is nobody without what the type requires, and nobody for a plan that is itself temporary', () => {
    expect(whyNotThey(plan(), part, 5, { ...facts, provider, type: { ihss: true } })).toEqual([
      'Wrong Start IHSS Date, add it before creating careplan',
    ]);
    expect(whyNobody(plan({ coversPlanId: 3 }), part, facts)).toEqual([isTemporaryItself(3)]);
  });

  it('is nobody outside the days that temporary plans may cover', () => {
    const [long] = partsOf(plan(), { from: '2026-11-23', through: '2027-03-23' });
    expect(long && whyNobody(plan(), long, facts)).toEqual(['A temporary plan lasts at most 90 days.']);
  });
});

describe('a moved visit of a provider who is away', () => {
  const AWAY = { from: '2026-11-23', through: '2026-11-29' };
  const moved = { ClientID: 9, Client: 'Yang, Mei', day: '2026-11-25', start: '14:00', end: '16:30' };
  it.each([
    ['2026-11-25', 'to 2:00 PM – 4:30 PM. The substitute comes then.'],
    ['2026-11-28', 'to 11-28-2026, 2:00 PM – 4:30 PM. Nobody takes it over. Move it again, or cancel it.'],
    ['2026-11-30', 'to 11-30-2026, 2:00 PM – 4:30 PM. Nobody takes it over: the provider is not away then.'],
  ])('to %s is listed with what becomes of it', (date, words) => {
    expect(sayMovedAway({ ...moved, date }, AWAY)).toBe(
      `Yang, Mei: the visit on 11-25-2026 was moved ${words}`,
    );
  });
});
