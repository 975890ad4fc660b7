import type { FieldError } from '../errors.ts';
import { date, type ExportColumn, money, text } from '../list-export/rules.ts';
import { sum } from '../sum.ts';
import type { Accounts, LedgerLine, TypeAccounts } from './schema.ts';

/** Turns income and pay of a month into general ledger entries, in cents (docs/rules/accounting.md). */

export const FIRST_ACCOUNTS: Accounts = {
  receivable: 'Accounts Receivable',
  notPaid: 'Payer Adjustments',
  wagesPayable: 'Wages Payable',
  income: 'Service Income',
  wages: 'Caregiver Wages',
  types: {},
};

/** A line of the margin, with its signs: pay and unpaid amounts are 0 or less. */
export interface Earned {
  readonly month: string;
  readonly type: string;
  readonly income: number;
  readonly unpaid: number;
  readonly straight: number;
  readonly travel: number;
  readonly overtime: number;
}

export const accountsOf = ({ types, income, wages }: Accounts, type: string): TypeAccounts => {
  const own = types[type];
  return { income: own?.income || income, wages: own?.wages || wages };
};

/** Positive amounts are debits, negative ones credits. */
interface Posting {
  readonly account: string;
  readonly type: string;
  readonly memo: string;
  readonly cents: number;
}

const incomeOf = (accounts: Accounts, earned: Earned): Posting[] => {
  const { type, income, unpaid } = earned;
  const { receivable, notPaid } = accounts;
  return [
    { account: receivable, type: '', memo: 'Billed', cents: income },
    { account: accountsOf(accounts, type).income, type, memo: 'Billed', cents: -income },
    { account: notPaid, type, memo: 'Not paid by payers', cents: -unpaid },
    { account: receivable, type: '', memo: 'Not paid by payers', cents: unpaid },
  ];
};

const PAY = [
  ['straight', 'Pay'],
  ['travel', 'Travel'],
  ['overtime', 'Overtime'],
] as const;

const payOf = (accounts: Accounts, earned: Earned): Posting[] =>
  PAY.flatMap(([part, memo]) => [
    { account: accountsOf(accounts, earned.type).wages, type: earned.type, memo, cents: -earned[part] },
    { account: accounts.wagesPayable, type: '', memo, cents: earned[part] },
  ]);

const lastDayOf = (month: string) => Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 }).toString();

const keyOf = ({ account, type, memo }: Posting) => JSON.stringify([account, type, memo]);

const entryOf = (month: string, kind: string, postings: readonly Posting[]): LedgerLine[] => {
  const groups = [...Map.groupBy(postings, keyOf).values()];
  return groups.flatMap((same) => {
    const [first] = same;
    const cents = sum(same.map((one) => one.cents));
    if (!first || cents === 0) return [];
    const { account, type, memo } = first;
    const amounts = { debit: Math.max(0, cents), credit: Math.max(0, -cents) };
    return [{ date: lastDayOf(month), entry: `${month} ${kind}`, account, type, memo, ...amounts }];
  });
};

/** Two balanced entries per month, income and pay, dated on the last day of the month. */
export const ledgerOf = (earned: readonly Earned[], accounts: Accounts): LedgerLine[] => {
  const months = [...Map.groupBy(earned, ({ month }) => month)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return months.flatMap(([month, lines]) => [
    ...entryOf(
      month,
      'income',
      lines.flatMap((line) => incomeOf(accounts, line)),
    ),
    ...entryOf(
      month,
      'pay',
      lines.flatMap((line) => payOf(accounts, line)),
    ),
  ]);
};

const cents = (amount: number) => (amount === 0 ? null : amount);

export const LEDGER_COLUMNS: readonly ExportColumn<LedgerLine>[] = [
  date('Date', (line) => line.date),
  text('Entry', 20, ({ entry }) => entry),
  text('Account', 36, ({ account }) => account),
  text('Class', 24, ({ type }) => type),
  text('Memo', 24, ({ memo }) => memo),
  money('Debit', ({ debit }) => cents(debit)),
  money('Credit', ({ credit }) => cents(credit)),
];

const HEADS = [
  ['!TRNS', 'TRNSID', 'TRNSTYPE', 'DATE', 'ACCNT', 'CLASS', 'AMOUNT', 'DOCNUM', 'MEMO'],
  ['!SPL', 'SPLID', 'TRNSTYPE', 'DATE', 'ACCNT', 'CLASS', 'AMOUNT', 'DOCNUM', 'MEMO'],
  ['!ENDTRNS'],
];

const dollars = (amount: number) =>
  `${amount < 0 ? '-' : ''}${Math.trunc(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
/** MM/DD/YYYY */
const usDate = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/** QuickBooks separates IIF fields by tabs and knows no quoting, so those characters are replaced. */
const plain = (words: string) => words.replaceAll(/[\t\r\n"]/g, ' ').trim();

const transactionOf = (lines: readonly LedgerLine[]): string[][] => [
  ...lines.map(({ date: day, account, type, debit, credit, entry, memo }, at) => [
    at === 0 ? 'TRNS' : 'SPL',
    '',
    'GENERAL JOURNAL',
    usDate(day),
    plain(account),
    plain(type),
    dollars(debit - credit),
    plain(entry),
    plain(memo),
  ]),
  ['ENDTRNS'],
];

/** Writes IIF, in which each entry is a transaction that adds up to 0, with debits positive. */
export const iifOf = (lines: readonly LedgerLine[]): string => {
  const entries = [...Map.groupBy(lines, ({ entry }) => entry).values()];
  return [...HEADS, ...entries.flatMap(transactionOf)].map((fields) => `${fields.join('\t')}\r\n`).join('');
};

export const NO_ACCOUNT = 'Enter the name of an account.';
export const BAD_ACCOUNT = 'A name has no tabs, quotes or line breaks.';

const accountFault = (name: string, isRequired: boolean) => {
  if (name.trim() === '') return isRequired ? NO_ACCOUNT : undefined;
  return /[\t\r\n"]/.test(name) ? BAD_ACCOUNT : undefined;
};

/** Validates accounts. Those of a care plan type may be empty; the general ones then apply. */
export const validateAccounts = ({ types, ...usual }: Accounts): FieldError[] => {
  const all = [
    ...Object.entries(usual).map(([field, name]) => [field, name, true] as const),
    ...Object.entries(types).flatMap(([type, { income, wages }]) => [
      [`types.${type}.income`, income, false] as const,
      [`types.${type}.wages`, wages, false] as const,
    ]),
  ];
  return all.flatMap(([field, name, isRequired]) => {
    const message = accountFault(name, isRequired);
    return message ? [{ field, message }] : [];
  });
};
