import { showHours } from '@homecare/domain/billing/counting.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { showAmount, showMoney } from '@homecare/domain/money.ts';
import { sayCategory } from '@homecare/domain/payroll/categories.ts';
import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import { closedMonths, type PayLine } from '@homecare/domain/people-forms/employment.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Block } from '../../platform/documents/blocks.ts';
import type { Paper } from '../../platform/documents/paper.ts';
import type { FormPerson } from '../queries.ts';
import { letterName } from './client-blocks.ts';

export interface EmploymentFacts {
  readonly provider: FormPerson;
  /** Hundredths of an hour. */
  readonly averageWeek: number;
  /** Only for an admin who requested it. */
  readonly pay: readonly PayLine[] | null;
  readonly today: Temporal.PlainDate;
  readonly paper: Paper;
}

const state = (person: FormPerson) =>
  isActive(person) ? 'Employed' : `Left${person.archiveDate ? ` on ${showDate(person.archiveDate)}` : ''}`;

const payTable = (pay: readonly PayLine[], today: Temporal.PlainDate): Block[] => {
  const { months } = closedMonths(today);
  const sums = months.map((_, n) => sum(pay.map(({ gross }) => gross[n] ?? 0)));
  return [
    { kind: 'section', text: 'Pay' },
    {
      kind: 'table',
      columns: [
        { head: 'Category', width: 31 },
        { head: 'Rate an hour', width: 15, align: 'right' },
        ...months.map((month) => ({ head: `Gross ${month}`, width: 18, align: 'right' as const })),
      ],
      rows: pay.map(({ category, rate, gross }) => [
        sayCategory(category),
        showAmount(rate),
        ...gross.map(showAmount),
      ]),
      none: 'No pay rate is on record.',
      ...(pay.length > 0 && { total: ['Total', '', ...sums.map((sum) => showMoney(sum))] }),
    },
    { kind: 'paragraph', style: 'small', text: 'Gross is paid hours at the rate, without overtime premium.' },
  ];
};

/** A letter to whom it may concern about a provider, active or archived. */
export const employeeVerificationBlocks = (facts: EmploymentFacts): Block[] => {
  const { provider, averageWeek, pay, today, paper } = facts;
  const { from, through } = closedMonths(today);
  const { officer } = paper;
  return [
    {
      kind: 'fields',
      fields: [
        { label: 'Addressee', span: 8, lines: 3 },
        { label: 'Date', span: 4, value: showDate(today.toString()), lines: 3 },
        { label: 'Reference', span: 4 },
        { label: 'Valid until', span: 4 },
        { label: "Asker's form number", span: 4 },
      ],
    },
    { kind: 'paragraph', above: 14, text: 'To whom it may concern:' },
    {
      kind: 'paragraph',
      above: 8,
      text: `This letter states the employment of ${letterName(provider)} with ${paper.letterhead.agency}, as our records show it today.`,
    },
    { kind: 'gap', height: 8 },
    {
      kind: 'fields',
      fields: [
        { label: 'Name', span: 6, value: letterName(provider) },
        { label: 'SSI #', span: 3, value: provider.ssnLast4 ? `***-**-${provider.ssnLast4}` : '' },
        { label: 'Position', span: 3, value: 'Caregiver' },
        { label: 'Start Date', span: 3, value: showDate(provider['Start Date']) },
        { label: 'Return Date', span: 3, value: showDate(provider['Return Date']) },
        { label: 'State', span: 3, value: state(provider) },
        { label: 'Average hours a week', span: 3, value: showHours(averageWeek) },
      ],
    },
    {
      kind: 'paragraph',
      style: 'small',
      above: 3,
      text: `The average is of paid hours from ${showDate(from)} to ${showDate(through)}.`,
    },
    ...(pay ? payTable(pay, today) : []),
    {
      kind: 'paragraph',
      above: 10,
      text: 'Please call us if you need anything else.',
    },
    { kind: 'gap', height: 10 },
    {
      kind: 'fields',
      fields: [
        { label: 'Agency officer', span: 5, value: officer?.name ?? null },
        { label: 'Title', span: 4, value: officer?.title ?? null },
        { label: 'Phone', span: 3, value: officer?.phone ?? paper.letterhead.phone },
      ],
    },
    { kind: 'signatures', signatures: [{ role: 'Agency officer', name: officer?.name ?? null }] },
  ];
};
