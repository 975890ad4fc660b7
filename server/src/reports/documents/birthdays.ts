import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { birthdayIn } from '@homecare/domain/reports/due.ts';
import { listPeople } from '../queries.ts';
import { about, declarePage } from './declare.ts';

/** Active people born in a month. */
export const birthdays = declarePage({
  ...about(['person', 'people'], true),
  name: 'Birthdays',
  file: 'Birthdays',
  side: 'people',
  inputs: ['month'],
  rows: async ({ scope, parameters: { month } }) => {
    const { through } = daysOfMonth(month);
    return (await listPeople(scope)).flatMap((person) => {
      const { dob, isActive } = person;
      const birthday = dob !== null && dob <= through ? birthdayIn(dob, month) : undefined;
      return isActive && birthday ? [{ ...person, birthday: birthday.date, turns: birthday.turns }] : [];
    });
  },
  order: ({ birthday, key }) => [birthday, ...key],
  columns: ({ text, date, count }) => [
    date('Day', ({ birthday }) => birthday),
    text('Name', 28, ({ name }) => name),
    text('Kind', 10, ({ kind }) => kind),
    count('Turns', ({ turns }) => turns, { total: false }),
    text('Phone', 14, ({ phone }) => phone),
    text('Address', 40, ({ address }) => address),
  ],
});
