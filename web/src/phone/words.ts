import { showDate } from '@homecare/domain/calendar.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { en, type Words } from './en.ts';
import { es } from './es.ts';

export type { Words } from './en.ts';

const LANGUAGES = { en, es } as const;
export type Language = keyof typeof LANGUAGES;
const KEY = 'language';

const isLanguage = (text: string | null | undefined): text is Language => text === 'en' || text === 'es';

const chosen = (): Language => {
  const kept = localStorage.getItem(KEY);
  const browser = navigator.language?.slice(0, 2).toLowerCase();
  if (isLanguage(kept)) return kept;
  return isLanguage(browser) ? browser : 'en';
};

let language: Language | undefined;
const listeners = new Set<() => void>();
const current = () => {
  language ??= chosen();
  return language;
};

/** The choice stays on this phone, also after signing out. */
export const chooseLanguage = (next: Language) => {
  localStorage.setItem(KEY, next);
  language = next;
  for (const listener of listeners) listener();
};

export const currentWords = (): Words => LANGUAGES[current()];

export const useLanguage = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);

export const useWords = (): Words => LANGUAGES[useLanguage()];
export const otherLanguage = (language: Language): Language => (language === 'en' ? 'es' : 'en');
export const nameOf = (language: Language) => LANGUAGES[language].language;

/** The page says which language it speaks while the employee screen is open. */
export const usePageLanguage = (language: Language) =>
  useEffect(() => {
    document.documentElement.lang = language;
    return () => {
      document.documentElement.lang = 'en';
    };
  }, [language]);

/** Fri 11-20-2026 */
export const dayWords = (words: Words, date: string) =>
  `${words.weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? ''} ${showDate(date)}`;
