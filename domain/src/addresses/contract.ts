import { z } from 'zod';
import { postCall } from '../call.ts';
import { AddressSuggestion } from './schema.ts';

/** Suggests addresses. It reads but is a POST, because the typed text is somebody's address and must stay out of URLs. */
export const suggestAddresses = postCall(['addresses/suggest-addresses'], {
  name: 'addresses.suggestAddresses',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ text: z.string().max(200) }),
  output: z.array(AddressSuggestion),
});
