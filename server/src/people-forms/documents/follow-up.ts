import { showDate } from '@homecare/domain/calendar.ts';
import type { Block } from '../../platform/documents/blocks.ts';
import type { FormPlan } from '../queries.ts';
import {
  type ClientFacts,
  clientShort,
  letterName,
  presentPlans,
  providerOf,
  servicesTable,
} from './client-blocks.ts';

const REASONS = ['Home visit', 'Incident', 'Complaint', 'After hospital', 'New provider', 'Phone check'];
const STATEMENTS = [
  'The provider comes on time.',
  'The provider stays the full time.',
  'The provider follows the care plan.',
  'The provider knows the tasks.',
  'The provider is respectful.',
  'The home is safe.',
  'Times are recorded right.',
  'The timesheet is signed after the work only.',
  'The equipment works.',
  'The needs have changed.',
  'The hours are enough.',
  'The client knows whom to call.',
];
const ANSWERS = ['Yes', 'No', 'N/A'];

/** A home visit is due every 3 months. */
const nextVisit = (last: string | null) =>
  last === null ? '' : showDate(Temporal.PlainDate.from(last).add({ months: 3 }).toString());

const validated = ({ skillNotNeed, skillValidation }: FormPlan) =>
  skillNotNeed ? 'Not needed' : showDate(skillValidation);

const providerRows = (plans: readonly FormPlan[]) =>
  [...new Map(plans.map((plan) => [plan.providerId, plan])).values()].map((plan) => [
    providerOf(plan),
    validated(plan),
    showDate(plan.staffEvaluation),
  ]);

export const followUpBlocks = (facts: ClientFacts): Block[] => {
  const { client, staff } = facts;
  return [
    ...clientShort(client),
    {
      kind: 'fields',
      fields: [
        { label: 'Home Visit (last)', span: 6, value: showDate(client['Home Visit']) },
        { label: 'Home Visit (next due)', span: 6, value: nextVisit(client['Home Visit']) },
      ],
    },
    ...servicesTable(facts),
    {
      kind: 'table',
      columns: [
        { head: 'Provider', width: 50 },
        { head: 'Skill Validation', width: 25 },
        { head: 'Staff Evaluation', width: 25 },
      ],
      rows: providerRows(presentPlans(facts)),
      none: 'No provider is planned.',
    },
    { kind: 'section', text: 'This follow-up' },
    { kind: 'checks', label: 'Reason', columns: 6, items: REASONS.map((label) => ({ label })) },
    {
      kind: 'fields',
      fields: [
        { label: 'Date', span: 2 },
        { label: 'Time', span: 2 },
        { label: 'Present', span: 8 },
      ],
    },
    { kind: 'gap', height: 4 },
    {
      kind: 'table',
      columns: [
        { head: 'Statement', width: 76 },
        ...ANSWERS.map((head) => ({ head, width: 8, align: 'center' as const })),
      ],
      rows: STATEMENTS.map((statement) => [statement, ...ANSWERS.map(() => ({ check: { label: '' } }))]),
    },
    { kind: 'section', text: 'Findings' },
    {
      kind: 'fields',
      fields: [
        { label: 'Condition since last time', span: 12, lines: 4 },
        { label: 'Concerns', span: 12, lines: 4 },
      ],
    },
    { kind: 'section', text: 'Actions' },
    {
      kind: 'table',
      columns: [
        { head: 'What', width: 50 },
        { head: 'Who', width: 22 },
        { head: 'Until', width: 16 },
        { head: 'Done', width: 12 },
      ],
      rows: [],
      blankRows: 6,
    },
    { kind: 'fields', fields: [{ label: 'Next date', span: 3 }] },
    {
      kind: 'signatures',
      signatures: [
        { role: 'Client or representative', name: letterName(client) },
        { role: 'Provider' },
        { role: 'Supervisor', name: staff },
      ],
    },
  ];
};
