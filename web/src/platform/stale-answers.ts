import type { Call } from '@homecare/domain/call.ts';

type MarkStale = (calls: readonly Call[] | 'everything') => Promise<unknown>;

let mark: MarkStale = async () => undefined;

/** Told once by what holds answers; before that nothing is held. */
export const whenStale = (listener: MarkStale) => {
  mark = listener;
};

/** The answers of these calls are out of date. */
export const markAnswersStale: MarkStale = (calls) => mark(calls);
