import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { showDate, showLength } from '@homecare/domain/calendar.ts';
import { showAmount, showMoney } from '@homecare/domain/money.ts';
import type { BillTo, Invoice, InvoiceLine, Statement } from '@homecare/domain/private-pay/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Block } from '../platform/documents/blocks.ts';

/** Invoices and statements as they are printed (docs/rules/private-pay.md, rules 11 and 20). */

const addressOf = ({ name, lines }: BillTo): Block => ({ kind: 'address', lines: [name, ...lines] });

/** A share of cost is of its whole month. */
const lastDayOf = ({ kind, day }: InvoiceLine): string =>
  kind === 'Share of cost' || kind === 'Share of a claim' ? daysOfMonth(day.slice(0, 7)).through : day;

/** '10-01-2026 to 10-31-2026', or the only day. */
const sayServices = ({ from, through, lines }: Invoice): string => {
  const last = lines.map(lastDayOf).reduce((latest, day) => (day > latest ? day : latest), through);
  return last === from ? showDate(from) : `${showDate(from)} to ${showDate(last)}`;
};

const headOf = (invoice: Invoice): Block => ({
  kind: 'fields',
  fields: [
    { label: 'Invoice', value: invoice.number, span: 2 },
    { label: 'Date', value: showDate(invoice.issued), span: 2 },
    { label: 'Due', value: showDate(invoice.due), span: 2 },
    { label: 'Services', value: sayServices(invoice), span: 3 },
    { label: 'Client', value: invoice.client, span: 3 },
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
  total: ['Total', '', '', hoursOf(lines), '', showMoney(total)],
});

/** A share of cost has none. */
const hoursOf = (lines: readonly InvoiceLine[]): string => {
  const minutes = sum(lines.map((line) => line.minutes));
  return minutes === 0 ? '' : showLength(minutes);
};

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

/** Also of a void invoice, which says so. What is due is on the first sheet, however many lines there are. */
export const invoiceBlocks = (invoice: Invoice, agency: string): Block[] => [
  headOf(invoice),
  addressOf(invoice.billTo),
  ...dueOf(invoice, agency),
  { kind: 'gap', height: 8 },
  linesOf(invoice),
  ...paymentsOf(invoice),
];

export const statementBlocks = (statement: Statement): Block[] => [
  {
    kind: 'fields',
    fields: [
      { label: 'Client', value: statement.client, span: 8 },
      { label: 'Period', value: `${showDate(statement.from)} to ${showDate(statement.through)}`, span: 4 },
    ],
  },
  addressOf(statement.billTo),
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
