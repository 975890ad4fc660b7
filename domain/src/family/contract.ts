import { z } from 'zod';
import { AGREEMENTS, postCall } from '../call.ts';
import { MAX_ID } from '../wire.ts';
import { FAMILY_LANGUAGES, FamilyMember } from './schema.ts';

/** Calls by which the office manages invitations of a client's family. */
const office = { roles: ['admin', 'user'] } as const;
const id = z.int().min(1).max(MAX_ID);
const rev = z.int().min(0);

/** Lists a client's invitations, open ones first, then newest first. */
export const listMembers = postCall(['family/list-members'], {
  name: 'family.listMembers',
  ...office,
  effect: 'read',
  input: z.strictObject({ clientId: id }),
  output: z.array(FamilyMember),
});

const agreement = {
  name: z.string().max(200),
  relation: z.string().max(200),
  language: z.enum(FAMILY_LANGUAGES),
  agreed: z.array(z.enum(AGREEMENTS)).max(AGREEMENTS.length),
  agreedBy: z.string().max(500),
};

/** Invites by mailing a link. The address of an invitation cannot be changed later. */
export const invite = postCall(['family/invite'], {
  name: 'family.invite',
  ...office,
  needs: ['emailEnabled'],
  effect: 'write',
  input: z.strictObject({ clientId: id, email: z.string().max(400), ...agreement }),
  output: z.null(),
  creates: true,
});

export const saveMember = postCall(['family/save-member'], {
  name: 'family.saveMember',
  ...office,
  effect: 'write',
  input: z.strictObject({ id, rev, ...agreement }),
  output: z.null(),
});

/** Mails a new link to the same address and disables the earlier ones. */
export const sendLink = postCall(['family/send-link'], {
  name: 'family.sendLink',
  ...office,
  needs: ['emailEnabled'],
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});

/** Ends an invitation. Whoever uses it sees nothing from that moment on. */
export const endMember = postCall(['family/end-member'], {
  name: 'family.endMember',
  ...office,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});
