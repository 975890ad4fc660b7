import type { LogEvent } from 'kysely';
import type { Log } from '../log/log.ts';

/** Far above what a call needs and far below the statement limit. */
export const SLOW_STATEMENT_MS = 500;

const LONGEST = 1_000;

/** Values are sent separately; a text that is in the statement anyway is removed. */
const withoutTexts = (statement: string) =>
  statement
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .slice(0, LONGEST);

/** Logs statements that take longer than `thresholdMs`. */
export const slowStatements =
  (log: Log, thresholdMs: number) =>
  ({ query, queryDurationMillis }: LogEvent) => {
    if (queryDurationMillis < thresholdMs) return;
    const ms = Math.round(queryDurationMillis);
    log.event('slow-statement', { statement: withoutTexts(query.sql), ms });
  };
