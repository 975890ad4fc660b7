import { isCaregiver } from '@homecare/domain/permissions.ts';
import { type Language, useLanguage } from './language.ts';
import { useSession } from './session.ts';

/** Of words that every screen shares: a caregiver's in the language of the phone, all others' in English as their other screens. */
export const useOwnLanguage = (): Language => {
  const language = useLanguage();
  return isCaregiver(useSession()?.role) ? language : 'en';
};
