import type { Critical, Duty } from '@homecare/domain/incidents/schema.ts';
import type { Tone } from '../../ui/tones.ts';

export const DUTY_TONES: Readonly<Record<Duty['state'], Tone>> = {
  open: 'danger',
  told: 'ok',
  toldLate: 'warn',
  notNeeded: 'mute',
};

export const CRITICAL_TONES: Readonly<Record<Critical, Tone>> = {
  undecided: 'warn',
  yes: 'danger',
  no: 'mute',
};

export const optionsOf = <K extends string>(keys: readonly K[], words: Readonly<Record<K, string>>) =>
  keys.map((value) => ({ value, label: words[value] }));
