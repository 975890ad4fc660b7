import type { Notice } from './schema.ts';

/** 'Case manager date' of 'Case Manager Date', as a sentence has it; 'DL/ID' and 'CAPS' keep their capitals. */
export const inSentence = (label: string): string =>
  label.replace(/(?<= )[A-Z][a-z]+/g, (word) => word.toLowerCase());

/** '12-05': of a day that is not far away. */
export const monthAndDay = (day: string): string => day.slice(5);

type Said = Pick<Notice, 'text' | 'day'>;

/** Whether the words of a notice end with its day: it is not said a second time beside them. */
export const saysDay = ({ text, day }: Said): boolean =>
  day !== null && text.endsWith(` ${monthAndDay(day)}`);

/** The words where the day has a place of its own: 'Home visit due', 'Birthday'. */
export const withoutDay = ({ text, day }: Said): string =>
  saysDay({ text, day }) ? text.replace(/( on)? \d\d-\d\d$/, '') : text;
