import type { Tone } from '../../ui/tones.ts';

/** Act now on what ends within a month. */
const SOON = 30;

/** Of the days that are left until the payer takes no claim any more; null: nobody knows. */
export const deadlineTone = (daysLeft: number | null): Tone | undefined => {
  if (daysLeft === null || daysLeft > SOON) return undefined;
  return daysLeft < 0 ? 'danger' : 'warn';
};
