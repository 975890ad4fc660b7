import { z } from 'zod';
import { fileOutput, getCall, postCall, uploadCall } from '../call.ts';
import { MAX_ID, stampText, wireInt } from '../wire.ts';
import { MOST_INK } from './ink.ts';
import { MOST_NAME } from './rules.ts';
import {
  CheckedFile,
  OwnSigning,
  ShownVisit,
  SIGNER_ROLES,
  SignedSubject,
  SigningRequest,
} from './schema.ts';

/** Signatures on care plans and visits (docs/rules/signing.md). */

const office = { roles: ['admin', 'user'] } as const;
const caregiver = { roles: ['evv'] } as const;
const id = z.int().min(1).max(MAX_ID);

/** Of a care plan, or of one visit: the newest version first. */
export const listSigning = postCall(['signing/list'], {
  name: 'signing.list',
  ...office,
  effect: 'read',
  input: SignedSubject,
  output: z.array(SigningRequest),
});

/** Asks for signatures on the record as it is now; who was asked before stays asked. */
export const askSignatures = postCall(['signing/ask'], {
  name: 'signing.ask',
  ...office,
  effect: 'write',
  creates: true,
  input: z.strictObject({
    ...SignedSubject.shape,
    roles: z.array(z.enum(SIGNER_ROLES)).min(1, 'Choose who is to sign.').max(SIGNER_ROLES.length),
  }),
  output: z.null(),
});

/** '/l/{token}': works once. One that was sent before stops working. */
export const makeSigningLink = postCall(['signing/make-link'], {
  name: 'signing.makeLink',
  ...office,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ path: z.string() }),
});

/** Takes back that somebody is to sign; a new link asks them again. */
export const withdrawSigner = postCall(['signing/withdraw'], {
  name: 'signing.withdraw',
  ...office,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});

const MOST_BYTES = 20_000_000;

/** Whether a file is as it was sealed here, by whom and when. */
export const checkFile = uploadCall(['signing/check-file'], {
  name: 'signing.checkFile',
  ...office,
  effect: 'write',
  upload: { maxBytes: MOST_BYTES, tooLarge: 'A document to be checked has at most 20 MB.' },
  input: z.strictObject({}),
  output: CheckedFile,
});

/** Care plans that wait for a signature, and who has signed visits of the last days. */
export const listOwnSigning = getCall(['signing/list-own'], {
  name: 'signing.listOwn',
  ...caregiver,
  effect: 'poll',
  input: z.strictObject({}),
  output: OwnSigning,
});

/** The care plan that is to be signed, as it was when it was asked for. */
export const printOwnRequest = getCall(['signing/print-own'], {
  name: 'signing.printOwn',
  ...caregiver,
  effect: 'read',
  input: z.strictObject({ planId: wireInt(1, MAX_ID).pipe(z.int()) }),
  output: fileOutput,
});

/** Signed on the caregiver's phone: by the caregiver, or by the client to whom it was handed. */
export const signOnPhone = postCall(['signing/sign'], {
  name: 'signing.sign',
  ...caregiver,
  effect: 'write',
  creates: true,
  input: z.strictObject({
    /** Of a care plan that was asked for; null for a visit. */
    requestId: id.nullable(),
    visitId: id.nullable(),
    /** Of a visit, and null for a care plan: what was agreed to, which the office may have changed since. */
    shown: ShownVisit.nullable(),
    role: z.enum(SIGNER_ROLES),
    name: z.string().max(MOST_NAME),
    ink: z.string().max(MOST_INK).nullable(),
    confirmed: z.boolean(),
    /** The moment by the server's clock at which it was signed; it counts when the phone sends it later. */
    at: stampText,
  }),
  output: z.null(),
});
