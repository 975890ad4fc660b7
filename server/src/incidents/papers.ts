import type { InputOf } from '@homecare/domain/call.ts';
import { refuse } from '@homecare/domain/errors.ts';
import { incidentColumns } from '@homecare/domain/incidents/columns.ts';
import type * as calls from '@homecare/domain/incidents/contract.ts';
import { answerExport } from '../list-export/documents.ts';
import { printIncidentForm } from '../people-forms/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { loadIncident, loadIncidents } from './service.ts';

/** The Incident Form, filled in with what is known. */
export const printIncident = async (scope: Scope, { id }: InputOf<typeof calls.printIncident>) => {
  const incident = await loadIncident(scope, id);
  return incident ? printIncidentForm(scope, incident) : refuse('notFound');
};

export const exportIncidents: UseCase<typeof calls.exportIncidents> = async (scope, { format }) =>
  answerExport(scope, {
    list: 'incidents',
    title: 'Incidents',
    format,
    columns: incidentColumns(scope.settings.timeZone),
    rows: await loadIncidents(scope),
    idOf: ({ clientId }) => clientId,
    parameters: [],
    logged: {},
  });
