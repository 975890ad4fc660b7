export const TONES = ['ok', 'warn', 'danger', 'info', 'mute'] as const;
export type Tone = (typeof TONES)[number];
