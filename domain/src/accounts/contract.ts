import { z } from 'zod';
import { commandCall, open, postCall, ROLES } from '../call.ts';
import { command, wireBool, wireInt, wireText } from '../wire.ts';
import { SessionValues } from './schema.ts';

const anyRole = ['admin', 'user', 'provider', 'evv'] as const;

/** `site` counts only on a host that is marked as a picker (wire-contract, Common rules). */
export const login = commandCall('login', {
  name: 'accounts.login',
  roles: open('nobody is signed in yet'),
  effect: 'write',
  input: command(
    z.strictObject({
      user: z.string().max(200),
      pass: z.string().max(500),
      site: z.string().max(100).optional(),
    }),
  ),
  output: SessionValues,
});

export const logout = commandCall('logout', {
  name: 'accounts.logout',
  roles: anyRole,
  effect: 'write',
  duringReset: true,
  input: command(z.strictObject({})),
  output: z.null(),
});

/**
 * The own password: while the reset flag is 1, or with the current one in `oldPassword`. The account is always the
 * caller's. Setting another account's password comes with the account screens.
 */
export const changeOwnPassword = commandCall('user_update', {
  name: 'accounts.changeOwnPassword',
  roles: anyRole,
  effect: 'write',
  duringReset: true,
  input: command(
    z.strictObject({
      password: z.string().max(500),
      oldPassword: z.string().max(500).optional(),
      resetPassword: wireBool.optional(),
    }),
  ),
  output: z.null(),
});

/** Real input in the browser keeps the session alive; polls never do (R7). Answers the session values and its limits. */
export const touchSession = postCall(['session/touch'], {
  name: 'accounts.touchSession',
  roles: anyRole,
  effect: 'write',
  duringReset: true,
  input: z.strictObject({}),
  output: SessionValues.extend({ idleMinutes: z.int(), site: z.string(), login: z.string() }),
});

/**
 * A new login with a temporary password, which its owner must change. Role user may create accounts of role evv that are tied
 * to a provider, on premium sites. Initials come from the full name.
 */
export const insertAccount = commandCall('user_insert', {
  name: 'accounts.insertAccount',
  roles: ['admin', 'user'],
  effect: 'write',
  creates: true,
  input: command(
    z.strictObject({
      login: z.string().max(200),
      password: z.string().max(500),
      full_name: z.string().max(200),
      role: z.enum(ROLES),
      provider_id: wireInt(1).optional(),
      email: wireText(200).optional(),
      phone: wireText(20).optional(),
      Initials: wireText(20).optional(),
      resetPassword: wireBool.optional(),
    }),
  ),
  output: z.null(),
});
