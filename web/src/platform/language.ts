import { useEffect } from 'react';
import { createStore } from './store.ts';

/** Languages of the caregiver's screens and of the sign-in page, with their own names. */
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

/** Whether a language was chosen on this device. */
export const isLanguageChosen = () => isLanguage(localStorage.getItem(KEY));

/** undefined until one is chosen on this page. */
const language = createStore<Language | undefined>(undefined);

export const currentLanguage = () => language.get() ?? chosen();

/** The choice stays on this device, even after signing out. */
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

/** Sets the language of the document while the caregiver's screen is open. */
export const usePageLanguage = (language: Language) =>
  useEffect(() => {
    document.documentElement.lang = language;
    return () => {
      document.documentElement.lang = 'en';
    };
  }, [language]);
