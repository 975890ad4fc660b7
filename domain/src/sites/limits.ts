import { PASSWORD_LENGTHS } from '../accounts/signing-in.ts';
import type { SiteSwitches } from './schema.ts';

/** Numbers that an admin can set for a site, with their defaults and bounds. */

/** The most messages that a site can send per day, whatever its admin sets (docs/rules/sites.md, rule 5). */
export const MAX_PER_DAY = 10_000;

/** The values that apply until an admin sets others. */
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
  /** The value that switches it off. */
  readonly off?: number;
}
/**
 * The bounds of each number (docs/rules/sites.md, rule 5). The limit on messages cannot be raised beyond what keeps a stolen
 * session harmless.
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

/** What is wrong with one of the site's numbers; undefined if nothing is. */
export const numberFault = (name: NumberName, value: number) => {
  const { least, most, words, off } = NUMBER_BOUNDS[name];
  if (value === off) return undefined;
  return Number.isInteger(value) && value >= least && value <= most
    ? undefined
    : `${words} ${least} to ${most.toLocaleString('en-US')}.`;
};

/** A plan may start from `back` days ago to `ahead` days from now, and last 1 to `length` days (docs/rules/sites.md, rule 6). */
export interface TemporaryWindow {
  readonly back: number;
  readonly ahead: number;
  readonly length: number;
}
/** The bounds of temporary plans in the form that their rules use. */
export const temporaryWindow = ({
  temporaryBack: back,
  temporaryAhead: ahead,
  temporaryLength: length,
}: Pick<SiteSwitches, 'temporaryBack' | 'temporaryAhead' | 'temporaryLength'>): TemporaryWindow => ({
  back,
  ahead,
  length,
});
