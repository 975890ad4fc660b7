import { z } from 'zod';
import { fileOutput, postCall } from '../call.ts';
import { EXCLUDED_GROUPS } from '../care-plans/list.ts';
import { ENTRY_FILTERS } from '../eligibility/rules.ts';
import { PEOPLE_TABS } from '../people/search.ts';
import { monthText } from '../wire.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The rows that the People list shows, as a file. A POST: what was searched for is somebody's name (R19). */
export const exportPeople = postCall(['people/export-list'], {
  name: 'listExport.people',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: z.strictObject({
    tab: z.enum(PEOPLE_TABS),
    search: z.string().max(200),
    showArchived: z.boolean(),
    format: z.enum(EXPORT_FORMATS),
  }),
  output: fileOutput,
});

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
