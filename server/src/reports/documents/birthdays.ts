import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { birthdayIn } from '@homecare/domain/reports/due.ts';
import { count, date, text } from '@homecare/domain/reports/table.ts';
import { listPeople, type PersonFact } from '../queries.ts';
import { declarePage } from './declare.ts';

interface Row extends PersonFact {
  readonly birthday: string;
  readonly turns: number;
}

/** Active people born in a month. */
export const birthdays = declarePage<Row>({
  name: 'Birthdays',
  file: 'Birthdays',
  side: 'people',
  inputs: ['month'],
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters: { month } }) => {
    const { through } = daysOfMonth(month);
    return (await listPeople(scope)).flatMap((person) => {
      const birthday =
        person.dob !== null && person.dob <= through ? birthdayIn(person.dob, month) : undefined;
      return person.cur === 'y' && birthday
        ? [{ ...person, birthday: birthday.date, turns: birthday.turns }]
        : [];
    });
  },
  layout: () => ({
    noun: ['person', 'people'],
    order: ({ birthday, key }) => [birthday, ...key],
    columns: [
      date('Day', ({ birthday }) => birthday),
      text('Name', 28, ({ name }) => name),
      text('Kind', 10, ({ kind }) => kind),
      count('Turns', ({ turns }) => turns, { total: false }),
      text('Phone', 14, ({ phone }) => phone),
      text('Address', 40, ({ address }) => address),
    ],
  }),
});
