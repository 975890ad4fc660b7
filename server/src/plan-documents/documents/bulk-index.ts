import { joinName } from '@homecare/domain/person-name.ts';
import type { Cell, DocumentIndex } from '../../platform/documents/blocks.ts';
import type { BulkRow } from '../queries.ts';

/** A plan of the file, or the reason why it has no page in it. */
export interface IndexedPlan {
  readonly plan: BulkRow;
  readonly reason: string | undefined;
}

const box: Cell = { check: { label: '' } };
const PAGES = 4;

/** The first page of a bulk file, on which the office keeps what was given out and what came back. */
export const bulkIndex = (
  title: string,
  parameters: string,
  plans: readonly IndexedPlan[],
): DocumentIndex => ({
  title,
  subject: 'Index',
  foot: [title, parameters].filter(Boolean).join(' · '),
  above: [
    {
      kind: 'paragraph',
      text:
        plans.length === 0
          ? 'No records for the chosen parameters.'
          : `${plans.length.toLocaleString('en-US')} care plans${parameters === '' ? '' : ` · ${parameters}`}`,
    },
  ],
  columns: [
    { head: 'No.', width: 5, align: 'right' },
    { head: 'Provider', width: 27 },
    { head: 'Client', width: 27 },
    { head: 'Plan', width: 8, align: 'right' },
    { head: 'Pages', width: 17 },
    { head: 'Given', width: 7, align: 'center' },
    { head: 'Returned', width: 9, align: 'center' },
  ],
  rows: plans.map(({ plan, reason }, n) => [
    String(n + 1),
    joinName(plan.providerLast, plan.providerFirst, plan.providerMiddle),
    joinName(plan.clientLast, plan.clientFirst, plan.clientMiddle),
    String(plan.id),
    reason ?? '',
    ...(reason === undefined ? [box, box] : ['—', '—']),
  ]),
  pagesCell: PAGES,
});
