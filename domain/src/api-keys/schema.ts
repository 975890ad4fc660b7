import { z } from 'zod';
import { stampText } from '../wire.ts';

/** A key works as an account of the office does: caregivers and providers have programs of their own. */
export const KEY_ROLES = ['admin', 'user'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** How many calls a key may make in a minute. */
export const PACES = [60, 600, 3_000] as const;

/** What became of the account of the person who made a key; 'other': it is no admin's any more. */
export const MAKERS = ['admin', 'other', 'suspended', 'closed'] as const;

/** A key of another program, as admins see it; never the key itself, nor the hash of it. */
export const ApiKey = z.strictObject({
  id: z.int(),
  name: z.string(),
  role: z.enum(KEY_ROLES),
  /** Names of the calls that it may make. */
  calls: z.array(z.string()),
  perMinute: z.int(),
  created: stampText,
  createdBy: z.string(),
  /** null: nobody knows which account it was. */
  maker: z.enum(MAKERS).nullable(),
  expires: stampText,
  lastUsed: stampText.nullable(),
  revoked: stampText.nullable(),
  revokedBy: z.string().nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

/** A call that keys may be made for. */
export const KeyCall = z.strictObject({
  name: z.string(),
  /** What it belongs to, such as 'Care plans'. */
  area: z.string(),
  title: z.string(),
  effect: z.enum(['read', 'write']),
  roles: z.array(z.enum(KEY_ROLES)),
});
export type KeyCall = z.output<typeof KeyCall>;
