import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { lettersIn } from '@homecare/domain/family/letters.ts';
import { INVITATION_HOURS, SIGN_IN_MINUTES } from '@homecare/domain/family/rules.ts';
import { beginFamilySession } from '../accounts/family-accounts.ts';
import { queueMessages } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { ABSOLUTE_HOURS, hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { Entry, type LinkKind } from '../platform/http/links.ts';
import { dropLinks, findLink, lockMember, putLink, type StoredMember, takeLink } from './queries.ts';

/** The mailed links with which a client's family sign in (docs/rules/family.md, rule 4). */

export const FAMILY_PAGE = '/family';
export const SESSION_SECONDS = ABSOLUTE_HOURS * 3600;

type Addressed = Pick<StoredMember, 'id' | 'clientId' | 'name' | 'email' | 'language'>;
type Letter = ReturnType<ReturnType<typeof lettersIn>['invitation']>;

/** Stores the message with the client. It does not mention anyone's care, and its link is sealed until it is sent. */
const mailLink = async (
  tx: Tx,
  scope: Scope,
  { id: memberId, clientId, email }: Addressed,
  { letter, until }: { readonly letter: Letter; readonly until: Temporal.Instant },
  record: Recorder,
): Promise<Result<null>> => {
  const token = newToken();
  const message = {
    channel: 'Email',
    recipient: email,
    owner: { personId: clientId, candidateId: null },
    ...letter,
    sealedLink: scope.site.secrets.encrypt(token),
  } as const;
  const queued = await queueMessages(tx, scope, [message], record);
  if (!queued.ok) return queued;
  const made = scope.now().toString();
  await putLink(tx, { memberId, tokenHash: hashToken(token), made, expires: until.toString() });
  return done(null);
};

const namesOf = (scope: Scope, { name }: Addressed) => ({ name, agency: scope.site.title });

/** Earlier links stop working. */
export const mailInvitation = async (tx: Tx, scope: Scope, to: Addressed, record: Recorder) => {
  await dropLinks(tx, to.id);
  return mailLink(
    tx,
    scope,
    to,
    {
      letter: lettersIn(to.language).invitation(namesOf(scope, to), INVITATION_HOURS),
      until: scope.now().add({ hours: INVITATION_HOURS }),
    },
    record,
  );
};

/** Earlier links keep working, because anyone who knows the address can request one. */
export const mailSignIn = (tx: Tx, scope: Scope, to: Addressed, record: Recorder) =>
  mailLink(
    tx,
    scope,
    to,
    {
      letter: lettersIn(to.language).signIn(namesOf(scope, to), SIGN_IN_MINUTES),
      until: scope.now().add({ minutes: SIGN_IN_MINUTES }),
    },
    record,
  );

/** The link's page: opening it signs nobody in; its button does, once. */
export const familyLink: LinkKind = {
  offer: async (scope, tokenHash) => {
    const found = await findLink(scope.site.db, tokenHash, scope.now().toString());
    return (
      found && {
        title: ['Your family page', 'Su página para la familia'],
        text: [
          `This page of ${scope.site.title} is for ${found.name} alone.`,
          `Esta página de ${scope.site.title} es solo para ${found.name}.`,
        ],
        button: ['Open the page', 'Abrir la página'],
      }
    );
  },
  use: async (scope, tokenHash, { address, agent }) => {
    const now = scope.now().toString();
    // Only the link says whose it is; what follows is logged under their name.
    const found = await mutate(scope, 'familyPage.openLink', async (tx, record) => {
      const link = await takeLink(tx, tokenHash, now);
      const member = link && (await lockMember(tx, link.memberId));
      if (!member || member.ended !== null) return refuse('notFound');
      const { accountId } = member;
      const token = await beginFamilySession(tx, now, { accountId, address, agent, proof: 'link' });
      record({ entity: 'session', id: accountId, action: 'login', changes: { by: [null, 'link'] } });
      return done(token);
    });
    return found.ok ? new Entry(found.data, FAMILY_PAGE, SESSION_SECONDS) : undefined;
  },
};
