import { z } from 'zod';
import { postCall } from '../call.ts';
import { rev } from '../wire.ts';
import { AddressSuggestion } from './schema.ts';

/** A POST although it reads: what is typed is somebody's address and never stands in a URL (R19). */
export const suggestAddresses = postCall(['addresses/suggest-addresses'], {
  name: 'addresses.suggestAddresses',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ text: z.string().max(200) }),
  output: z.array(AddressSuggestion),
});

/** Staff correct the point of a person's address by hand; it is exact from then on (decisions.md, Addresses). */
export const setExactPoint = postCall(['addresses/set-exact-point'], {
  name: 'addresses.setExactPoint',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({
    id: z.int().min(1),
    AddressLatitude: z.number().min(-90).max(90),
    AddressLongitude: z.number().min(-180).max(180),
    rev,
  }),
  output: z.strictObject({ rev: z.int() }),
});
