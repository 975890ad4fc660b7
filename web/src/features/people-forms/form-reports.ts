import type { Call } from '@homecare/domain/call.ts';
import { mayRead } from '@homecare/domain/people/dictionary.ts';
import { isArchived } from '@homecare/domain/people/kind-and-status.ts';
import {
  careCoordinationForm,
  careCoordinationRequest,
  caseManagerForm,
  employeeVerification,
  followupForm,
  incidentForm,
  lastHoursReport,
} from '@homecare/domain/people-forms/contract.ts';
import { IconFileText } from '@tabler/icons-react';
import type { SendInput } from '../../platform/call-request.ts';
import { openForm } from '../../platform/open-form.ts';
import { only, type RowAction } from '../people/row-actions.ts';

const report = <C extends Call>(
  label: string,
  call: C,
  input: (id: number) => SendInput<C>,
  shown: NonNullable<RowAction['shown']>,
): RowAction => ({
  key: label.toLowerCase().replace(/\W+/g, '-'),
  label,
  icon: IconFileText,
  group: 'record',
  call,
  run: ({ ID }) => openForm(call, input(ID)),
  shown,
});
const byId = (id: number) => ({ id });
const client = only('Client');
const provider = only('Provider');

/**
 * Choices of 'Form report' that print, in their order (docs/rules/people-forms.md, rule 10); 'Possible Providers' stands
 * between the two lists.
 */
export const CLIENT_FORMS: readonly RowAction[] = [
  report('Case Manager Form', caseManagerForm, byId, client),
  report('Care Coordination Form', careCoordinationForm, byId, client),
  report('Care Coordination Request', careCoordinationRequest, byId, client),
  report(
    'Care Coordination Request with Diagnosis',
    careCoordinationRequest,
    (id) => ({ id, dx: true }),
    client,
  ),
  report('Incident Form', incidentForm, byId, client),
  report('Follow-up Form', followupForm, byId, client),
];

export const LAST_FORMS: readonly RowAction[] = [
  report('Last Care Hours', lastHoursReport, byId, (person) => client(person) && isArchived(person)),
  report('Employee Verification', employeeVerification, byId, provider),
  report(
    'Employee Verification with Pay',
    employeeVerification,
    (id) => ({ id, pay: true }),
    (person, { role }) => provider(person) && mayRead(role, 'providerPayRate'),
  ),
];
