import type { Block } from '../../platform/documents/blocks.ts';
import { box, type ClientFacts, clientBlock, servicesTable, showYes, unitsTable } from './client-blocks.ts';

const PURPOSES = [
  'Initial',
  'Yearly review',
  'Change of condition',
  'More or fewer hours',
  'Hospital stay',
  'Change of address or phone',
  'Change of provider',
  'Complaint',
  'Discharge',
  'Other',
];
const ANSWERS = ['Approved', 'Partly approved', 'Refused', 'More information needed'];
const named = (label: string) => ({ label });

/** To the case manager: what is known and planned, what is asked, and space for the answer. */
export const caseManagerBlocks = (facts: ClientFacts): Block[] => {
  const { client, staff } = facts;
  return [
    ...clientBlock(client),
    { kind: 'section', text: 'Case management' },
    {
      kind: 'fields',
      fields: [
        box(client, 'Case Manager', 5),
        box(client, 'Managers Phone', 3),
        box(client, 'CaseManagerDate', 2),
        box(client, 'caseChanged', 2),
        box(client, 'Managers Email', 12),
        box(client, 'Doctor', 9),
        box(client, 'Doctors Phone #', 3),
        box(client, 'PAR Expiration', 3),
        box(client, 'BenefitRenewal', 3),
        box(client, 'Home Visit', 3),
        { label: 'Telehealth consent', span: 3, value: showYes(client.telehealthConsent) },
      ],
    },
    ...servicesTable(facts),
    ...unitsTable(facts),
    { kind: 'section', text: 'Purpose of this form' },
    { kind: 'checks', columns: 4, items: PURPOSES.map(named) },
    { kind: 'page' },
    { kind: 'section', text: 'Requested change' },
    {
      kind: 'table',
      columns: [
        { head: 'Service', width: 24 },
        { head: 'Now', width: 13 },
        { head: 'Asked', width: 13 },
        { head: 'From date', width: 14 },
        { head: 'Why', width: 36 },
      ],
      rows: [],
      blankRows: 5,
    },
    { kind: 'section', text: 'Answer of the case manager' },
    { kind: 'checks', columns: 4, items: ANSWERS.map(named) },
    {
      kind: 'fields',
      fields: ['PAR number', 'Units', 'From', 'To'].map((label) => ({ label, span: 3 })),
    },
    { kind: 'gap', height: 4 },
    { kind: 'lines', label: 'Remarks', count: 6 },
    {
      kind: 'signatures',
      signatures: [
        { role: 'Agency representative', name: staff },
        { role: 'Case Manager', name: client['Case Manager'] },
      ],
    },
  ];
};
