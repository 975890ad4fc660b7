import type { Verdict as Name } from '@homecare/domain/claims/schema.ts';
import { Pill } from '../ui/Pill.tsx';
import type { Tone } from '../ui/tones.ts';

const LOOKS: Record<Name, { readonly tone: Tone; readonly words: string }> = {
  accepted: { tone: 'ok', words: 'Accepted' },
  exempt: { tone: 'mute', words: 'No visit needed' },
  deny: { tone: 'danger', words: 'Will be denied' },
};

/** What the payer will say to a line for its visit. */
export const Verdict = ({ verdict }: { readonly verdict: Name }) => (
  <Pill tone={LOOKS[verdict].tone}>{LOOKS[verdict].words}</Pill>
);
