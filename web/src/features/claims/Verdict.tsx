import type { Verdict as Name } from '@homecare/domain/claims/schema.ts';
import { Pill } from '../../ui/Pill.tsx';
import type { Tone } from '../../ui/tones.ts';
import { useProofWords } from './use-proof-words.ts';

const TONES: Record<Name, Tone> = { accepted: 'ok', exempt: 'mute', deny: 'danger' };

/** Whether its visit proves a line, in the agency's words. */
export const Verdict = ({ verdict }: { readonly verdict: Name }) => (
  <Pill tone={TONES[verdict]}>{useProofWords().verdict[verdict]}</Pill>
);
