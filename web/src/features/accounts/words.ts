import { inSpanish } from '@homecare/domain/accounts/spanish.ts';
import type { Language } from '../../platform/language.ts';
import { useOwnLanguage } from '../../platform/own-language.ts';
import { type AccountWords, en } from './en.ts';
import { es } from './es.ts';
import type { Spoken } from './sign-in-words.ts';

export type { AccountWords } from './en.ts';

const SPOKEN: Readonly<Record<Language, Spoken<AccountWords>>> = {
  en: { words: en, translate: (message) => message },
  es: { words: es, translate: inSpanish },
};

/** Texts about the user's own account. */
export const useAccountWords = (): Spoken<AccountWords> => SPOKEN[useOwnLanguage()];
