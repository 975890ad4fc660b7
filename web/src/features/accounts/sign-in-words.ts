import { inSpanish } from '@homecare/domain/accounts/spanish.ts';
import { type Language, useLanguage } from '../../platform/language.ts';
import { signIn as en, type SignInWords } from './sign-in-en.ts';
import { signIn as es } from './sign-in-es.ts';

export interface Spoken<W> {
  readonly words: W;
  /** Translates a refusal of the rules or the server, if a translation is known. */
  readonly translate: (message: string) => string;
}

const SPOKEN: Readonly<Record<Language, Spoken<SignInWords>>> = {
  en: { words: en, translate: (message) => message },
  es: { words: es, translate: inSpanish },
};

/** Texts of the sign-in page, in the language of the phone or browser because the user is not known yet. */
export const useSignInWords = () => SPOKEN[useLanguage()];
