import { sayLength } from '@homecare/domain/billing/recorded-time.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { UnbilledMonth, UnpaidDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { sum } from '@homecare/domain/sum.ts';

export const unpaidMinutes = ({ worked, paid }: Pick<UnpaidDay, 'worked' | 'paid'>) => worked - paid;

/** Straight pay of what is not paid. */
export const unpaidMoney = ({ cents, worked }: Pick<UnpaidDay, 'cents' | 'worked'>): string =>
  worked === 0 ? '–' : cents === null ? 'no rate' : showMoney(cents);

/** '0:45 h, $14.25', and what has no rate. */
const sayShort = (days: readonly UnpaidDay[]): string => {
  const rated = days.filter(({ cents }) => cents !== null);
  const unrated = days.length - rated.length;
  return [
    `${counted(days.length, 'day is', 'days are')} paid shorter than worked: ${sayLength(sum(days.map(unpaidMinutes)))} h`,
    ...(rated.length > 0 ? [showMoney(sum(rated.map(({ cents }) => cents ?? 0)))] : []),
    ...(unrated > 0 ? [`${counted(unrated, 'day', 'days')} without a pay rate`] : []),
  ].join(', ');
};

/** A visit without a check-out has no length: it is counted apart from days that are paid shorter than worked. */
export const sayUnpaid = (days: readonly UnpaidDay[]): string => {
  const short = days.filter((day) => unpaidMinutes(day) > 0);
  const open = days.filter(({ why }) => why === 'noCheckOut');
  const visits = counted(open.length, 'visit', 'visits');
  if (open.length === 0) return sayShort(short);
  if (short.length > 0) return `${sayShort(short)}, and ${visits} without a check-out`;
  return `${visits} ${open.length === 1 ? 'is' : 'are'} without a check-out`;
};

/** 'October 2026 is not billed yet for 12 clients: 40 recorded days, 81:15 h' */
export const sayUnbilled = ({ month, days, clients, minutes }: UnbilledMonth): string =>
  `${sayMonth(`${month}-01`)} is not billed yet for ${counted(clients, 'client')}: ${counted(days, 'recorded day')}, ${sayLength(minutes)} h`;
