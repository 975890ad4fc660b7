import type { FixKind } from '@homecare/domain/claims/payer-terms.ts';

/** What is checked to tell whether a denial is fixed. */
export const FIX_WORDS: Readonly<Record<FixKind, string>> = {
  program: 'The program modifier of the day',
  par: 'The authorization (PAR)',
  units: 'The units',
  visit: 'The visit is accepted',
  member: "The client's record",
  final: 'Nothing: sending again does not help',
  other: 'Any change of the claim',
};
export const FREQUENCY_WORDS = {
  '7': 'Replaces the denied claim (7)',
  '1': 'Goes as a new claim (1)',
} as const;
