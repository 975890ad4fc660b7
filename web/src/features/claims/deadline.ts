import type { Tone } from '../../ui/tones.ts';

/** Deadlines within a month need action now. */
const SOON = 30;

/** Tone for the days left until the payer accepts no claim any more; null means unknown. */
export const deadlineTone = (daysLeft: number | null): Tone | undefined => {
  if (daysLeft === null || daysLeft > SOON) return undefined;
  return daysLeft < 0 ? 'danger' : 'warn';
};
