import { PASSWORD_LENGTHS } from '../accounts/signing-in.ts';
import type { SiteSwitches } from './schema.ts';

/** Numbers of a site that an admin sets: what counts without, and from where to where. */

/** The most messages that a site sends a day, whatever its admin sets (docs/rules/sites.md, rule 5). */
export const MAX_PER_DAY = 10_000;

/** What counts until an admin says otherwise. */
export const SWITCH_DEFAULTS = {
  idleMinutes: 30,
  temporaryBack: 14,
  temporaryAhead: 90,
  temporaryLength: 90,
  lateMinutes: 60,
  callTooMinutes: 240,
  messagesPerDay: MAX_PER_DAY,
  passwordLength: PASSWORD_LENGTHS.off,
} as const;
export type NumberName = keyof typeof SWITCH_DEFAULTS;

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly words: string;
  /** The number that switches it off. */
  readonly off?: number;
}
/**
 * Bounds of each number (docs/rules/sites.md, rule 5); nobody may raise the cap of messages above what keeps a stolen session
 * small.
 */
export const NUMBER_BOUNDS: Readonly<Record<NumberName, Bounds>> = {
  idleMinutes: { least: 10, most: 120, words: 'The idle time is' },
  temporaryBack: { least: 0, most: 366, words: 'The days back are' },
  temporaryAhead: { least: 0, most: 366, words: 'The days ahead are' },
  temporaryLength: { least: 1, most: 366, words: 'The days of a temporary plan are' },
  lateMinutes: { least: 5, most: 240, words: 'The minutes without a check-in are' },
  callTooMinutes: { least: 0, most: 1_440, words: 'The minutes before a visit are' },
  messagesPerDay: { least: 1, most: MAX_PER_DAY, words: 'The messages of a day are' },
  passwordLength: {
    off: PASSWORD_LENGTHS.off,
    least: PASSWORD_LENGTHS.least,
    most: PASSWORD_LENGTHS.most,
    words: 'The length of passwords is 0 (off) or',
  },
};
export const NUMBER_NAMES: readonly NumberName[] = [
  'idleMinutes',
  'temporaryBack',
  'temporaryAhead',
  'temporaryLength',
  'lateMinutes',
  'callTooMinutes',
  'messagesPerDay',
  'passwordLength',
];

/** What is wrong with a number of the site's settings, if anything. */
export const numberFault = (name: NumberName, value: number) => {
  const { least, most, words, off } = NUMBER_BOUNDS[name];
  if (value === off) return undefined;
  return Number.isInteger(value) && value >= least && value <= most
    ? undefined
    : `${words} ${least} to ${most.toLocaleString('en-US')}.`;
};

/** Start from today − back to today + ahead, 1 to `length` days (docs/rules/sites.md, rule 6). */
export interface TemporaryWindow {
  readonly back: number;
  readonly ahead: number;
  readonly length: number;
}
/** The bounds of temporary plans as their rules take them. */
export const temporaryWindow = ({
  temporaryBack: back,
  temporaryAhead: ahead,
  temporaryLength: length,
}: Pick<SiteSwitches, 'temporaryBack' | 'temporaryAhead' | 'temporaryLength'>): TemporaryWindow => ({
  back,
  ahead,
  length,
});
