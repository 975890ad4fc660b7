import { z } from 'zod';
import { RawParameters } from '../reports/parameters.ts';

/** A report that an account is reminded of every Monday. */
export const ReportMail = z.strictObject({
  id: z.int(),
  file: z.string(),
  /** E-mail address of the recipient. */
  address: z.string(),
  /** Parameters chosen when it was added. Their period advances every week (`movedTo`). */
  chosen: RawParameters,
});
export type ReportMail = z.infer<typeof ReportMail>;
