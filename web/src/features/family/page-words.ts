import { addDays, sayTime, showDate, todayIn } from '@homecare/domain/calendar.ts';
import { inSpanish } from '@homecare/domain/family/spanish.ts';
import { type Language, useLanguage } from '../../platform/language.ts';
import { en, type FamilyWords } from './page-en.ts';
import { es } from './page-es.ts';

interface Spoken {
  readonly words: FamilyWords;
  /** A refusal of the rules or the server, in the same language where it is known. */
  readonly translate: (sentence: string) => string;
}

const SPOKEN: Readonly<Record<Language, Spoken>> = {
  en: { words: en, translate: (sentence) => sentence },
  es: { words: es, translate: inSpanish },
};

export const useFamilyWords = () => SPOKEN[useLanguage()];

/** 'Today', 'Tomorrow', 'Fri 11-27-2026'. */
export const dayWords = (words: FamilyWords, date: string, zone: string) => {
  const today = todayIn(zone, Temporal.Now.instant()).toString();
  if (date === today) return words.today;
  if (date === addDays(today, 1)) return words.tomorrow;
  return `${words.weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? ''} ${showDate(date)}`;
};

/** '8:00 AM – 10:00 AM', as the language writes it. */
export const spanWords = (
  words: FamilyWords,
  { start, end }: { readonly start: string; readonly end: string },
) => words.clock(`${sayTime(start)} – ${sayTime(end)}`);
