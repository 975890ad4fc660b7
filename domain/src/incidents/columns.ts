import { date, type ExportColumn, text } from '../list-export/rules.ts';
import { sayStep } from './deadlines.ts';
import type { IncidentRow } from './schema.ts';
import { CRITICAL_WORDS, HARM_WORDS, KIND_WORDS } from './words.ts';

/** The list of incidents as a table. */
export const incidentColumns = (zone: string): readonly ExportColumn<IncidentRow>[] => [
  text('Incident', 10, ({ id }) => String(id)),
  date('Date', ({ date: day }) => day),
  text('Time', 8, ({ time }) => time),
  text('Kind', 26, ({ kind }) => KIND_WORDS[kind]),
  text('Client', 28, ({ client }) => client),
  text('Client ID', 10, ({ clientId }) => String(clientId)),
  text('Caregiver', 28, ({ provider }) => provider),
  text('Critical', 18, ({ critical }) => CRITICAL_WORDS[critical]),
  text('Harm', 18, ({ harm }) => HARM_WORDS[harm]),
  text('Entered by', 10, ({ via }) => (via === 'phone' ? 'Phone' : 'Office')),
  text('State', 10, ({ isClosed }) => (isClosed ? 'Closed' : 'Open')),
  text('Next', 40, ({ steps: [next] }) => (next ? sayStep(next, zone) : null)),
];
