import { z } from 'zod';
import { ROLES } from '../call.ts';

/** Session values of the login answer (specification part 1, section 7). */
export const SessionValues = z.strictObject({
  uid: z.int(),
  current_id: z.int(),
  full_name: z.string(),
  role: z.enum(ROLES),
  /** Provider id of a field employee or provider account. */
  evv_id: z.int().nullable(),
  reset_password: z.union([z.literal(0), z.literal(1)]),
});
export type SessionValues = z.output<typeof SessionValues>;
