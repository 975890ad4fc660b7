import { z } from 'zod';
import { stampText } from '../wire.ts';

/** A key acts like an account of the office. Caregivers and providers use their own apps. */
export const KEY_ROLES = ['admin', 'user'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** The rates on offer, in calls per minute. */
export const PACES = [60, 600, 3_000] as const;

/** State of the account of the key's maker; 'other' means it is no longer an admin's. */
export const MAKERS = ['admin', 'other', 'suspended', 'closed'] as const;

/** An API key as admins see it, without the key itself or its hash. */
export const ApiKey = z.strictObject({
  id: z.int(),
  name: z.string(),
  role: z.enum(KEY_ROLES),
  /** Names of the calls that it may make. */
  calls: z.array(z.string()),
  perMinute: z.int(),
  created: stampText,
  createdBy: z.string(),
  /** null if the account of the maker is unknown. */
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
  /** The area it belongs to, such as 'Care plans'. */
  area: z.string(),
  title: z.string(),
  effect: z.enum(['read', 'write']),
  roles: z.array(z.enum(KEY_ROLES)),
});
export type KeyCall = z.output<typeof KeyCall>;
