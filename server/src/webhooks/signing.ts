import { createHmac } from 'node:crypto';
import { SIGNATURE_HEADER, signatureHeader, signedText } from '@homecare/domain/webhooks/rules.ts';
import { newToken } from '../platform/auth/sessions.ts';

/** Begins every secret, so that one that was left in a file is found by its look. */
const PREFIX = 'whs_';
export const newSecret = () => `${PREFIX}${newToken()}`;

/** The header by which the receiver knows that the body is ours and of now. */
export const signatureOf = (secret: string, seconds: number, body: string) => {
  const signature = createHmac('sha256', secret).update(signedText(seconds, body)).digest('hex');
  return { [SIGNATURE_HEADER]: signatureHeader(seconds, signature) };
};
