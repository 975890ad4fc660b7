import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { RawParameters } from '../reports/parameters.ts';
import { MAX_ID } from '../wire.ts';
import { ReportMail } from './schema.ts';

const own = { roles: ['admin', 'user'] } as const;

/** Lists the reports that the caller is reminded of every Monday (docs/rules/reports.md, rule 28). */
export const listReportMails = getCall(['report-mails/list'], {
  name: 'reportMails.list',
  ...own,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(ReportMail),
});

/** Adds a report from the next Monday on. The chosen parameters stay, but the period advances with each week. */
export const addReportMail = postCall(['report-mails/add'], {
  name: 'reportMails.add',
  ...own,
  effect: 'write',
  needs: ['emailEnabled'],
  input: z.strictObject({ file: z.string().max(60), address: z.string().max(400), chosen: RawParameters }),
  output: z.null(),
  creates: true,
});

export const removeReportMail = postCall(['report-mails/remove'], {
  name: 'reportMails.remove',
  ...own,
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID) }),
  output: z.null(),
});
