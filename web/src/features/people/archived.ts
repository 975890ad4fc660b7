import { showDate } from '@homecare/domain/calendar.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';

export const archivedLine = (person: PersonRow) =>
  ['Archived', showDate(person.archiveDate)].filter(Boolean).join(' ');
