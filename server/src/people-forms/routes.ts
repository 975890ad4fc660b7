import * as calls from '@homecare/domain/people-forms/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as forms from './service.ts';

export const peopleFormRoutes = [
  bind(calls.caseManagerForm, forms.caseManagerForm),
  bind(calls.careCoordinationForm, forms.careCoordinationForm),
  bind(calls.careCoordinationRequest, forms.careCoordinationRequest),
  bind(calls.incidentForm, forms.incidentForm),
  bind(calls.followupForm, forms.followupForm),
  bind(calls.employeeVerification, forms.employeeVerification),
  bind(calls.lastHoursReport, forms.lastHoursReport),
  bind(calls.newProvider, forms.newProvider),
];
