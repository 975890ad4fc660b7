import { z } from 'zod';
import { LIMIT_RULES, LIMITS } from '../calculator/limit-rules.ts';
import { fileOutput, getCall, postCall } from '../call.ts';
import { sentWeek } from '../care-plans/contract.ts';
import { CLAIM_PROGRAMS } from '../plan-types/programs.ts';
import { dateText, MAX_ID, wireInt } from '../wire.ts';
import { AuthorizationDetail, AuthorizationList, ClientPar, ClientProgram } from './schema.ts';

const staff = { roles: ['admin', 'user'], needs: ['billing'] } as const;
/** What a payer permits, and the program that chooses its codes, is written by admins. */
const writers = { ...staff, roles: ['admin'] } as const;
const id = wireInt(1, MAX_ID).pipe(z.int());
/** A line that has no authorization. */
const lineWithout = { clientId: id.optional(), type: z.string().max(40).optional() };

export const listPars = getCall(['authorizations/list-of-client'], {
  ...staff,
  name: 'authorizations.listPars',
  effect: 'read',
  input: z.strictObject({ clientId: id }),
  output: z.array(ClientPar),
});

/** Without an id a new one. */
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

/** The newest first. */
export const listPrograms = getCall(['authorizations/list-programs'], {
  ...staff,
  name: 'authorizations.listPrograms',
  effect: 'read',
  input: z.strictObject({ clientId: id }),
  output: z.array(ClientProgram),
});

/** Without an id a new one. */
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

/** Every authorization that is not over, and each type with days that none covers; dollars for admins alone. Of one client, or of all. */
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
 * The limits that a care plan would exceed, or exceed by more than now: the form asks while it is filled in. Without `planId`
 * a new plan; `weekFrom` is the day from which the week of a stored one changes.
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
      /** Written before, for as much and as long. */
      isJustified: z.boolean(),
    }),
  ),
});

/** Why a client needs care beyond a limit that is exceeded now; kept with who wrote it and when. */
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

/** What case managers are asked for as a PDF, a chapter for each; of one case manager ('' for clients without one), or one line. */
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
