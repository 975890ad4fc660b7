import type { Job } from '../platform/jobs/job.ts';
import { mailReports } from './service.ts';

/** Asked each hour: the first run after six on a Monday works, one that a stopped server missed is made up for by the next. */
export const reportMailsJob: Job = {
  name: 'report-mails',
  every: { minutes: 60, at: 3 },
  run: mailReports,
};
