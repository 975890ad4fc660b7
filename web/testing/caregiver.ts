import { keepSession } from '../src/platform/session.ts';

/** A caregiver on their phone. */
export const signInCaregiver = (uid = 5) =>
  keepSession(
    {
      uid,
      current_id: uid,
      full_name: 'Tigist Bekele',
      role: 'evv',
      evv_id: 3,
      reset_password: 0,
      first_page: 'people',
    },
    'evv',
    'demo',
  );
