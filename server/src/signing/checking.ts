import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/signing/contract.ts';
import type { CheckResult } from '@homecare/domain/signing/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type ReadSeal, readSeal } from '../platform/crypto/pdf-seal.ts';
import { recordChanges } from '../platform/db/mutate.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { findRequest, findSealed, isOwnCertificate } from './queries.ts';

/** Whether a file is as it was sealed here, by whom and when. */

type Checked = OutputOf<typeof calls.checkFile>;

const CHOOSE_PDF = 'Choose a PDF file.';

const commonName = (certificate: Buffer) =>
  /^CN=(?<name>.*)$/m.exec(new X509Certificate(certificate).subject)?.groups?.name ?? '';

/** The document that a seal is of: found by what the seal says, which nobody but its key can have said. */
const sealedDocument = async (scope: Scope, { digest, certificate }: ReadSeal) => {
  const found = await findSealed(scope.site.db, digest);
  const request = found && (await findRequest(scope.site.db, found.requestId));
  if (!found || !request) return undefined;
  const { requestId: _, given, sha256, savedId, at, date } = found;
  const signatures = request.signers.slice(0, given).flatMap(({ role, signature }) => {
    if (!signature) return [];
    const { name, ink, at: signed, by } = signature;
    return [{ role, name, ink, at: signed, by }];
  });
  const { planId, visitId } = request;
  return {
    sha256,
    sealed: { savedId, planId, visitId, date, at, sealedBy: commonName(certificate), signatures },
  };
};

const check = async (scope: Scope, pdf: Buffer, sha256: Buffer): Promise<Checked> => {
  const nothing = (result: CheckResult): Checked => ({ result, sealed: null });
  const seal = readSeal(pdf);
  if (seal === 'none') return nothing('notSealed');
  if (seal === 'broken') return nothing('changed');
  if (!(await isOwnCertificate(scope.site.db, seal.certificate))) return nothing('otherSeal');
  const found = await sealedDocument(scope, seal);
  const isSame = seal.isIntact && found?.sha256.equals(sha256) === true;
  return { result: isSame ? 'asSealed' : 'changed', sealed: found?.sealed ?? null };
};

export const checkFile = async (
  scope: Scope,
  _: unknown,
  file: IncomingFile | undefined,
): Promise<Result<Checked>> => {
  if (!file) return refuseFields([{ field: 'file', message: CHOOSE_PDF }]);
  const pdf = await readFile(file.path);
  if (pdf.indexOf('%PDF-') !== 0) return refuseFields([{ field: 'file', message: CHOOSE_PDF }]);
  const checked = await check(scope, pdf, file.sha256);
  const changes = { checked: [null, checked.result] } as const;
  await recordChanges(scope.site.db, scope, 'signing.checkFile', [
    { entity: 'savedDocument', id: checked.sealed?.savedId ?? null, action: 'run', changes },
  ]);
  return done(checked);
};
