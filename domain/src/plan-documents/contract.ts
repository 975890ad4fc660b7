import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { MAX_ID, monthText, stampText, wireBool, wireInt } from '../wire.ts';

/** Printed care plans, timesheets and service orders (docs/rules/plan-documents.md, rule 1). */

export const SELECT_DATE = 'Error: Select care plan date';
export const NO_PROVIDER = "Error: Can't find provider";
export const NOT_CREATED = "Error: Can't create Timesheet";
/** Said after NOT_CREATED: the link could be opened by nobody. */
export const NO_BIRTH_DATE =
  'The provider has no date of birth on record: the link asks for its year. Enter it on the record first.';
export const MESSAGE_SENT = 'Success: Message send.';
export const LINK_REVOKED = 'Success: Link revoked';

/** Plans of one request; more are asked for by the list's filter. */
export const MAX_PLANS = 500;

const pathsOf = (file: string) =>
  [
    `CP_TS_generator/${file}.php`,
    `modules/CP_TS_generator/${file}.php`,
    `${file}.php`,
    `modules/${file}.php`,
  ] as const;

const planId = wireInt(1, MAX_ID).pipe(z.int());

/** '12,15', '[12,15]' or a list; each plan once. */
const planIds = z.preprocess(
  (value) => {
    if (value === '' || value === null || value === undefined) return undefined;
    const list = typeof value === 'string' ? value.replace(/^\[|\]$/g, '').split(',') : value;
    return Array.isArray(list)
      ? list.map((one) => (typeof one === 'string' ? Number(one.trim() || 'x') : one))
      : list;
  },
  z
    .array(z.int('numbers of care plans, parted by commas.').min(1).max(MAX_ID))
    .min(1, 'no care plan is named.')
    .max(MAX_PLANS, `at most ${MAX_PLANS} care plans at once.`)
    .transform((ids) => [...new Set(ids)])
    .optional(),
);

/** Initials of an older client: accepted and ignored, the session's are printed. */
const who = z.unknown().optional();
/** Absent or 0 prints; 1 is another call, which keeps a copy and makes a link. */
const printed = z.enum(['', '0']).optional();
/** A key of the screen's making, by which it asks how far a bulk file is. */
const run = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .optional();

/** `month` alone may be YYYY-MM. */
const period = {
  year: wireInt(1900, 9999).optional(),
  month: z.union([z.int(), z.string().max(10)]).nullish(),
};
const filter = {
  /** The plan's language group; empty is All. */
  group: z.string().max(100).default(''),
  /** 1 excluded, 0 not excluded, empty or all: both. */
  excluded: z.preprocess(
    (v) => (v === '' || v === undefined || v === null ? 'all' : String(v)),
    z.enum(['all', '0', '1']),
  ),
  /** Temporary plans too (switch Show All Temp). */
  showTemp: wireBool.default(false),
  run,
};
const flags = {
  /** The covid list: temporary plans alone, marked as such. */
  covidts: wireBool.default(false),
  /** Planned times in small print. */
  timeNeeded: wireBool.default(false),
  /** A monthly report page after the second half. */
  mreport: wireBool.default(false),
};

export const printCarePlan = getCall(pathsOf('CP_Personal'), {
  name: 'planDocuments.printCarePlan',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: z.strictObject({ id: planId.optional(), ids: planIds, who, save: printed, run }),
  output: fileOutput,
});

export const printTimesheet = getCall(pathsOf('TS_Personal'), {
  name: 'planDocuments.printTimesheet',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: z.strictObject({
    id: planId.optional(),
    ids: planIds,
    ...period,
    ...flags,
    ...filter,
    who,
    save: printed,
  }),
  output: fileOutput,
});

const orderCall = (file: 'ServiceOrder' | 'ServiceOrderCP' | 'ServiceOrderTS') =>
  getCall(pathsOf(file), {
    name: `planDocuments.print${file}`,
    roles: ['admin', 'user'],
    effect: 'read',
    input: z.strictObject({ ids: planIds, ...period, ...flags, ...filter, who }),
    output: fileOutput,
  });

/** Care plans plus timesheets. */
export const printServiceOrder = orderCall('ServiceOrder');
/** All monthly care plans. */
export const printServiceOrderCP = orderCall('ServiceOrderCP');
/** Timesheets only. */
export const printServiceOrderTS = orderCall('ServiceOrderTS');

/** '/l/{token}': good for 30 days. */
const SavedLink = z.strictObject({ path: z.string() });

/** `save=1` of the two documents: keeps a copy and makes a send link; never by a navigation. */
const save = z.literal('1');

export const saveCarePlan = getCall(['plan-documents/save-care-plan', ...pathsOf('CP_Personal')], {
  name: 'planDocuments.saveCarePlan',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ id: planId, who, save }),
  output: SavedLink,
});

export const saveTimesheet = getCall(['plan-documents/save-timesheet', ...pathsOf('TS_Personal')], {
  name: 'planDocuments.saveTimesheet',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ id: planId, ...period, ...flags, ...filter, who, save }),
  output: SavedLink,
});

/** How far a bulk file is; 'waiting' as long as the server has not heard of it. */
export const readProgress = postCall(['plan-documents/read-progress'], {
  name: 'planDocuments.readProgress',
  roles: ['admin', 'user'],
  effect: 'poll',
  input: z.strictObject({ run: z.string().regex(/^[\w-]{16,64}$/) }),
  output: z.strictObject({
    state: z.enum(['waiting', 'drawing', 'done', 'failed', 'cancelled']),
    done: z.int(),
    total: z.int(),
    pages: z.int(),
    /** Why it failed. */
    info: z.string().nullable(),
  }),
});

/** A care plan and a timesheet; a care plan and a visit with their signatures, sealed. */
export const DOCUMENT_KINDS = ['CP', 'TS', 'SP', 'SV'] as const;

export const SentLink = z.strictObject({
  id: z.int(),
  state: z.enum(['open', 'expired', 'revoked', 'locked', 'ended']),
  expires: stampText,
  opened: z.int(),
  lastOpened: stampText.nullable(),
  wrong: z.int(),
});

export const SavedDocument = z.strictObject({
  id: z.int(),
  kind: z.enum(DOCUMENT_KINDS),
  planId: z.int(),
  month: monthText.nullable(),
  fileName: z.string(),
  made: stampText,
  /** Full name. */
  by: z.string(),
  pages: z.int(),
  size: z.int(),
  planVersion: z.int(),
  links: z.array(SentLink),
});
export type SavedDocument = z.output<typeof SavedDocument>;

/** Saved copies of a plan, or of all plans of a person, newest first. */
export const listSaved = postCall(['plan-documents/list-saved'], {
  name: 'planDocuments.listSaved',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.union([
    z.strictObject({ planId: z.int().min(1).max(MAX_ID) }),
    z.strictObject({ personId: z.int().min(1).max(MAX_ID) }),
  ]),
  output: z.array(SavedDocument),
});

/** The bytes as they were sent. */
export const downloadSaved = getCall(['plan-documents/download-saved'], {
  name: 'planDocuments.downloadSaved',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ id: planId }),
  output: fileOutput,
});

export const revokeLink = postCall(['plan-documents/revoke-link'], {
  name: 'planDocuments.revokeLink',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID) }),
  output: z.null(),
});
