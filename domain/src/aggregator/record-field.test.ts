import { expect, test } from 'vitest';
import { recordFieldOf } from './record-field.ts';

test.each([
  ['The Medicaid number is missing.', 'Medicaid'],
  ['ClientIdentifier: the value is required.', 'Medicaid'],
  ['The first name is missing or has no Latin letters.', 'FirstName'],
  ['The last name is missing or has no Latin letters. The city is missing.', 'LastName'],
  ['The address is missing.', 'Address'],
  ['ClientAddressLine1 is required.', 'Address'],
  ['The ZIP code is missing or does not have 5 or 9 digits.', 'PostalCode'],
  ['The state is missing.', 'State'],
  ['Choose a service: Sandata needs at least one procedure code.', 'Services'],
  ['The ClientPhone format is incorrect.', 'Phone'],
  ['Internal error', undefined],
])('%s can be corrected in %s', (message, field) => expect(recordFieldOf(message)).toBe(field));
