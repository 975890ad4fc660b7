import { z } from 'zod';
import { commandCall, getCall, postCall, ROLES } from '../call.ts';
import { MAX_MAIL, MAX_SUBJECT } from '../messaging/rules.ts';
import { CHANNELS } from '../messaging/schema.ts';
import { command, filtered, MAX_ID, rev, wireBool, wireInt, wireText } from '../wire.ts';
import { Account, ProviderAccount } from './schema.ts';

/**
 * Changes the caller's own password while the reset flag is 1, or with the current one in `oldPassword`. With the id of
 * another account, sets a temporary password for it; admins may do that for anybody, role user only for providers' EVV
 * accounts on premium sites.
 */
export const updateAccount = commandCall('user_update', {
  name: 'accounts.updateAccount',
  roles: ROLES,
  effect: 'write',
  duringReset: true,
  input: command(
    z.strictObject({
      password: z.string().max(500),
      oldPassword: z.string().max(500).optional(),
      resetPassword: wireBool.optional(),
      rev,
    }),
  ),
  output: z.null(),
});

/**
 * Creates a login with a temporary password, which its owner must change. Role user may create accounts of role evv tied to
 * a provider, on premium sites. Initials are derived from the full name.
 */
export const insertAccount = commandCall('user_insert', {
  name: 'accounts.insertAccount',
  roles: ['admin', 'user'],
  effect: 'write',
  creates: true,
  refusals: ['loginTaken'],
  input: command(
    z.strictObject({
      login: z.string().max(200),
      password: z.string().max(500),
      full_name: z.string().max(200),
      role: z.enum(ROLES),
      provider_id: wireInt(1).optional(),
      /** A copy of the role, which only admins can give. */
      custom_role: wireInt(1).optional(),
      email: wireText(200).optional(),
      phone: wireText(20).optional(),
      Initials: wireText(20).optional(),
      resetPassword: wireBool.optional(),
    }),
  ),
  output: z.null(),
});

/** Active accounts with a login; empty if the login is free. For accounts that role user may not manage, it learns only that they exist. */
export const getAccounts = commandCall('user_get', {
  name: 'accounts.getAccounts',
  roles: ['admin', 'user'],
  effect: 'read',
  input: filtered({ login: { ops: ['='], value: z.string().min(1).max(200) } }),
  output: z.array(z.union([Account, z.strictObject({ login: z.string() })])),
});

/** Deactivates an account. Its sessions end at once, and the login can be reused. */
export const deleteAccount = commandCall('user_delete', {
  name: 'accounts.deleteAccount',
  roles: ['admin'],
  effect: 'write',
  input: command(z.strictObject({ rev })),
  output: z.null(),
});

export const listAccounts = getCall(
  ['modules/getUsers.php', 'getUsers.php', 'modules/getUsersList.php', 'getUsersList.php'],
  {
    name: 'accounts.listAccounts',
    roles: ['admin'],
    effect: 'read',
    input: z.strictObject({}),
    output: z.array(Account),
  },
);

/** Active providers, with their EVV account if they have one. */
export const listProviderAccounts = getCall(['accounts/list-provider-accounts'], {
  name: 'accounts.listProviderAccounts',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(ProviderAccount),
});

const id = z.int().min(1).max(MAX_ID);

/** Queues a message to the provider of an account, with a link with which they can choose a password once. */
export const sendPasswordLink = postCall(['accounts/send-password-link'], {
  name: 'accounts.sendPasswordLink',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'write',
  creates: true,
  input: z.strictObject({
    id,
    channel: z.enum(CHANNELS),
    subject: z.string().max(MAX_SUBJECT * 2),
    text: z.string().max(MAX_MAIL * 2),
  }),
  output: z.null(),
});

const managed = { id, rev: z.int().min(0) };

/**
 * Changes login, full name or role. A new login or name keeps sessions open; another role ends them. `provider_id` applies
 * to role provider.
 */
export const saveAccount = postCall(['accounts/save-account'], {
  name: 'accounts.saveAccount',
  roles: ['admin'],
  effect: 'write',
  refusals: ['loginTaken'],
  input: z.strictObject({
    ...managed,
    login: z.string().max(200),
    full_name: z.string().max(200),
    role: z.enum(ROLES),
    provider_id: z.int().min(1).max(MAX_ID).nullable(),
    /** A copy of the role; null or missing for the role itself. */
    custom_role: z.int().min(1).max(MAX_ID).nullable().optional(),
  }),
  output: z.null(),
});

/** Prevents signing in with the account until it is resumed, and ends its sessions at once. */
export const suspendAccount = postCall(['accounts/suspend'], {
  name: 'accounts.suspendAccount',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject(managed),
  output: z.null(),
});

export const resumeAccount = postCall(['accounts/resume'], {
  name: 'accounts.resumeAccount',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject(managed),
  output: z.null(),
});

/** Ends every session of another account. */
export const endSessionsOf = postCall(['accounts/end-sessions'], {
  name: 'accounts.endSessionsOf',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ ended: z.int() }),
});

/** Removes the second factor of an account whose owner has lost it. */
export const removeFactorOf = postCall(['accounts/remove-second-factor'], {
  name: 'accounts.removeFactorOf',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});

/** Whether admins and users must have a second factor. */
export const getFactorRule = getCall(['accounts/get-second-factor-rule'], {
  name: 'accounts.getFactorRule',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ required: z.boolean() }),
});

export const setFactorRule = postCall(['accounts/set-second-factor-rule'], {
  name: 'accounts.setFactorRule',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({ required: z.boolean() }),
  output: z.null(),
});
