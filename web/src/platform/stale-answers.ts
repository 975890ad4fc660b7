import type { Call } from '@homecare/domain/call.ts';

type MarkStale = (calls: readonly Call[] | 'everything') => Promise<unknown>;

let mark: MarkStale = async () => undefined;

/** Called once by the cache of answers; until then there is nothing to mark. */
export const whenStale = (listener: MarkStale) => {
  mark = listener;
};

/** Marks the answers of these calls as stale. */
export const markAnswersStale: MarkStale = (calls) => mark(calls);
