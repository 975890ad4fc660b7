import { z } from 'zod';
import { LIMIT_RULES, LIMITS } from '../calculator/limit-rules.ts';
import { fileOutput, getCall, postCall } from '../call.ts';
import { sentWeek } from '../care-plans/contract.ts';
import { CLAIM_PROGRAMS } from '../plan-types/programs.ts';
import { dateText, MAX_ID, wireInt } from '../wire.ts';
import { AuthorizationDetail, AuthorizationList, ClientPar, ClientProgram } from './schema.ts';

const staff = { roles: ['admin', 'user'], needs: ['billing'] } as const;
/** Only admins write what a payer permits and the program, which decides the codes. */
const writers = { ...staff, roles: ['admin'] } as const;
const id = wireInt(1, MAX_ID).pipe(z.int());
/** Identifies a line that has no authorization. */
const lineWithout = { clientId: id.optional(), type: z.string().max(40).optional() };

export const listPars = getCall(['authorizations/list-of-client'], {
  ...staff,
  name: 'authorizations.listPars',
  effect: 'read',
  input: z.strictObject({ clientId: id }),
  output: z.array(ClientPar),
});

/** Without an id, adds a new one. */
export const savePar = postCall(['authorizations/save'], {
  ...writers,
  name: 'authorizations.savePar',
  effect: 'write',
  creates: true,
  input: z.strictObject({
    id: z.int().min(1).max(MAX_ID).nullable(),
    clientId: id,
    type: z.string().max(40),
    number: z.string().max(60),
    from: dateText,
    through: dateText,
    units: z.int().min(1).max(1_000_000).nullable(),
    rev: z.int().min(0).max(MAX_ID).nullable(),
  }),
  output: z.strictObject({ id: z.int(), rev: z.int() }),
});

export const deletePar = postCall(['authorizations/delete'], {
  ...writers,
  name: 'authorizations.deletePar',
  effect: 'write',
  input: z.strictObject({ id, rev: z.int().min(0).max(MAX_ID) }),
  output: z.null(),
});

/** Newest first. */
export const listPrograms = getCall(['authorizations/list-programs'], {
  ...staff,
  name: 'authorizations.listPrograms',
  effect: 'read',
  input: z.strictObject({ clientId: id }),
  output: z.array(ClientProgram),
});

/** Without an id, adds a new one. */
export const saveProgram = postCall(['authorizations/save-program'], {
  ...writers,
  name: 'authorizations.saveProgram',
  effect: 'write',
  creates: true,
  input: z.strictObject({
    id: z.int().min(1).max(MAX_ID).nullable(),
    clientId: id,
    from: dateText,
    program: z.enum(CLAIM_PROGRAMS),
    name: z.string().max(200).nullable(),
    rev: z.int().min(0).max(MAX_ID).nullable(),
  }),
  output: z.strictObject({ id: z.int(), rev: z.int() }),
});

export const deleteProgram = postCall(['authorizations/delete-program'], {
  ...writers,
  name: 'authorizations.deleteProgram',
  effect: 'write',
  input: z.strictObject({ id, rev: z.int().min(0).max(MAX_ID) }),
  output: z.null(),
});

/** Every authorization that is not over, and every type with days that none covers, for one client or for all. Only admins get dollars. */
export const listAuthorizations = getCall(['authorizations/list'], {
  ...staff,
  name: 'authorizations.list',
  effect: 'read',
  input: z.strictObject({ clientId: id.optional() }),
  output: AuthorizationList,
});

export const getAuthorization = getCall(['authorizations/get'], {
  ...staff,
  name: 'authorizations.get',
  effect: 'read',
  input: z.strictObject({ id }),
  output: AuthorizationDetail,
});

/**
 * The limits that a care plan would exceed, or exceed by more than now. The form asks while it is filled in. Without
 * `planId` it is a new plan; `weekFrom` is the day from which the week of a stored plan changes.
 */
export const previewPlan = postCall(['authorizations/preview-plan'], {
  ...staff,
  name: 'authorizations.previewPlan',
  effect: 'read',
  input: z.strictObject({
    planId: z.int().min(1).max(MAX_ID).nullable(),
    providerId: z.int().min(1).max(MAX_ID),
    clientId: z.int().min(1).max(MAX_ID),
    type: z.string().max(40),
    from: dateText,
    through: dateText.nullable(),
    excluded: dateText.nullable(),
    coversPlanId: z.int().min(1).max(MAX_ID).nullable(),
    weekFrom: dateText.nullable(),
    week: sentWeek,
  }),
  output: z.array(
    z.strictObject({
      limit: z.enum(LIMITS),
      rule: z.enum(LIMIT_RULES),
      text: z.string(),
      /** There already is a justification for this much and this long. */
      isJustified: z.boolean(),
    }),
  ),
});

/** Saves why a client needs care beyond a limit that is exceeded now, with who wrote it and when. */
export const justify = postCall(['authorizations/justify'], {
  ...staff,
  name: 'authorizations.justify',
  effect: 'write',
  creates: true,
  input: z.strictObject({
    id: z.int().min(1).max(MAX_ID),
    limit: z.enum(LIMITS),
    text: z.string().max(4000),
  }),
  output: z.strictObject({ id: z.int() }),
});

/** The requests to case managers as a PDF, one chapter each; or those of one case manager ('' for clients without one), or of one line. */
export const printRequests = getCall(['authorizations/print-requests'], {
  ...staff,
  name: 'authorizations.printRequests',
  effect: 'read',
  input: z.strictObject({ caseManager: z.string().max(200).optional(), id: id.optional(), ...lineWithout }),
  output: fileOutput,
});

/** The same by e-mail to one case manager. */
export const sendRequests = postCall(['authorizations/send-requests'], {
  ...staff,
  name: 'authorizations.sendRequests',
  effect: 'write',
  creates: true,
  input: z.strictObject({
    caseManager: z.string().min(1).max(200),
    id: z.int().min(1).max(MAX_ID).nullable(),
    ...lineWithout,
  }),
  output: z.strictObject({ messageId: z.int() }),
});
