import { showDate } from '@homecare/domain/calendar.ts';
import { formatSsn } from '@homecare/domain/formats.ts';
import { showAmount } from '@homecare/domain/money.ts';
import { byCategory, isBuiltIn, sayCategory } from '@homecare/domain/payroll/categories.ts';
import { PAY_CATEGORIES } from '@homecare/domain/people/dictionary.ts';
import { BANK_ACCOUNT } from '../../platform/documents/blank-boxes.ts';
import type { DocumentPart } from '../../platform/documents/blocks.ts';
import { type HiringFacts, hiringFacts, listPeople, type PersonFact } from '../queries.ts';
import { about, declare } from './declare.ts';

interface Row extends PersonFact, HiringFacts {
  readonly form: 'New' | 'Return';
  readonly on: string;
}

const ssnOf = ({ ssn }: Row) => ssn && formatSsn(ssn);
const allowancesOf = ({ withholdAllow }: Row) => (withholdAllow === null ? null : String(withholdAllow));
const WORKBOOK = { only: 'workbook' } as const;
const dateNameOf = ({ form }: Row) => (form === 'New' ? 'Start Date' : 'Return Date');

/** Always the built-in ones, and the agency's own if someone has a rate for them (docs/rules/payroll.md, rule 20). */
const categoriesOf = (rows: readonly Row[]): string[] => {
  const own = rows.flatMap(({ rates }) => Object.keys(rates).filter((category) => rates[category]));
  return [...new Set([...PAY_CATEGORIES, ...own])].toSorted(byCategory);
};

/** What payroll needs to know about an employee, and space for the bank account. */
const sheetOf = (row: Row): DocumentPart => {
  const title = row.form === 'New' ? 'New Employee' : 'Return Employee';
  return {
    title,
    subject: `${row.name}, ID ${row.id}`,
    foot: `${title} ID ${row.id}`,
    aside: [`ID ${row.id}`],
    blocks: [
      { kind: 'section', text: 'Employee' },
      {
        kind: 'fields',
        fields: [
          { label: 'Name', span: 6, value: row.name },
          { label: 'DOB', span: 3, value: showDate(row.dob) },
          { label: 'SSI #', span: 3, value: ssnOf(row) },
          { label: 'Address', span: 12, value: row.address },
          { label: 'Phone', span: 4, value: row.phone },
          { label: 'Email', span: 8, value: row.email },
          { label: 'Marital', span: 4, value: row.marital },
          { label: 'Withholding allowances', span: 4, value: allowancesOf(row) },
          { label: 'Work Authorization Expiration', span: 4, value: showDate(row.workAuthorization) },
          { label: dateNameOf(row), span: 4, value: showDate(row.on) },
        ],
      },
      { kind: 'section', text: 'Pay' },
      {
        kind: 'table',
        columns: [
          { head: 'Pay category', width: 60 },
          { head: 'Rate an hour', width: 40, align: 'right' },
        ],
        rows: Object.entries(row.rates)
          .filter(([category, rate]) => isBuiltIn(category) || rate > 0)
          .toSorted(([a], [b]) => byCategory(a, b))
          .map(([category, rate]) => [sayCategory(category), rate > 0 ? showAmount(rate) : '']),
      },
      ...BANK_ACCOUNT,
      { kind: 'section', text: 'Remarks' },
      { kind: 'lines', count: 5 },
      { kind: 'signatures', signatures: [{ role: 'Employee', name: row.name }, { role: 'Agency' }] },
    ],
  };
};

/** New or Return Employee Forms: who started or returned in the months, with a sheet for each. */
export const hiredEmployees = declare({
  ...about(['form', 'forms'], false),
  holdsSsn: true,
  rows: async ({ scope, parameters: { from, to } }) => {
    const isIn = (day: string | null): day is string => day !== null && from <= day && day <= to;
    const hired = (await listPeople(scope, 'Provider')).filter(
      ({ startDate, returnDate }) => isIn(startDate) || isIn(returnDate),
    );
    const facts = await hiringFacts(
      scope,
      hired.map(({ id }) => id),
    );
    return hired.flatMap((provider): Row[] => {
      const more = facts.get(provider.id);
      if (!more) return [];
      const all = { ...provider, ...more };
      const { startDate, returnDate } = provider;
      return [
        ...(isIn(startDate) ? [{ ...all, form: 'New' as const, on: startDate }] : []),
        ...(isIn(returnDate) ? [{ ...all, form: 'Return' as const, on: returnDate }] : []),
      ];
    });
  },
  order: ({ form, key }) => [form, ...key],
  columns: ({ text, date, count, money }, _, rows) => [
    text('Provider', 26, ({ name }) => name),
    count('ID', ({ id }) => id, { total: false }),
    text('Form', 8, ({ form }) => form),
    date('Date', ({ on }) => on),
    text('Phone', 14, ({ phone }) => phone),
    text('Address', 32, ({ address }) => address, WORKBOOK),
    text('SSI #', 12, ssnOf, WORKBOOK),
    date('DOB', ({ dob }) => dob, WORKBOOK),
    text('Email', 24, ({ email }) => email, WORKBOOK),
    text('Marital', 10, ({ marital }) => marital, WORKBOOK),
    text('Withholding allowances', 8, allowancesOf, WORKBOOK),
    date('Work Authorization Expiration', ({ workAuthorization }) => workAuthorization, WORKBOOK),
    ...categoriesOf(rows).map((category) =>
      money(`Rate ${sayCategory(category)}`, ({ rates }) => rates[category] || null, {
        total: false,
        ...WORKBOOK,
      }),
    ),
  ],
  sheets: (rows) => rows.map(sheetOf),
});
