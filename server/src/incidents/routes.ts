import * as calls from '@homecare/domain/incidents/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { exportIncidents, printIncident } from './papers.ts';
import * as incidents from './service.ts';

export const incidentRoutes = [
  bind(calls.listIncidents, incidents.listIncidents),
  bind(calls.getIncident, incidents.getIncident),
  bind(calls.saveIncident, incidents.saveIncident),
  bind(calls.reportIncident, incidents.reportIncident),
  bind(calls.saveNotice, incidents.saveNotice),
  bind(calls.saveFollowUp, incidents.saveFollowUp),
  bind(calls.closeIncident, incidents.closeIncident),
  bind(calls.printIncident, printIncident),
  bind(calls.exportIncidents, exportIncidents),
];
