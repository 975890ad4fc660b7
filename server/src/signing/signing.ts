import { createHash } from 'node:crypto';
import { done, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import {
  CHANGED,
  chainStamp,
  chainText,
  checkSignature,
  type GivenSignature,
  SIGNED_BEFORE,
  sayBy,
  WITHDRAWN,
} from '@homecare/domain/signing/rules.ts';
import {
  SIGNER_WORDS,
  type SignedBy,
  type SignedSubject,
  type SignerRole,
} from '@homecare/domain/signing/schema.ts';
import { keepPrinted } from '../plan-documents/saved.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { sealPdf } from '../platform/crypto/pdf-seal.ts';
import { type Change, mutate } from '../platform/db/mutate.ts';
import type { Printing } from '../platform/documents/answer.ts';
import { Cancelled, TooManyDocuments } from '../platform/documents/render.ts';
import { printToFile } from '../platform/documents/to-file.ts';
import { discard } from '../platform/files/store.ts';
import { storeFile } from '../platform/files/stored-files.ts';
import { currentContent, isSameContent, partOf, signaturePart } from './content.ts';
import {
  findContent,
  findRequest,
  type GivenRow,
  insertSignature,
  lockRequest,
  type RequestRow,
  type SignerRow,
} from './queries.ts';
import { type StoredSealKey, sealKeyOf } from './seal-keys.ts';

/** Takes a signature: the document with all signatures so far is drawn, sealed and kept in one step with it. */

export interface Signing extends GivenSignature {
  readonly requestId: number;
  readonly role: SignerRole;
  readonly by: SignedBy;
  /** When it was signed. */
  readonly at: Temporal.Instant;
  readonly agent: string | null;
}

export const ENTITY = 'signing';

/** For the log: whose signatures these are. */
export const subjectChanges = ({ planId, visitId }: SignedSubject): NonNullable<Change['changes']> =>
  visitId === null ? { plan: [null, planId] } : { plan: [null, planId], visit: [null, visitId] };

const fileNameOf = ({ id, planId, visitId }: RequestRow) =>
  visitId === null ? `SP_${planId}_${id}.pdf` : `SV_${visitId}_${id}.pdf`;

export const givenOf = ({ signers }: Pick<RequestRow, 'signers'>): GivenRow[] =>
  signers.flatMap(({ role, signature }) =>
    signature ? [{ ...signature, role, hash: Buffer.from(signature.hash, 'hex') }] : [],
  );

/** Whether this person can still sign, and the record is as it was when it was asked for. */
export const checkOpen = async (
  scope: Scope,
  request: RequestRow,
  signer: SignerRow | undefined,
): Promise<Result<SignerRow>> => {
  if (!signer) return refuse('notFound');
  if (signer.signature) return refuse('conflict', SIGNED_BEFORE);
  if (signer.withdrawn !== null) return refuse('conflict', WITHDRAWN);
  const now = await currentContent(scope, request);
  // A visit that is no longer complete.
  if (!now.ok) return now.reason === 'conflict' ? refuse('conflict', CHANGED) : now;
  return isSameContent(request, now.data) ? done(signer) : refuse('conflict', CHANGED);
};

/** The document that is signed, with its signatures; without any it is the one to be read before. */
export const documentOf = async (
  scope: Scope,
  request: RequestRow,
  given: readonly GivenRow[],
): Promise<Omit<Printing, 'seal'>> => {
  const found = await findContent(scope.site.db, request.id);
  if (!found) throw new Error(`request ${request.id} has no content`);
  const part = partOf(found.content);
  const { planId, visitId } = request;
  return {
    kind: visitId === null ? 'SignedCarePlan' : 'SignedVisit',
    subjectIds: [visitId ?? planId],
    parameters: { request: request.id },
    title: visitId === null ? `Care Plan ${planId}` : `Visit ${visitId}`,
    fileName: fileNameOf(request),
    namesClient: true,
    oneCount: true,
    parts:
      given.length === 0
        ? [part]
        : [
            part,
            signaturePart(
              { ...request, subject: part.subject, foot: part.foot },
              given,
              scope.settings.timeZone,
            ),
          ],
  };
};

const chained = (request: RequestRow, signing: Signing): GivenRow => {
  const { role, by, ink } = signing;
  const link = { role, name: signing.name.trim(), at: chainStamp(signing.at), by, ink };
  const previous = givenOf(request).at(-1)?.hash ?? request.contentHash;
  const hash = createHash('sha256')
    .update(chainText(previous.toString('hex'), link))
    .digest();
  return { ...link, hash };
};

const printSealed = async (scope: Scope, document: Printing, key: StoredSealKey) => {
  let digest: Buffer = Buffer.alloc(0);
  const seal = (drawn: Buffer) => {
    const sealed = sealPdf(drawn, key);
    ({ digest } = sealed);
    return sealed.pdf;
  };
  try {
    return { ...(await printToFile(scope, document, seal)), digest: () => digest };
  } catch (error) {
    if (error instanceof TooManyDocuments || error instanceof Cancelled) return undefined;
    throw error;
  }
};

export const isSame = (
  before: NonNullable<SignerRow['signature']>,
  { name, ink, by }: Pick<Signing, 'name' | 'ink' | 'by'>,
) => before.name === name.trim() && before.ink === ink && before.by === by;

type Tried = Result<null> | 'overtaken';

const tryOnce = async (scope: Scope, call: string, signing: Signing): Promise<Tried> => {
  const begun = performance.now();
  const request = await findRequest(scope.site.db, signing.requestId);
  if (!request) return refuse('notFound');
  const asked = request.signers.find(({ role }) => role === signing.role);
  // A phone that got no answer sends it again.
  if (asked?.signature && isSame(asked.signature, signing))
    return done(null, { insertId: asked.signature.savedId });
  const signer = await checkOpen(scope, request, asked);
  if (!signer.ok) return signer;
  const given = givenOf(request);
  const own = chained(request, signing);
  const names = [...given, own].map(({ name }) => name).join(', ');
  const document = await documentOf(scope, request, [...given, own]);
  const key = await sealKeyOf(scope);
  const printed = await printSealed(scope, { ...document, seal: { reason: `Signed by ${names}` } }, key);
  if (!printed) return refuse('unavailable');
  const { planId, visitId, version } = request;
  let overtaken = false;
  try {
    const kept = await storeFile(scope, printed.file, (keepIn) =>
      mutate(scope, call, async (tx, record) => {
        const locked = await lockRequest(tx, request.id);
        overtaken = locked?.given !== given.length;
        if (overtaken) return refuse('stale');
        const savedId = await keepPrinted(tx, scope, {
          kind: visitId === null ? 'SP' : 'SV',
          document,
          planId,
          planVersion: version,
          fileKey: await keepIn(tx),
          pages: printed.pages,
          begun,
        });
        await insertSignature(tx, {
          ...own,
          signerId: signer.data.id,
          received: scope.now().toString(),
          accountId: scope.user.id,
          address: scope.address,
          agent: signing.agent,
          savedId,
          sealDigest: printed.digest(),
          certificateId: key.id,
        });
        const changes = {
          ...subjectChanges(request),
          [SIGNER_WORDS[signing.role]]: [null, `${own.name}, ${sayBy(own.by)}`],
          file: [null, document.fileName],
        } as const;
        record({ entity: ENTITY, id: request.id, action: 'update', changes });
        return done(null, { insertId: savedId });
      }),
    );
    return overtaken ? 'overtaken' : kept;
  } finally {
    await discard(printed.file);
  }
};

/** Two who sign at the same moment: the second one's document is drawn anew with both signatures. */
const TRIES = 3;

export const takeSignature = async (scope: Scope, call: string, signing: Signing): Promise<Result<null>> => {
  const wrong = refuseAll(checkSignature(signing));
  if (wrong) return wrong;
  for (let n = 0; n < TRIES; n += 1) {
    const tried = await tryOnce(scope, call, signing);
    if (tried !== 'overtaken') return tried;
  }
  return refuse('unavailable');
};
