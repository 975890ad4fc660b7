import { z } from 'zod';
import { RawParameters } from '../reports/parameters.ts';

/** A report of which an account is notified every Monday. */
export const ReportMail = z.strictObject({
  id: z.int(),
  file: z.string(),
  /** Where the mail goes. */
  address: z.string(),
  /** What was chosen when it was added; its period moves on with the week (`movedTo`). */
  chosen: RawParameters,
});
export type ReportMail = z.infer<typeof ReportMail>;
