import { createHmac } from 'node:crypto';
import { SIGNATURE_HEADER, signatureHeader, signedText } from '@homecare/domain/webhooks/rules.ts';
import { newToken } from '../platform/auth/sessions.ts';

/** The prefix of every secret, by which one left in a file can be recognized. */
const PREFIX = 'whs_';
export const newSecret = () => `${PREFIX}${newToken()}`;

/** The header that proves to the receiver that the body is ours and recent. */
export const signatureOf = (secret: string, seconds: number, body: string) => {
  const signature = createHmac('sha256', secret).update(signedText(seconds, body)).digest('hex');
  return { [SIGNATURE_HEADER]: signatureHeader(seconds, signature) };
};
