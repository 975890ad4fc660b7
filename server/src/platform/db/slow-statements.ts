import type { LogEvent } from 'kysely';
import type { Log } from '../log/log.ts';

/** Far above what a call needs, far below what a statement may take. */
export const SLOW_STATEMENT_MS = 500;

const LONGEST = 1_000;

/** Values travel beside the statement; should one be in it as a text, it is left out. */
const withoutTexts = (statement: string) =>
  statement
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .slice(0, LONGEST);

/** Writes down statements that take longer than `thresholdMs`. */
export const slowStatements =
  (log: Log, thresholdMs: number) =>
  ({ query, queryDurationMillis }: LogEvent) => {
    if (queryDurationMillis < thresholdMs) return;
    const ms = Math.round(queryDurationMillis);
    log.event('slow-statement', { statement: withoutTexts(query.sql), ms });
  };
