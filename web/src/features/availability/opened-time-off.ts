import type { OpenedWith } from '../../platform/address.ts';

/** The time off page opened to enter that of a caregiver. */
export const newTimeOff = (provider: number): OpenedWith => ({ mode: 'Create', provider });

/** Undefined: nothing is to be entered. */
export const readNewTimeOff = ({ mode, provider }: OpenedWith): number | undefined =>
  mode === 'Create' && typeof provider === 'number' ? provider : undefined;
