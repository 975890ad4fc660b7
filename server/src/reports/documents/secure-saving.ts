import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { grossOf } from '@homecare/domain/payroll/month.ts';
import { isActiveOn } from '@homecare/domain/reports/active.ts';
import { savingOn } from '@homecare/domain/reports/due.ts';
import { count, date, money, text } from '@homecare/domain/reports/table.ts';
import { payOfMonths } from '../../payroll/service.ts';
import { type PersonFact, wholeSsns } from '../queries.ts';
import { declarePage } from './declare.ts';
import { peopleWithSpans } from './facts.ts';

interface Row extends PersonFact {
  /** Since when counted; null: nobody can tell, as a date is missing. */
  readonly days: number | null;
  readonly isNew: boolean;
  /** Of the month of calculation, with overtime: of an admin alone. */
  readonly gross: number;
  /** Whole for an admin alone. */
  readonly ssn: string | null;
}

const LONG_AGO = '1900-01-01';

const lacks = (row: Row): string[] =>
  [
    !row.hasSsn && 'SSI #',
    !row.dob && 'DOB',
    !row.startDate && 'Start Date',
    !row.street && 'Address',
    !row.city && 'City',
    !row.state && 'State',
    !row.zip && 'ZIP',
    !row.email && 'Email',
    !row.phone && 'Phone',
  ].filter((name) => name !== false);

/** Roster for the state's SecureSavings programme: who has been here for 180 days. No contribution is computed. */
export const secureSaving = declarePage<Row>({
  name: 'Secure Saving',
  file: 'SecureSaving',
  side: 'people',
  inputs: ['month'],
  namesClient: false,
  holdsSsn: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, isAdmin, parameters: { month } }) => {
    const { through } = daysOfMonth(month);
    const [providers, ssns, pay] = await Promise.all([
      peopleWithSpans(scope, 'Provider'),
      isAdmin ? wholeSsns(scope) : undefined,
      isAdmin ? payOfMonths(scope, { from: month, to: month, group: 'all' }) : [],
    ]);
    const grossBy = new Map(pay.map((one) => [one.provider.id, grossOf(one).gross]));
    return providers
      .filter(({ spans }) => isActiveOn(spans, through))
      .flatMap(({ spans: _, ...provider }) => {
        const saving = savingOn(provider, month);
        // Whoever would be in it, were it not for a date that nobody entered, is named above it.
        const { dob, startDate } = provider;
        if (!savingOn({ ...provider, dob: dob ?? LONG_AGO, startDate: startDate ?? LONG_AGO }, month))
          return [];
        const last4 = provider.ssnLast4 && `***-**-${provider.ssnLast4}`;
        return [
          {
            ...provider,
            ...(saving ?? { days: null, isNew: false }),
            ssn: ssns ? (ssns.get(provider.id) ?? null) : last4,
            gross: grossBy.get(provider.id) ?? 0,
          },
        ];
      });
  },
  layout: () => ({
    noun: ['provider', 'providers'],
    order: ({ key }) => key,
    prints: ({ days }) => days !== null,
    columns: [
      text('SSI #', 12, ({ ssn }) => ssn),
      text('First', 12, ({ first }) => first),
      text('Last', 14, ({ last }) => last),
      text('Middle', 9, ({ middle }) => middle),
      date('DOB', ({ dob }) => dob),
      text('Address', 24, ({ street, street2 }) => [street, street2].filter(Boolean).join(', ') || null),
      text('City', 12, ({ city }) => city),
      text('State', 6, ({ state }) => state),
      text('ZIP', 8, ({ zip }) => zip),
      text('Email', 24, ({ email }) => email),
      text('Phone', 14, ({ phone }) => phone),
      text('Provider ID', 9, ({ id }) => String(id)),
      date('Start Date', ({ startDate }) => startDate),
      count('Days', ({ days }) => days, { total: false }),
      money('Gross', ({ gross }) => gross),
      text('New', 10, ({ isNew }) => (isNew ? 'this month' : null)),
    ],
    notes: (rows) =>
      rows.flatMap((row) => {
        const missing = lacks(row);
        return missing.length > 0
          ? [
              `${row.name} (ID ${row.id}) ${row.days === null ? 'is not in the file. Missing:' : 'is missing'} ${missing.join(', ')}.`,
            ]
          : [];
      }),
  }),
});
