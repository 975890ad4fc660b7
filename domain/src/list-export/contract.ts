import { z } from 'zod';
import { fileOutput, postCall } from '../call.ts';
import { EXCLUDED_GROUPS } from '../care-plans/list.ts';
import { ENTRY_FILTERS } from '../eligibility/rules.ts';
import { LOG_PARTS } from '../messaging/log-words.ts';
import { SEGMENTS } from '../visits/day-list.ts';
import { DAY_STATES } from '../visits/day-state.ts';
import { dateText, monthText } from '../wire.ts';
import { EXPORT_FORMATS } from './people-contract.ts';

export { EXPORT_FORMATS, type ExportFormat, exportPeople } from './people-contract.ts';

/** Exports the rows of the care plan list. Takes its filters, and the switches that decide which rows and columns it shows. */
export const exportPlans = postCall(['care-plans/export-list'], {
  name: 'listExport.plans',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: z.strictObject({
    search: z.string().max(200),
    /** null means plans of all months. */
    month: monthText.nullable(),
    /** Care Plan Group: a language, or '' for All. */
    group: z.string().max(100),
    excluded: z.enum(EXCLUDED_GROUPS),
    showDeleted: z.boolean(),
    showArchived: z.boolean(),
    showTemp: z.boolean(),
    covidList: z.boolean(),
    clientFirst: z.boolean(),
    format: z.enum(EXPORT_FORMATS),
  }),
  output: fileOutput,
});

/** Exports the rows of the eligibility list. */
export const exportEligibility = postCall(['eligibility/export-list'], {
  name: 'listExport.eligibility',
  roles: ['admin', 'user'],
  needs: ['eligibility'],
  effect: 'read',
  input: z.strictObject({
    search: z.string().max(200),
    filter: z.enum(ENTRY_FILTERS),
    format: z.enum(EXPORT_FORMATS),
  }),
  output: fileOutput,
});

/** Exports the visits that a day of Evv Admin shows. */
export const exportVisits = postCall(['visits/export-list'], {
  name: 'listExport.visits',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'read',
  input: z.strictObject({
    date: dateText,
    segment: z.enum(SEGMENTS),
    pending: z.boolean(),
    sent: z.boolean(),
    /** Filters of the day: one hour of planned starts, one state or one care plan. */
    hour: z.int().min(0).max(23).nullable().default(null),
    state: z.enum(DAY_STATES).nullable().default(null),
    planId: z.int().nullable().default(null),
    format: z.enum(EXPORT_FORMATS),
  }),
  output: fileOutput,
});

/** Exports the rows of the candidate list. */
export const exportCandidates = postCall(['candidates/export-list'], {
  name: 'listExport.candidates',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ search: z.string().max(200), format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});

/** Exports the send log of a day. */
export const exportMessages = postCall(['messaging/export-log'], {
  name: 'listExport.messages',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ date: dateText, part: z.enum(LOG_PARTS), format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});

/** Exports the claims that were not paid in full. */
export const exportDenials = postCall(['claims/export-denials'], {
  name: 'listExport.denials',
  roles: ['admin'],
  needs: ['billing'],
  effect: 'read',
  input: z.strictObject({ format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});

/** Exports the list of claim files, with how far the payer has processed each. */
export const exportBatches = postCall(['claims/export-files'], {
  name: 'listExport.batches',
  roles: ['admin'],
  needs: ['billing'],
  effect: 'read',
  input: z.strictObject({ format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});
