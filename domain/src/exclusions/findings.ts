import type { FieldError } from '../errors.ts';
import type { Decision, Finding, Screening } from './schema.ts';

/** Words and rules about findings (docs/rules/exclusions.md). */

export const SCREEN_EVERY_DAYS = 31;

export const DECISION_WORDS: Record<Decision, string> = {
  cleared: 'Not this person',
  confirmed: 'This person is excluded',
};

/** Red, because nobody has decided yet or it is this person. */
export const isOpenFinding = ({ decision }: Pick<Finding, 'decision'>): boolean => decision === null;
export const isAlarming = ({ decision, isListed }: Pick<Finding, 'decision' | 'isListed'>): boolean =>
  decision === 'confirmed' ? isListed : decision === null;

export const checkMemo = (memo: string | null): FieldError[] =>
  (memo?.trim() ?? '') === ''
    ? [{ field: 'memo', message: 'Say how you know: what you compared, and with whom you spoke.' }]
    : [];

/** Days since the last screening against a list; undefined if there was none. */
export const daysSince = (
  screenings: readonly Pick<Screening, 'list' | 'at'>[],
  list: Screening['list'],
  now: Temporal.Instant,
): number | undefined => {
  const last = screenings.find((one) => one.list === list);
  return last && Math.floor((now.epochMilliseconds - Date.parse(last.at)) / 86_400_000);
};
