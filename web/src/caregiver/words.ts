import { showDate } from '@homecare/domain/calendar.ts';
import { currentLanguage, type Language, useLanguage } from '../platform/language.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';

export type { Words } from './en.ts';

const WORDS: Readonly<Record<Language, Words>> = { en, es };

export const currentWords = (): Words => WORDS[currentLanguage()];

export const useWords = (): Words => WORDS[useLanguage()];

/** 'Fri 11-20-2026'. */
export const dayWords = (words: Words, date: string) => `${weekdayWord(words, date)} ${showDate(date)}`;

/** 'Tue 11-24', for narrow spaces. */
export const shortDayWords = (words: Words, date: string) => `${weekdayWord(words, date)} ${date.slice(5)}`;

const weekdayWord = ({ weekdays }: Words, date: string) =>
  weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? '';
