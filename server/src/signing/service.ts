import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/signing/contract.ts';
import { LINK_DAYS, signingLinkState } from '@homecare/domain/signing/rules.ts';
import {
  SIGNER_WORDS,
  type SignedSubject,
  type SignerRole,
  type SigningRequest,
} from '@homecare/domain/signing/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { type Content, currentContent, isSameContent } from './content.ts';
import {
  askSigners,
  findRequestOf,
  insertRequest,
  type RequestRow,
  selectRequests,
  storeLink,
  withdrawRow,
} from './queries.ts';
import { checkOpen, ENTITY, subjectChanges } from './signing.ts';

/** The office asks for signatures and sees who has signed. */

const shown = (row: RequestRow, now: Content | undefined, at: Temporal.Instant): SigningRequest => {
  const { contentHash: _, signers, ...request } = row;
  return {
    ...request,
    isChanged: now === undefined || !isSameContent(row, now),
    savedId: signers.findLast(({ signature }) => signature !== null)?.signature?.savedId ?? null,
    signers: signers.map(({ id, role, person, signature, ...link }) => {
      const state = signingLinkState(link, at);
      return {
        id,
        role,
        name: person,
        link: state,
        expires: state === 'open' ? link.expires : null,
        signature: signature && {
          name: signature.name,
          ink: signature.ink,
          at: signature.at,
          by: signature.by,
        },
      };
    }),
  };
};

export const listSigning: UseCase<typeof calls.listSigning> = async (scope, subject) => {
  const rows = await selectRequests(scope.site.db, subject);
  if (rows.length === 0) return done([]);
  const now = await currentContent(scope, subject);
  return done(rows.map((row) => shown(row, now.ok ? now.data : undefined, scope.now())));
};

/** The request for the record as it is now: the last one, or a new one where it has been changed since. */
export const openRequest = async (
  scope: Scope,
  call: string,
  { roles, ...subject }: SignedSubject & { readonly roles: readonly SignerRole[] },
): Promise<Result<null>> => {
  const now = await currentContent(scope, subject);
  if (!now.ok) return now;
  return mutate(scope, call, async (tx, record) => {
    const [last] = await selectRequests(tx, subject);
    const id =
      last && isSameContent(last, now.data)
        ? last.id
        : await insertRequest(tx, {
            ...subject,
            ...now.data,
            created: scope.now().toString(),
            createdBy: scope.isJob ? null : scope.user.id,
          });
    await askSigners(tx, id, roles);
    const asked = roles.map((role) => SIGNER_WORDS[role]).join(', ');
    const changes = { ...subjectChanges(subject), asked: [null, asked] } as const;
    record({ entity: ENTITY, id, action: id === last?.id ? 'update' : 'insert', changes });
    return done(null, { insertId: id });
  });
};

export const askSignatures: UseCase<typeof calls.askSignatures> = (scope, input) =>
  openRequest(scope, 'signing.ask', input);

const NO_BIRTH_YEAR =
  'There is no date of birth on record: the link asks for its year. Enter it on the record first.';

export const makeSigningLink: UseCase<typeof calls.makeSigningLink> = async (scope, { id }) => {
  const request = await findRequestOf(scope.site.db, { signerId: id });
  const signer = request?.signers.find((one) => one.id === id);
  if (!request || !signer) return refuse('notFound');
  // A link asks anew whoever was taken back.
  const open = await checkOpen(scope, request, { ...signer, withdrawn: null });
  if (!open.ok) return open;
  if (signer.birthYear === null) return refuse('badInput', NO_BIRTH_YEAR);
  const token = newToken();
  // The answer of a request with a key is kept for a day, and this one opens a document.
  return mutate(scope.ofPart(), 'signing.makeLink', async (tx, record) => {
    const expires = scope
      .now()
      .add({ hours: LINK_DAYS * 24 })
      .toString();
    await storeLink(tx, id, { hash: hashToken(token), expires });
    const changes = { link: [null, SIGNER_WORDS[signer.role]], plan: [null, request.planId] } as const;
    record({ entity: ENTITY, id: request.id, action: 'update', changes });
    return done({ path: `/l/${token}` });
  });
};

export const withdrawSigner: UseCase<typeof calls.withdrawSigner> = async (scope, { id }) => {
  const request = await findRequestOf(scope.site.db, { signerId: id });
  const signer = request?.signers.find((one) => one.id === id);
  if (!request || !signer) return refuse('notFound');
  return mutate(scope, 'signing.withdraw', async (tx, record) => {
    if (!(await withdrawRow(tx, id, scope.now().toString())))
      return refuse('conflict', 'This was signed or taken back already.');
    const changes = { [SIGNER_WORDS[signer.role]]: ['asked', 'taken back'] } as const;
    record({ entity: ENTITY, id: request.id, action: 'update', changes });
    return done(null);
  });
};
