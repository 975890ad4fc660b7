import { inSpanish } from '@homecare/domain/accounts/spanish.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import { type Language, useLanguage } from '../../platform/language.ts';
import { useSession } from '../../platform/session.ts';
import { type AccountWords, en } from './en.ts';
import { es } from './es.ts';
import type { Spoken } from './sign-in-words.ts';

export type { AccountWords } from './en.ts';

const SPOKEN: Readonly<Record<Language, Spoken<AccountWords>>> = {
  en: { words: en, translate: (message) => message },
  es: { words: es, translate: inSpanish },
};

/** Of the own account: a caregiver's in the language of the phone, all others' in English as their other screens. */
export const useAccountWords = (): Spoken<AccountWords> => {
  const language = useLanguage();
  return SPOKEN[isCaregiver(useSession()?.role) ? language : 'en'];
};
