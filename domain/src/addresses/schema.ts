import { z } from 'zod';

/** One suggestion of the address box, in the words of the person record (specification part 1, section 5). */
export const AddressSuggestion = z.strictObject({
  Address: z.string(),
  City: z.string(),
  State: z.string(),
  PostalCode: z.string(),
  County: z.string().nullable(),
  AddressLatitude: z.number(),
  AddressLongitude: z.number(),
  /** The coordinates are those of the ZIP area, not of the house: nobody can be checked in against them. */
  AddressApproximate: z.boolean(),
});
export type AddressSuggestion = z.output<typeof AddressSuggestion>;
