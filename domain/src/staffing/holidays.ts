import { showDate } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import type { Holiday } from './holiday-contract.ts';

/** Holidays of the agency, which the office is told about before it sends somebody. */

const MOST_CHARACTERS = 60;
const [EARLIEST, LATEST] = ['2000-01-01', '2100-01-01'];

export const tidyHolidays = (holidays: readonly Holiday[]): Holiday[] =>
  holidays
    .map(({ day, name }) => ({ day, name: name.trim() }))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));

const nameFault = (name: string) => {
  if (name === '') return 'Enter a name, such as Thanksgiving.';
  return name.length > MOST_CHARACTERS ? `Enter at most ${MOST_CHARACTERS} characters.` : undefined;
};

/** What is wrong with tidied holidays, each fault at its field. */
export const checkHolidays = (holidays: readonly Holiday[]): FieldError[] =>
  holidays.flatMap(({ day, name }, at) => {
    const isTwice = holidays[at - 1]?.day === day;
    const dayFault =
      day < EARLIEST || day > LATEST
        ? 'Enter a day between 01-01-2000 and 01-01-2100.'
        : isTwice
          ? 'This day is a holiday already.'
          : undefined;
    return [
      { field: `holidays.${at}.day`, message: dayFault },
      { field: `holidays.${at}.name`, message: nameFault(name) },
    ].flatMap(({ field, message }) => (message === undefined ? [] : [{ field, message }]));
  });

/** '11-26-2026 is a holiday: Thanksgiving'; undefined on other days. */
export const sayHoliday = (holidays: readonly Holiday[], date: string): string | undefined => {
  const found = holidays.find(({ day }) => day === date);
  return found && `${showDate(date)} is a holiday: ${found.name}`;
};
