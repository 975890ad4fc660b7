import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PASSKEY_MINUTES } from '@homecare/domain/accounts/passkey.ts';
import { z } from 'zod';
import type { Site } from '../platform/site/site.ts';

/**
 * Challenges for passkeys before sign-in: random bytes with their expiry, sealed by the site. Nothing is stored for them, so that a
 * million requests fill no table; only answered ones are stored.
 */

const RANDOM = 16;
const ENDS = 6;
const SEAL = 32;

const sealOf = ({ secrets }: Pick<Site, 'secrets'>, body: Buffer) =>
  secrets.fingerprint(`passkey question ${body.toString('base64url')}`);

export const newQuestion = (site: Pick<Site, 'secrets' | 'clock'>): string => {
  const ends = Buffer.alloc(ENDS);
  ends.writeUIntBE(site.clock.now().add({ minutes: PASSKEY_MINUTES }).epochMilliseconds, 0, ENDS);
  const body = Buffer.concat([randomBytes(RANDOM), ends]);
  return Buffer.concat([body, sealOf(site, body)]).toString('base64url');
};

/** A challenge of this site that can still be answered. */
export interface OpenQuestion {
  readonly challenge: string;
  readonly hash: Buffer;
  readonly expires: string;
}

const Said = z.object({ challenge: z.string().max(200) });

const challengeIn = (clientData: string): string | undefined => {
  try {
    return Said.parse(JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))).challenge;
  } catch {
    return undefined;
  }
};

/** The challenge named in an answer; undefined if it is not this site's, or has expired. */
export const questionIn = (
  site: Pick<Site, 'secrets' | 'clock'>,
  clientData: string,
): OpenQuestion | undefined => {
  const challenge = challengeIn(clientData);
  const bytes = Buffer.from(challenge ?? '', 'base64url');
  if (challenge === undefined || bytes.length !== RANDOM + ENDS + SEAL) return undefined;
  const body = bytes.subarray(0, RANDOM + ENDS);
  if (!timingSafeEqual(bytes.subarray(RANDOM + ENDS), sealOf(site, body))) return undefined;
  const expires = Temporal.Instant.fromEpochMilliseconds(body.readUIntBE(RANDOM, ENDS));
  if (Temporal.Instant.compare(expires, site.clock.now()) <= 0) return undefined;
  // Hash the bytes rather than the text, because one challenge can be spelled in several ways.
  return { challenge, hash: hash('sha256', bytes, 'buffer'), expires: expires.toString() };
};
