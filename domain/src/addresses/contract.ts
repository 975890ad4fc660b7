import { z } from 'zod';
import { postCall } from '../call.ts';
import { AddressSuggestion } from './schema.ts';

/** A POST although it reads: what is typed is somebody's address and is never in a URL. */
export const suggestAddresses = postCall(['addresses/suggest-addresses'], {
  name: 'addresses.suggestAddresses',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ text: z.string().max(200) }),
  output: z.array(AddressSuggestion),
});
