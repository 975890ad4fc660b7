import { z } from 'zod';
import { fileOutput, postCall } from '../call.ts';
import { PEOPLE_TABS } from '../people/search.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Exports the rows of the People list. It is a POST, because the search text may be somebody's name. */
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
