export const TONES = ['ok', 'warn', 'danger', 'info', 'mute'] as const;
export type Tone = (typeof TONES)[number];

const RANK: Record<Tone, number> = { danger: 4, warn: 3, ok: 2, mute: 1, info: 0 };

/** Which tone a row or card wears when several apply: danger, then warning, then success or grey. */
export const strongestTone = (tones: readonly (Tone | undefined)[]): Tone | undefined =>
  tones.reduce<Tone | undefined>(
    (best, tone) => (tone && (!best || RANK[tone] > RANK[best]) ? tone : best),
    undefined,
  );
