import { z } from 'zod';
import { commandCall, open } from '../call.ts';
import { command } from '../wire.ts';
import { SignedIn } from './schema.ts';

/** The one call of the sign-in page, which is shown before the application is there. */

/**
 * `site` counts only on a host that is marked as a picker (docs/rules/accounts.md, rule 2). An account with a second factor
 * also needs `code`: without it the answer is 401 with `code` as the field that is missing.
 */
export const login = commandCall('login', {
  name: 'accounts.login',
  roles: open('nobody is signed in yet'),
  effect: 'write',
  refusals: ['codeRequired', 'codeRejected', 'passkeyRequired'],
  input: command(
    z.strictObject({
      user: z.string().max(200),
      pass: z.string().max(500),
      code: z.string().max(40).optional(),
      site: z.string().max(100).optional(),
    }),
  ),
  output: SignedIn,
});
