import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { grossOf } from '@homecare/domain/payroll/month.ts';
import { isActiveOn } from '@homecare/domain/reports/active.ts';
import { savingOn } from '@homecare/domain/reports/due.ts';
import { payOfMonths } from '../../payroll/service.ts';
import { type PersonFact, wholeSsns } from '../queries.ts';
import { declarePage, PROVIDERS } from './declare.ts';
import { peopleWithSpans } from './facts.ts';
import { lastFour } from './pay-facts.ts';

const LONG_AGO = '1900-01-01';

const missingOf = (person: PersonFact): string[] =>
  [
    !person.hasSsn && 'SSI #',
    !person.dob && 'DOB',
    !person.startDate && 'Start Date',
    !person.street && 'Address',
    !person.city && 'City',
    !person.state && 'State',
    !person.zip && 'ZIP',
    !person.email && 'Email',
    !person.phone && 'Phone',
  ].filter((name) => name !== false);

/** Roster for the state's SecureSavings program: everyone employed for 180 days. It computes no contribution. */
export const secureSaving = declarePage({
  ...PROVIDERS,
  name: 'Secure Saving',
  file: 'SecureSaving',
  side: 'people',
  inputs: ['month'],
  holdsSsn: true,
  rows: async ({ scope, seesConfidential, parameters: { month } }) => {
    const { through } = daysOfMonth(month);
    const [people, ssns, pay] = await Promise.all([
      peopleWithSpans(scope, 'Provider'),
      seesConfidential ? wholeSsns(scope) : undefined,
      seesConfidential ? payOfMonths(scope, { from: month, to: month, group: 'all' }) : [],
    ]);
    const grossBy = new Map(pay.map((one) => [one.provider.id, grossOf(one).gross]));
    return people
      .filter(({ spans }) => isActiveOn(spans, through))
      .flatMap(({ spans: _, ...provider }) => {
        const { id, dob, startDate, ssnLast4 } = provider;
        // People who are only left out because a date is missing are named above the roster.
        if (!savingOn({ ...provider, dob: dob ?? LONG_AGO, startDate: startDate ?? LONG_AGO }, month))
          return [];
        return [
          {
            ...provider,
            /** Null days if a date is missing. */
            ...(savingOn(provider, month) ?? { days: null, isNew: false }),
            ssn: ssns ? (ssns.get(id) ?? null) : lastFour(ssnLast4),
            gross: grossBy.get(id) ?? 0,
          },
        ];
      });
  },
  order: ({ key }) => key,
  prints: ({ days }) => days !== null,
  columns: ({ text, date, count, money }) => [
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
      const missing = missingOf(row).join(', ');
      if (missing === '') return [];
      const words = row.days === null ? 'is not in the file. Missing:' : 'is missing';
      return [`${row.name} (ID ${row.id}) ${words} ${missing}.`];
    }),
});
