import { sql } from 'kysely';
import { sealedColumn } from './column.ts';

/** Requests to the calculator and their results. No other file names these columns. */
const content = sealedColumn('calculator_files.content');
export const sealedCalculation = {
  result: sealedColumn('calculator_runs.result'),
  content,
  /** The caregiver and type of plan of a result, which are inside it. */
  providerId: (file: string) => sql`(${content(file)} ->> 'provider')::int`,
  typeCode: (file: string) => sql`${content(file)} ->> 'code'`,
} as const;

/** What a run stores of its request and result. */
export const storedRun = ({ request, result }: { readonly request: unknown; readonly result: string }) => ({
  request: JSON.stringify(request),
  result,
});
export const storedContent = (file: unknown) => ({ content: JSON.stringify(file) });
