import type { Block } from '../../platform/documents/blocks.ts';
import { type ClientFacts, clientBlock, presentPlans, showWeekHours, sumHours } from './client-blocks.ts';

const ASKED = [
  'Plan of care',
  'Schedule',
  'Orders',
  'Medication list',
  'Hospital or discharge record',
  'Change notice',
  'Meeting',
  'Other',
];

/** Narrow lines, to keep question and answer on one page. */
const PITCH = 14;

const ourServices = (facts: ClientFacts) => {
  const plans = presentPlans(facts);
  if (plans.length === 0) return '';
  const each = plans.map((plan) => `${plan.type} ${showWeekHours(plan)}`);
  return plans.length === 1
    ? `${each[0]} hours a week`
    : `${each.join(', ')}; ${sumHours(plans)} hours a week`;
};

/** Asks another agency, doctor or case manager on one page, which is answered on its lower half. */
export const coordinationRequestBlocks = (facts: ClientFacts, withDiagnosis: boolean): Block[] => {
  const { client, staff, paper } = facts;
  const { phone, email } = paper.letterhead;
  return [
    {
      kind: 'fields',
      fields: [
        { label: 'To', span: 6 },
        { label: 'Fax', span: 3 },
        { label: 'Phone', span: 3 },
      ],
    },
    ...clientBlock(client, { diagnosis: withDiagnosis }),
    {
      kind: 'fields',
      fields: [
        { label: 'Our services and hours a week', span: 7, value: ourServices(facts) },
        { label: 'Our contact', span: 5, value: [staff, phone, email].filter(Boolean).join(' · ') },
      ],
    },
    { kind: 'section', text: 'Request' },
    {
      kind: 'table',
      columns: [12, 16, 16, 26, 8, 8, 14].map((width) => ({ head: '', width })),
      rows: [
        [
          { check: { label: 'Urgent' } },
          'Answer by date',
          '',
          'Client consents to this exchange',
          { check: { label: 'Yes' } },
          { check: { label: 'No' } },
          'Date',
        ],
      ],
    },
    { kind: 'checks', columns: 4, items: ASKED.map((label) => ({ label })) },
    { kind: 'lines', label: 'Question', count: 6, pitch: PITCH },
    { kind: 'signatures', signatures: [{ role: 'Sender', name: staff }] },
    { kind: 'section', text: 'Answer' },
    {
      kind: 'fields',
      fields: [
        { label: 'Answered by', span: 6 },
        { label: 'Date', span: 2 },
        { label: 'Papers enclosed', span: 4 },
      ],
    },
    { kind: 'lines', count: 8, pitch: PITCH },
    { kind: 'signatures', signatures: [{ role: 'Answering person' }] },
  ];
};
