import type { BookCheck, BookPart, BookRecord } from '@homecare/domain/books/schema.ts';
import { hundredthsOf } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showAmount, showMoney } from '@homecare/domain/money.ts';

/** What the books' check is called on screen. */

interface CheckWords {
  readonly title: string;
  /** What its total counts. */
  readonly total: string;
  readonly unit: 'minutes' | 'cents' | 'units';
  /** What is looked at, one and many. */
  readonly nouns: readonly [one: string, many: string];
}

export const CHECK_WORDS: Readonly<Record<BookCheck, CheckWords>> = {
  worked: { title: 'Worked time', total: 'Worked', unit: 'minutes', nouns: ['visit', 'visits'] },
  billed: {
    title: 'Billed time',
    total: 'Billed',
    unit: 'minutes',
    nouns: ['billing record', 'billing records'],
  },
  amounts: {
    title: 'Billing records',
    total: 'Amount',
    unit: 'cents',
    nouns: ['billing record', 'billing records'],
  },
  units: {
    title: 'Units of authorizations',
    total: 'Billed',
    unit: 'units',
    nouns: ['billing record', 'billing records'],
  },
  payments: { title: 'Claims and payments', total: 'Charged', unit: 'cents', nouns: ['claim', 'claims'] },
  files: { title: 'Files sent', total: 'Charged', unit: 'cents', nouns: ['file', 'files'] },
  invoices: { title: 'Invoices', total: 'Charged', unit: 'cents', nouns: ['invoice', 'invoices'] },
  shares: {
    title: 'Share of cost',
    total: 'Withheld or billed',
    unit: 'cents',
    nouns: ['month of a client', 'months of clients'],
  },
  pay: { title: 'Payroll', total: 'Exported', unit: 'cents', nouns: ['row', 'rows'] },
  due: { title: 'Pay due', total: 'Due', unit: 'cents', nouns: ['pay period', 'pay periods'] },
};

export const PART_WORDS: Readonly<Record<BookPart, string>> = {
  onRecord: 'On a billing record',
  noRecord: 'No billing record yet',
  outsidePeriod: 'Outside the period of its billing record',
  notBilled: 'Not marked for billing',
  shorter: 'Longer than billed',
  tooLong: 'Visit of a day or longer',
  proven: 'Proven by visits',
  noVisitNeeded: 'No visit needed',
  aboveVisits: 'Above the recorded visit',
  claimed: 'Claimed',
  private: 'Private clients',
  notClaimed: 'Not claimed yet',
  partlyClaimed: 'Days not claimed yet',
  changedSince: 'Changed since it was claimed',
  deletedSince: 'Deleted since it was claimed',
  authorized: 'Inside an authorization',
  abovePar: 'Above the authorization',
  withoutPar: 'Without an authorization',
  asSent: 'Kept as they were sent',
  paid: 'Paid',
  insured: 'Paid by insurers',
  adjusted: 'Adjusted by the payer',
  paidAbove: 'Paid above the charge',
  open: 'Waiting for payment',
  rejected: 'Rejected by the payer',
  takenBack: 'Taken back by the payer',
  settled: 'Written off or billed to the client',
  unpaid: 'Not paid yet',
  shareBilled: 'Withheld by Medicaid and billed to the client',
  shareNotBilled: 'Withheld by Medicaid and not billed yet',
  shareUndecided: 'Billed before Medicaid has decided',
  shareAbove: 'Billed above what Medicaid withheld',
  inFiles: 'In files',
  exported: 'In payroll runs',
  toCorrect: 'The next run corrects it',
  notExported: 'Not exported yet',
};

/** Minutes as hours, cents as dollars. */
export const showValue = (check: BookCheck, value: number): string => {
  const { unit } = CHECK_WORDS[check];
  if (unit === 'units') return counted(value, 'unit');
  return unit === 'cents' ? showMoney(value) : `${showAmount(hundredthsOf(value))} h`;
};

export const recordName = ({ kind, id, name = id }: Pick<BookRecord, 'kind' | 'id' | 'name'>): string =>
  ({
    visit: 'Visit',
    card: `Billing record ${id}`,
    claim: `Claim ${id}`,
    batch: `File ${id}`,
    invoice: `Invoice ${name}`,
    payment: `Payment ${id}`,
    account: 'Share of cost',
    run: `Payroll run ${id}`,
    pay: 'Pay',
    client: 'Authorizations',
  })[kind];
