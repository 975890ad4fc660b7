import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { OwnSession } from './schema.ts';
import { FIRST_PAGES } from './signing-in.ts';

/** The sessions and the second factor of the caller's own account. */
const anyRole = ['admin', 'user', 'provider', 'evv'] as const;

const password = z.string().max(500);
/** Six digits from the app, or a recovery code. */
const code = z.string().max(40);

export const listSessions = getCall(['session/list'], {
  name: 'accounts.listSessions',
  roles: anyRole,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(OwnSession),
});

/** Ends one of the caller's sessions, or with `null` all others. */
export const endOwnSession = postCall(['session/end'], {
  name: 'accounts.endOwnSession',
  roles: anyRole,
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID).nullable() }),
  output: z.strictObject({ ended: z.int() }),
});

/** Chooses whether Today opens after signing in to this account. Until then the agency's setting applies. */
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
    /** When it was switched on; null if it is off. */
    since: stampText.nullable(),
    codesLeft: z.int(),
    required: z.boolean(),
  }),
});

/** Creates a new secret, which a code of the app must confirm. An earlier unconfirmed one becomes invalid. */
export const enrolFactor = postCall(['session/enrol-second-factor'], {
  name: 'accounts.enrolFactor',
  roles: anyRole,
  effect: 'write',
  duringEnrolment: true,
  input: z.strictObject({ password }),
  output: z.strictObject({
    secret: z.string(),
    uri: z.string(),
    /** The QR code to scan: modules per side, and the dark ones as an SVG path. */
    qr: z.strictObject({ size: z.int(), path: z.string() }),
  }),
});

const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** The first code of the app switches the second factor on. The recovery codes are shown now and never again. */
export const confirmFactor = postCall(['session/confirm-second-factor'], {
  name: 'accounts.confirmFactor',
  roles: anyRole,
  effect: 'write',
  duringEnrolment: true,
  input: z.strictObject({ code }),
  output: RecoveryCodes,
});

/** Creates new recovery codes; the old ones become invalid. */
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
