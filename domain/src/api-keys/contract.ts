import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { dateText, MAX_ID } from '../wire.ts';
import { ApiKey, KEY_ROLES, KeyCall, PACES } from './schema.ts';

const admin = { roles: ['admin'] } as const;

/** All keys ever made, including those that no longer work. */
export const listApiKeys = getCall(['api-keys/list'], {
  name: 'apiKeys.list',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(ApiKey),
});

/** The calls that a key may be made for. */
export const listKeyCalls = getCall(['api-keys/list-calls'], {
  name: 'apiKeys.listCalls',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(KeyCall),
});

/**
 * Makes a key and answers it; it is never shown again. An `Idempotency-Key` is not supported, because storing the answer
 * would store the key.
 */
export const makeApiKey = postCall(['api-keys/make'], {
  name: 'apiKeys.make',
  ...admin,
  effect: 'write',
  input: z.strictObject({
    name: z.string().max(200),
    role: z.enum(KEY_ROLES),
    calls: z.array(z.string().max(100)).max(2_000),
    perMinute: z.literal(PACES),
    /** The last day on which the key works. */
    expires: dateText,
  }),
  output: z.strictObject({ key: z.string() }),
  creates: true,
});

/** Revokes a key with immediate effect. */
export const revokeApiKey = postCall(['api-keys/revoke'], {
  name: 'apiKeys.revoke',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID) }),
  output: z.null(),
});
