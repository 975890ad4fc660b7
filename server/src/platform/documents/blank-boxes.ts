import type { Block } from './blocks.ts';

/** Empty boxes to write in, each spanning some of 12 columns. */
export const blankBoxes = (labels: readonly (readonly [label: string, span: number])[]): Block => ({
  kind: 'fields',
  fields: labels.map(([label, span]) => ({ label, span })),
});

/** What a new employee enters by hand so that they can be paid. */
export const BANK_ACCOUNT: readonly Block[] = [
  { kind: 'section', text: 'Bank' },
  blankBoxes([
    ['Bank', 5],
    ['Routing number', 3],
    ['Account number', 4],
  ]),
  {
    kind: 'checks',
    label: 'Kind of account',
    columns: 6,
    items: [{ label: 'Checking' }, { label: 'Savings' }],
  },
];
