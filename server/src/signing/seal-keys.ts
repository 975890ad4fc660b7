import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { done } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { makeSealKey, type SealKey } from '../platform/crypto/seal-certificate.ts';
import { mutate } from '../platform/db/mutate.ts';
import { findSealKey, insertSealKey, lockSealKeys } from './queries.ts';

/** The key and certificate that seal documents of a site: made with the first seal, and anew once the last one is to be replaced. */

/** A certificate that ends sooner is replaced: what is sealed with it is looked at for years. */
const LEAST_DAYS = 365;

export interface StoredSealKey extends SealKey {
  readonly id: number;
}

const lastsLongEnough = (certificate: Buffer, now: Temporal.Instant) => {
  const end = Temporal.Instant.fromEpochMilliseconds(new X509Certificate(certificate).validToDate.getTime());
  return Temporal.Instant.compare(now.add({ hours: LEAST_DAYS * 24 }), end) < 0;
};

/** SHA-256 of the certificate, as programs show it. */
export const fingerprintOf = (certificate: Buffer) => createHash('sha256').update(certificate).digest('hex');

const stored = async (
  scope: Scope,
  db: Parameters<typeof findSealKey>[0],
): Promise<StoredSealKey | undefined> => {
  const row = await findSealKey(db);
  if (!row || !lastsLongEnough(row.certificate, scope.now())) return undefined;
  const key = Buffer.from(scope.site.secrets.decrypt(row.privateKey), 'base64');
  return {
    id: row.id,
    certificate: row.certificate,
    privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  };
};

/** Of two processes that need the first key at once, one makes it. */
const makeKey = async (scope: Scope): Promise<StoredSealKey> => {
  const made = await makeSealKey(scope.settings.paper.letterhead.agency, scope.now());
  const result = await mutate<StoredSealKey>(scope.ofPart(), 'signing.makeSealKey', async (tx, record) => {
    await lockSealKeys(tx);
    const there = await stored(scope, tx);
    const der = made.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const privateKey = scope.site.secrets.encrypt(der);
    const { certificate } = made;
    const id = there?.id ?? (await insertSealKey(tx, { certificate, privateKey }, scope.now().toString()));
    const fingerprint = fingerprintOf(there?.certificate ?? certificate);
    record({
      entity: 'sealCertificate',
      id,
      action: there ? 'read' : 'insert',
      changes: { fingerprint: [null, fingerprint] },
    });
    return done(there ?? { ...made, id });
  });
  if (!result.ok) throw new Error('a key that seals was not stored');
  return result.data;
};

export const sealKeyOf = async (scope: Scope): Promise<StoredSealKey> =>
  (await stored(scope, scope.site.db)) ?? makeKey(scope);
