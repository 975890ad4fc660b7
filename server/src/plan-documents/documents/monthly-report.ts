import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import type { Check, FlowPart, Row } from '../../platform/documents/blocks.ts';
import type { PlanFacts } from '../queries.ts';
import { letterName, type Printing, subjectOf, tableName } from './plan-lines.ts';

const AREAS = [
  'Mood',
  'Eating',
  'Sleep',
  'Skin',
  'Pain',
  'Bladder/bowel',
  'Mobility',
  'Falls (with dates)',
  'Medicines refused',
  'Home safety',
];

const box = (label: string): { check: Check } => ({ check: { label } });

/** The provider's report on a month: one page after the second half (docs/rules/plan-documents.md, rule 6). */
export const monthlyReportPart = (plan: PlanFacts, month: string, { tag }: Printing): FlowPart => ({
  title: `Monthly Report ${sayMonth(month)}`,
  subject: subjectOf(plan),
  foot: `Monthly Report ${plan.id} · ${month}`,
  code: { tag, kind: 'M', plan: plan.id, month, period: 0, version: plan.rev },
  blocks: [
    {
      kind: 'fields',
      fields: [
        { label: 'Client', span: 5, value: tableName(plan.client) },
        { label: 'Provider', span: 5, value: tableName(plan.provider) },
        { label: 'Month', span: 2, value: sayMonth(month) },
      ],
    },
    { kind: 'gap', height: 4 },
    {
      kind: 'table',
      rowHeight: 17,
      columns: [
        { head: 'Compared with last month', width: 22 },
        { head: '', width: 10 },
        { head: '', width: 10 },
        { head: '', width: 10 },
        { head: 'What changed', width: 48 },
      ],
      rows: AREAS.map((area): Row => [area, box('same'), box('better'), box('worse'), '']),
    },
    {
      kind: 'fields',
      fields: [
        { label: 'Hospital or doctor visits (dates)', span: 6, lines: 2 },
        { label: 'Supplies needed', span: 6, lines: 2 },
        { label: 'Days missed and why', span: 6, lines: 2 },
        { label: 'Wish of the client', span: 6, lines: 2 },
      ],
    },
    { kind: 'lines', label: 'Comments', count: 8, pitch: 15 },
    {
      kind: 'signatures',
      signatures: [{ role: 'Provider', name: letterName(plan.provider) }, { role: 'Office review' }],
    },
  ],
});
