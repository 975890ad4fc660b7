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

/** The rows that the care plan list shows, as a file: its filters and those of its switches that choose rows or columns. */
export const exportPlans = postCall(['care-plans/export-list'], {
  name: 'listExport.plans',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: z.strictObject({
    search: z.string().max(200),
    /** null: plans of all times. */
    month: monthText.nullable(),
    /** Care Plan Group: a language, '' for All. */
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

/** The eligibility entries that the list shows, as a file. */
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

/** The visits that a day of Evv Admin shows, as a file. */
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
    /** Of one hour of the planned start, one state or one care plan alone, where the day is filtered so. */
    hour: z.int().min(0).max(23).nullable().default(null),
    state: z.enum(DAY_STATES).nullable().default(null),
    planId: z.int().nullable().default(null),
    format: z.enum(EXPORT_FORMATS),
  }),
  output: fileOutput,
});

/** The candidates that the list shows, as a file. */
export const exportCandidates = postCall(['candidates/export-list'], {
  name: 'listExport.candidates',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ search: z.string().max(200), format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});

/** The send log of a day, as a file. */
export const exportMessages = postCall(['messaging/export-log'], {
  name: 'listExport.messages',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ date: dateText, part: z.enum(LOG_PARTS), format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});

/** Claims that were not paid in full, as a file. */
export const exportDenials = postCall(['claims/export-denials'], {
  name: 'listExport.denials',
  roles: ['admin'],
  needs: ['billing'],
  effect: 'read',
  input: z.strictObject({ format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});

/** The files of claims with how far the payer is, as a file. */
export const exportBatches = postCall(['claims/export-files'], {
  name: 'listExport.batches',
  roles: ['admin'],
  needs: ['billing'],
  effect: 'read',
  input: z.strictObject({ format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});
