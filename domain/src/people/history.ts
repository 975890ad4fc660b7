import { dayBefore, validDate } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import type { HISTORY_FIELDS, PersonDraft } from './schema.ts';

/** Earlier names and addresses: what is kept, and until when it was valid (docs/rules/people.md, rule 28). */

export const CHANGE_DATE_FUTURE = "Error: Change date can't be future";
export interface Earlier {
  readonly field: (typeof HISTORY_FIELDS)[number];
  readonly value: string;
}

const ADDRESS_PARTS = ['Address', 'Address2', 'City', 'State', 'PostalCode'] as const;

/** '1420 S Abilene St, Apt 7, Aurora, CO 80012' */
export const addressLine = (person: PersonDraft) =>
  [person.Address, person.Address2, person.City, [person.State, person.PostalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');

export const isAddressChanged = (before: PersonDraft, after: PersonDraft) =>
  ADDRESS_PARTS.some((part) => (before[part] ?? null) !== (after[part] ?? null));

/** What a change replaces. If the result is empty, no start date is needed. A value that was empty before does not count. */
export const earlierOf = (before: PersonDraft, after: PersonDraft): Earlier[] => {
  const names = (['FirstName', 'LastName'] as const).flatMap((field): Earlier[] => {
    const value = before[field];
    return value && value !== after[field] ? [{ field, value }] : [];
  });
  const address = addressLine(before);
  return address && isAddressChanged(before, after)
    ? [...names, { field: 'Address', value: address }]
    : names;
};

/** The start date of the new information must exist and not be in the future. */
export const checkChangeDate = (date: string | null | undefined, today: Temporal.PlainDate): FieldError[] => {
  const start = validDate(date);
  if (!start) return [{ field: 'changeDate', message: 'Enter the start date of the new information' }];
  return Temporal.PlainDate.compare(start, today) > 0
    ? [{ field: 'changeDate', message: CHANGE_DATE_FUTURE }]
    : [];
};

export const lastDayBefore = (changeDate: string) => dayBefore(changeDate);
