import { useEffect } from 'react';
import { createStore } from './store.ts';

/** Languages of the caregiver's screen and of signing in, by their own names. */
const NAMES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof NAMES;
const KEY = 'language';

const isLanguage = (text: string | null | undefined): text is Language => text === 'en' || text === 'es';

const chosen = (): Language => {
  const kept = localStorage.getItem(KEY);
  const browser = navigator.language?.slice(0, 2).toLowerCase();
  if (isLanguage(kept)) return kept;
  return isLanguage(browser) ? browser : 'en';
};

/** Whether somebody has chosen one on this device. */
export const isLanguageChosen = () => isLanguage(localStorage.getItem(KEY));

/** undefined: nothing was chosen since the page was opened. */
const language = createStore<Language | undefined>(undefined);

export const currentLanguage = () => language.get() ?? chosen();

/** The choice stays on this phone, also after signing out. */
export const chooseLanguage = (next: Language) => {
  localStorage.setItem(KEY, next);
  language.set(next);
};

export const useLanguage = () => {
  language.use();
  return currentLanguage();
};

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'es' : 'en');
export const nameOf = (language: Language) => NAMES[language];

/** The page says which language it speaks while the employee screen is open. */
export const usePageLanguage = (language: Language) =>
  useEffect(() => {
    document.documentElement.lang = language;
    return () => {
      document.documentElement.lang = 'en';
    };
  }, [language]);
