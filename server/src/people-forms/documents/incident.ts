import type { Block } from '../../platform/documents/blocks.ts';
import { box, type ClientFacts, clientBlock, presentPlans, providerOf } from './client-blocks.ts';

/** Kinds of incidents by 10 CCR 2505-10 8.7411. */
const TYPES = [
  'Death',
  'Hospital',
  'Medical emergency',
  'Injury or illness',
  'Abuse, neglect, exploitation',
  'Property damage or theft',
  'Medication error',
  'Missing person',
  'Criminal activity',
  'Unsafe housing',
  'Unusual action',
  'Other',
];
const NOTIFIED = ['Case Manager', 'Doctor', 'Family', 'Protective services', 'Police'];

export const incidentBlocks = (facts: ClientFacts): Block[] => {
  const { client, paper } = facts;
  return [
    ...clientBlock(client),
    {
      kind: 'fields',
      fields: [
        box(client, 'Case Manager', 4),
        box(client, 'Managers Phone', 2),
        box(client, 'Doctor', 4),
        box(client, 'Doctors Phone #', 2),
      ],
    },
    { kind: 'gap', height: 3 },
    {
      kind: 'table',
      columns: [
        { head: 'Care plan', width: 34 },
        { head: 'Provider', width: 40 },
        { head: 'Phone', width: 26 },
      ],
      rows: presentPlans(facts).map((plan) => [plan.type, providerOf(plan), plan.providerPhone ?? '']),
      none: 'No care plan runs today or later.',
    },
    { kind: 'section', text: 'Incident' },
    {
      kind: 'fields',
      fields: [
        { label: 'Person reporting', span: 5 },
        { label: 'Job', span: 4 },
        { label: 'Phone', span: 3 },
        { label: 'Persons involved', span: 6 },
        { label: 'Witnesses', span: 6 },
        { label: 'Date', span: 2 },
        { label: 'Time', span: 2 },
        { label: 'Duration', span: 2 },
        { label: 'Place', span: 6 },
      ],
    },
    { kind: 'gap', height: 3 },
    {
      kind: 'table',
      columns: [
        { head: '', width: 22 },
        { head: '', width: 26 },
        { head: '', width: 52 },
      ],
      rows: [[{ check: { label: 'Observed by us' } }, { check: { label: 'Reported to us' } }, 'by whom:']],
    },
    { kind: 'checks', label: 'Type', columns: 4, items: TYPES.map((label) => ({ label })) },
    {
      kind: 'checks',
      label: 'Critical',
      columns: 4,
      items: [{ label: 'Yes, critical' }, { label: 'No, not critical' }],
    },
    { kind: 'section', text: 'What happened' },
    { kind: 'lines', count: 12 },
    { kind: 'section', text: 'Injury marks' },
    { kind: 'body', label: 'Mark each injury on the figures and describe it here.' },
    { kind: 'section', text: 'What was done' },
    {
      kind: 'fields',
      fields: [
        { label: 'Action taken', span: 7, lines: 2 },
        { label: 'Care given where', span: 5, lines: 2 },
      ],
    },
    { kind: 'section', text: 'Notified' },
    { kind: 'paragraph', style: 'small', text: paper.texts.incidentNotice },
    {
      kind: 'table',
      columns: [
        { head: 'Who', width: 22 },
        { head: 'Name', width: 30 },
        { head: 'Date', width: 15 },
        { head: 'Time', width: 11 },
        { head: 'By', width: 22 },
      ],
      rowHeight: 18,
      rows: NOTIFIED.map((who) => [who, '', '', '', '']),
    },
    { kind: 'section', text: 'Follow-up' },
    {
      kind: 'fields',
      fields: [
        { label: 'Follow-up', span: 7 },
        { label: 'By whom', span: 3 },
        { label: 'Until', span: 2 },
        { label: 'Resolution', span: 12, lines: 2 },
      ],
    },
    { kind: 'signatures', signatures: [{ role: 'Reporter' }, { role: 'Supervisor' }] },
  ];
};
