import { expect, test } from 'vitest';
import { candidatesFor } from './candidates.ts';
import { ana, asked, clients, rules, visit } from './test-facts.ts';
import { addedBy, proposedHours, type WeekFacts } from './week-plan.ts';

/** Ana's own visits of six hours each, and open ones at the client; workweeks begin on Sunday 2026-11-15 and 2026-11-22. */
const factsOf = (own: readonly string[], open: readonly (readonly [string, string, number])[]): WeekFacts => {
  const visits = own.map((date, n) =>
    visit({
      planId: 50 + n,
      day: date,
      date,
      ProviderID: ana.id,
      start: '06:00',
      end: '12:00',
      minutes: 360,
    }),
  );
  const person = { ...ana, visits };
  const questions = open.map(([date, start, minutes], n) => {
    const question = { ...asked, visit: visit({ planId: 1 + n, day: date, date, start, minutes }) };
    return {
      asked: question,
      caregivers: new Map([[person.id, person]]),
      candidates: candidatesFor(question, [person], clients, rules),
    };
  });
  return { questions, clients, rules };
};
const THIS_WEEK = ['15', '16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`);

test.each([
  [
    'each week has its own hours, wherever the first visit is',
    ['2026-11-23', ...THIS_WEEK],
    [
      ['2026-11-22', '13:00', 150],
      ['2026-11-21', '13:00', 360],
      ['2026-11-24', '13:00', 120],
    ],
    [
      { week: '2026-11-15', weekMinutes: 2_160, addedMinutes: 360, overtimeMinutes: 120 },
      { week: '2026-11-22', weekMinutes: 360, addedMinutes: 270, overtimeMinutes: 0 },
    ],
  ],
  [
    'a week to which nothing is added is left out',
    [...THIS_WEEK, '2026-11-23'],
    [['2026-11-24', '13:00', 120]],
    [{ week: '2026-11-22', weekMinutes: 360, addedMinutes: 120, overtimeMinutes: 0 }],
  ],
  [
    'a night makes overtime in the week into which it goes',
    ['22', '23', '24', '25', '26', '27'].flatMap((day) => [`2026-11-${day}`]),
    [
      ['2026-11-21', '22:00', 360],
      ['2026-11-28', '13:00', 180],
    ],
    [
      { week: '2026-11-15', weekMinutes: 0, addedMinutes: 360, overtimeMinutes: 0 },
      { week: '2026-11-22', weekMinutes: 2_160, addedMinutes: 180, overtimeMinutes: 180 },
    ],
  ],
] as const)('%s', (_, own, open, weeks) => {
  const facts = factsOf(own, open);
  const all = open.map(() => ana.id);
  const hours = proposedHours(facts, all);
  expect(hours).toEqual(
    weeks.map((week) => ({ ProviderID: 2, Provider: 'Archuleta, Ana', wishedMinutes: 2_400, ...week })),
  );
  const overtime = hours.reduce((sum, { overtimeMinutes }) => sum + overtimeMinutes, 0);
  expect(overtime).toBe(addedBy(facts, all, ana.id).overtimeMinutes);
});
