import { z } from 'zod';

/** One suggestion of the address box, with the field names of the person record (docs/rules/addresses.md, rule 2). */
export const AddressSuggestion = z.strictObject({
  Address: z.string(),
  City: z.string(),
  State: z.string(),
  PostalCode: z.string(),
  County: z.string().nullable(),
  AddressLatitude: z.number(),
  AddressLongitude: z.number(),
  /** The coordinates are those of the street or ZIP area, not of the house, so check-ins cannot be compared with them. */
  AddressApproximate: z.boolean(),
  /** Set if only the ZIP area is known and the street is unchecked: how far from its center the house may be. */
  withinMiles: z.number().positive().optional(),
  /** Attribution that the source of the suggestion requires. */
  credit: z.string().optional(),
});
export type AddressSuggestion = z.output<typeof AddressSuggestion>;
