import type { PersonField } from '../people/dictionary.ts';

/**
 * What a rejection of a person is about, by the words of our own checks and by the names that the aggregator has for its fields;
 * the first that fits counts. An address line comes after the parts that have fields of their own.
 */
const FIELDS: readonly (readonly [words: RegExp, field: PersonField])[] = [
  [/medicaid|member id|ClientIdentifier|ClientCustomID|ClientPayerID/i, 'Medicaid'],
  [/first ?name/i, 'FirstName'],
  [/middle/i, 'MiddleName'],
  [/last ?name/i, 'LastName'],
  [/zip/i, 'PostalCode'],
  [/county/i, 'County'],
  [/city/i, 'City'],
  [/\bstate\b|ClientState/i, 'State'],
  [/address/i, 'Address'],
  [/phone/i, 'Phone'],
  [/e-?mail/i, 'Email'],
  [/service|procedure ?code|PayerProgram/i, 'Services'],
  [/EffectiveStartDate|start of care/i, 'StartOfCare'],
];

/** The field of the record in which a rejection is mended; undefined: its words name none. */
export const recordFieldOf = (rejection: string): PersonField | undefined =>
  FIELDS.find(([words]) => words.test(rejection))?.[1];
