import { z } from 'zod';
import { commandCall, open, postCall, ROLES } from '../call.ts';
import { command } from '../wire.ts';
import { SignedIn } from './schema.ts';

/** The call of the sign-in page, which is loaded before the application, and the calls that keep and end the session. */

/**
 * `site` only counts on a host that is a picker (docs/rules/accounts.md, rule 2). An account with a second factor also needs
 * `code`; without it the answer is 401, naming `code` as the missing field.
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

export const logout = commandCall('logout', {
  name: 'accounts.logout',
  roles: ROLES,
  effect: 'write',
  duringReset: true,
  input: command(z.strictObject({})),
  output: z.null(),
});

/** Keeps the session alive after real input in the browser, which polls never do. Returns the session values and its limits. */
export const touchSession = postCall(['session/touch'], {
  name: 'accounts.touchSession',
  roles: ROLES,
  effect: 'write',
  duringReset: true,
  input: z.strictObject({}),
  output: SignedIn.extend({ idleMinutes: z.int(), site: z.string(), login: z.string() }),
});
