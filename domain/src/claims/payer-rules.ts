import type { FieldError } from '../errors.ts';
import { isDay } from '../wire.ts';
import type { PayerTerms } from './payer-terms.ts';
import type { DenialReason } from './schema.ts';

/** Checks what may be entered as a payer's terms and denial reasons (docs/rules/claims.md, rule 38). */

export const TERMS_SAVED = 'Terms saved';
export const TERMS_DELETED = 'Terms deleted';
export const REASON_SAVED = 'Reason saved';
export const REASON_DELETED = 'Reason deleted';
export const LAST_TERMS = 'These are the only terms. Add the ones that replace them first.';
/** Ten years; every payer's limit is shorter. */
export const MOST_DAYS = 3_650;

const isDays = (days: number, least: number) => Number.isInteger(days) && least <= days && days <= MOST_DAYS;
const dayFault = (day: string): FieldError[] =>
  isDay(day) ? [] : [{ field: 'validFrom', message: 'Enter a date as MM-DD-YYYY' }];
const textFaults = <Row, Field extends keyof Row & string>(
  row: Row,
  fields: readonly (readonly [Field, string])[],
): FieldError[] => fields.flatMap(([field, message]) => (row[field] === '' ? [{ field, message }] : []));

/** `others` are the same payer's other terms. */
export const checkTerms = (
  terms: PayerTerms,
  others: readonly Pick<PayerTerms, 'validFrom'>[],
): FieldError[] => [
  ...dayFault(terms.validFrom),
  ...(others.some(({ validFrom }) => validFrom === terms.validFrom)
    ? [{ field: 'validFrom', message: 'Other terms begin on this day. Change those.' }]
    : []),
  ...(isDays(terms.filingDays, 1) ? [] : [{ field: 'filingDays', message: `Enter 1 to ${MOST_DAYS} days` }]),
  ...(isDays(terms.resubmitDays, 0)
    ? []
    : [{ field: 'resubmitDays', message: `Enter 0 to ${MOST_DAYS} days` }]),
  ...textFaults(terms, [['source', 'Enter where the payer says so']]),
];

export const tidyReason = <R extends Pick<DenialReason, 'code'>>(reason: R): R => ({
  ...reason,
  code: reason.code.replace(/\s+/g, '').toUpperCase(),
});

export const checkReason = (
  reason: DenialReason,
  others: readonly Pick<DenialReason, 'code' | 'validFrom'>[],
): FieldError[] => [
  ...(/^[A-Z0-9]{1,5}$/.test(reason.code)
    ? []
    : [{ field: 'code', message: 'A reason code is 1 to 5 letters and digits, as 197' }]),
  ...dayFault(reason.validFrom),
  ...(others.some(({ code, validFrom }) => code === reason.code && validFrom === reason.validFrom)
    ? [
        {
          field: 'validFrom',
          message: `Reason ${reason.code} has other words from this day on. Change those.`,
        },
      ]
    : []),
  ...textFaults(reason, [
    ['title', 'Enter a short title'],
    ['cause', 'Enter the cause in one sentence'],
    ['advice', 'Enter what to do'],
    ['source', 'Enter where the payer says so'],
  ]),
];
