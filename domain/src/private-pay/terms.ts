import type { FieldError } from '../errors.ts';
import type { PrivateTerms } from './schema.ts';

/** Hourly rates and shares of cost of a client (docs/rules/private-pay.md, rules 5 and 7). */

export const UNKNOWN_TYPE = 'Choose a care plan type';
export const SAME_DAY = 'This day has an entry already';

/** What is wrong with them, entry by entry. */
export const checkTerms = ({ rates, shares }: PrivateTerms, types: ReadonlySet<string>): FieldError[] => [
  ...rates.flatMap(({ type, from }, n): FieldError[] => {
    if (!types.has(type)) return [{ field: `rates.${n}.type`, message: UNKNOWN_TYPE }];
    const isTwice = rates.slice(0, n).some((other) => other.type === type && other.from === from);
    return isTwice ? [{ field: `rates.${n}.from`, message: SAME_DAY }] : [];
  }),
  ...shares.flatMap(({ from }, n): FieldError[] => {
    if (!from.endsWith('-01'))
      return [{ field: `shares.${n}.from`, message: 'Enter the first day of a month' }];
    return shares.slice(0, n).some((other) => other.from === from)
      ? [{ field: `shares.${n}.from`, message: SAME_DAY }]
      : [];
  }),
];

const byDay = (a: { readonly from: string }, b: { readonly from: string }) =>
  a.from < b.from ? -1 : a.from > b.from ? 1 : 0;

/** As they are stored: by type and day. */
export const tidyTerms = ({ rates, shares }: PrivateTerms): PrivateTerms => ({
  rates: rates.toSorted((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : byDay(a, b))),
  shares: shares.toSorted(byDay),
});
