import { inSpanish } from '@homecare/domain/accounts/spanish.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import { type Language, useLanguage } from '../../platform/language.ts';
import { useSession } from '../../platform/session.ts';
import { type AccountWords, en } from './en.ts';
import { es } from './es.ts';

export type { AccountWords } from './en.ts';

interface Spoken {
  readonly words: AccountWords;
  /** A refusal of the rules or the server, in the same language where it is known. */
  readonly said: (message: string) => string;
}
const SPOKEN: Readonly<Record<Language, Spoken>> = {
  en: { words: en, said: (message) => message },
  es: { words: es, said: inSpanish },
};

/** Of the own account: a caregiver's in the language of the phone, all others' in English as their other screens. */
export const useAccountWords = (): Spoken => {
  const language = useLanguage();
  return SPOKEN[isCaregiver(useSession()?.role) ? language : 'en'];
};

/** Of the sign-in page: nobody is known yet, so the language of the phone or browser. */
export const useSignInWords = (): Spoken => SPOKEN[useLanguage()];
