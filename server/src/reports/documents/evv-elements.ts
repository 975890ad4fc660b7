import { countTable } from '@homecare/domain/reports/table.ts';
import { ELEMENTS, elementMarks, missingElements } from '@homecare/domain/reports/visit-marks.ts';
import { listVisits } from '../queries.ts';
import { declarePage, VISITS } from './declare.ts';
import { ALWAYS, pairsIn, pastEnd } from './facts.ts';

const HEADS = ['Service', 'Individual', 'Date there', 'Location', 'Caregiver', 'Times'] as const;

/** Visits missing one of the six elements required by law, among all that were checked. */
export const evvElements = declarePage({
  ...VISITS,
  name: 'EVV Elements',
  file: 'EvvElements',
  side: 'work',
  inputs: ['dates'],
  rows: async ({ scope, parameters: { dateFrom, dateTo } }) => {
    const [plans, visits] = await Promise.all([
      pairsIn(scope, ALWAYS),
      listVisits(scope, { from: dateFrom, through: dateTo }),
    ]);
    const planOf = new Map(plans.map((plan) => [plan.id, plan]));
    const isPast = pastEnd(scope);
    return visits.flatMap((visit) => {
      const plan = planOf.get(visit.planId);
      const counts = visit.status === 'Complete' || (visit.status === 'Active' && isPast(visit));
      if (!plan || plan.excluded !== null || !counts) return [];
      const { client, provider } = plan;
      const marks = elementMarks({
        ...visit,
        aggregatorCode: plan.aggregatorCode,
        clientMedicaid: client.medicaid,
        clientIsPrivate: client.isPrivate,
        providerName: provider.name,
        providerHasSsn: provider.hasSsn,
      });
      return [{ ...visit, plan, marks }];
    });
  },
  order: ({ date: day, plan: { client }, id }) => [day, ...client.key, id],
  prints: ({ marks }) => marks.includes(false),
  columns: ({ text, date }) => [
    date('Date', (row) => row.date),
    text('Client', 20, ({ plan }) => plan.client.name),
    text('Provider', 20, ({ plan }) => plan.provider.name),
    text('Plan', 7, ({ planId }) => String(planId)),
    ...HEADS.map((head, n) => text(head, 9, ({ marks }) => (marks[n] ? 'yes' : 'no'))),
    text('Lacking', 26, ({ marks }) => missingElements(marks).join(', ')),
    text('Edited', 9, ({ edited, changeCode }) => (edited ? `code ${changeCode ?? ''}`.trim() : null)),
    text('Sandata', 9, ({ aggregator }) => aggregator ?? 'none'),
  ],
  summaries: (rows) => [
    countTable('Visits', 'What', [
      ['Looked at', rows.length],
      ['Lacking', rows.filter(({ marks }) => marks.includes(false)).length],
      ...ELEMENTS.map((element, n) => [`No ${element}`, rows.filter(({ marks }) => !marks[n]).length]),
    ]),
  ],
});
