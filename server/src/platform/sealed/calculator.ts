import { sql } from 'kysely';
import { sealedColumn } from './column.ts';

/** What was asked of the calculator and what it found. No other file names these columns. */
const content = sealedColumn('calculator_files.content');
export const sealedCalculation = {
  result: sealedColumn('calculator_runs.result'),
  content,
  /** Whom and which type of plan a result is for; they are inside of it. */
  providerId: (file: string) => sql`(${content(file)} ->> 'provider')::int`,
  typeCode: (file: string) => sql`${content(file)} ->> 'code'`,
} as const;

/** What a run stores of the request and of the words of its result. */
export const storedRun = ({ request, result }: { readonly request: unknown; readonly result: string }) => ({
  request: JSON.stringify(request),
  result,
});
export const storedContent = (file: unknown) => ({ content: JSON.stringify(file) });
