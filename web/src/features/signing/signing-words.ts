import { sayStamp } from '@homecare/domain/calendar.ts';
import { sayBy } from '@homecare/domain/signing/rules.ts';
import type { CheckedFile, Signer, SigningRequest } from '@homecare/domain/signing/schema.ts';

export const SUBJECT_WORDS = { plan: 'care plan', visit: 'visit' } as const;
export const wordOf = ({ visitId }: { readonly visitId: number | null }) =>
  SUBJECT_WORDS[visitId === null ? 'plan' : 'visit'];

/** Which state of the record somebody signed, or is to sign. */
export const requestTitle = (request: SigningRequest, zone: string): string => {
  const at = sayStamp(request.asked, zone);
  if (!request.isChanged)
    return request.askedBy === null ? 'Signed on the phone' : `Asked ${at} by ${request.askedBy}`;
  return request.savedId === null
    ? `Not signed before it was changed: asked ${at}`
    : `Signed version of ${at}`;
};

/** What was changed after somebody signed it says so. */
export const changedWords = (request: SigningRequest): string =>
  request.savedId === null
    ? `The ${wordOf(request)} was changed. Ask again for the present version.`
    : `The ${wordOf(request)} was changed after it was signed. Ask again to have the present version signed.`;

export const signerWords = ({ signature, link, expires }: Signer, zone: string): string => {
  if (signature) return `Signed ${sayStamp(signature.at, zone)} ${sayBy(signature.by)}`;
  switch (link) {
    case 'open':
      return `Waiting. Link good until ${expires === null ? '' : sayStamp(expires, zone)}`;
    case 'expired':
      return 'Waiting. The link has expired';
    case 'locked':
      return 'Waiting. The link is locked after five wrong years of birth';
    case 'withdrawn':
      return 'Taken back';
    case 'none':
      return "Waiting. Sign on the caregiver's phone, or send a link";
  }
};

const CHECK_WORDS = {
  asSealed: { tone: 'ok', text: 'This file is exactly as it was sealed.' },
  changed: { tone: 'danger', text: 'This file was changed after it was sealed. Do not rely on it.' },
  otherSeal: { tone: 'warn', text: 'This file has a seal, but not that of your agency.' },
  notSealed: { tone: 'warn', text: 'This file has no seal.' },
} as const;
export const checkWords = ({ result }: CheckedFile) => CHECK_WORDS[result];
