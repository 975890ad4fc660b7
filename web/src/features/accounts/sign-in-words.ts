import { inSpanish } from '@homecare/domain/accounts/spanish.ts';
import { type Language, useLanguage } from '../../platform/language.ts';
import { signIn as en, type SignInWords } from './sign-in-en.ts';
import { signIn as es } from './sign-in-es.ts';

export interface Spoken<W> {
  readonly words: W;
  /** A refusal of the rules or the server, in the same language where it is known. */
  readonly translate: (message: string) => string;
}

const SPOKEN: Readonly<Record<Language, Spoken<SignInWords>>> = {
  en: { words: en, translate: (message) => message },
  es: { words: es, translate: inSpanish },
};

/** Of the sign-in page: nobody is known yet, so the language of the phone or browser. */
export const useSignInWords = () => SPOKEN[useLanguage()];
