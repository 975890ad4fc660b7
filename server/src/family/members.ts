import { done, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/family/contract.ts';
import {
  ALREADY_INVITED,
  agreedOnce,
  checkAddress,
  checkInvitation,
  INVITATION_ENDED,
  INVITED,
  LINK_SENT,
  MOST_MEMBERS,
  TOO_MANY_MEMBERS,
} from '@homecare/domain/family/rules.ts';
import { addFamilyAccount, endFamilyAccount } from '../accounts/family-accounts.ts';
import { agreementsIn } from '../platform/auth/family.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { mailInvitation } from './links.ts';
import {
  countOpen,
  dropLinks,
  insertMember,
  isClient,
  isInvited,
  lockClient,
  lockMember,
  type StoredMember,
  selectMembers,
  storeEnd,
  updateMember,
} from './queries.ts';

/** The family members whom the office has invited, and what was agreed on (docs/rules/family.md). */

const ENTITY = 'familyMember';

export const listMembers: UseCase<typeof calls.listMembers> = async (scope, { clientId }) => {
  const { db } = scope.site;
  if (!(await isClient(db, clientId))) return refuse('notFound');
  const members = await selectMembers(db, clientId);
  return done(members.map((member) => ({ ...member, agreed: agreementsIn(member.agreed) })));
};

/** What the change log stores: each agreement by its name. */
const changed = (before: Agreed | undefined, after: Agreed) => {
  const fields = ['name', 'relation', 'language', 'agreedBy'] as const;
  const changes = fields.flatMap((field) =>
    before?.[field] === after[field] ? [] : [[field, [before?.[field] ?? null, after[field]]] as const],
  );
  const [was, is] = [before?.agreed.join(', ') ?? null, after.agreed.join(', ')];
  return Object.fromEntries(was === is ? changes : [...changes, ['agreed', [was, is]] as const]);
};

type Agreed = Pick<StoredMember, 'name' | 'relation' | 'language' | 'agreed' | 'agreedBy'>;

const agreedIn = ({ name, relation, language, agreed, agreedBy }: Agreed): Agreed => ({
  name: name.trim(),
  relation: relation.trim(),
  language,
  agreed: agreedOnce(agreed),
  agreedBy: agreedBy.trim(),
});

export const invite: UseCase<typeof calls.invite> = async (scope, { clientId, ...input }) => {
  const wrong = refuseAll([...checkInvitation(input), ...checkAddress(input.email)]);
  if (wrong) return wrong;
  const email = input.email.trim();
  const agreed = agreedIn(input);
  return mutate(scope, 'family.invite', async (tx, record) => {
    if (!(await lockClient(tx, clientId))) return refuse('notFound');
    if (await isInvited(tx, clientId, email))
      return refuseFields([{ field: 'email', message: ALREADY_INVITED }], 'conflict');
    if ((await countOpen(tx, clientId)) >= MOST_MEMBERS) return refuse('conflict', TOO_MANY_MEMBERS);
    const accountId = await addFamilyAccount(tx, scope, agreed.name);
    const id = await insertMember(tx, scope.stamp(), { ...agreed, accountId, clientId, email });
    const mailed = await mailInvitation(tx, scope, { ...agreed, id, clientId, email }, record);
    if (!mailed.ok) return mailed;
    const changes = {
      client: [null, clientId],
      email: [null, email],
      ...changed(undefined, agreed),
    } as const;
    record({ entity: ENTITY, id, action: 'insert', changes });
    return done(null, { insertId: id, info: INVITED });
  });
};

export const saveMember: UseCase<typeof calls.saveMember> = async (scope, { id, rev, ...input }) => {
  const wrong = refuseAll(checkInvitation(input));
  if (wrong) return wrong;
  return mutate(scope, 'family.saveMember', async (tx, record) => {
    const stored = await lockMember(tx, id);
    if (!stored) return refuse('notFound');
    if (stored.ended !== null) return refuse('conflict', INVITATION_ENDED);
    if (stored.rev !== rev) return refuseStale(scope, undefined);
    const agreed = agreedIn(input);
    await updateMember(tx, id, agreed);
    record({ entity: ENTITY, id, action: 'update', changes: changed(stored, agreed) });
    return done(null);
  });
};

export const sendLink: UseCase<typeof calls.sendLink> = (scope, { id }) =>
  mutate(scope, 'family.sendLink', async (tx, record) => {
    const stored = await lockMember(tx, id);
    if (!stored) return refuse('notFound');
    if (stored.ended !== null) return refuse('conflict', INVITATION_ENDED);
    const mailed = await mailInvitation(tx, scope, stored, record);
    if (!mailed.ok) return mailed;
    record({ entity: ENTITY, id, action: 'update', changes: { link: [null, 'sent'] } });
    return done(null, { info: LINK_SENT });
  });

/** Ends the invitation with its sessions, passkeys and links, one statement each, so that later requests find none of them. */
export const endMember: UseCase<typeof calls.endMember> = (scope, { id }) =>
  mutate(scope, 'family.endMember', async (tx, record) => {
    const stored = await lockMember(tx, id);
    if (!stored) return refuse('notFound');
    if (!(await storeEnd(tx, scope.stamp(), id))) return refuse('conflict', INVITATION_ENDED);
    await endFamilyAccount(tx, stored.accountId, scope.now().toString());
    await dropLinks(tx, id);
    record({ entity: ENTITY, id, action: 'delete', changes: { name: [stored.name, null] } });
    return done(null);
  });
