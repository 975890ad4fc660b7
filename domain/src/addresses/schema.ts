import { z } from 'zod';

/** One suggestion of the address box, in the words of the person record (docs/rules/addresses.md, rule 2). */
export const AddressSuggestion = z.strictObject({
  Address: z.string(),
  City: z.string(),
  State: z.string(),
  PostalCode: z.string(),
  County: z.string().nullable(),
  AddressLatitude: z.number(),
  AddressLongitude: z.number(),
  /** The coordinates are not those of the house but of its street or ZIP area: nobody can be checked in against them. */
  AddressApproximate: z.boolean(),
  /** Set for a ZIP area alone, which nobody has checked the street against: how far from its middle the place may be. */
  withinMiles: z.number().positive().optional(),
  /** Words that the source of the suggestion wants to be shown with it. */
  credit: z.string().optional(),
});
export type AddressSuggestion = z.output<typeof AddressSuggestion>;
