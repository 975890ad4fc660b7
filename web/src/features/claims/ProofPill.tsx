import type { ProofResult as Name } from '@homecare/domain/claims/schema.ts';
import { Pill } from '../../ui/Pill.tsx';
import type { Tone } from '../../ui/tones.ts';
import { useProofWords } from './use-proof-words.ts';

const TONES: Record<Name, Tone> = { accepted: 'ok', exempt: 'mute', deny: 'danger' };

/** Whether a line is proven by its visit, in the agency's words. */
export const ProofPill = ({ result }: { readonly result: Name }) => (
  <Pill tone={TONES[result]}>{useProofWords().result[result]}</Pill>
);
