import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PASSKEY_MINUTES } from '@homecare/domain/accounts/passkey.ts';
import { z } from 'zod';
import type { Site } from '../platform/site/site.ts';

/**
 * What is asked of a passkey before anybody is signed in: random bytes and when they end, under a seal of the site. Nothing is
 * stored for it, so that asking a million times fills no table; an answered question is.
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

/** An own question that may still be answered. */
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

/** The question that an answer names; undefined: it is none of this site, or it ended. */
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
  // Of the bytes and not of the text: a text that is spelled otherwise is the same question.
  return { challenge, hash: hash('sha256', bytes, 'buffer'), expires: expires.toString() };
};
