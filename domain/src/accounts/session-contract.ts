import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { OwnSession } from './schema.ts';
import { FIRST_PAGES } from './signing-in.ts';

/** Of the own account: its sessions and its second factor. */
const anyRole = ['admin', 'user', 'provider', 'evv'] as const;

const password = z.string().max(500);
/** Six digits of the app, or a recovery code. */
const code = z.string().max(40);

export const listSessions = getCall(['session/list'], {
  name: 'accounts.listSessions',
  roles: anyRole,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(OwnSession),
});

/** Ends one of the own sessions; `null` all but this one. */
export const endOwnSession = postCall(['session/end'], {
  name: 'accounts.endOwnSession',
  roles: anyRole,
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID).nullable() }),
  output: z.strictObject({ ended: z.int() }),
});

/** Whether Today opens after signing in, for the own account; until it is chosen the agency's setting counts. */
export const chooseFirstPage = postCall(['session/choose-first-page'], {
  name: 'accounts.chooseFirstPage',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ first_page: z.enum(FIRST_PAGES) }),
  output: z.null(),
});

export const getFactor = getCall(['session/second-factor'], {
  name: 'accounts.getFactor',
  roles: anyRole,
  effect: 'read',
  duringEnrolment: true,
  input: z.strictObject({}),
  output: z.strictObject({
    /** Since when it is on. */
    since: stampText.nullable(),
    codesLeft: z.int(),
    required: z.boolean(),
  }),
});

/** A new secret, to be confirmed by a code of the app; an unconfirmed one before it ends. */
export const enrolFactor = postCall(['session/enrol-second-factor'], {
  name: 'accounts.enrolFactor',
  roles: anyRole,
  effect: 'write',
  duringEnrolment: true,
  input: z.strictObject({ password }),
  output: z.strictObject({
    secret: z.string(),
    uri: z.string(),
    /** The code to scan: modules a side, and the dark ones as the path of a drawing. */
    qr: z.strictObject({ size: z.int(), path: z.string() }),
  }),
});

const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** The first code of the app turns the second factor on. The recovery codes are shown here and never again. */
export const confirmFactor = postCall(['session/confirm-second-factor'], {
  name: 'accounts.confirmFactor',
  roles: anyRole,
  effect: 'write',
  duringEnrolment: true,
  input: z.strictObject({ code }),
  output: RecoveryCodes,
});

/** New recovery codes; the old ones end. */
export const renewCodes = postCall(['session/renew-recovery-codes'], {
  name: 'accounts.renewCodes',
  roles: anyRole,
  effect: 'write',
  input: z.strictObject({ password, code }),
  output: RecoveryCodes,
});

export const removeFactor = postCall(['session/remove-second-factor'], {
  name: 'accounts.removeFactor',
  roles: anyRole,
  effect: 'write',
  input: z.strictObject({ password, code }),
  output: z.null(),
});
