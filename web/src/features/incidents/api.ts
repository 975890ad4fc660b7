import * as calls from '@homecare/domain/incidents/contract.ts';
import type { ExportFormat } from '@homecare/domain/list-export/contract.ts';
import { getIncidentLog } from '@homecare/domain/record-log/contract.ts';
import { getToday } from '@homecare/domain/today/contract.ts';
import { openForm } from '../../platform/open-form.ts';
import { useRead } from '../../platform/query.ts';
import { fetchFile } from '../../platform/send-file.ts';

/** The page of one incident; its number is in the history state. */
export const INCIDENT = '/incidents/one';

export const useIncidents = () => useRead(calls.listIncidents, {}, { staleTime: 0 });
export const useIncident = (id: number) => useRead(calls.getIncident, { id }, { staleTime: 0 });

const changes = [calls.listIncidents, calls.getIncident, getIncidentLog, getToday];
export const SAVE_INCIDENT = { call: calls.saveIncident, changes } as const;
export const SAVE_NOTICE = { call: calls.saveNotice, changes } as const;
export const SAVE_FOLLOW_UP = { call: calls.saveFollowUp, changes } as const;
export const CLOSE_INCIDENT = { call: calls.closeIncident, changes } as const;

export const openIncidentPaper = (id: number) => openForm(calls.printIncident, { id });
export const fetchIncidentTable = (format: ExportFormat) => fetchFile(calls.exportIncidents, { format });
