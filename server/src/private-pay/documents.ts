import { showDate, showLength } from '@homecare/domain/calendar.ts';
import { showAmount, showMoney } from '@homecare/domain/money.ts';
import type { BillTo, Invoice, Statement } from '@homecare/domain/private-pay/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Block } from '../platform/documents/blocks.ts';

/** Invoices and statements as they are printed (docs/rules/private-pay.md, rules 11 and 20). */

const address = ({ name, lines }: BillTo) => [name, ...lines].join('\n');

const headOf = ({ billTo, client, number, issued, from, through, due }: Invoice): Block => ({
  kind: 'fields',
  fields: [
    { label: 'Bill to', value: address(billTo), span: 6, lines: 4 },
    { label: 'Client', value: client, span: 6 },
    { label: 'Invoice', value: number, span: 3 },
    { label: 'Date', value: showDate(issued), span: 3 },
    { label: 'Services', value: `${showDate(from)} to ${showDate(through)}`, span: 3 },
    { label: 'Due', value: showDate(due), span: 3 },
  ],
});

const linesOf = ({ lines, total }: Invoice): Block => ({
  kind: 'table',
  columns: [
    { head: 'Date', width: 13 },
    { head: 'Service', width: 33 },
    { head: 'Caregiver', width: 26 },
    { head: 'Hours', width: 10, align: 'right' },
    { head: 'Rate', width: 10, align: 'right' },
    { head: 'Amount', width: 13, align: 'right' },
  ],
  rows: lines.map(({ kind, day, service, caregiver, minutes, rate, amount }) =>
    kind === 'Work'
      ? [showDate(day), service, caregiver, showLength(minutes), showAmount(rate), showAmount(amount)]
      : [showDate(day), service, '', '', '', showAmount(amount)],
  ),
  total: ['Total', '', '', showLength(sum(lines.map(({ minutes }) => minutes))), '', showMoney(total)],
});

const paymentsOf = ({ payments, paid }: Invoice): Block[] =>
  payments.length === 0
    ? []
    : [
        { kind: 'section', text: 'Payments' },
        {
          kind: 'table',
          columns: [
            { head: 'Date', width: 15 },
            { head: 'Payment', width: 70 },
            { head: 'Amount', width: 15, align: 'right' },
          ],
          rows: payments.map(({ day, method, reference, amount }) => [
            showDate(day),
            [method, reference].filter(Boolean).join(' '),
            showAmount(amount),
          ]),
          total: ['Paid', '', showMoney(paid)],
        },
      ];

const dueOf = ({ state, number, total, paid, due }: Invoice, agency: string): Block[] => {
  const say = (text: string): Block => ({ kind: 'paragraph', style: 'bold', text });
  if (state === 'Voided') return [say('This invoice is void. Nothing is due.')];
  if (paid >= total) return [say('Paid in full. Thank you.')];
  return [
    say(`Amount due by ${showDate(due)}: ${showMoney(total - paid)}`),
    {
      kind: 'paragraph',
      style: 'small',
      above: 4,
      text: `Make checks payable to ${agency} and write ${number} on them.`,
    },
  ];
};

/** Also of a void invoice, which says so. */
export const invoiceBlocks = (invoice: Invoice, agency: string): Block[] => [
  headOf(invoice),
  { kind: 'gap', height: 10 },
  linesOf(invoice),
  ...paymentsOf(invoice),
  { kind: 'gap', height: 8 },
  ...dueOf(invoice, agency),
];

export const statementBlocks = (statement: Statement): Block[] => [
  {
    kind: 'fields',
    fields: [
      { label: 'Account of', value: address(statement.billTo), span: 6, lines: 4 },
      { label: 'Client', value: statement.client, span: 3 },
      { label: 'Period', value: `${showDate(statement.from)} to ${showDate(statement.through)}`, span: 3 },
    ],
  },
  { kind: 'gap', height: 10 },
  {
    kind: 'table',
    columns: [
      { head: 'Date', width: 14 },
      { head: 'What', width: 20 },
      { head: 'Reference', width: 36 },
      { head: 'Amount', width: 15, align: 'right' },
      { head: 'Balance', width: 15, align: 'right' },
    ],
    rows: [
      [showDate(statement.from), { bold: 'Opening balance' }, '', '', showAmount(statement.opening)],
      ...statement.entries.map(({ day, kind, text, amount, balance }) => [
        showDate(day),
        kind,
        text,
        showAmount(amount),
        showAmount(balance),
      ]),
    ],
    total: [showDate(statement.through), 'Closing balance', '', '', showMoney(statement.closing)],
  },
  {
    kind: 'paragraph',
    above: 8,
    text:
      statement.closing > 0
        ? `${showMoney(statement.closing)} is due.`
        : statement.closing < 0
          ? `${showMoney(-statement.closing)} is credit and goes to the next invoices.`
          : 'Nothing is due.',
  },
];
